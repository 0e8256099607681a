/**
 * Splits a batch at an entry that conflicts with others of the batch: the entries before it form one batch, it and the
 * rest another, in the same place. So the conflict delays no other entry.
 */
import { newBatch, withBatchesInstead, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Batch, Queue, TestRun } from "../model/queue.js";
import { planOf } from "../planning/plan.js";

export function splitAtConflicts(queue: Queue): Step | null {
  const instead = new Map<Batch["id"], readonly Batch[]>();
  const endedRuns: TestRun[] = [];
  let { nextNumber } = queue;
  for (const { batch, run, isValid, isLanding, predecessors } of planOf(queue).decided) {
    if (!isValid || isLanding || run?.progress.kind !== "conflicted" || batch.entries.length === 1) continue;
    const at = batch.entries.indexOf(run.progress.pullRequest);
    // The first entry without predecessors conflicts with the branch itself; `evictConflicts` handles it.
    if (at === -1 || (at === 0 && predecessors.isEmpty())) continue;
    const cut = Math.max(at, 1);
    const pieces = [batch.entries.slice(0, cut), batch.entries.slice(cut)];
    instead.set(
      batch.id,
      pieces.map((entries, index) => newBatch(nextNumber + index, entries)),
    );
    nextNumber += pieces.length;
    endedRuns.push(run);
  }
  if (instead.size === 0) return null;
  return { queue: withoutRuns({ ...withBatchesInstead(queue, instead), nextNumber }, endedRuns), endedRuns };
}
