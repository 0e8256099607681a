/**
 * While slots are free, the next of those that wait are given places at the end of the line: by priority, then in the
 * order of submission, in batches where the queue makes any. Whoever has a place keeps it.
 */
import { nextGroups } from "../batching.js";
import { newBatch } from "../change.js";
import type { Step } from "../decision.js";
import { batchesInSlotsOfLine, formsBatches, occupiesSlot, runsByBatch } from "../lookup.js";
import type { Queue } from "../queue.js";

/** Each test branch carries everything ahead, so a line that grew without end behind a slow head would be costly. */
const MAX_LINE_LENGTH = 1000;

export function formBatches(queue: Queue): Step | null {
  if (!formsBatches(queue)) return null;
  const groups = nextGroups(queue, freeSeats(queue)).ready;
  if (groups.length === 0) return null;
  const batches = groups.map((group, index) =>
    newBatch(
      queue.nextNumber + index,
      group.map(({ facts }) => facts.number),
    ),
  );
  return {
    queue: { ...queue, line: [...queue.line, ...batches], nextNumber: queue.nextNumber + batches.length },
  };
}

/** A place is given to nobody who could not be tested at once. */
export function freeSeats(queue: Queue): number {
  const runs = runsByBatch(queue);
  let needed = 0;
  for (const { id } of batchesInSlotsOfLine(queue)) {
    const run = runs.get(id);
    if (run === undefined || occupiesSlot(run)) needed += 1;
  }
  return Math.min(queue.settings.concurrency - needed, MAX_LINE_LENGTH - queue.line.length);
}
