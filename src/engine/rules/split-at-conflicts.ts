/**
 * An entry that conflicts with others of its own batch is separated from them: those before it make a batch, it and
 * those behind it another, in the same place. So it holds up nobody, and is judged by itself.
 */
import { newBatch, withBatchesInstead, withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import { planOf } from "../plan.js";
import type { Batch, Queue, TestRun } from "../queue.js";

export function splitAtConflicts(queue: Queue): Step | null {
  const instead = new Map<Batch["id"], readonly Batch[]>();
  const endedRuns: TestRun[] = [];
  let { nextNumber } = queue;
  for (const { batch, run, isValid, isLanding, predecessors } of planOf(queue).decided) {
    if (!isValid || isLanding || run?.progress.kind !== "conflicted" || batch.entries.length === 1) continue;
    const at = batch.entries.indexOf(run.progress.pullRequest);
    // The first one of all that are not on the branch conflicts with the branch itself, and is evicted.
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
