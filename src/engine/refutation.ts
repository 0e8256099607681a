/** Which runs are refuted, and why: the first difference between what a run contains and what it would have to. */
import type { PullRequestNumber } from "../domain/ids.js";
import { PRIORITIES } from "../domain/priority.js";
import type { Reason } from "../domain/reason.js";
import { indexOf } from "./index/index.js";
import type { Place, Plan } from "./place.js";
import type { Entry, Queue, TestRun } from "./queue.js";
import {
  branchMoved,
  independent,
  predecessorBack,
  predecessorInDoubt,
  predecessorLanded,
  predecessorLeft,
  skippedTheLine,
  targetsChanged,
} from "./reasons/restarts.js";
import { isSameHead, leftWithin } from "./tested-heads.js";

export interface Refutation {
  readonly run: TestRun;
  readonly own: readonly PullRequestNumber[];
  readonly reason: Reason;
}

export function findRefutations(queue: Queue, plan: Plan): readonly Refutation[] {
  const refuted: Refutation[] = [];
  for (const place of plan.decided) {
    const refutation = refutationOf(queue, plan, place);
    if (refutation !== null) refuted.push(refutation);
  }
  return refuted;
}

/** Null where the place has no run, or one that holds. */
export function refutationOf(queue: Queue, plan: Plan, place: Place): Refutation | null {
  const { run, batch, isValid } = place;
  if (run === null || isValid) return null;
  return { run, own: batch.entries, reason: whyRefuted(queue, plan, place, run) };
}

function whyRefuted(queue: Queue, plan: Plan, place: Place, run: TestRun): Reason {
  const own = place.batch.entries;
  if (run.standsOn === null) return branchMoved(own, queue.targetBranch, queue.tip);
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
  /** The first one in the run that should not be there. */
  readonly tested: PullRequestNumber;
  /** What should be there instead; undefined when nothing should. */
  readonly expected: PullRequestNumber | undefined;
}

/** Why somebody who is in the run is not wanted there any more. */
function whyWithout(queue: Queue, plan: Plan, { run, own, tested, expected }: Difference): Reason {
  const { byNumber, ended } = indexOf(queue.entries);
  const gone = ended.get(tested);
  if (gone !== undefined) return predecessorLeft(own, gone);
  const doubtful = plan.places.find(({ isDoubtful, batch }) => isDoubtful && batch.entries.includes(tested));
  const known = byNumber.get(tested)?.reason;
  if (doubtful !== undefined) return predecessorInDoubt(own, doubtful.batch.entries, doubtful.run, known);
  const split = splitWith(queue, tested, run);
  if (split.length > 0) return predecessorInDoubt(own, split, null, known);
  if (expected !== undefined && isUrgent(queue, expected)) return skippedTheLine(own, expected);
  // Who is not there any more landed long ago, and was taken off the branch now.
  return byNumber.has(tested) ? independent(own, tested) : branchMoved(own, queue.targetBranch, queue.tip);
}

/** Of those that have just landed without being in the run. */
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

/** Those that the run was built on and that are tested beside the line now, where `one` is among them. */
function splitWith(
  { beside }: Queue,
  one: PullRequestNumber,
  { contains }: TestRun,
): readonly PullRequestNumber[] {
  const parts = new Set(beside.flatMap(({ entries }) => entries));
  if (!parts.has(one)) return [];
  return contains.flatMap(({ pullRequest }) => (parts.has(pullRequest) ? [pullRequest] : []));
}
