/** Reasons for verdicts: passed, failed, blamed, conflicting. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Reason } from "../../../domain/reason.js";
import type { TestRun, TestRunFailure } from "../../model/queue.js";
import {
  asSentencePart,
  enumerate,
  failureCode,
  inFiles,
  list,
  noCheck,
  onTopOf,
  quoted,
  reason,
  whatFailed,
} from "./sentence-parts.js";

export function testsPassed(run: TestRun, ahead: readonly PullRequestNumber[]): Reason {
  const checks = enumerate(run.requiredStatuses.map(quoted));
  return reason("TEST_RUN_PASSED", `${list(run.own)} passed ${checks}${onTopOf(ahead)}.`);
}

/** A pending failure: one of `ahead` may be the culprit. */
export function mayHaveFailedByItself(
  run: TestRun,
  failure: TestRunFailure,
  ahead: readonly PullRequestNumber[],
): Reason {
  const code = failureCode(failure);
  const what = `${list(run.own)} ${whatFailed(run, failure)}${onTopOf(ahead)}`;
  const wait = ahead.length === 0 ? "" : `; ${list(ahead)} may be the cause until landed or gone`;
  return reason(code, `${what}${wait}.`);
}

/** CI has reported none of the required checks so far. */
export function noCheckStarted(run: TestRun, lastSeen: number | null): Reason {
  return reason("TEST_RUN_NO_CHECK_STARTED", `${list(run.own)}: ${noCheck(run, lastSeen)}.`);
}

/** `landedBelow`: landed predecessors on the test branch. */
export function failedByItself(
  run: TestRun,
  failure: TestRunFailure,
  landedBelow: readonly PullRequestNumber[],
  isRetried: boolean,
): Reason {
  const code = failureCode(failure);
  const again = isRetried ? " again" : "";
  const what = `${list(run.own)} ${whatFailed(run, failure)}${again}${onTopOf(landedBelow)}`;
  const alone = landedBelow.length === 0 ? " with nothing else ahead" : `; ${list(landedBelow)} landed`;
  return reason(code, `${what}${alone}, so the failure is its own.`);
}

/** `optimizationMode` skips the retry in a bisection. */
export function failedByOptimization(run: TestRun, failure: TestRunFailure): Reason {
  return reason(
    "TEST_RUN_FAILED_BY_OPTIMIZATION",
    `${list(run.own)} ${whatFailed(run, failure)} alone, and this queue does not test the same twice.`,
  );
}

/** Without a run, the batch is split because its other half passed. */
export function bisected(
  entries: readonly PullRequestNumber[],
  run: TestRun | undefined,
  regardlessOf: readonly PullRequestNumber[],
): Reason {
  const what =
    run?.progress.kind === "failed"
      ? `${list(entries)} ${whatFailed(run, run.progress.failure)} together${regardlessOf.length === 0 ? "" : `, with and without ${list(regardlessOf)}`}`
      : `One of ${list(entries)} must be the culprit`;
  return reason("BISECTION_REQUIRED", `${what}, so each half is tested alone to find the culprit.`);
}

/** The run could not start; the cause may be one of the entries, or a predecessor. */
export function notTestable(
  entries: readonly PullRequestNumber[],
  ahead: readonly PullRequestNumber[],
  why: Reason,
): Reason {
  const isSingle = entries.length === 1;
  const what = `${list(entries)} could not be tested${isSingle ? "" : " together"}${onTopOf(ahead)}`;
  const next = isSingle ? "it is tested alone" : "each half is tested alone";
  return reason(
    "BISECTION_REQUIRED",
    `${what} (${asSentencePart(why)}), so ${next} to find out whom that is about.`,
  );
}

export function passedAlone(run: TestRun, isSplit: boolean): Reason {
  return reason(
    "BISECTION_TEST_RUN_PASSED",
    `${list(run.own)} passed alone${isSplit ? ", so the culprit is another" : ""}; now tested with what is ahead in the line.`,
  );
}

/** The retry of a failed single entry passed. */
export function passedRetry(run: TestRun): Reason {
  return reason(
    "TEST_RUN_PASSED",
    `${list(run.own)} passed alone when it was tested once more; now tested with what is ahead in the line.`,
  );
}

export function noRequiredStatuses(own: readonly PullRequestNumber[]): Reason {
  return reason(
    "START_TEST_RUN_NO_REQUIRED_STATUSES",
    `No check is required of ${list(own)}, so nothing could ever prove it; name one in requiredStatuses.`,
  );
}

export function heldByConflict(
  entry: PullRequestNumber,
  ahead: readonly PullRequestNumber[],
  files: readonly string[],
): Reason {
  const sentence = `#${entry} conflicts with what is ahead of it (${list(ahead)})${inFiles(files)}; it waits for them.`;
  return reason("START_TEST_RUN_MERGE_CONFLICT", sentence);
}

export function conflictsWithBranch(
  entry: PullRequestNumber,
  branch: string,
  landedBelow: readonly PullRequestNumber[],
  files: readonly string[],
): Reason {
  const since = landedBelow.length === 0 ? "" : `, where ${list(landedBelow)} landed before it`;
  return reason(
    "START_TEST_RUN_MERGE_CONFLICT",
    `#${entry} conflicts with ${quoted(branch)}${since}${inFiles(files)}; update it and submit it again.`,
  );
}
