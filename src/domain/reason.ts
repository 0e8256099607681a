/** Why an entry is where it is: a code for programs and one sentence for people. */

export const REASON_CODES = [
  "API_REQUESTED",
  "USER_REQUESTED",
  "ADMIN_REQUESTED",
  "MERGE_ITEM_NOW_READY",
  "TESTS_RESTARTED_BY_API_REQUEST",
  "TESTS_RESTARTED_BY_USER",
  "MANUAL_PUSH_TO_TARGET_BRANCH",
  "PREREQUISITE_MERGE_ITEM_FAILED",
  "PREREQUISITE_MERGE_ITEM_CANCELLED",
  "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED",
  "SKIP_THE_LINE_INTERRUPTED",
  "TEST_RUN_PASSED",
  "TEST_RUN_REQUIRED_STATUS_FAILED",
  "TEST_RUN_TIMEOUT",
  "START_TEST_RUN_MERGE_CONFLICT",
  "START_TEST_RUN_RETRY_EXHAUSTED",
  "START_TEST_RUN_NO_REQUIRED_STATUSES",
  "START_TEST_RUN_INVALID_EVENT",
  "PR_UPDATED_AT_MERGE_TIME",
  "GITHUB_API_MERGE_PR_FAILED",
  "MERGE_GRAPH_MERGE",
  "MANUAL_MERGE",
  "PR_CLOSED",
  "PR_PUSHED_TO",
  "PR_BASE_BRANCH_CHANGED",
  "PR_CONVERTED_TO_DRAFT",
  "NOT_READY_TIMEOUT_EXPIRED",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** One sentence that names the pull requests, run and check concerned. Titles and check names in it are untrusted. */
  readonly sentence: string;
}
