/** A broken life as somebody wants to read it: what broke, the end of its story, and how to live it again. */
import type { FaultKind } from "./faults.js";
import { allSteps, type BrokenLife } from "./full-life.js";

export type StoreKind = "memory" | "sqlite";

export interface TellableLife {
  readonly seed: number;
  readonly store: StoreKind;
  readonly broken: BrokenLife;
  readonly steps: readonly number[];
  readonly without: ReadonlySet<FaultKind>;
}

const MAX_LINES = 120;

export function toldLife(life: TellableLife): string {
  const { broken, seed, steps, without } = life;
  return [
    `seed ${seed} breaks at step ${broken.step}: ${broken.message}`,
    `shrunk to ${steps.length} of ${allSteps().length} steps, without ${[...without].join(", ") || "nothing"}:`,
    ...broken.story.slice(-MAX_LINES),
    `live the whole of it again:  ${command(life)}`,
    `live what is left of it:     ${command(life)} --steps ${ranges(steps)}${withoutOption(without)}`,
  ].join("\n");
}

function command({ seed, store }: TellableLife): string {
  return `npm run simulate -- --from ${seed} --seeds 1 --store ${store}`;
}

function withoutOption(without: ReadonlySet<FaultKind>): string {
  return without.size === 0 ? "" : ` --without ${[...without].join(",")}`;
}

const NO_STEPS = "none";

/** `1-3,7` for 1, 2, 3 and 7. */
export function ranges(steps: readonly number[]): string {
  if (steps.length === 0) return NO_STEPS;
  const runs: { first: number; last: number }[] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === step - 1) run.last = step;
    else runs.push({ first: step, last: step });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}

export function stepsIn(text: string): readonly number[] {
  if (text === NO_STEPS) return [];
  return text.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    if (!Number.isInteger(first) || !Number.isInteger(last))
      throw new Error(`not a range of steps: ${range}`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
