/** Lives many lives in a process of their own, by the program that people use. */
import { runApart } from "../apart.js";

export interface LivesApart {
  readonly hasFailed: boolean;
  /** What the program said without its progress: how many lives, and the story of the one that broke. */
  readonly told: string;
}

export async function liveApart(...options: readonly string[]): Promise<LivesApart> {
  const { hasFailed, stdout, stderr } = await runApart("../../scripts/simulate.ts", ...options);
  const lines = `${stdout}${stderr}`.trim().split("\n");
  return { hasFailed, told: lines.filter((line) => !/^\d+ of \d+ lives,/.test(line)).join("\n") };
}

/** The same, and prints how many lives there were, past Jest, which would add where it was printed. */
export async function liveAndPrint(
  ...options: readonly string[]
): Promise<LivesApart & { readonly lives: number; readonly landings: number }> {
  const lived = await liveApart(...options);
  process.stdout.write(`${lived.told}\n`);
  const count = (unit: RegExp) => Number(unit.exec(lived.told)?.[1] ?? 0);
  return { ...lived, lives: count(/(\d+) lives/), landings: count(/(\d+) landings/) };
}
