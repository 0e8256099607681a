/**
 * If CI has reported no required check of a run after the grace time, the reason of its entries names the checks. After
 * the same time again, `failTestRuns` fails the run.
 */
import { noCheckStarted } from "../explain/reasons/verdicts.js";
import { sharedReasons, withRuns } from "../model/change.js";
import { checksMissingAt, lastSeenOf, runningTests } from "../model/deadlines.js";
import type { Step } from "../model/decision.js";
import type { Queue, TestRun } from "../model/queue.js";

export function noteMissingChecks(queue: Queue): Step | null {
  const unnoticed: TestRun[] = [];
  for (const run of runningTests(queue.runs).silent) {
    const missingAt = run.isUnnoticed === true ? null : checksMissingAt(queue, run);
    if (missingAt !== null && missingAt <= queue.now) unnoticed.push({ ...run, isUnnoticed: true });
  }
  if (unnoticed.length === 0) return null;
  return {
    queue: withRuns(queue, unnoticed),
    reasons: sharedReasons(unnoticed.map((run) => [run.own, noCheckStarted(run, lastSeenOf(queue, run))])),
  };
}
