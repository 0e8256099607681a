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

/** How many landings there were in all of them. */
export function landingsTold({ told }: LivesApart): number {
  return Number(/(\d+) landings/.exec(told)?.[1] ?? 0);
}
