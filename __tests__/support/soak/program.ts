/** The service as a program to start: the present one, or one that was before it. */
import { join } from "node:path";
import { type CommandRun, callCommand } from "../command-line.js";
import { ROOT } from "../source-files.js";

export interface Program {
  /** What Node is given. */
  readonly path: string;
  /** Another command of it than `serve`. */
  readonly call: (
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ) => Promise<CommandRun>;
}

export const PRESENT_PROGRAM: Program = {
  path: join(ROOT, "bin/merge-queue.js"),
  call: async (words, environment) => callCommand(words, { environment }),
};
