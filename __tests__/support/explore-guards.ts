/** A program: explores an engine with each planted guard, and prints what came of it as lines of JSON. */
import { explore } from "./exploration.js";
import { patchedEngine } from "./patched-engine.js";
import { PLANTED_GUARDS } from "./planted-guards.js";

export interface ExploredGuard {
  readonly name: string;
  /** The story of what it breaks; null when nothing was found. */
  readonly broken: string | null;
}

/** Most guards are found among the nearest states. A space without end is explored up to the limit before it counts as stuck. */
const MAX_STATES = [1000, 8000];

for (const { name, where, patches } of PLANTED_GUARDS) {
  const engine = await patchedEngine(patches);
  let broken: string | null = null;
  for (const limit of MAX_STATES) broken ??= whatBreaks(() => explore(where, engine, limit));
  const explored: ExploredGuard = { name, broken };
  console.log(JSON.stringify(explored));
}

function whatBreaks(exploration: () => unknown): string | null {
  try {
    exploration();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
