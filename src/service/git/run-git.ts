/**
 * The only place that starts git: without a shell, with a controlled environment, a deadline and limited output. Git's
 * output is untrusted text.
 */
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import { x } from "tinyexec";
import { configurationVariables, type GitConfiguration, HARMLESS } from "../../domain/git-configuration.js";
import type { Repository } from "../../domain/repository.js";
import { GitError, TooMuchOutput, WorldError } from "../ports/world-error.js";
import { describeCall, type GitAnswer, type GitSide, gitFailure, isSystemError } from "./git-failure.js";

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
  readonly mostCharacters?: number;
  /** Exit codes that do not throw; default: only 0. */
  readonly answers?: readonly number[];
}

export type RunGit = (call: GitCall) => Promise<GitAnswer>;

export const DEFAULT_DEADLINES: GitDeadlines = { cloneMs: 60_000, repositoryMs: 600_000 };

const MAX_OUTPUT_CHARACTERS = 64 * 1024 * 1024;
const GRACE_MS = 1_000;

const INHERITED_VARIABLES = new Set(
  ["PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"].concat(
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]),
  ),
);

const CONFIG: GitConfiguration = {
  ...HARMLESS,
  "i18n.logOutputEncoding": "UTF-8",
  // Also syncs loose objects: an object left empty by a power cut would break every later build that needs it.
  "core.fsync": "committed",
  "core.filesRefLockTimeout": "2000",
  "core.packedRefsTimeout": "2000",
};

export function createGitRunner(access: GitAccess, deadlines: GitDeadlines): RunGit {
  return async (call) => {
    const deadlineMs =
      call.deadlineMs ?? (call.side === "clone" ? deadlines.cloneMs : deadlines.repositoryMs);
    let watch: Watch | undefined;
    try {
      const running = x("git", call.arguments, {
        nodePath: false,
        stdin: call.input ?? "",
        nodeOptions: { cwd: call.folder, env: environment(access, call), detached: true },
      });
      const mostCharacters = call.mostCharacters ?? MAX_OUTPUT_CHARACTERS;
      if (running.process !== undefined) watch = watchOver(running.process, deadlineMs, mostCharacters);
      const { stdout, stderr, exitCode } = await running;
      const stopped = watch?.stopped();
      if (stopped !== undefined) throw stopped(describeCall(call));
      const answer = { exitCode: exitCode ?? null, stdout, stderr };
      if (exitCode !== undefined && (call.answers ?? [0]).includes(exitCode)) return answer;
      throw gitFailure(call, answer);
    } catch (error) {
      throw error instanceof WorldError ? error : notStarted(error);
    } finally {
      watch?.end();
    }
  };
}

function environment(access: GitAccess, call: GitCall): NodeJS.ProcessEnv {
  return {
    // Undefined removes a variable that would otherwise be inherited.
    ...Object.fromEntries(
      Object.keys(process.env)
        .filter((name) => !INHERITED_VARIABLES.has(name))
        .map((name) => [name, undefined]),
    ),
    GIT_CONFIG_GLOBAL: access.configFile ?? "/dev/null",
    ...access.environment,
    ...call.environment,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // Otherwise a fetch fails on a ref that a parallel git process removes, or that a power cut left empty.
    GIT_REF_PARANOIA: "0",
    ...configurationVariables({ ...CONFIG, ...call.config }),
  };
}

interface Watch {
  /** The failure of a call whose process was stopped; undefined when it was not. */
  stopped(): ((call: string) => GitError) | undefined;
  end(): void;
}

/** Stops the process group at the deadline, or when it prints too much. */
function watchOver(child: ChildProcess, deadlineMs: number, mostCharacters: number): Watch {
  const timers = new Set<NodeJS.Timeout>();
  const after = (delayMs: number, callback: () => void) => timers.add(setTimeout(callback, delayMs));
  let failure: ReturnType<Watch["stopped"]>;
  let printed = 0;
  const stop = (why: NonNullable<typeof failure>) => {
    if (failure !== undefined) return;
    failure = why;
    signalGroup(child, "SIGTERM"); // git then removes its lock files
    after(GRACE_MS, () => {
      signalGroup(child, "SIGKILL");
    });
  };
  const count = (stream: Readable | null) =>
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text.length;
      if (printed <= mostCharacters) return;
      const problem = `printed more than ${mostCharacters} characters and was stopped`;
      stop((call) => new TooMuchOutput(`${call} ${problem}`, true));
    });
  count(child.stdout);
  count(child.stderr);
  // A remaining child of git, such as a shared ssh connection, may keep the output open forever.
  const releaseOutput = () => {
    const before = printed;
    after(GRACE_MS, () => {
      if (printed > before) releaseOutput();
      else for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    });
  };
  child.once("exit", releaseOutput);
  // git may end without reading its input, which is not an error.
  child.stdin?.on("error", () => undefined);
  after(deadlineMs, () => {
    const problem = `did not finish within ${deadlineMs / 1000} s and was stopped`;
    stop((call) => new GitError(`${call} ${problem}`, true));
  });
  return {
    stopped: () => failure,
    end: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process has already ended.
  }
}

const BUSY = new Set(["EAGAIN", "ENOMEM", "EMFILE", "ENFILE"]);

function notStarted(error: unknown): GitError {
  const code = isSystemError(error) ? error.code : "";
  const hint = code === "ENOENT" ? "; is git installed and on PATH, and does its folder exist?" : "";
  return new GitError(`git could not be started: ${String(error)}${hint}`, BUSY.has(code), { cause: error });
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
