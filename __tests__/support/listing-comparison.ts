/** What lies between two listings of files, by what they list and by nothing that git says of it. */
import type { Listing } from "./object-reader.js";

/** Paths that are not the same in both. */
export function differingPaths(one: Listing, other: Listing): ReadonlySet<string> {
  return new Set([...one.keys(), ...other.keys()].filter((path) => one.get(path) !== other.get(path)));
}

export interface Replayed {
  /** The change that was tested leads from `testedOn` to `tested`. */
  readonly testedOn: Listing;
  readonly tested: Listing;
  /** What it was brought to, and what came out. */
  readonly onto: Listing;
  readonly outcome: Listing;
}

/** Whether what was touched came out as it was tested, and everything else as it was. */
export function isSameChange({ testedOn, tested, onto, outcome }: Replayed): boolean {
  const touched = differingPaths(testedOn, tested);
  const expected = new Map(onto);
  for (const path of touched) {
    const entry = tested.get(path);
    if (entry === undefined) expected.delete(path);
    else expected.set(path, entry);
  }
  return differingPaths(expected, outcome).size === 0;
}
