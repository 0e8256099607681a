/** Runs git once, and throws unless it answers. */
import { lastWords, startGit } from "../../process/run-git.js";

export interface GitCall {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  /** Exit codes that count as answers; any other is thrown. Without this list only 0 counts. */
  readonly answers?: readonly number[];
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export const DEADLINE_MS = 300_000;
const NOT_INSTALLED = "git is not installed, or in no absolute folder of the PATH";

/** Throws `GitFailure`. */
export async function runGit(words: readonly string[], call: GitCall): Promise<GitAnswer> {
  const end = await startGit(words, { ...call, deadlineMs: call.deadlineMs ?? DEADLINE_MS });
  if (end.kind === "missing") throw new GitFailure(NOT_INSTALLED);
  const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
  if (end.kind === "stopped") throw new GitFailure(`${command}: ${end.because}`);
  const { exitCode, stdout, stderr } = end;
  if (exitCode !== null && (call.answers ?? [0]).includes(exitCode)) return { exitCode, stdout, stderr };
  throw new GitFailure(endedWith(command, exitCode, stderr));
}

/** Git's exit code for an option that it does not know; what it then prints is the list of its options. */
const WRONG_USAGE = 129;

/** Why a call of git failed, as a clause. */
export function endedWith(command: string, exitCode: number | null, stderr: string): string {
  const ended = `${command} ended with ${exitCode ?? "a signal"}`;
  if (exitCode === WRONG_USAGE) return `${ended}: this git lacks an option; version 2.39 or newer is needed`;
  const words = lastWords(stderr);
  return words === "" ? ended : `${ended}: ${words}`;
}

/** A failed git command, with git's last lines of output and without the credentials of addresses. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  /** What a person can do, as one sentence; null where that depends on the call. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}
