/** How often it happened in lives on a real repository what such lives are there for. */
const OCCURRENCES = [
  // pull requests that landed by each method
  "squash",
  "merge_commit",
  "rebase",
  // landings of the very commit that was tested, of the same change on another commit, of several in one push, and of
  // what somebody had pushed by hand
  "exact",
  "disjoint",
  "several",
  "found",
  // what did not land: a disjoint change that came out otherwise, pushes too late, conflicts, what tests fail
  "differing",
  "refused",
  "conflicts",
  "failures",
  // people: pushes, ones that took off what had landed, ones of what is tested, ones to pull requests
  "forward",
  "backward",
  "undone",
  "tested",
  "updated",
  "cancelled",
  // what landed
  "renames",
  "binaries",
  "modes",
  "links",
  "submodules",
  "folders",
] as const;

export type Occurrence = (typeof OCCURRENCES)[number];

export type RealGitTally = ReadonlyMap<Occurrence, number>;

export class RealGitCount {
  readonly #tally = new Map<Occurrence, number>();

  get tally(): RealGitTally {
    return this.#tally;
  }

  add(occurrence: Occurrence, times = 1): void {
    this.#tally.set(occurrence, (this.#tally.get(occurrence) ?? 0) + times);
  }
}

/** With a zero for what never happened. */
export function sumOf(tallies: readonly RealGitTally[]): Readonly<Record<string, number>> {
  const times = (occurrence: Occurrence) =>
    tallies.reduce((sum, tally) => sum + (tally.get(occurrence) ?? 0), 0);
  return Object.fromEntries(OCCURRENCES.map((occurrence) => [occurrence, times(occurrence)]));
}
