/** Names of test branches. Do not parse pull request numbers from one: a batch shows only its first. */
import { isTestRunId, type PullRequestNumber, type TestRunId } from "./ids.js";

export const DEFAULT_TEST_BRANCH_PREFIX = "mq-merge/";

const TIP = "tip/";

/** `<prefix>tip/<targetBranch>/<testRunId>`: the target branch alone is tested. */
export function tipBranchName(prefix: string, targetBranch: string, run: TestRunId): string {
  return `${prefix}${TIP}${targetBranch}/${run}`;
}

/** What the name of a test branch of either form contains. null: it is none. */
export function readTestBranch(
  prefix: string,
  branch: string,
): { readonly run: TestRunId; readonly targetBranch: string | null } | null {
  if (!branch.startsWith(prefix)) return null;
  const rest = branch.slice(prefix.length);
  const cut = rest.lastIndexOf("/");
  const run = rest.slice(cut + 1);
  if (!isTestRunId(run)) return null;
  if (rest.startsWith("pr-")) return { run, targetBranch: null };
  const target = cut > TIP.length ? rest.slice(TIP.length, cut) : "";
  return rest.startsWith(TIP) && target !== "" ? { run, targetBranch: target } : null;
}

/** `<prefix>pr-<first>/<testRunId>`. */
export function testBranchName(prefix: string, first: PullRequestNumber, run: TestRunId): string {
  return `${prefix}pr-${first}/${run}`;
}

/** The id of a test run at the end of the name; null for a branch without one. */
export function testRunOfBranch(branch: string): string | null {
  const last = branch.slice(branch.lastIndexOf("/") + 1);
  return isTestRunId(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}
