/** Lives one seed after the other, and tells the first one that breaks, made as short as it gets. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "../memory-queue-store.js";
import { openSqliteStore } from "../open-sqlite-store.js";
import type { FaultKind } from "./faults.js";
import { BrokenLife, type LifeOptions, liveFully } from "./full-life.js";
import { Occurrences, type Tally } from "./occurrences.js";
import type { StoreHome } from "./processes.js";
import { shrink } from "./shrink.js";
import { type StoreKind, toldLife } from "./told-life.js";

export interface ManyLives {
  readonly firstSeed: number;
  readonly seeds: number;
  readonly store: StoreKind;
  readonly steps?: readonly number[] | null;
  readonly without?: ReadonlySet<FaultKind>;
  readonly plant?: LifeOptions["plant"];
  /** So many lives are lived at most to make the story of a broken one shorter. */
  readonly mostToShrink?: number;
  /** Called after each life; false ends it there. */
  readonly goesOn?: (lived: number) => boolean;
}

export interface LivesLived {
  readonly seeds: number;
  readonly tally: Tally;
  /** The story of the one that broke. */
  readonly broken: { readonly seed: number; readonly message: string; readonly story: string } | null;
}

/** Held in memory where the system has a place for that. */
const SHARED_MEMORY = "/dev/shm";

export async function liveMany(lives: ManyLives): Promise<LivesLived> {
  const parent = existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
  const folder = lives.store === "sqlite" ? mkdtempSync(join(parent, "merge-queue-lives-")) : null;
  const home = (): StoreHome => (folder === null ? memoryHome() : sqliteHome(folder));
  try {
    return await liveThem(lives, home);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

async function liveThem(lives: ManyLives, home: () => StoreHome): Promise<LivesLived> {
  const { firstSeed, goesOn = () => true } = lives;
  const occurrences = new Occurrences();
  for (let lived = 1; lived <= lives.seeds; lived += 1) {
    const seed = firstSeed + lived - 1;
    const wishesFor = (): LifeOptions => ({
      seed,
      store: home(),
      steps: lives.steps ?? null,
      without: lives.without ?? new Set(),
      ...(lives.plant === undefined ? {} : { plant: lives.plant }),
    });
    try {
      occurrences.add(await liveFully(wishesFor()));
    } catch (error) {
      if (!(error instanceof BrokenLife)) throw error;
      const shrunk = await shrink(wishesFor, lives.mostToShrink);
      if (shrunk === null)
        throw new Error(`seed ${seed} broke once and not again: ${error.message}`, { cause: error });
      const story = toldLife({ seed, store: lives.store, ...shrunk });
      return { seeds: lived, tally: occurrences.tally, broken: { seed, message: error.message, story } };
    }
    if (!goesOn(lived)) return { seeds: lived, tally: occurrences.tally, broken: null };
  }
  return { seeds: lives.seeds, tally: occurrences.tally, broken: null };
}

/** The same store each time: memory dies with the process only where there is one. */
function memoryHome(): StoreHome {
  const store = createMemoryStore();
  return { open: async () => Promise.resolve(store) };
}

/** Begins with an empty file in the folder. */
function sqliteHome(folder: string): StoreHome {
  const path = join(folder, "life.sqlite");
  for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(`${path}${ending}`, { force: true });
  return { open: async () => openSqliteStore({ path, engine: "1.0.0" }) };
}
