/** Which runs are refuted, and why: the first difference between what a run contains and what it would have to. */
import type { PullRequestNumber } from "../domain/ids.js";
import { PRIORITIES } from "../domain/priority.js";
import type { Reason } from "../domain/reason.js";
import { contentsOf } from "./contents.js";
import { indexOf } from "./entry-index.js";
import type { Place, Plan } from "./place.js";
import { allPlaces, isRefuted } from "./plan.js";
import type { ContainedHead, Queue, TestRun } from "./queue.js";
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
  for (const place of allPlaces(plan)) {
    const refutation = refutationOf(queue, plan, place);
    if (refutation !== null) refuted.push(refutation);
  }
  return refuted;
}

/** Null where the place has no run, or one that holds. */
export function refutationOf(queue: Queue, plan: Plan, place: Place): Refutation | null {
  const { run, batch } = place;
  if (run === null || !isRefuted(place)) return null;
  return { run, own: batch.entries, reason: whyRefuted(queue, plan, place, run) };
}

function whyRefuted(queue: Queue, plan: Plan, place: Place, run: TestRun): Reason {
  const own = place.batch.entries;
  const moved = (): Reason => branchMoved(own, queue.targetBranch, queue.tip);
  if (run.standsOn === null) return moved();
  const left = leftWithin(run);
  let at = 0;
  while (isSameHead(left.heads[left.first + at], headAt(place, at))) at++;
  const { byNumber, ended } = indexOf(queue.entries);
  const tested = left.heads[left.first + at]?.pullRequest;
  const expected = headAt(place, at)?.pullRequest;
  if (tested !== undefined && !isInContents(place, tested)) {
    const gone = ended.get(tested);
    if (gone !== undefined) return predecessorLeft(own, gone);
    const doubtful = plan.places.find(
      ({ isDoubtful, batch }) => isDoubtful && batch.entries.includes(tested),
    );
    const known = byNumber.get(tested)?.reason;
    if (doubtful !== undefined) return predecessorInDoubt(own, doubtful.batch.entries, doubtful.run, known);
    const split = splitWith(queue, tested, run);
    if (split.length > 0) return predecessorInDoubt(own, split, null, known);
    if (expected !== undefined && isUrgent(queue, expected)) return skippedTheLine(own, expected);
    // Who is not there any more landed long ago, and was taken off the branch now.
    return byNumber.has(tested) ? independent(own, tested) : moved();
  }
  if (expected !== undefined) {
    if (isUrgent(queue, expected)) return skippedTheLine(own, expected);
    const isOtherwise = contentsOf(place).some(
      ({ pullRequest }) => byNumber.get(pullRequest)?.earlierTargets != null,
    );
    return isOtherwise ? targetsChanged(own, expected) : predecessorBack(own, expected);
  }
  const landed = [...ended.values()]
    .filter((entry) => entry.ended === "merged" && !run.landed.includes(entry.facts.number))
    .sort((one, other) => one.sequence - other.sequence)[0];
  return landed === undefined ? moved() : predecessorLanded(own, landed.facts.number);
}

function headAt({ ahead, own }: Place, at: number): ContainedHead | undefined {
  return at < ahead.length ? ahead[at] : own[at - ahead.length];
}

function isInContents({ ahead, own }: Place, pullRequest: PullRequestNumber): boolean {
  for (const head of ahead) if (head.pullRequest === pullRequest) return true;
  return own.some((head) => head.pullRequest === pullRequest);
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
