/**
 * What would be tested now: for each place in the line, its predecessors that are expected to land, then the batch's
 * own heads; for each part of a split batch beside the line, its own heads alone. A live run counts only while it is
 * a test of exactly that; otherwise it is refuted.
 */
import type { BatchId, PullRequestNumber } from "../domain/ids.js";
import { changedBetween, indexOf } from "./entry-index.js";
import { hasBatch } from "./lookup.js";
import { makePlan } from "./make-plan.js";
import type { Place, Plan } from "./place.js";
import type { Entry, Queue, TestRun } from "./queue.js";

/** Of each queue the newest plan, by what stays the same object from step to step. */
const newest = new WeakMap<Queue["settings"], Made>();

interface Made {
  readonly queue: Queue;
  /** Everybody in the line as they were in the queue; goes along from plan to plan. */
  readonly members: Map<PullRequestNumber, Entry>;
  readonly plan: Plan;
}

export function planOf(queue: Queue): Plan {
  const made = newest.get(queue.settings);
  if (made?.queue === queue) return made.plan;
  newest.delete(queue.settings);
  const next = made === undefined ? makeAnew(queue) : goneOn(made, queue);
  newest.set(queue.settings, next);
  return next.plan;
}

function makeAnew(queue: Queue): Made {
  const members = new Map<PullRequestNumber, Entry>();
  addMembers(members, queue, 0);
  return { queue, members, plan: makePlan(queue) };
}

/** Those of the line from this place on. */
function addMembers(members: Made["members"], { line, entries }: Queue, first: number): void {
  const { byNumber } = indexOf(entries);
  for (const batch of line.slice(first)) {
    for (const number of batch.entries) {
      const entry = byNumber.get(number);
      if (entry !== undefined) members.set(number, entry);
    }
  }
}

/** Most steps change nothing that a plan is made of, or only runs, or only what is further back. */
function goneOn({ queue: before, members, plan }: Made, queue: Queue): Made {
  const kept = sameInFront(before, queue, members);
  const isOnSame = before.tip === queue.tip && before.landing === queue.landing;
  const isSameLine = kept === before.line.length && kept === queue.line.length;
  const hasParts = before.beside.length + queue.beside.length > 0;
  if (isOnSame && isSameLine && before.runs === queue.runs && !hasParts) return { queue, members, plan };
  for (const batch of before.line.slice(kept)) {
    if (!hasBatch(queue.line, batch)) for (const number of batch.entries) members.delete(number);
  }
  addMembers(members, queue, kept);
  return { queue, members, plan: makePlan(queue, isOnSame ? plan.places.slice(0, kept) : []) };
}

/** How many of the first places are of the same batches with the same members; takes over the new objects of those. */
function sameInFront(before: Queue, queue: Queue, members: Made["members"]): number {
  let kept = before.line === queue.line ? queue.line.length : 0;
  while (kept < queue.line.length && before.line[kept] === queue.line[kept]) kept += 1;
  if (before.entries === queue.entries) return kept;
  const { byNumber } = indexOf(queue.entries);
  for (const number of changedBetween(before.entries, queue.entries)) {
    const member = members.get(number);
    if (member === undefined) continue;
    const entry = byNumber.get(number);
    if (entry !== undefined && isPlannedMember(member, entry)) members.set(number, entry);
    else
      kept = Math.min(
        kept,
        before.line.findIndex(({ entries }) => entries.includes(number)),
      );
  }
  return kept;
}

function isPlannedMember(one: Entry, other: Entry): boolean {
  return (
    one === other ||
    (one.facts === other.facts &&
      one.submittedAt === other.submittedAt &&
      one.targets === other.targets &&
      one.earlierTargets === other.earlierTargets)
  );
}

/** In the line, then beside it. */
export function allPlaces({ places, parts }: Plan): readonly Place[] {
  return parts.length === 0 ? places : [...places, ...parts];
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
