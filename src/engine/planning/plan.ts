/**
 * START HERE: the plan: what should be tested now. For each place in the line: the predecessors that are expected to
 * land, then the batch's own heads. For each batch beside the line: its own heads alone. A live run that tests
 * anything else is invalidated.
 */
import type { BatchId, PullRequestNumber } from "../../domain/ids.js";
import { type Mark, markOf, replannedSince } from "../index/queue-index.js";
import type { Batch, Queue, TestRun } from "../model/queue.js";
import { makePlan } from "./make-plan.js";
import type { Place, Plan } from "./place.js";

/** The newest plan per queue, keyed by its settings: that object is the same from step to step. */
const newest = new WeakMap<Queue["settings"], Made>();

/** Changed in place: replacing it in the weak map would often take longer than the plan itself. */
interface Made {
  queue: Queue;
  /** A mark in the list of entries, which may have changed in place since. */
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

/** Most steps leave the input of the plan unchanged, or change only runs or places further back. */
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

/** The number of places at the front with the same batches and entries. */
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

/** Moves the cached plan to changed settings. */
export function handPlanOver(from: Queue["settings"], to: Queue["settings"]): void {
  const made = newest.get(from);
  newest.delete(from);
  if (made !== undefined) newest.set(to, made);
}

/** The places in the line, then those beside it. */
export function allPlaces({ places, parts }: Plan): readonly Place[] {
  return parts.length === 0 ? places : [...places, ...parts];
}

/** The place of a batch, in the line or beside it. */
export function placeOf(queue: Queue, batch: BatchId): Place | undefined {
  const { places, parts } = planOf(queue);
  const isIt = (place: Place): boolean => place.batch.id === batch;
  return places.find(isIt) ?? parts.find(isIt);
}

/** The predecessors that the batch is planned with and that have not landed. */
export function aheadOf(queue: Queue, batch: BatchId): readonly PullRequestNumber[] {
  return placeOf(queue, batch)?.ahead.map(({ pullRequest }) => pullRequest) ?? [];
}

export function isInvalidated(place: Place): boolean {
  return place.run !== null && !place.isValid;
}

/**
 * Whether a witness of `place` has no verdict yet: a successor that is still planned with it, whose pass would clear
 * it.
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
