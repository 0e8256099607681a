/**
 * What would be tested now: for each place in the line, its predecessors that are expected to land, then the batch's
 * own heads; for each part of a split batch beside the line, its own heads alone. A live run counts only while it is
 * a test of exactly that; otherwise it is refuted.
 */
import type { BatchId, PullRequestNumber } from "../domain/ids.js";
import { indexOf } from "./entry-index.js";
import { allBatches } from "./lookup.js";
import { makePlan } from "./make-plan.js";
import type { Place, Plan } from "./place.js";
import type { ContainedHead, Entry, Queue, TestRun } from "./queue.js";

const plans = new WeakMap<Queue, Plan>();

/** Of each queue the newest plan, by what stays the same object from step to step. */
const newest = new WeakMap<Queue["settings"], Made>();

interface Made {
  readonly queue: Queue;
  readonly members: readonly (Entry | undefined)[];
  readonly plan: Plan;
}

export function planOf(queue: Queue): Plan {
  const known = plans.get(queue);
  if (known !== undefined) return known;
  const made = newest.get(queue.settings);
  const members = made?.queue.entries === queue.entries ? made.members : membersOf(queue);
  const plan = made !== undefined && isPlannedAlike(made, queue, members) ? made.plan : makePlan(queue);
  plans.set(queue, plan);
  newest.set(queue.settings, { queue, members, plan });
  return plan;
}

function membersOf(queue: Queue): readonly (Entry | undefined)[] {
  const { byNumber } = indexOf(queue.entries);
  const members: (Entry | undefined)[] = [];
  for (const batch of allBatches(queue)) {
    for (const pullRequest of batch.entries) members.push(byNumber.get(pullRequest));
  }
  return members;
}

/** Most steps change something that no plan is made of. */
function isPlannedAlike(made: Made, queue: Queue, members: Made["members"]): boolean {
  const { line, beside, runs, tip, landing } = made.queue;
  return (
    line === queue.line &&
    beside === queue.beside &&
    runs === queue.runs &&
    tip === queue.tip &&
    landing === queue.landing &&
    members.every((member, index) => isPlannedMember(made.members[index], member))
  );
}

function isPlannedMember(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other) return true;
  return (
    one?.facts === other?.facts &&
    one?.submittedAt === other?.submittedAt &&
    one?.targets === other?.targets &&
    one?.earlierTargets === other?.earlierTargets
  );
}

export function contentsOf({ ahead, own }: Place): readonly ContainedHead[] {
  return [...ahead, ...own];
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
