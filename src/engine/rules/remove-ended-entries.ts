/**
 * Removes ended entries from their batches; an empty batch is removed with its run. The plan then invalidates the runs
 * of others that contain such an entry.
 */

import { indexOf } from "../index/queue-index.js";
import { withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { allBatches } from "../model/lookup.js";
import type { Batch, Queue } from "../model/queue.js";

export function removeEndedEntries(queue: Queue): Step | null {
  const { ended } = indexOf(queue.entries);
  if (ended.size === 0) return null;
  const hasEnded = ({ entries }: Batch): boolean => {
    for (const entry of entries) if (ended.has(entry)) return true;
    return false;
  };
  if (!allBatches(queue).some(hasEnded)) return null;
  const shrunk = (batches: readonly Batch[]): readonly Batch[] =>
    batches.some(hasEnded)
      ? batches
          .map((batch) =>
            hasEnded(batch)
              ? { ...batch, entries: batch.entries.filter((entry) => !ended.has(entry)) }
              : batch,
          )
          .filter(({ entries }) => entries.length > 0)
      : batches;
  const left: Queue = { ...queue, line: shrunk(queue.line), beside: shrunk(queue.beside) };
  const batches = new Set(allBatches(left).map(({ id }) => id));
  const endedRuns = queue.runs.filter(({ batch }) => !batches.has(batch));
  return { queue: withoutRuns(left, endedRuns), endedRuns };
}
