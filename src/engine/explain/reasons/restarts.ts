/** Reasons for restarted tests. */
import { assertNever } from "../../../domain/assert-never.js";
import type { Check } from "../../../domain/check.js";
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import type { QueueMode } from "../../../domain/queue-settings.js";
import type { Reason } from "../../../domain/reason.js";
import type { Asker } from "../../model/event.js";
import type { Entry, TestRun, TestRunFailure } from "../../model/queue.js";
import { leftToLand } from "../../planning/tested-heads.js";
import {
  asClause,
  failureCode,
  inBrackets,
  list,
  onTopOf,
  quoted,
  reason,
  short,
  whatFailed,
} from "./sentence-parts.js";

export function restarted(own: readonly PullRequestNumber[], by: Asker | undefined): Reason {
  const what = `The tests of ${list(own)} were restarted`;
  return by === undefined
    ? reason("TESTS_RESTARTED_BY_API_REQUEST", `${what} on request.`)
    : reason("TESTS_RESTARTED_BY_USER", `${what} by ${by}.`);
}

/** The retry decides whether the failure was a flake. `landedBelow`: landed predecessors on the test branch. */
export function testedOnceMore(
  run: TestRun,
  failure: TestRunFailure,
  landedBelow: readonly PullRequestNumber[],
): Reason {
  const what = `${list(run.own)} ${whatFailed(run, failure)}${onTopOf(landedBelow)}`;
  const since = landedBelow.length === 0 ? "" : ` ${list(landedBelow)} landed;`;
  return reason(failureCode(failure), `${what};${since} before anybody is blamed it is tested once more.`);
}

/** A required check did not finish, which is no evidence about the code. */
export function interrupted(run: TestRun, check: Check): Reason {
  const what =
    check.detail === undefined
      ? `CI cancelled ${quoted(check.name)}`
      : `${quoted(check.name)} does not count${inBrackets(check)}`;
  return reason("TEST_RUN_REQUIRED_STATUS_FAILED", `${what}, so the tests of ${list(run.own)} start again.`);
}

export function branchMoved(own: readonly PullRequestNumber[], branch: string, tip: CommitId): Reason {
  return reason(
    "MANUAL_PUSH_TO_TARGET_BRANCH",
    `${quoted(branch)} is now at ${short(tip)}, so the tests of ${list(own)} start again there.`,
  );
}

/** A predecessor in the run has left. */
export function predecessorLeft(own: readonly PullRequestNumber[], predecessor: Entry): Reason {
  const { facts, reason: why } = predecessor;
  const clause = why === null ? `#${facts.number} left` : asClause(facts.number, why);
  return reason(codeOfEnd(predecessor), `${clause}; the tests of ${list(own)} start again without it.`);
}

function codeOfEnd({ ended }: Entry): Reason["code"] {
  switch (ended) {
    case "failed":
      return "PREREQUISITE_MERGE_ITEM_FAILED";
    case "merged":
      return "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED";
    case "cancelled":
    case null:
      return "PREREQUISITE_MERGE_ITEM_CANCELLED";
    default:
      return assertNever(ended);
  }
}

/** A predecessor is a pending failure. Without its run, which has ended, `known` may contain the cause. */
export function predecessorPending(
  own: readonly PullRequestNumber[],
  predecessors: readonly PullRequestNumber[],
  run: TestRun | null,
  known: Reason | null = null,
): Reason {
  const it = predecessors.length === 1 ? "it" : "them";
  const what =
    verdictOf(run, predecessors) ?? knownFailure(predecessors, known) ?? `${list(predecessors)} failed, so`;
  return reason(
    "PREREQUISITE_MERGE_ITEM_FAILED",
    `${what} the tests of ${list(own)} start again without ${it}.`,
  );
}

function verdictOf(run: TestRun | null, predecessors: readonly PullRequestNumber[]): string | null {
  if (run?.progress.kind === "failed")
    return `${list(predecessors)} ${whatFailed(run, run.progress.failure)}, so`;
  return run?.progress.kind === "conflicted" ? `${list(predecessors)} does not merge, so` : null;
}

function knownFailure([first]: readonly PullRequestNumber[], known: Reason | null): string | null {
  return first !== undefined && known !== null && DOUBTS.has(known.code)
    ? `${asClause(first, known)};`
    : null;
}

const DOUBTS: ReadonlySet<Reason["code"]> = new Set([
  "TEST_RUN_REQUIRED_STATUS_FAILED",
  "TEST_RUN_TIMEOUT",
  "BISECTION_REQUIRED",
]);

/** `hedge` replaces `run`. */
export function goneOnWith(run: TestRun, hedge: TestRun, code: Reason["code"]): Reason {
  const own = list(hedge.own);
  const gone = list(onlyIn(run, hedge));
  const added = list(onlyIn(hedge, run));
  return reason(
    code,
    onlyIn(run, hedge).length > 0
      ? `${own} is not tested with ${gone} any more: tests without it were begun ahead of time, and count now.`
      : `${own} is tested with ${added} again: tests on top of it were begun ahead of time, and count now.`,
  );
}

function onlyIn(run: TestRun, other: TestRun): readonly PullRequestNumber[] {
  const left = leftToLand(other);
  return leftToLand(run).flatMap(({ pullRequest }) =>
    left.some((head) => head.pullRequest === pullRequest) ? [] : [pullRequest],
  );
}

/** A predecessor that the run does not contain has landed. */
export function predecessorLanded(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "MANUAL_PUSH_TO_TARGET_BRANCH",
    `#${predecessor} landed after all, so the tests of ${list(own)} start again on top of it.`,
  );
}

export function predecessorBack(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "PREREQUISITE_MERGE_ITEM_FAILED",
    `#${predecessor} is no longer in doubt, so the tests of ${list(own)} start again on top of it.`,
  );
}

/** Changed targets make the batch depend on another entry. */
export function targetsChanged(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "TESTS_RESTARTED_BY_API_REQUEST",
    `Impacted targets make ${list(own)} depend on #${predecessor} now, so the tests start again on top of it.`,
  );
}

/** Changed targets end the dependency on another entry. */
export function independent(own: readonly PullRequestNumber[], predecessor: PullRequestNumber): Reason {
  return reason(
    "TESTS_RESTARTED_BY_API_REQUEST",
    `Impacted targets no longer make ${list(own)} depend on #${predecessor}, so the tests start again without it.`,
  );
}

/** `passedBy` landed past the run, before targets were added to `changed`. */
export function targetsGrown(
  own: readonly PullRequestNumber[],
  changed: PullRequestNumber,
  passedBy: readonly PullRequestNumber[],
): Reason {
  return reason(
    "TESTS_RESTARTED_BY_API_REQUEST",
    `#${changed} has more impacted targets since ${list(passedBy)} landed beside its tests, so those of ${list(own)} start again.`,
  );
}

/** The batches of a paused queue lost their places to the mode switch. */
export function modeSwitched(own: readonly PullRequestNumber[], mode: QueueMode): Reason {
  return reason(
    "TESTS_RESTARTED_BY_API_REQUEST",
    `The queue switched to ${mode} mode while it was paused, so the tests of ${list(own)} start again.`,
  );
}

/** `urgent` may be in `own`: then it overtook its predecessors. */
export function skippedTheLine(own: readonly PullRequestNumber[], urgent: PullRequestNumber): Reason {
  return reason(
    "SKIP_THE_LINE_INTERRUPTED",
    `#${urgent} is urgent and goes first, so the tests of ${list(own)} start again.`,
  );
}
