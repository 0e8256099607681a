/** Runs the service's git: its environment, its deadlines, and its failures as errors. */
import { tmpdir } from "node:os";
import { type GitConfiguration, HARMLESS } from "../../domain/git-configuration.js";
import type { Repository } from "../../domain/repository.js";
import { gitVariables, startGit } from "../../process/run-git.js";
import { variablesNamed } from "../../process/run-program.js";
import { GitError, TooMuchOutput } from "../ports/world-error.js";
import { describeCall, type GitAnswer, type GitSide, gitFailure } from "./git-failure.js";

/** How git accesses repositories that need credentials. The caller's other git configuration is not used. */
export interface GitAccess {
  /** A git configuration file with credential helpers, proxies, `safe.directory` and so on. */
  readonly configFile?: string;
  /** Additional variables for git, such as `GIT_SSH_COMMAND` or `GIT_ASKPASS`. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Git configuration for one call to the repository at this address, such as a header with an hourly token. Git receives
   * it in the environment; it is never stored. Given the refused `turnedDown`, returns other credentials, or none.
   */
  readonly credentials?: (
    repository: Repository,
    address: string,
    turnedDown?: Readonly<Record<string, string>>,
  ) => Promise<Readonly<Record<string, string>>>;
}

export interface GitDeadlines {
  /** The deadline of one call on the clone. */
  readonly cloneMs: number;
  /** The deadline of one call to the repository. */
  readonly repositoryMs: number;
}

export interface GitCall {
  readonly arguments: readonly string[];
  /** Whether git works only on the clone or connects to the repository. */
  readonly side: GitSide;
  /** The repository concerned, for messages. */
  readonly repository?: string;
  /** The working directory of git. */
  readonly folder: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  /** Overrides the deadline of its side. */
  readonly deadlineMs?: number;
  /** Overrides the limit of the output. */
  readonly mostBytes?: number;
  /** Exit codes that do not throw; default: only 0. */
  readonly answers?: readonly number[];
}

export type RunGit = (call: GitCall) => Promise<GitAnswer>;

export const DEFAULT_DEADLINES: GitDeadlines = { cloneMs: 60_000, repositoryMs: 600_000 };

const MOST_BYTES = 64 * 1024 * 1024;

const inherited = variablesNamed(
  "PATH HOME USER LOGNAME TMPDIR SSH_AUTH_SOCK SSL_CERT_FILE SSL_CERT_DIR",
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY",
);

const CONFIG: GitConfiguration = {
  ...HARMLESS,
  "i18n.logOutputEncoding": "UTF-8",
  // Also syncs loose objects: an object left empty by a power cut would break every later build that needs it.
  "core.fsync": "committed",
  // A fetch is stored as one pack, visible as a whole. Object by object, a commit would be there before its files.
  "fetch.unpackLimit": "1",
  "gc.autoPackLimit": "200",
  // Then only the packs of the fetches since are written anew, and not all of a large repository with them.
  "gc.bigPackThreshold": "512m",
  "core.filesRefLockTimeout": "2000",
  "core.packedRefsTimeout": "2000",
};

export function createGitRunner(access: GitAccess, deadlines: GitDeadlines): RunGit {
  return async (call) => {
    const end = await startGit(call.arguments, {
      folder: call.folder,
      environment: environment(access, call),
      input: call.input ?? "",
      deadlineMs: call.deadlineMs ?? (call.side === "clone" ? deadlines.cloneMs : deadlines.repositoryMs),
      mostBytes: call.mostBytes ?? MOST_BYTES,
      // Such as an ssh connection that later calls share.
      mayOutliveUs: true,
    });
    switch (end.kind) {
      case "missing":
        throw new GitError(MISSING, false);
      case "stopped": {
        const Failure = end.cause === "tooMuchOutput" ? TooMuchOutput : GitError;
        throw new Failure(`${describeCall(call)}: ${end.because}`, end.cause !== "notStarted");
      }
      case "exited": {
        const answer = { ...end, stdout: end.stdout.toString() };
        if (end.exitCode !== null && (call.answers ?? [0]).includes(end.exitCode)) return answer;
        throw gitFailure(call, answer);
      }
    }
  };
}

const MISSING =
  "git could not be started: it was not found; is git installed and on PATH, and does its folder exist?";

function environment(access: GitAccess, call: GitCall): Readonly<Record<string, string>> {
  return {
    ...inherited(),
    GIT_CONFIG_GLOBAL: access.configFile ?? "/dev/null",
    ...access.environment,
    ...call.environment,
    // Otherwise a fetch fails on a ref that a parallel git process removes, or that a power cut left empty.
    GIT_REF_PARANOIA: "0",
    ...gitVariables({ ...CONFIG, ...call.config }),
  };
}

export type CloneCall = Partial<Omit<GitCall, "arguments" | "side" | "config" | "repository">>;

export type GitOnClone = (side: GitSide, words: readonly string[], call?: CloneCall) => Promise<GitAnswer>;

const FETCH_OPTIONS = ["--quiet", "--no-tags", "--no-write-fetch-head", "--stdin"];

/** Reads from stdin what to fetch. */
export const FETCH = ["fetch", "--no-auto-maintenance", ...FETCH_OPTIONS, "origin"];

/** Like `FETCH`, and packs the clone when it has enough loose objects. */
export const FETCH_AND_TIDY = ["fetch", "--auto-maintenance", ...FETCH_OPTIONS, "origin"];

/** The first version with all needed options of `git merge-tree --write-tree`. */
const MINIMUM_GIT_VERSION = "2.39";

/** Returns the installed version; throws a `GitError` with a remedy when it is too old. */
export async function requireGit(minimum: string = MINIMUM_GIT_VERSION): Promise<string> {
  const runGit = createGitRunner({}, DEFAULT_DEADLINES);
  const { stdout } = await runGit({ arguments: ["--version"], side: "clone", folder: tmpdir() });
  const installed = /(\d+)\.(\d+)(?:\.\d+)*/.exec(stdout)?.[0];
  if (installed === undefined || isOlder(installed, minimum)) {
    throw new GitError(
      `git ${minimum} or newer is needed, but ${JSON.stringify(stdout.trim())} is installed; install a newer git`,
      false,
    );
  }
  return installed;
}

function isOlder(installed: string, minimum: string): boolean {
  const [have, need] = [installed, minimum].map((version) => version.split(".").map(Number));
  for (const [index, needed] of (need ?? []).entries()) {
    const part = have?.[index] ?? 0;
    if (part !== needed) return part < needed;
  }
  return false;
}
