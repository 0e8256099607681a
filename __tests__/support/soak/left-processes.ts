/** Processes that outlive what they were started for. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BegunRun } from "./test-journal.js";

const run = promisify(execFile);

export function livingGroups(runs: readonly BegunRun[]): readonly BegunRun[] {
  return runs.filter(({ processGroup }) => isThere(-processGroup));
}

/** Those whose command names the folder. */
export async function processesNaming(folder: string): Promise<readonly string[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,args="], { maxBuffer: 1 << 26 });
  return stdout.split("\n").filter((line) => line.includes(folder) && !line.includes(" -o pid=,args="));
}

/** Of a process, or, negated, of a group of them. */
export function isThere(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
