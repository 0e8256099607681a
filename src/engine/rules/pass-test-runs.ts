/**
 * A run passes when all its required checks have, also after a failure, when someone ran them again while it was not
 * settled yet. A pass is never taken back, and whoever was in doubt is not any more. What a hedge passes changes nobody.
 */
import { sharedReasons, withBatches, withRuns } from "../change.js";
import type { Step } from "../decision.js";
import { allBatches, verdictsOn } from "../lookup.js";
import { aheadOf } from "../plan.js";
import type { Batch, Queue, TestRun } from "../queue.js";
import { testsPassed } from "../reasons/verdicts.js";

export function passTestRuns(queue: Queue): Step | null {
  const passed = passedOf(queue.runs);
  const passedHedges = passedOf(queue.hedges);
  if (passed.length === 0 && passedHedges.length === 0) return null;
  const cleared = allBatches(queue).filter(
    ({ id, isSuspect }) => isSuspect && passed.some(({ batch }) => batch === id),
  );
  return {
    queue: withRuns(
      withBatches(
        queue,
        cleared.map((batch): Batch => ({ ...batch, isSuspect: false })),
      ),
      [...passed, ...passedHedges].map((run): TestRun => ({ ...run, progress: { kind: "passed" } })),
    ),
    reasons: sharedReasons(passed.map((run) => [run.own, testsPassed(run, aheadOf(queue, run.batch))])),
  };
}

function passedOf(runs: readonly TestRun[]): readonly TestRun[] {
  const passed: TestRun[] = [];
  for (const [run, verdict] of verdictsOn(runs)) {
    if (isUndecided(run) && verdict.kind === "passed") passed.push(run);
  }
  return passed;
}

function isUndecided({ progress }: TestRun): boolean {
  return progress.kind === "running" || progress.kind === "failed";
}
