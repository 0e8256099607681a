/**
 * A cancelled required check is no evidence about the code: the run ends, and its entries keep their places and are
 * tested again. The number of restarts is limited, in case CI cancels every run. A cancelled hedge does not count.
 */
import type { Check } from "../../domain/check.js";
import { interrupted } from "../explain/reasons/restarts.js";
import { sharedReasons, withBatches, withoutLostHedges, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { allBatches, isHedge, isLanding, verdictsOn } from "../model/lookup.js";
import type { Batch, Queue, TestRun } from "../model/queue.js";
import { withResultsNoted } from "../planning/settled-failures.js";

/** After this many cancelled runs of a batch, the next one fails. */
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
  const noted = withResultsNoted(queue, false, endedRuns.length);
  return { queue: withoutRuns(withBatches(noted, interruptedOnceMore), endedRuns), endedRuns, reasons };
}

interface Interrupted {
  readonly run: TestRun;
  /** The cancelled check. */
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

/** Whether a cancelled run restarts instead of failing. A hedge never fails for it. */
export function mayBeInterrupted(queue: Queue, run: TestRun): boolean {
  if (isHedge(queue, run)) return true;
  const batch = allBatches(queue).find(({ id }) => id === run.batch);
  return batch !== undefined && batch.interruptions < MAX_INTERRUPTIONS;
}
