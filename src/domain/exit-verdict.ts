/**
 * Why an entry left the queue, as one of eleven verdicts: whose fault it was, and whether another submission makes
 * sense. Each reason code has exactly one verdict; the codes of failed test runs have one per kind of evidence.
 */
import type { PullRequestNumber } from "./ids.js";
import type { ReasonCode } from "./reason.js";
import type { SubmitAgain, VerdictKind } from "./verdict-kinds.js";

export interface VerdictFacts {
  /** A few words, to follow "Verdict:". */
  readonly title: string;
  readonly meaning: string;
  readonly submitAgain: SubmitAgain;
  /** The next step of the author. */
  readonly next: string;
}

export const VERDICTS = {
  landed: {
    title: "landed",
    meaning: "The queue landed it.",
    submitAgain: "unneeded",
    next: "Nothing is left to do.",
  },
  yours: {
    title: "yours",
    meaning: "It failed on exactly the target branch and this change.",
    submitAgain: "afterChange",
    next: "Push a fix, then submit it again.",
  },
  combination: {
    title: "combination",
    meaning: "It passed without a pull request that has landed since, and fails only together with it.",
    submitAgain: "afterChange",
    next: "Update it with the target branch, push a fix, then submit it again.",
  },
  flaky: {
    title: "flaky",
    meaning: "The failed check also passed on exactly the same code.",
    submitAgain: "asItIs",
    next: "Submit it again; nothing in it needs a fix.",
  },
  ciBroke: {
    title: "CI broke",
    meaning: "CI or the code host gave no result for it.",
    submitAgain: "asItIs",
    next: "Submit it again when CI and the code host work; nothing in it needs a fix.",
  },
  targetBroken: {
    title: "target branch broken",
    meaning: "Other pull requests failed the same check on the same commit of the target branch.",
    submitAgain: "afterRepair",
    next: "Submit it again when the target branch is repaired; nothing in it needs a fix.",
  },
  conflict: {
    title: "conflict",
    meaning: "It does not merge with the target branch.",
    submitAgain: "afterChange",
    next: "Resolve the conflict, push, then submit it again.",
  },
  rules: {
    title: "rules",
    meaning: "It did not meet the rules of the target branch.",
    submitAgain: "afterRepair",
    next: "Meet the rules, then submit it again.",
  },
  setUp: {
    title: "set-up",
    meaning: "The repository or the queue is not set up for it.",
    submitAgain: "afterRepair",
    next: "Ask an administrator of the repository to repair the set-up, then submit it again.",
  },
  landedElsewhere: {
    title: "landed elsewhere",
    meaning: "It was merged outside the queue.",
    submitAgain: "unneeded",
    next: "Nothing is left to do.",
  },
  withdrawn: {
    title: "changed or withdrawn",
    meaning: "It was changed, closed or taken out of the queue.",
    submitAgain: "asItIs",
    next: "Submit it again when it shall land.",
  },
} as const satisfies Readonly<Record<VerdictKind, VerdictFacts>>;

/** What is known about the failure of a test run. Everything comes from the queue's log. */
export interface FailureEvidence {
  /** Without a result of CI: cancelled, stale, waiting for a person, or not one check started before the timeout. */
  readonly hasNoResult: boolean;
  /** Required checks were skipped, and the queue's settings count that as a failure. */
  readonly isSkipped: boolean;
  /** Each failed check also passed on the same tree. */
  readonly passedOnSameTree: boolean;
  /** Other entries that failed the same check alone on the same commit of the target branch. */
  readonly failedToo: readonly PullRequestNumber[];
  /** What has landed since the same head passed. */
  readonly failsOnlyWith: readonly PullRequestNumber[];
}

export const NO_EVIDENCE: FailureEvidence = {
  hasNoResult: false,
  isSkipped: false,
  passedOnSameTree: false,
  failedToo: [],
  failsOnlyWith: [],
};

/** One other entry may have the same bug; two or more prove the target branch broken. */
const PROVEN_BY = 2;

/** The first that applies: an innocent explanation comes before blame. */
function verdictOfFailure(evidence: FailureEvidence): VerdictKind {
  if (evidence.hasNoResult) return "ciBroke";
  if (evidence.isSkipped) return "setUp";
  if (evidence.passedOnSameTree) return "flaky";
  if (evidence.failedToo.length >= PROVEN_BY) return "targetBroken";
  return evidence.failsOnlyWith.length > 0 ? "combination" : "yours";
}

type CodeRow =
  | {
      readonly kind: "one";
      readonly verdict: VerdictKind;
      readonly next?: string;
      readonly again?: SubmitAgain;
    }
  /** The evidence decides, see `verdictOfFailure`. */
  | { readonly kind: "failure" }
  /** The branch refused the service, or the pull request lost an approval while it landed. */
  | { readonly kind: "rulesOrSetUp" }
  /** Explains a state in the queue and never ends an entry. */
  | { readonly kind: "remains" };

