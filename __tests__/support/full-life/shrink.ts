/** Makes a broken life as short as it can be told: fewer kinds of faults, then fewer steps, as long as it still breaks. */
import { FAULT_KINDS, type FaultKind } from "./faults.js";
import { allSteps, BrokenLife, type LifeOptions, liveFully } from "./full-life.js";

export interface ShrunkLife {
  readonly broken: BrokenLife;
  readonly steps: readonly number[];
  readonly without: ReadonlySet<FaultKind>;
}

type Attempt = (wishes: LifeOptions) => Promise<BrokenLife | null>;

/**
 * `wishesFor` is asked for each attempt, since a life uses its store up; there are no more attempts than `most`, so that
 * the story may be longer than it has to be. Null when nothing breaks.
 */
export async function shrink(wishesFor: () => LifeOptions, most = Infinity): Promise<ShrunkLife | null> {
  const whole = wishesFor();
  const steps = whole.steps ?? allSteps();
  const without = whole.without ?? new Set();
  const broken = await brokenLife(whole);
  if (broken === null) return null;
  const until = { broken, steps: steps.filter((step) => step <= broken.step), without };
  let attempts = 0;
  const attempt: Attempt = async (wishes) => (attempts++ < most ? brokenLife(wishes) : null);
  return withFewerSteps(wishesFor, attempt, await withFewerFaults(wishesFor, attempt, until));
}

async function withFewerFaults(
  wishesFor: () => LifeOptions,
  attempt: Attempt,
  life: ShrunkLife,
): Promise<ShrunkLife> {
  let least = life;
  for (const kind of FAULT_KINDS) {
    const without = new Set(least.without).add(kind);
    const broken = await attempt({ ...wishesFor(), steps: least.steps, without });
    if (broken !== null) least = { ...least, broken, without };
  }
  return least;
}

/** Leaves out a half, then quarters, and so on down to single steps, until no single one can be left out. */
async function withFewerSteps(
  wishesFor: () => LifeOptions,
  attempt: Attempt,
  life: ShrunkLife,
): Promise<ShrunkLife> {
  let least = life;
  let size = Math.ceil(least.steps.length / 2);
  while (size >= 1) {
    let isSmaller = false;
    for (let from = 0; from < least.steps.length; ) {
      const steps = least.steps.filter((_step, index) => index < from || index >= from + size);
      const broken = await attempt({ ...wishesFor(), steps, without: least.without });
      if (broken === null) from += size;
      else {
        least = { ...least, broken, steps };
        isSmaller = true;
      }
    }
    if (size === 1 && !isSmaller) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return least;
}

async function brokenLife(wishes: LifeOptions): Promise<BrokenLife | null> {
  try {
    await liveFully(wishes);
    return null;
  } catch (error) {
    if (error instanceof BrokenLife) return error;
    throw error;
  }
}
