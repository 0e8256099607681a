/** How many lives a test lives: all of them where the machine is fast enough, and never fewer than tell something. */

export interface LivesWanted {
  readonly seeds: number;
  /** So many are lived however long they take. */
  readonly atLeast: number;
  /** What is left after these minutes is not lived. */
  readonly minutes: number;
}

/** As many as the variable says, if somebody set it. */
export function livesWanted(variable: string | undefined, own: LivesWanted): LivesWanted {
  const seeds = Number(variable ?? own.seeds);
  if (!Number.isInteger(seeds) || seeds < 1)
    throw new RangeError(`expected a whole number of lives from 1, not "${String(variable)}"`);
  return { ...own, seeds, atLeast: variable === undefined ? own.atLeast : seeds };
}

/** Whether another one is lived, once so many have been; its time begins now. */
export function goesOnWithin({ atLeast, minutes }: Omit<LivesWanted, "seeds">): (lived: number) => boolean {
  const startedAt = performance.now();
  return (lived) => lived < atLeast || performance.now() - startedAt < minutes * 60_000;
}

export function told({ seeds, atLeast, minutes }: LivesWanted): string {
  return atLeast < seeds
    ? `up to ${seeds} (at least ${atLeast}, and what fits into ${minutes} minutes)`
    : String(seeds);
}
