/**
 * An urgent entry goes to the head of the line and interrupts its successors; batches without a slot return to waiting,
 * in order. It goes behind the landing under way and earlier urgent entries. At most `concurrency` of them interrupt.
 */
import type { BatchId, PullRequestNumber } from "../../domain/ids.js";
import { PRIORITIES } from "../../domain/priority.js";
import type { Reason } from "../../domain/reason.js";
import { skippedTheLine } from "../explain/reasons/restarts.js";
import { indexOf, PlaceSet } from "../index/queue-index.js";
import { newBatch, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { batchOf, formsBatches, hasBatch, isLanding, isLandingEntry, occupiesSlot } from "../model/lookup.js";
import type { Batch, Entry, Queue } from "../model/queue.js";
import type { Place } from "../planning/place.js";
import { planOf } from "../planning/plan.js";
import { withoutEarlierTargets } from "./forget-earlier-targets.js";

export function promoteUrgentEntries(queue: Queue): Step | null {
  const urgent = indexOf(queue.entries).admitted.get(PRIORITIES.urgent) ?? [];
  if (urgent.length === 0 || !formsBatches(queue)) return null;
  const waiting = waitingOnes(queue, urgent);
  const present = presentOnes(queue, urgent);
  const isInOrder = areInFront(queue, present);
  if (isInOrder && waiting.length === 0) return null;
  const front = frontOf(queue, present);
  const promoted = waiting
    .slice(0, Math.max(roomBehind(queue, front), 0))
    .map(({ facts }, index) => newBatch(queue.nextNumber + index, [facts.number]));
  if (isInOrder && promoted.length === 0) return null;
  const rest = queue.line.filter((batch) => !front.includes(batch));
  const line = front.concat(promoted, rest);
  const nextNumber = queue.nextNumber + promoted.length;
  return withoutThoseBeyondSlots(queue, { ...queue, line, nextNumber }, [...front, ...promoted]);
}

/** The urgent batches that have a place and are not landing, unordered. */
function presentOnes(queue: Queue, urgent: readonly Entry[]): ReadonlySet<Batch> {
  const present = new Set<Batch>();
  for (const { facts } of urgent) {
    const batch = batchOf(queue, facts.number);
    if (batch !== undefined && hasBatch(queue.line, batch) && !isLanding(queue, batch.id)) present.add(batch);
  }
  return present;
}

/** Whether they precede all other batches except landing ones. */
function areInFront(queue: Queue, present: ReadonlySet<Batch>): boolean {
  let left = present.size;
  for (const batch of queue.line) {
    if (left === 0) return true;
    if (isLanding(queue, batch.id)) continue;
    if (!present.has(batch)) return false;
    left -= 1;
  }
  return true;
}

/** Landing batches, then urgent ones with a place, each in the order of the line. */
function frontOf(queue: Queue, present: ReadonlySet<Batch>): readonly Batch[] {
  const landing = queue.line.filter(({ id }) => isLanding(queue, id));
  return landing.concat(queue.line.filter((batch) => present.has(batch)));
}

function waitingOnes(queue: Queue, urgent: readonly Entry[]): readonly Entry[] {
  return urgent.filter(
    ({ facts }) => batchOf(queue, facts.number) === undefined && !isLandingEntry(queue, facts.number),
  );
}

function roomBehind(queue: Queue, front: readonly Batch[]): number {
  const { places } = planOf(queue);
  return (
    queue.settings.concurrency -
    places.filter((place) => front.includes(place.batch) && needsSlot(place)).length
  );
}

/** Sends back, in the order of the line, batches beyond the free slots, and the successors of those sent back. */
function withoutThoseBeyondSlots(before: Queue, queue: Queue, kept: readonly Batch[]): Step {
  const { places } = planOf(queue);
  const sentBack = new PlaceSet(places.length);
  const gone = new Set<BatchId>();
  let slots = queue.settings.concurrency;
  places.forEach((place, index) => {
    const isBehindOne = gone.size > 0 && place.predecessors.meets(sentBack);
    if (isBehindOne || (needsSlot(place) && slots <= 0 && !kept.includes(place.batch))) {
      sentBack.add(index);
      gone.add(place.batch.id);
    } else if (needsSlot(place)) slots -= 1;
  });
  const endedRuns = queue.runs.filter(({ batch }) => gone.has(batch));
  const line = queue.line.filter(({ id }) => !gone.has(id));
  const first =
    line.find((batch) => !before.line.includes(batch)) ?? kept.find(({ id }) => !isLanding(queue, id));
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { own } of endedRuns) {
    const urgent = first?.entries[0];
    if (urgent === undefined) continue;
    for (const pullRequest of own) reasons.set(pullRequest, skippedTheLine(own, urgent));
  }
  const waiting = queue.line.filter(({ id }) => gone.has(id)).flatMap(({ entries }) => entries);
  const interrupted = withoutEarlierTargets({ ...queue, line }, waiting);
  return { queue: withoutRuns(interrupted, endedRuns), endedRuns, reasons };
}

function needsSlot({ run, isValid }: Place): boolean {
  return run === null || !isValid || occupiesSlot(run);
}
