/** A program: lives with each planted bug until it shows, and then a shorter story of it; prints lines of JSON. */

import { bySize } from "../test-size.js";
import { isFaultKind } from "./faults.js";
import { liveMany } from "./many-lives.js";
import { PLANTED_BUGS, type PlantedBug } from "./planted-bugs.js";
import { stepsIn } from "./told-life.js";

export interface LivedWithBug {
  readonly name: string;
  /** The first seed that breaks, and its story; null when none does. */
  readonly broken: { readonly seed: number; readonly story: string } | null;
  /** The story breaks when it is lived again. */
  readonly isFoundAgain: boolean;
}

/** A planted bug shows within so many lives: the rarest one shows in one of a hundred. */
const BUG_SEEDS = 600;

/** The shortest story takes a hundred lives and more, so that only some are made as short as they get. */
const WHOLLY_SHRUNK_EVERY = bySize({ reduced: 20, share: 20, all: 12, full: 1 });
const MOST_TO_SHRINK = bySize({ reduced: 0, share: 15, full: 15 });

for (const [index, bug] of PLANTED_BUGS.entries()) {
  const isWholly = index % WHOLLY_SHRUNK_EVERY === 0;
  console.log(JSON.stringify(await lived(bug, isWholly ? Infinity : MOST_TO_SHRINK)));
}

async function lived({ name, soonAfter, plant }: PlantedBug, mostToShrink: number): Promise<LivedWithBug> {
  const firstSeed = bySize({ reduced: soonAfter ?? 1, share: 1, full: 1 });
  const { broken } = await liveMany({ store: "memory", firstSeed, seeds: BUG_SEEDS, plant, mostToShrink });
  if (broken === null) return { name, broken, isFoundAgain: false };
  const [, steps = "", , without = ""] = / --steps (\S+)( --without (\S+))?/.exec(broken.story) ?? [];
  const again = await liveMany({
    store: "memory",
    firstSeed: broken.seed,
    seeds: 1,
    plant,
    steps: stepsIn(steps),
    without: new Set(without.split(",").filter(isFaultKind)),
    mostToShrink: 0,
  });
  return { name, broken: { seed: broken.seed, story: broken.story }, isFoundAgain: again.broken !== null };
}
