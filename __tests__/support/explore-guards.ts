/** A program: explores an engine with each planted guard, and prints what came of it as lines of JSON. */
import { explore } from "./exploration.js";
import { patchedEngine } from "./patched-engine.js";
import { PLANTED_GUARDS } from "./planted-guards.js";

export interface ExploredGuard {
  readonly name: string;
  /** The story of what it breaks; null when nothing was found. */
  readonly broken: string | null;
}

const MAX_STATES = 8000;

for (const { name, where, patches } of PLANTED_GUARDS) {
  const engine = await patchedEngine(patches);
  let broken: string | null = null;
  try {
    explore(where, engine, MAX_STATES);
  } catch (error) {
    broken = error instanceof Error ? error.message : String(error);
  }
  const explored: ExploredGuard = { name, broken };
  console.log(JSON.stringify(explored));
}
