/** Starts git once. Its output is untrusted text. */
import { configurationVariables, type GitConfiguration } from "../domain/git-configuration.js";
import {
  type AskedProgram,
  absoluteFolders,
  findProgram,
  type ProcessStart,
  type ProgramCall,
  type ProgramEnd,
  runProgram,
  startToAsk,
} from "./run-program.js";

/** Results of the search for git, by PATH. */
const found = new Map<string, Promise<string | null>>();

/** Started by its absolute path: by its bare name, some systems take the `git` of the working folder. */
function gitProgram(path: string): Promise<string | null> {
  const program = found.get(path) ?? findProgram("git", absoluteFolders(path));
  found.set(path, program);
  return program;
}

/** Runs the git that is found on the PATH of the call's environment. */
export async function startGit(
  words: readonly string[],
  call: Omit<ProgramCall, "command" | "arguments">,
): Promise<ProgramEnd> {
  const { PATH, Path } = call.environment;
  const program = await gitProgram(PATH ?? Path ?? "");
  return program === null
    ? { kind: "missing" }
    : await runProgram({ ...call, command: program, arguments: words });
}

/** A git that answers as long as its input is open; null where it cannot be started from here. */
export async function startGitToAsk(
  words: readonly string[],
  start: Omit<ProcessStart, "command" | "arguments">,
): Promise<AskedProgram | null> {
  const { PATH, Path } = start.environment;
  const program = await gitProgram(PATH ?? Path ?? "");
  return program === null ? null : startToAsk({ ...start, command: program, arguments: words });
}

/** For every git: no prompt, no configuration of the system, and messages in English. */
export function gitVariables(config: GitConfiguration): Readonly<Record<string, string>> {
  return {
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
    ...configurationVariables(config),
  };
}

/** Addresses may contain a user and a password, and git repeats them. The host begins after the last `@`. */
export function withoutUser(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/]*@/gi, "$1***@");
}

/** The last lines that a program printed, as one line for a message. */
export function lastWords(text: string, mostLines = 4, mostCharacters = 600): string {
  const lines = withoutUser(text)
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.slice(-mostLines).join(" | ").slice(-mostCharacters);
}
