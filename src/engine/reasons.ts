/**
 * Every reason the engine gives: a code for programs, and one sentence for people that names the pull requests,
 * the run and the check concerned. Names of checks and files in them are untrusted text, cut to a bearable length.
 */
import { assertNever } from "../domain/assert-never.js";
import type { Check } from "../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../domain/ids.js";
import type { QueueMode } from "../domain/queue-settings.js";
import type { Reason, ReasonCode } from "../domain/reason.js";
import type { Entry, TestRun, TestRunFailure } from "./queue.js";

const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 100;

export function submitted(entry: PullRequestNumber): Reason {
  return reason("API_REQUESTED", `#${entry} was submitted.`);
}

export function nowReady(entry: PullRequestNumber): Reason {
  return reason("MERGE_ITEM_NOW_READY", `#${entry} is ready and waits for its turn.`);
}

export function notReadyForTooLong(entry: PullRequestNumber, hours: number): Reason {
  return reason("NOT_READY_TIMEOUT_EXPIRED", `#${entry} was not ready within ${amount(hours, "hour")}.`);
}

export function restarted(own: readonly PullRequestNumber[]): Reason {
  return reason("TESTS_RESTARTED_BY_API_REQUEST", `The tests of ${list(own)} were restarted on request.`);
}

export function disappeared(entry: PullRequestNumber): Reason {
  return reason("PR_CLOSED", `#${entry} does not exist any more.`);
}

export function closed(entry: PullRequestNumber): Reason {
  return reason("PR_CLOSED", `#${entry} was closed.`);
}

export function pushedTo(entry: PullRequestNumber, headSha: CommitId): Reason {
  return reason("PR_PUSHED_TO", `#${entry} was pushed to: its head is now ${short(headSha)}.`);
}

export function convertedToDraft(entry: PullRequestNumber): Reason {
  return reason("PR_CONVERTED_TO_DRAFT", `#${entry} was converted to a draft.`);
}

export function baseBranchChanged(entry: PullRequestNumber, branch: string): Reason {
  return reason("PR_BASE_BRANCH_CHANGED", `#${entry} now aims at ${quoted(branch)}.`);
}

export function mergedByHand(entry: PullRequestNumber): Reason {
  return reason("MANUAL_MERGE", `#${entry} was merged outside the queue.`);
}

/** Null: it was merged directly. */
export function landed(entry: PullRequestNumber, verifiedBy: TestRunId | null): Reason {
  return verifiedBy === null
    ? reason(
        "MERGE_GRAPH_DIRECT_MERGE",
        `#${entry} landed directly: its own checks passed on the tip of the branch.`,
      )
    : reason("MERGE_GRAPH_MERGE", `#${entry} landed: it passed test run ${verifiedBy}.`);
}

/** `run` is the run of a successor, which contains the entry. */
export function successorPassed(entry: PullRequestNumber, run: TestRun): Reason {
  return reason(
    "SUCCESSOR_TEST_RUN_PASSED",
    `${list(run.own)} passed on top of #${entry}, so #${entry} is proven too.`,
  );
}

/** Put on what landed meanwhile it would have been another change than the one tested. */
export function landingDiffered(
  own: readonly PullRequestNumber[],
  branch: string,
  files: readonly string[],
): Reason {
  return reason(
    "MANUAL_PUSH_TO_TARGET_BRANCH",
    `What landed on ${quoted(branch)} since touches the same files as ${list(own)}${inFiles(files)}, so the tests start again there.`,
  );
}

export function testsPassed(run: TestRun, ahead: readonly PullRequestNumber[]): Reason {
  const checks = enumerate(run.requiredStatuses.map(quoted));
  return reason("TEST_RUN_PASSED", `${list(run.own)} passed ${checks}${onTopOf(ahead)}.`);
}

/** Nobody is blamed yet: `ahead` are those that may still be the culprit. */
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

/** `landedBelow` were on the test branch too, and have landed since. */
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

/** One more test decides whether the failure was a flake. `landedBelow` were on the test branch too. */
export function testedOnceMore(
  run: TestRun,
  failure: TestRunFailure,
  landedBelow: readonly PullRequestNumber[],
): Reason {
  const what = `${list(run.own)} ${whatFailed(run, failure)}${onTopOf(landedBelow)}`;
  const since = landedBelow.length === 0 ? "" : ` ${list(landedBelow)} landed;`;
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `${what};${since} before anybody is blamed it is tested once more.`,
  );
}

/** The queue was told not to test the same once more while it looks for a culprit. */
export function failedByOptimization(run: TestRun, failure: TestRunFailure): Reason {
  return reason(
    "TEST_RUN_FAILED_BY_OPTIMIZATION",
    `${list(run.own)} ${whatFailed(run, failure)} alone, and this queue does not test the same twice.`,
  );
}

/** Without a run, the other half has passed. */
export function bisected(entries: readonly PullRequestNumber[], run: TestRun | undefined): Reason {
  const failure = run?.progress.kind === "failed" ? run.progress.failure : null;
  const what =
    run === undefined || failure === null
      ? `One of ${list(entries)} must be the culprit`
      : `${list(entries)} ${whatFailed(run, failure)} together`;
  return reason("BISECTION_REQUIRED", `${what}, so each half is tested alone to find the culprit.`);
}

