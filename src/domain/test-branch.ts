/** Names of test branches. Do not parse pull request numbers from one: a batch shows only its first. */
import type { PullRequestNumber, TestRunId } from "./ids.js";

export const DEFAULT_TEST_BRANCH_PREFIX = "mq-merge/";

/** `<prefix>pr-<first>/<testRunId>`. */
export function testBranchName(prefix: string, first: PullRequestNumber, run: TestRunId): string {
  return `${prefix}pr-${first}/${run}`;
}
