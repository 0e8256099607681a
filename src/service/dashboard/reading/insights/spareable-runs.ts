/**
 * Which runs `landWithoutRetest` would have spared, at most: what CI executed on the heads is read only while the setting
 * is on. Everything else that the rule demands is known.
 */
import type { PullRequestNumber } from "../../../../domain/ids.js";
import { COMPARED_TEST_RUNS } from "../../../../domain/pull-request.js";
import type { ExitFact } from "../../../ports/queue-history.js";
import { MOST_UNTESTED } from "../../../queue/known-runs.js";

export interface RunFact {
  readonly at: number;
  readonly own: readonly PullRequestNumber[];
  /** From the start of CI to its last report. */
  readonly ciMs: number;
  readonly hasPassed: boolean;
  /** It tested only what the head of its pull request is by itself, and the checks of that head were green. */
  readonly isRetest: boolean;
}

type LandedExit = Pick<ExitFact, "pullRequest" | "submittedAt" | "endedAt" | "reason">;

/** `isUntested`: the rule does not count it as tested, because it landed on other checks than those of its commit. */
export interface EarlierLanding {
  readonly isUntested: boolean;
}

/** One move of the branch. */
export interface Landing extends EarlierLanding {
  readonly entries: readonly LandedExit[];
}

export interface SpareableLanding {
  readonly pullRequest: PullRequestNumber;
  readonly runs: readonly RunFact[];
}

/**
 * Entries that landed in one move left at the same moment. A pull request that a person merged is no landing. The order
 * of the exits remains.
 */
export function landingsOf(exits: readonly LandedExit[]): readonly Landing[] {
  const landed = exits.filter(({ reason }) => reason !== "MANUAL_MERGE");
  return [...Map.groupBy(landed, ({ endedAt }) => endedAt).values()].map((entries) => ({
    entries,
    isUntested: entries.some(({ reason }) => reason === "MERGE_GRAPH_DIRECT_MERGE"),
  }));
}

/** `landings` and those `before` them are newest first, as the result is. */
export function spareableRuns(
  landings: readonly Landing[],
  before: readonly EarlierLanding[],
  runs: readonly RunFact[],
): readonly SpareableLanding[] {
  const retests = Map.groupBy(
    runs.filter(({ isRetest }) => isRetest),
    ({ own: [pullRequest] }) => pullRequest,
  );
  let tested = before.filter(({ isUntested }) => !isUntested).length;
  const lastTested = before.findIndex(({ isUntested }) => !isUntested);
  let untestedInRow = lastTested === -1 ? before.length : lastTested;
  const spareable: SpareableLanding[] = [];
  for (const landing of landings.toReversed()) {
    const mayLandUntested = tested >= COMPARED_TEST_RUNS && untestedInRow < MOST_UNTESTED;
    const spared = mayLandUntested ? sparedOf(landing, retests) : null;
    if (spared !== null) spareable.push(spared);
    if (spared !== null || landing.isUntested) untestedInRow += 1;
    else [tested, untestedInRow] = [tested + 1, 0];
  }
  return spareable.toReversed();
}

/** All runs of that tree in this submission, also one that failed before: without the first there were none. */
function sparedOf(
  { entries, isUntested }: Landing,
  retests: ReadonlyMap<PullRequestNumber | undefined, readonly RunFact[]>,
): SpareableLanding | null {
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0 || isUntested) return null;
  const { pullRequest, submittedAt, endedAt } = entry;
  const runs = (retests.get(pullRequest) ?? []).filter(({ at }) => at >= submittedAt && at <= endedAt);
  return runs.some(({ hasPassed }) => hasPassed) ? { pullRequest, runs } : null;
}
