/**
 * A program: explores an engine with each planted guard, and prints what came of it as lines of JSON. With `as-it-is`, it
 * explores the engine without any of them in the same small queues.
 */
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

const STATES_AS_IT_IS = 300;

if (process.argv[2] === "as-it-is") await exploreAsItIs();
else await exploreGuards();

async function exploreGuards(): Promise<void> {
  for (const { name, where, patches } of PLANTED_GUARDS) {
    const engine = await patchedEngine(patches);
    let broken: string | null = null;
    for (const limit of MAX_STATES) broken ??= whatBreaks(() => explore(where, engine, limit));
    print({ name, broken });
  }
}

async function exploreAsItIs(): Promise<void> {
  const engine = await patchedEngine([]);
  for (const [where, name] of new Map(PLANTED_GUARDS.map((guard) => [guard.where, guard.name])))
    print({ name, broken: whatBreaks(() => explore(where, engine, STATES_AS_IT_IS)) });
}

function print(explored: ExploredGuard): void {
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