export function passedAlone(run: TestRun): Reason {
  return reason(
    "BISECTION_TEST_RUN_PASSED",
    `${list(run.own)} passed alone, so the culprit is another; now tested with what is ahead in the line.`,
  );
}

export function noRequiredStatuses(own: readonly PullRequestNumber[]): Reason {
  return reason(
    "START_TEST_RUN_NO_REQUIRED_STATUSES",
    `No check is required of ${list(own)}, so nothing could ever prove it; name one in requiredStatuses.`,
  );
}

export function interrupted(run: TestRun, check: Check): Reason {
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `CI cancelled ${quoted(check.name)}, so the tests of ${list(run.own)} start again.`,
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

export function branchMoved(own: readonly PullRequestNumber[], branch: string, tip: CommitId): Reason {
  return reason(
    "MANUAL_PUSH_TO_TARGET_BRANCH",
    `${quoted(branch)} is now at ${short(tip)}, so the tests of ${list(own)} start again there.`,
  );
}

/** Why a run that contained `predecessor` proves nothing now that it has ended. */
export function predecessorLeft(own: readonly PullRequestNumber[], predecessor: Entry): Reason {
  const number = predecessor.facts.number;
  switch (predecessor.ended) {
    case "failed":
      return reason(
        "PREREQUISITE_MERGE_ITEM_FAILED",
        `#${number} failed, so the tests of ${list(own)} start again without it.`,
      );
    case "merged":
      return reason(
        "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED",
        `#${number} was merged outside the queue, so the tests of ${list(own)} start again without it.`,
      );
    case "cancelled":
    case null:
      return reason(
        "PREREQUISITE_MERGE_ITEM_CANCELLED",
        `#${number} left, so the tests of ${list(own)} start again without it.`,
      );
    default:
      return assertNever(predecessor.ended);
  }
}

/** Without a run, the predecessor failed before, and is tested once more. */
export function predecessorInDoubt(
  own: readonly PullRequestNumber[],
  predecessors: readonly PullRequestNumber[],
  run: TestRun | null,
): Reason {
  const what =
    run?.progress.kind === "failed"
      ? whatFailed(run, run.progress.failure)
      : run?.progress.kind === "conflicted"
        ? "does not merge"
        : "failed";
  const it = predecessors.length === 1 ? "it" : "them";
  return reason(
    "PREREQUISITE_MERGE_ITEM_FAILED",
    `${list(predecessors)} ${what}, so the tests of ${list(own)} start again without ${it}.`,
  );
}

/** It was in doubt, and has landed nevertheless. */
export function predecessorLanded(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `#${predecessor} landed after all, so the tests of ${list(own)} start again on top of it.`,
  );
}

export function predecessorBack(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `#${predecessor} is no longer in doubt, so the tests of ${list(own)} start again on top of it.`,
  );
}

/** The one or the other touches something else than when the tests began. */
export function targetsChanged(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `By its impacted targets ${list(own)} depends on #${predecessor} now, so the tests start again on top of it.`,
  );
}

/** A paused queue lands nothing, so whoever has a place waits for another one in the new mode. */
export function modeSwitched(own: readonly PullRequestNumber[], mode: QueueMode): Reason {
  return reason(
    "TESTS_RESTARTED_BY_USER",
    `The queue switched to ${mode} mode while it was paused, so the tests of ${list(own)} start again.`,
  );
}

/** `urgent` may be among `own`: then it is what overtook those it was tested behind. */
export function skippedTheLine(own: readonly PullRequestNumber[], urgent: PullRequestNumber): Reason {
  return reason(
    "SKIP_THE_LINE_INTERRUPTED",
    `#${urgent} is urgent and goes first, so the tests of ${list(own)} start again.`,
  );
}

function reason(code: ReasonCode, sentence: string): Reason {
  return { code, sentence };
}

function failureCode(failure: TestRunFailure): ReasonCode {
  return failure.kind === "timeout" ? "TEST_RUN_TIMEOUT" : "TEST_RUN_REQUIRED_STATUS_FAILED";
}

function whatFailed({ checks }: TestRun, failure: TestRunFailure): string {
  switch (failure.kind) {
    case "check": {
      const check = checks.find(({ name }) => name === failure.name);
      const isCancelled = check?.conclusion === "cancelled";
      return isCancelled
        ? `had CI cancel ${quoted(check.name)} every time`
        : `failed ${quoted(failure.name)}`;
    }
    case "timeout":
      return `took longer than ${amount(failure.minutes, "minute")}`;
    default:
      return assertNever(failure);
  }
}

function onTopOf(ahead: readonly PullRequestNumber[]): string {
  return ahead.length === 0 ? "" : ` on top of ${list(ahead)}`;
}

function inFiles(files: readonly string[]): string {
  return files.length === 0 ? "" : ` in ${enumerate(files.map(quoted))}`;
}

function list(pullRequests: readonly PullRequestNumber[]): string {
  return enumerate(pullRequests.map((number) => `#${number}`));
}

function enumerate(names: readonly string[]): string {
  const shown = names.slice(0, names.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const left = names.length - shown.length;
  const parts = left === 0 ? shown : [...shown, `${left} more`];
  const last = parts.at(-1) ?? "nothing";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function quoted(name: string): string {
  const cut = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return `\`${cut.replace(/\p{C}/gu, " ")}\``;
}

function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function short(commit: CommitId): string {
  return commit.slice(0, 8);
}
