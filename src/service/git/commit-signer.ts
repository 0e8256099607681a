/**
 * Signs commits by `ssh-keygen` or `gpg`, as git does. The same commit always gets the same signature, because a
 * speculation that is built again has to give the same commits. The key is on disk only during a signature.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../../domain/thrown.js";
import { lastWords } from "../../process/run-git.js";
import {
  absoluteFolders,
  findProgram,
  type ProgramCall,
  runProgram,
  variablesNamed,
} from "../../process/run-program.js";
import { GitError } from "../ports/world-error.js";
import { type Committer, DEFAULT_COMMITTER } from "./commit.js";
import type { SigningKey } from "./signing-key.js";

export interface CommitSigner {
  /** The signature of a commit's text in ASCII armor. `seconds` is the time of its committer. Throws `GitError`. */
  sign(text: string, seconds: number): Promise<string>;
}

/** How the service makes commits. */
export interface OwnCommits {
  readonly committer: Committer;
  /** null: they are not signed. */
  readonly signer: CommitSigner | null;
}

interface CommitSettings {
  readonly committerName: string | null;
  readonly committerEmail: string | null;
  readonly signingKey: SigningKey | null;
}

/** The committer and the signer that the settings name. */
export function commitsOf({ committerName, committerEmail, signingKey }: CommitSettings): OwnCommits {
  const { name, email } = DEFAULT_COMMITTER;
  return {
    committer: { name: committerName ?? name, email: committerEmail ?? email },
    signer: signingKey === null ? null : createCommitSigner(signingKey),
  };
}

const DEADLINE_MS = 30_000;
const MOST_BYTES = 64 * 1024;

export function createCommitSigner({ kind, text: key }: SigningKey): CommitSigner {
  return {
    sign: async (text, seconds) => (kind === "ssh" ? signBySsh(key, text) : signByGpg(key, text, seconds)),
  };
}

/** https://man.openbsd.org/ssh-keygen#Y~5 */
async function signBySsh(key: string, text: string): Promise<string> {
  return await inPrivateFolder(async (folder) => {
    const file = join(folder, "key");
    await writeFile(file, key, { mode: 0o600 });
    const words = ["-q", "-Y", "sign", "-n", "git", "-f", file];
    return await run("ssh-keygen", words, { folder, input: text, package: "OpenSSH" });
  });
}

/** The signature contains a time, which is the commit's. */
async function signByGpg(key: string, text: string, seconds: number): Promise<string> {
  return await inPrivateFolder(async (folder) => {
    const usual = ["--homedir", folder, "--no-options", "--batch", "--no-tty", "--quiet"];
    const call = { folder, package: "GnuPG" };
    await run("gpg", [...usual, "--import"], { ...call, input: key });
    try {
      const time = ["--faked-system-time", `${seconds}!`, "--ignore-time-conflict"];
      const words = [...usual, "--pinentry-mode", "loopback", ...time, "--armor", "--detach-sign"];
      return await run("gpg", words, { ...call, input: text });
    } finally {
      // Otherwise its agent keeps the key in memory, and holds the folder.
      await run("gpgconf", ["--homedir", folder, "--kill", "all"], { ...call, input: "" }).catch(() => "");
    }
  });
}

async function inPrivateFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "mq-sign-")).catch(notWritable);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function notWritable(error: unknown): never {
  const words = `a commit cannot be signed, because ${tmpdir()} is not writable: ${errorText(error)}`;
  throw new GitError(`${words}; set TMPDIR to a folder that this user may write to`, true, { cause: error });
}

interface SigningCall extends Pick<ProgramCall, "folder"> {
  readonly input: string;
  /** What to install when the program is missing. */
  readonly package: string;
}

const inherited = variablesNamed("PATH TMPDIR");

/** Nothing of the key or the signed text is in the error. A retry may help: no failure is about the pull request. */
async function run(name: string, words: readonly string[], call: SigningCall): Promise<string> {
  const { folder, input } = call;
  const environment: Readonly<Record<string, string>> = { ...inherited(), HOME: folder, LC_ALL: "C" };
  const command = await findProgram(name, absoluteFolders(environment["PATH"] ?? ""));
  if (command === null) throw new GitError(missing(name, call.package), true);
  const limits = { deadlineMs: DEADLINE_MS, mostBytes: MOST_BYTES };
  const end = await runProgram({ command, arguments: words, folder, environment, input, ...limits });
  switch (end.kind) {
    case "missing":
      throw new GitError(missing(name, call.package), true);
    case "stopped":
      throw new GitError(`${name} could not sign a commit: ${end.because}`, true);
    case "exited":
      if (end.exitCode === 0) return end.stdout.toString("utf8").trim();
      throw new GitError(
        `${name} could not sign a commit with the key of \`signingKey\`: ${reasonOf(end.stderr)}`,
        true,
      );
  }
}

function reasonOf(stderr: string): string {
  return /\bbatch ?mode\b|passphrase/i.test(stderr)
    ? "the key has a passphrase; remove it, or create a key without one"
    : lastWords(stderr);
}

function missing(name: string, packageName: string): string {
  return `${name} was not found on the PATH, and \`signingKey\` needs it: install ${packageName}`;
}

/** The commit's text with its signature, as git writes it. */
export function withSignature(text: string, signature: string): string {
  const end = text.indexOf("\n\n") + 1;
  return `${text.slice(0, end)}gpgsig ${signature.trim().replaceAll("\n", "\n ")}\n${text.slice(end)}`;
}
