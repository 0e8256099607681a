/**
 * A run passes when all its required checks have, also after a failure, when someone ran them again while it was not
 * settled yet. A pass is never taken back.
 */
import { sharedReason, withRuns } from "../change.js";
import { aheadOf } from "../plan.js";
import type { Queue, TestRun } from "../queue.js";
import { testsPassed } from "../reasons.js";
import type { Step } from "../rule.js";
import { verdictOn } from "../verdict.js";

export function passTestRuns(queue: Queue): Step | null {
  const passed = queue.runs.filter((run) => isUndecided(run) && verdictOn(run).kind === "passed");
  if (passed.length === 0) return null;
  return {
    queue: withRuns(
      queue,
      passed.map((run): TestRun => ({ ...run, progress: { kind: "passed" } })),
    ),
    reasons: new Map(
      passed.flatMap((run) => [...sharedReason(run.own, testsPassed(run, aheadOf(queue, run.batch)))]),
    ),
  };
}

function isUndecided({ progress }: TestRun): boolean {
  return progress.kind === "running" || progress.kind === "failed";
}
