/**
 * A required check that CI cancelled says nothing about the code: the run ends, and its entries are tested again in
 * the same places. There is a limit, since CI that cancels every run would have them tested for ever. A hedge ends without being
 * counted for its batch.
 */
import type { Check } from "../../domain/check.js";
import { sharedReasons, withBatches, withoutLostHedges, withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import { allBatches, isHedge, isLanding, verdictsOn } from "../lookup.js";
import type { Batch, Queue, TestRun } from "../queue.js";
import { interrupted } from "../reasons/restarts.js";

/** After so many runs of a batch that CI cancelled, another one counts as failed. */
const MAX_INTERRUPTIONS = 2;

export function restartInterruptedRuns(queue: Queue): Step | null {
  const lost = interruptedOf(queue.hedges).map(({ run }) => run);
  if (lost.length > 0) return { queue: withoutLostHedges(queue, lost), endedRuns: lost };
  const restarted = interruptedOf(queue.runs).filter(
    ({ run }) => mayBeInterrupted(queue, run) && !isLanding(queue, run.batch),
  );
  if (restarted.length === 0) return null;
  const endedRuns = restarted.map(({ run }) => run);
  const reasons = sharedReasons(restarted.map(({ run, check }) => [run.own, interrupted(run, check)]));
  const batches = new Set(endedRuns.map(({ batch }) => batch));
  const interruptedOnceMore = allBatches(queue)
    .filter(({ id }) => batches.has(id))
    .map((batch): Batch => ({ ...batch, interruptions: batch.interruptions + 1 }));
  return { queue: withoutRuns(withBatches(queue, interruptedOnceMore), endedRuns), endedRuns, reasons };
}

interface Interrupted {
  readonly run: TestRun;
  /** The one that CI gave up. */
  readonly check: Check;
}

function interruptedOf(runs: readonly TestRun[]): readonly Interrupted[] {
  const found: Interrupted[] = [];
  for (const [run, verdict] of verdictsOn(runs)) {
    if (run.progress.kind === "running" && verdict.kind === "interrupted")
      found.push({ run, check: verdict.check });
  }
  return found;
}

/** A hedge that is cancelled never fails for it. */
export function mayBeInterrupted(queue: Queue, run: TestRun): boolean {
  if (isHedge(queue, run)) return true;
  const batch = allBatches(queue).find(({ id }) => id === run.batch);
  return batch !== undefined && batch.interruptions < MAX_INTERRUPTIONS;
}
