/** Finds invalidated runs, and the reason: the first difference between a run's contents and the plan. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { PRIORITIES } from "../../domain/priority.js";
import type { Reason } from "../../domain/reason.js";
import {
  branchMoved,
  independent,
  predecessorBack,
  predecessorLanded,
  predecessorLeft,
  predecessorPending,
  skippedTheLine,
  targetsChanged,
} from "../explain/reasons/restarts.js";
import { indexOf } from "../index/queue-index.js";
import type { Entry, Queue, TestRun } from "../model/queue.js";
import type { Place, Plan } from "./place.js";
import { isSameHead, leftWithin } from "./tested-heads.js";

export interface Invalidation {
  readonly run: TestRun;
  readonly own: readonly PullRequestNumber[];
  readonly reason: Reason;
}

export function findInvalidations(queue: Queue, plan: Plan): readonly Invalidation[] {
  const invalidated: Invalidation[] = [];
  for (const place of plan.decided) {
    const invalidation = invalidationOf(queue, plan, place);
    if (invalidation !== null) invalidated.push(invalidation);
  }
  return invalidated;
}

/** null if the place has no run, or a valid one. */
export function invalidationOf(queue: Queue, plan: Plan, place: Place): Invalidation | null {
  const { run, batch, isValid } = place;
  if (run === null || isValid) return null;
  return { run, own: batch.entries, reason: whyInvalidated(queue, plan, place, run) };
}

function whyInvalidated(queue: Queue, plan: Plan, place: Place, run: TestRun): Reason {
  const own = place.batch.entries;
  if (run.validForTip === null) return branchMoved(own, queue.targetBranch, queue.tip);
  const left = leftWithin(run);
  let at = 0;
  while (isSameHead(left.heads[left.first + at], place.contents[at])) at++;
  const tested = left.heads[left.first + at]?.pullRequest;
  const expected = place.contents[at]?.pullRequest;
  if (tested !== undefined && !isInContents(place, tested))
    return whyWithout(queue, plan, { run, own, tested, expected });
  const { retargeted, ended } = indexOf(queue.entries);
  if (expected !== undefined) {
    if (isUrgent(queue, expected)) return skippedTheLine(own, expected);
    const isOtherwise = [...retargeted.keys()].some((one) => isInContents(place, one));
    return isOtherwise ? targetsChanged(own, expected) : predecessorBack(own, expected);
  }
  const landed = firstLandedBeside(run, ended.values());
  return landed === undefined
    ? branchMoved(own, queue.targetBranch, queue.tip)
    : predecessorLanded(own, landed.facts.number);
}

interface Difference {
  readonly run: TestRun;
  readonly own: readonly PullRequestNumber[];
  /** The first pull request of the run that the plan does not contain. */
  readonly tested: PullRequestNumber;
  /** What the plan has in its position, if anything. */
  readonly expected: PullRequestNumber | undefined;
}

/** Why the plan no longer contains `tested`. */
function whyWithout(queue: Queue, plan: Plan, { run, own, tested, expected }: Difference): Reason {
  const { byNumber, ended } = indexOf(queue.entries);
  const gone = ended.get(tested);
  if (gone !== undefined) return predecessorLeft(own, gone);
  const failed = plan.places.find(
    ({ isPendingFailure, batch }) => isPendingFailure && batch.entries.includes(tested),
  );
  const known = byNumber.get(tested)?.reason;
  if (failed !== undefined) return predecessorPending(own, failed.batch.entries, failed.run, known);
  const split = splitWith(queue, tested, run);
  if (split.length > 0) return predecessorPending(own, split, null, known);
  if (expected !== undefined && isUrgent(queue, expected)) return skippedTheLine(own, expected);
  // Without an entry it landed earlier, and a push has now removed it from the branch.
  return byNumber.has(tested) ? independent(own, tested) : branchMoved(own, queue.targetBranch, queue.tip);
}

/** The first entry that has just landed without being in the run. */
function firstLandedBeside({ landed }: TestRun, ended: Iterable<Entry>): Entry | undefined {
  return [...ended]
    .filter((entry) => entry.ended === "merged" && !landed.includes(entry.facts.number))
    .sort((one, other) => one.sequence - other.sequence)[0];
}

function isInContents({ contents }: Place, pullRequest: PullRequestNumber): boolean {
  for (const head of contents) if (head.pullRequest === pullRequest) return true;
  return false;
}

function isUrgent({ entries }: Queue, pullRequest: PullRequestNumber): boolean {
  return indexOf(entries).byNumber.get(pullRequest)?.priority === PRIORITIES.urgent;
}

/** If `one` is now tested beside the line: all predecessors in the run that are. */
function splitWith(
  { beside }: Queue,
  one: PullRequestNumber,
  { contains }: TestRun,
): readonly PullRequestNumber[] {
  const parts = new Set(beside.flatMap(({ entries }) => entries));
  if (!parts.has(one)) return [];
  return contains.flatMap(({ pullRequest }) => (parts.has(pullRequest) ? [pullRequest] : []));
}
