/**
 * A run passes with all its required checks, even after a failure, if they were rerun before it was settled. A pass is
 * final and clears a pending failure. The pass of a hedge changes no entry.
 */

import { testsPassed } from "../explain/reasons/verdicts.js";
import { sharedReasons, withBatches, withRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { allBatches, verdictsOn } from "../model/lookup.js";
import type { Batch, Queue, TestRun } from "../model/queue.js";
import { aheadOf } from "../planning/plan.js";
import { withResultsNoted } from "../planning/settled-failures.js";

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
        withResultsNoted(queue, true, 0),
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
