/**
 * An entry that ended leaves its place in the line at once, and with the last of a batch its run ends too. What
 * others were tested on with it is for the plan to say.
 */
import { withoutRuns } from "../change.js";
import type { Batch, Queue } from "../queue.js";
import type { Step } from "../rule.js";

export function removeEndedEntries(queue: Queue): Step | null {
  const ended = new Set(
    queue.entries.filter((entry) => entry.ended !== null).map(({ facts }) => facts.number),
  );
  if (!queue.line.some(({ entries }) => entries.some((entry) => ended.has(entry)))) return null;
  const shrunk = queue.line.map((batch): Batch => {
    const entries = batch.entries.filter((entry) => !ended.has(entry));
    return entries.length === batch.entries.length ? batch : { ...batch, entries };
  });
  const line = shrunk.filter(({ entries }) => entries.length > 0);
  const left = new Set(line.map(({ id }) => id));
  const endedRuns = queue.runs.filter(({ batch }) => !left.has(batch));
  return { queue: withoutRuns({ ...queue, line }, endedRuns), endedRuns };
}
