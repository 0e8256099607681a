/** An earlier version of this program, taken out of the history, and installed and built in a folder of its own. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { CommandRun } from "../command-line.js";
import type { Program } from "../soak/program.js";
import { takeOut } from "./history.js";

const run = promisify(execFile);
const LONGEST_CALL_MS = 60_000;

/** Takes a minute. Throws npm's message when it cannot be installed or built. */
export async function previousProgram(commit: string, folder: string): Promise<Program> {
  await takeOut(commit, folder);
  for (const words of [
    ["ci", "--no-audit", "--no-fund"],
    ["run", "--silent", "build:lib"],
  ])
    await run("npm", words, { cwd: folder });
  const path = join(folder, "bin/merge-queue.js");
  return { path, call: async (words, environment) => callProgram(path, words, environment) };
}

/** Ends by itself: a service that starts although it should not is told to stop. */
async function callProgram(
  path: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: dirname(path), ...environment };
  return new Promise((resolve) => {
    const options = { env, cwd: dirname(path), timeout: LONGEST_CALL_MS };
    const child = execFile(process.execPath, [path, ...words], options, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdout?.on("data", (chunk: string) => {
      if (chunk.includes("merge-queue serves")) child.kill("SIGTERM");
    });
  });
}
