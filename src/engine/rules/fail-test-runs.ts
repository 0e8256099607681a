/**
 * A run fails with its first failed required check, on timeout, when CI reports no required check at all, or when CI
 * cancels it too often. Every failure is pending first; other rules settle the blame. The failure of a hedge changes no entry.
 */
import { MINUTE_MS } from "../../domain/duration.js";
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { mayHaveFailedByItself } from "../explain/reasons/verdicts.js";
import { withRuns } from "../model/change.js";
import {
  checkGraceMs,
  checksMissingAt,
  deadlineOf,
  firstDeadline,
  lastSeenOf,
  runningTests,
} from "../model/deadlines.js";
import type { Step } from "../model/decision.js";
import { allRuns, type Decided, isHedge, verdictsOn } from "../model/lookup.js";
import type { Queue, TestRun, TestRunFailure } from "../model/queue.js";
import { hasNoResult } from "../planning/has-no-result.js";
import { aheadOf } from "../planning/plan.js";
import { withResultsNoted } from "../planning/settled-failures.js";
import { mayBeInterrupted } from "./restart-interrupted-runs.js";

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

/** The candidates with their verdicts: all runs if one times out, else those with a verdict or without any check. */
function thatMayFail(queue: Queue): Iterable<readonly [TestRun, Decided | undefined]> {
  const { runs, hedges, now } = queue;
  const verdicts = new Map([...verdictsOn(runs), ...verdictsOn(hedges)]);
  const silent = [...runningTests(runs).silent, ...runningTests(hedges).silent];
  const others = firstDeadline(queue) <= now ? allRuns(queue) : silent;
  if (others.length === 0) return verdicts;
  return new Map([...verdicts, ...others.map((run) => [run, verdicts.get(run)] as const)]);
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
