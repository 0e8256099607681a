/** Runs git once. Its output is untrusted text. */
import { absoluteFolders, findProgram, runProgram } from "../program/run-program.js";

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

const DEADLINE_MS = 300_000;
const NOT_INSTALLED = "git is not installed, or in no absolute folder of the PATH";

/** By the PATH that was searched. */
const found = new Map<string, Promise<string | null>>();

/** Git is started by its absolute path: for a bare name, a system may run the `git` of the current folder. */
function gitProgram(): Promise<string | null> {
  const path = process.env["PATH"] ?? process.env["Path"] ?? "";
  const program = found.get(path) ?? findProgram("git", absoluteFolders(path));
  found.set(path, program);
  return program;
}

/** Throws `GitFailure`. */
export async function runGit(words: readonly string[], call: GitCall): Promise<GitAnswer> {
  const program = await gitProgram();
  if (program === null) throw new GitFailure(NOT_INSTALLED);
  const end = await runProgram({
    ...call,
    command: program,
    arguments: words,
    deadlineMs: call.deadlineMs ?? DEADLINE_MS,
  });
  const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
  switch (end.kind) {
    case "missing":
      throw new GitFailure(NOT_INSTALLED);
    case "stopped":
      throw new GitFailure(`${command}: ${end.because}`);
    case "exited":
      if (end.exitCode !== null && (call.answers ?? [0]).includes(end.exitCode)) {
        return { exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr };
      }
      throw new GitFailure(`${command} ended with ${end.exitCode ?? "a signal"}: ${lastWords(end.stderr)}`);
  }
}

const MOST_LINES = 4;
const MOST_CHARACTERS = 600;

/** A failed git command, with git's last lines of output and without the credentials of addresses. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
}

export function lastWords(text: string): string {
  const lines = text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]*@/gi, "$1***@")
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.slice(-MOST_LINES).join(" | ").slice(-MOST_CHARACTERS);
}
