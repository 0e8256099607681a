/**
 * Entries that return after an eviction get a place before all that were submitted after them, as soon as the queue
 * gives places again: during the pause, a test run of the repair must not be restarted for them.
 */
import { PRIORITIES } from "../../domain/priority.js";
import { indexOf } from "../index/queue-index.js";
import { newBatch } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { batchOf, entriesOf, formsBatches, isLanding, isLandingEntry } from "../model/lookup.js";
import type { Batch, Entry, Queue } from "../model/queue.js";

export function returnToPlaces(queue: Queue): Step | null {
  const { returned } = indexOf(queue.entries);
  if (returned.size === 0 || !formsBatches(queue)) return null;
  const without = [...returned.values()].filter(
    ({ facts }) => batchOf(queue, facts.number) === undefined && !isLandingEntry(queue, facts.number),
  );
  if (without.length === 0) return null;
  return { queue: without.reduce(inItsPlace, queue) };
}

/** Behind batches that land or are urgent, and before the first batch that was submitted later. */
function inItsPlace(queue: Queue, entry: Entry): Queue {
  const { line, nextNumber } = queue;
  const { facts, priority } = entry;
  const isUrgent = ({ entries }: Batch) =>
    entriesOf(queue, entries).some((other) => other.priority === PRIORITIES.urgent);
  const isOwnUrgent = priority === PRIORITIES.urgent;
  const inFront = line.findLastIndex(
    (batch) => isLanding(queue, batch.id) || (!isOwnUrgent && isUrgent(batch)),
  );
  const isLater = ({ entries }: Batch) =>
    entriesOf(queue, entries).every((other) => orderOf(other) > orderOf(entry));
  const behind = line.findIndex(
    (batch, at) => at > inFront && ((isOwnUrgent && !isUrgent(batch)) || isLater(batch)),
  );
  const batch = newBatch(nextNumber, [facts.number]);
  return {
    ...queue,
    line: line.toSpliced(behind === -1 ? line.length : behind, 0, batch),
    nextNumber: nextNumber + 1,
  };
}

function orderOf({ sequence, earlierSequence = sequence }: Entry): number {
  return earlierSequence;
}
