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

const OF_PULL_REQUEST = /pr-\d+\/[^/]+$/i;
const OF_TIP = /tip\/.+\/[^/]+$/i;

/** Whether it is a test branch for some prefix: a service may set any. */
export function mayBeTestBranch(branch: string): boolean {
  return OF_PULL_REQUEST.test(branch) || OF_TIP.test(branch);
}

/** Signs of GitHub's patterns, and of other patterns, whose meaning is then open. */
const PATTERN = /[*?+[\]{}()!\\]/;
/** Crosses a slash, or may. */
const BEYOND_SLASH = /\*\*|\/[?+]|[{}()\\]|\[(?![A-Za-z\d_]+\]|(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d)+\])/;
/** Another service may name its test branches in another form, with one of these words. */
const OF_QUEUE = /queue|merge|mq|trunk|bors|staging/i;

/**
 * Whether a filter of GitHub for pushed branches may include a test branch. One whole name never does, since test
 * branches get generated names.
 */
export function mayIncludeTestBranch(filter: unknown): boolean {
  if (typeof filter !== "string") return true;
  if (filter.startsWith("!") || !PATTERN.test(filter)) return false;
  if (BEYOND_SLASH.test(filter) || OF_QUEUE.test(filter)) return true;
  const parts = filter.split("/");
  const folder = parts.at(-2);
  if (folder === undefined) return false;
  const mayEndIn = (part: string, ending: RegExp) => PATTERN.test(part) || ending.test(part);
  return mayEndIn(folder, /pr-\d+$/i) || parts.slice(0, -2).some((part) => mayEndIn(part, /tip$/i));
}
