/**
 * A run fails with its first failed required check, on timeout, when CI reports no required check at all, or when CI
 * cancels it too often. Every failure is pending first; other rules settle the blame. The failure of a hedge changes no entry.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { mayHaveFailedByItself } from "../explain/reasons/verdicts.js";
import { withRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import {
  allRuns,
  checkGraceMs,
  checksMissingAt,
  type Decided,
  deadlineOf,
  isHedge,
  lastSeenOf,
  verdictsOn,
} from "../model/lookup.js";
import type { Queue, TestRun, TestRunFailure } from "../model/queue.js";
import { hasNoResult } from "../planning/has-no-result.js";
import { aheadOf } from "../planning/plan.js";
import { withResultsNoted } from "../planning/settled-failures.js";
import { mayBeInterrupted } from "./restart-interrupted-runs.js";

const MINUTE_MS = 60_000;

export function failTestRuns(queue: Queue): Step | null {
  const failed: TestRun[] = [];
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const [run, verdict] of thatMayFail(queue)) {
    const failure = run.progress.kind === "running" ? failureOf(queue, run, verdict) : null;
    if (failure === null) continue;
    failed.push({ ...run, progress: { kind: "failed", failure } });
    if (isHedge(queue, run)) continue;
    const reason = mayHaveFailedByItself(run, failure, aheadOf(queue, run.batch));
    for (const pullRequest of run.own) reasons.set(pullRequest, reason);
  }
  if (failed.length === 0) return null;
  const silent = failed.filter(hasNoResult).length;
  return { queue: withRuns(withResultsNoted(queue, silent < failed.length, silent), failed), reasons };
}

/** The candidates with their verdicts; without a timeout, only runs that have a verdict. */
function thatMayFail(queue: Queue): Iterable<readonly [TestRun, Decided | undefined]> {
  const verdicts = new Map([...verdictsOn(queue.runs), ...verdictsOn(queue.hedges)]);
  if (queue.settings.testingTimeoutMinutes === 0 && checkGraceMs(queue) === 0) return verdicts;
  return allRuns(queue).map((run) => [run, verdicts.get(run)] as const);
}

function failureOf(queue: Queue, run: TestRun, verdict: Decided | undefined): TestRunFailure | null {
  const isFinal =
    verdict?.kind === "failed" || (verdict?.kind === "interrupted" && !mayBeInterrupted(queue, run));
  if (isFinal) return { kind: "check", name: verdict.check.name, url: verdict.check.url };
  const missingAt = checksMissingAt(queue, run);
  const graceMs = checkGraceMs(queue);
  if (missingAt !== null && missingAt + graceMs <= queue.now)
    return { kind: "noCheck", minutes: (2 * graceMs) / MINUTE_MS, lastSeen: lastSeenOf(queue, run) };
  const deadline = deadlineOf(queue, run);
  const isLate = deadline !== null && deadline <= queue.now;
  return isLate ? { kind: "timeout", minutes: queue.settings.testingTimeoutMinutes } : null;
}
