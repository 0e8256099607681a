/** Chance that can be repeated: the same seed draws the same numbers (mulberry32). */
export interface Chance {
  readonly seed: number;
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
}

export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { seed, next, whole: (least, most) => least + Math.floor(next() * (most - least + 1)) };
}

/** The seed of a name (FNV-1a), so that further names change nothing for this one. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** One of the items; there must be one. */
export function pick<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance.whole(0, items.length - 1)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}
