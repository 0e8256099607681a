/**
 * Signs commits as git does. The same commit always gets the same signature, because a speculation that is built again
 * has to give the same commits. An SSH key is never written to a file; `gpg` has the key in a folder during a signature.
 */
import { createHash, sign } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf, errorText } from "../../domain/thrown.js";
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
import { readSshKey, type SigningKey, type SshKey, withLength } from "./signing-key.js";

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

/** `temporary`: where `gpg` has its folders. */
export function createCommitSigner(key: SigningKey, temporary = tmpdir()): CommitSigner {
  if (key.kind === "pgp")
    return { sign: async (text, seconds) => signByGpg(key.text, { text, seconds, temporary }) };
  // Read once, with the first commit: a damaged key is named by the trial signature of a start.
  let known: SshKey | null = null;
  return {
    sign: async (text) => {
      known ??= readable(key);
      return Promise.resolve(signBySsh(known, text));
    },
  };
}

function readable(key: SigningKey): SshKey {
  try {
    return readSshKey(key);
  } catch (error) {
    throw new GitError(`a commit cannot be signed with the key of \`signingKey\`: ${errorText(error)}`, true);
  }
}

/**
 * As `ssh-keygen -Y sign -n git` does, which needs the key in a file: here it never leaves the memory.
 * https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig
 */
function signBySsh({ type, publicKey, privateKey }: SshKey, text: string): string {
  const about = [Buffer.from("git"), Buffer.alloc(0), Buffer.from("sha512")].map(withLength);
  const digest = createHash("sha512").update(text).digest();
  const signed = Buffer.concat([SSHSIG, ...about, withLength(digest)]);
  const isRsa = type === "ssh-rsa";
  const signature = [
    Buffer.from(isRsa ? "rsa-sha2-512" : type),
    sign(isRsa ? "sha512" : null, signed, privateKey),
  ];
  const version = Buffer.from([0, 0, 0, 1]);
  const whole = [
    SSHSIG,
    version,
    withLength(publicKey),
    ...about,
    withLength(Buffer.concat(signature.map(withLength))),
  ];
  const lines = Buffer.concat(whole)
    .toString("base64")
    .replace(/.{70}(?=.)/g, "$&\n");
  return `-----BEGIN SSH SIGNATURE-----\n${lines}\n-----END SSH SIGNATURE-----`;
}

const SSHSIG = Buffer.from("SSHSIG");

interface GpgSignature {
  readonly text: string;
  readonly seconds: number;
  readonly temporary: string;
}

/** The signature contains a time, which is the commit's. */
async function signByGpg(key: string, { text, seconds, temporary }: GpgSignature): Promise<string> {
  return await inPrivateFolder(temporary, async (folder) => {
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

/** Only this user may read it. Its name has the process, so that a later one finds what a killed one left. */
async function inPrivateFolder<Result>(
  temporary: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const prefix = join(temporary, `mq-sign-${process.pid}-`);
  const folder = await mkdtemp(prefix).catch((error: unknown) => notWritable(temporary, error));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const LEFTOVER = /^mq-sign-(\d+)-/;

/**
 * Removes the folders, with the key, of processes that were killed during a signature. Call it at a start, after the
 * work folders are held. A folder of another user, or of a process that still runs, remains.
 */
export async function removeLeftKeys(temporary = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(temporary).catch((): readonly string[] => [])) {
    const [, id] = LEFTOVER.exec(name) ?? [];
    if (id === undefined || isRunning(Number(id))) continue;
    const isGone = await rm(join(temporary, name), { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed += 1;
  }
  return removed;
}

/** A container may give the number of a killed process to this one, which has signed nothing yet. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Any other error is about a process of another user.
    return codeOf(error) !== "ESRCH";
  }
}

function notWritable(temporary: string, error: unknown): never {
  const words = `a commit cannot be signed, because ${temporary} is not writable: ${errorText(error)}`;
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
