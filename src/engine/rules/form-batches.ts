/**
 * While slots are free, the next waiting entries or batches take places at the end of the line, by priority, then in
 * order of submission. A batch keeps its place.
 */

import { newBatch } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { batchesInSlotsOfLine, formsBatches, occupiesSlot, runsByBatch } from "../model/lookup.js";
import type { Queue } from "../model/queue.js";
import { nextGroups } from "../planning/batching.js";

/** Each test branch contains all predecessors, so an unbounded line behind a slow head would be costly. */
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

/** Number of new places: only batches that can start testing immediately get one. */
export function freeSeats(queue: Queue): number {
  const runs = runsByBatch(queue);
  let needed = 0;
  for (const { id } of batchesInSlotsOfLine(queue)) {
    const run = runs.get(id);
    if (run === undefined || occupiesSlot(run)) needed += 1;
  }
  return Math.min(queue.settings.concurrency - needed, MAX_LINE_LENGTH - queue.line.length);
}