const REMAINS: CodeRow = { kind: "remains" };
const FAILURE: CodeRow = { kind: "failure" };

function always(verdict: VerdictKind, next?: string, again?: SubmitAgain): CodeRow {
  return { kind: "one", verdict, ...(next !== undefined && { next }), ...(again !== undefined && { again }) };
}

export const VERDICT_OF_CODE: Readonly<Record<ReasonCode, CodeRow>> = {
  MERGE_GRAPH_MERGE: always("landed"),
  MERGE_GRAPH_DIRECT_MERGE: always("landed"),
  TEST_RUN_REQUIRED_STATUS_FAILED: FAILURE,
  TEST_RUN_TIMEOUT: FAILURE,
  TEST_RUN_FAILED_BY_OPTIMIZATION: FAILURE,
  START_TEST_RUN_MERGE_CONFLICT: always("conflict"),
  START_TEST_RUN_RETRY_EXHAUSTED: always("ciBroke"),
  START_TEST_RUN_NO_REQUIRED_STATUSES: always("setUp"),
  START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH: always("setUp"),
  START_TEST_RUN_INVALID_EVENT: always("yours", "Push another head, then submit it again."),
  PR_UPDATED_AT_MERGE_TIME: always("withdrawn", "Submit it again to land its new head."),
  GITHUB_API_MERGE_PR_FAILED: always("ciBroke"),
  GITHUB_API_BRANCH_PROTECTION_UNMET: { kind: "rulesOrSetUp" },
  MANUAL_MERGE: always("landedElsewhere"),
  PR_MERGED_INTO_OTHER_BRANCH: always("landedElsewhere"),
  API_REQUESTED: always("withdrawn"),
  USER_REQUESTED: always("withdrawn"),
  ADMIN_REQUESTED: always("withdrawn"),
  PR_CLOSED: always("withdrawn", "Reopen it, then submit it again.", "afterChange"),
  PR_PUSHED_TO: always("withdrawn", "Submit it again to land its new head."),
  PR_BASE_BRANCH_CHANGED: always(
    "withdrawn",
    "Submit it to the queue of its new base branch, or change the base back.",
    "afterChange",
  ),
  PR_CONVERTED_TO_DRAFT: always(
    "withdrawn",
    "Mark it as ready for review, then submit it again.",
    "afterChange",
  ),
  NOT_READY_TIMEOUT_EXPIRED: always("rules"),
  MERGE_ITEM_NOW_READY: REMAINS,
  TESTS_RESTARTED_BY_API_REQUEST: REMAINS,
  TESTS_RESTARTED_BY_USER: REMAINS,
  MANUAL_PUSH_TO_TARGET_BRANCH: REMAINS,
  PREREQUISITE_MERGE_ITEM_FAILED: REMAINS,
  PREREQUISITE_MERGE_ITEM_CANCELLED: REMAINS,
  PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED: REMAINS,
  SKIP_THE_LINE_INTERRUPTED: REMAINS,
  BISECTION_REQUIRED: REMAINS,
  BISECTION_TEST_RUN_PASSED: REMAINS,
  TEST_RUN_PASSED: REMAINS,
  TEST_RUN_NO_CHECK_STARTED: REMAINS,
  TARGET_BRANCH_BROKEN: REMAINS,
  CI_OUTAGE: REMAINS,
  SUCCESSOR_TEST_RUN_PASSED: REMAINS,
};

export interface ExitVerdict {
  readonly verdict: VerdictKind;
  readonly submitAgain: SubmitAgain;
  readonly next: string;
}

/** The verdict on an entry that has left. null: the code never ends an entry. */
export function exitVerdict(
  code: ReasonCode,
  evidence: FailureEvidence = NO_EVIDENCE,
  /** The pull request itself broke a rule, noted during its landing. */
  hasBrokenRule = false,
): ExitVerdict | null {
  const row = VERDICT_OF_CODE[code];
  switch (row.kind) {
    case "one": {
      const { submitAgain, next } = VERDICTS[row.verdict];
      return { verdict: row.verdict, submitAgain: row.again ?? submitAgain, next: row.next ?? next };
    }
    case "failure":
      return plain(verdictOfFailure(evidence));
    case "rulesOrSetUp":
      return plain(hasBrokenRule ? "rules" : "setUp");
    case "remains":
      return null;
  }
}

function plain(verdict: VerdictKind): ExitVerdict {
  const { submitAgain, next } = VERDICTS[verdict];
  return { verdict, submitAgain, next };
}
