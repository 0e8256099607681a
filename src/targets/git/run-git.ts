/** Starts git once. Whatever it prints is anyone's text. */
import { runProgram } from "../program/run-program.js";
import { GitFailure, lastWords } from "./git-failure.js";

export interface GitCall {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  /** Exit codes that are answers; any other is thrown. Without them only 0 is one. */
  readonly answers?: readonly number[];
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const DEADLINE_MS = 300_000;

/** Throws `GitFailure`. */
export async function runGit(words: readonly string[], call: GitCall): Promise<GitAnswer> {
  const end = await runProgram({
    ...call,
    command: "git",
    arguments: words,
    deadlineMs: call.deadlineMs ?? DEADLINE_MS,
  });
  const command = `git ${words.find((word) => !word.startsWith("-")) ?? ""}`;
  switch (end.kind) {
    case "missing":
      throw new GitFailure("git is not installed, or not on the PATH");
    case "stopped":
      throw new GitFailure(`${command}: ${end.because}`);
    case "exited":
      if (end.exitCode !== null && (call.answers ?? [0]).includes(end.exitCode)) {
        return { exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr };
      }
      throw new GitFailure(`${command} ended with ${end.exitCode ?? "a signal"}: ${lastWords(end.stderr)}`);
  }
}
