/**
 * While slots are free, the next waiting entries are given a place at the end of the line: those of the highest
 * priority first, then in the order of submission. Whoever has a place keeps it.
 */
import { newBatch } from "../change.js";
import { freeSlots, runOf, startsTests, waitingEntries } from "../lookup.js";
import type { Queue } from "../queue.js";
import type { Step } from "../rule.js";

/** Each test branch carries everything ahead, so a line that grew without end behind a slow head would be costly. */
const MAX_LINE_LENGTH = 1000;

export function formBatches(queue: Queue): Step | null {
  if (!startsTests(queue.state)) return null;
  const withoutRun = queue.line.filter(({ id }) => runOf(queue, id) === undefined).length;
  const seats = Math.min(freeSlots(queue) - withoutRun, MAX_LINE_LENGTH - queue.line.length);
  if (seats <= 0) return null;
  const next = waitingEntries(queue, seats);
  if (next.length === 0) return null;
  const batches = next.map(({ facts }, index) => newBatch(queue.nextNumber + index, facts.number));
  return {
    queue: { ...queue, line: [...queue.line, ...batches], nextNumber: queue.nextNumber + batches.length },
  };
}
