/** Lives many lives in a process of their own, by the program that people use: inside of a test they take twice as long. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const HOOK = new URL("../typescript-imports.mjs", import.meta.url).href;
const PROGRAM = fileURLToPath(new URL("../../../scripts/simulate.ts", import.meta.url));
const MOST_OUTPUT = 10_000_000;

export interface LivesApart {
  readonly hasFailed: boolean;
  /** What the program said without its progress: how many lives, and the story of the one that broke. */
  readonly told: string;
}

export async function liveApart(...options: readonly string[]): Promise<LivesApart> {
  return new Promise((resolve) => {
    const order = ["--no-warnings", "--import", HOOK, PROGRAM, ...options];
    execFile(process.execPath, order, { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trim().split("\n");
      const told = lines.filter((line) => !/^\d+ of \d+ lives,/.test(line)).join("\n");
      resolve({ hasFailed: error !== null, told });
    });
  });
}

/** How many landings there were in all of them. */
export function landingsTold({ told }: LivesApart): number {
  return Number(/(\d+) landings/.exec(told)?.[1] ?? 0);
}
