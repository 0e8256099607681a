/**
 * What would be tested now: for each place in the line, its predecessors that are expected to land, then the batch's
 * own heads; for each part of a split batch beside the line, its own heads alone. A live run counts only while it is
 * a test of exactly that; otherwise it is refuted.
 */
import type { BatchId, PullRequestNumber } from "../domain/ids.js";
import { type Mark, markOf, replannedSince } from "./index/index.js";
import { makePlan } from "./make-plan.js";
import type { Place, Plan } from "./place.js";
import type { Batch, Queue, TestRun } from "./queue.js";

/** Of each queue the newest plan, by what stays the same object from step to step. */
const newest = new WeakMap<Queue["settings"], Made>();

/** Changed in place: to take something out of a weak map and to put it in again takes longer than many a plan. */
interface Made {
  queue: Queue;
  /** How far its entries had come, whose list may have been changed in place since. */
  mark: Mark;
  plan: Plan;
}

export function planOf(queue: Queue): Plan {
  const made = newest.get(queue.settings);
  if (made === undefined) {
    const plan = makePlan(queue);
    newest.set(queue.settings, { queue, mark: markOf(queue.entries), plan });
    return plan;
  }
  if (made.queue === queue) return made.plan;
  const plan = goneOn(made, queue);
  made.queue = queue;
  made.mark = markOf(queue.entries);
  made.plan = plan;
  return plan;
}

/** Most steps change nothing that a plan is made of, or only runs, or only what is further back. */
function goneOn(made: Made, queue: Queue): Plan {
  const { queue: before, plan } = made;
  const replanned = replannedSince(made.mark, queue.entries);
  const kept = replanned === null ? 0 : sameInFront(before.line, queue.line, replanned);
  const isOnSame =
    before.tip === queue.tip && before.landing === queue.landing && before.settings === queue.settings;
  const isSameLine = kept === before.line.length && kept === queue.line.length;
  const isSameBeside =
    before.beside === queue.beside && (queue.beside.length === 0 || replanned?.length === 0);
  if (isOnSame && isSameLine && before.runs === queue.runs && isSameBeside) return plan;
  const isComparable = before.tip === queue.tip && before.settings.mode === queue.settings.mode;
  return makePlan(queue, { ...plan, kept: isOnSame ? kept : 0, isComparable });
}

/** How many of the first places are of the same batches with the same members. */
function sameInFront(
  line: readonly Batch[],
  now: readonly Batch[],
  replanned: readonly PullRequestNumber[],
): number {
  let kept = line === now ? line.length : 0;
  while (kept < now.length && line[kept] === now[kept]) kept += 1;
  for (const number of replanned) {
    const place = line.findIndex(({ entries }) => entries.includes(number));
    if (place !== -1) kept = Math.min(kept, place);
  }
  return kept;
}

/** The queue goes on with other settings. */
export function handPlanOver(from: Queue["settings"], to: Queue["settings"]): void {
  const made = newest.get(from);
  newest.delete(from);
  if (made !== undefined) newest.set(to, made);
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
