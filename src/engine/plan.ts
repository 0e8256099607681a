/**
 * What would be tested now: for each place in the line, its predecessors that are expected to land, then the batch's
 * own heads; for each part of a split batch beside the line, its own heads alone. A live run counts only while it is
 * a test of exactly that; otherwise it is refuted.
 */
import type { BatchId, PullRequestNumber } from "../domain/ids.js";
import { changedBetween, indexOf } from "./entry-index.js";
import { allBatches } from "./lookup.js";
import { makePlan, planWithOtherRuns } from "./make-plan.js";
import type { Place, Plan } from "./place.js";
import type { ContainedHead, Entry, Queue, TestRun } from "./queue.js";

/** Of each queue the newest plan, by what stays the same object from step to step. */
const newest = new WeakMap<Queue["settings"], Made>();

interface Made {
  readonly queue: Queue;
  /** Everybody in the plan as they were in the queue. */
  readonly members: ReadonlyMap<PullRequestNumber, Entry>;
  readonly plan: Plan;
}

export function planOf(queue: Queue): Plan {
  const made = newest.get(queue.settings);
  if (made?.queue === queue) return made.plan;
  const next = (made !== undefined ? goneOn(made, queue) : null) ?? makeAnew(queue);
  newest.set(queue.settings, next);
  return next.plan;
}

function makeAnew(queue: Queue): Made {
  const { byNumber } = indexOf(queue.entries);
  const members = new Map<PullRequestNumber, Entry>();
  for (const batch of allBatches(queue)) {
    for (const pullRequest of batch.entries) {
      const entry = byNumber.get(pullRequest);
      if (entry !== undefined) members.set(pullRequest, entry);
    }
  }
  return { queue, members, plan: makePlan(queue) };
}

/** Most steps change nothing that a plan is made of, or only runs. Null when it has to be made anew. */
function goneOn(made: Made, queue: Queue): Made | null {
  const { line, beside, runs, tip, landing } = made.queue;
  if (line !== queue.line || beside !== queue.beside || tip !== queue.tip || landing !== queue.landing)
    return null;
  const changed = changedMembers(made.queue, queue, made.members);
  if (!changed.every(([one, other]) => isPlannedMember(one, other))) return null;
  const plan = runs === queue.runs ? made.plan : planWithOtherRuns(made.plan, queue);
  if (plan === null) return null;
  if (changed.length === 0) return { ...made, queue, plan };
  const members = new Map(made.members);
  for (const [, entry] of changed) if (entry !== undefined) members.set(entry.facts.number, entry);
  return { queue, members, plan };
}

function changedMembers(
  before: Queue,
  queue: Queue,
  members: Made["members"],
): readonly (readonly [Entry, Entry | undefined])[] {
  const { byNumber } = indexOf(queue.entries);
  return changedBetween(before.entries, queue.entries).flatMap((number) => {
    const member = members.get(number);
    return member === undefined ? [] : [[member, byNumber.get(number)] as const];
  });
}

function isPlannedMember(one: Entry, other: Entry | undefined): boolean {
  return (
    one === other ||
    (one.facts === other?.facts &&
      one.submittedAt === other.submittedAt &&
      one.targets === other.targets &&
      one.earlierTargets === other.earlierTargets)
  );
}

export function contentsOf({ ahead, own }: Place): readonly ContainedHead[] {
  return ahead.concat(own);
}

/** Of a batch in the line or beside it. */
export function placeOf(queue: Queue, batch: BatchId): Place | undefined {
  const { places, parts } = planOf(queue);
  const isIt = (place: Place): boolean => place.batch.id === batch;
  return places.find(isIt) ?? parts.find(isIt);
}

/** The pull requests that the batch is planned on, and that have not landed. */
export function aheadOf(queue: Queue, batch: BatchId): readonly PullRequestNumber[] {
  return placeOf(queue, batch)?.ahead.map(({ pullRequest }) => pullRequest) ?? [];
}

export function isRefuted(place: Place): boolean {
  return place.run !== null && !place.isValid;
}

/**
 * Whether those behind `place` that rely on it nevertheless, as witnesses, have all been tested: a pass of theirs
 * could still clear it.
 */
export function hasOpenWitness({ places }: Plan, place: Place): boolean {
  const index = places.indexOf(place);
  if (index === -1) return false;
  return places.some(
    ({ predecessors, leftOut, run }) =>
      predecessors.has(index) && !leftOut.includes(index) && (run === null || isOpen(run)),
  );
}

function isOpen({ progress }: TestRun): boolean {
  return progress.kind === "building" || progress.kind === "running";
}
