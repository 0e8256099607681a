/** A check that CI reports on a test run. Names and URLs are untrusted text. */

import type { SkippedChecks } from "./queue-settings.js";

export const CHECK_STATUSES = ["queued", "in_progress", "completed"] as const;
export const CHECK_CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "skipped",
  "cancelled",
  "timed_out",
  "action_required",
  "stale",
] as const;

export interface Check {
  readonly name: string;
  readonly url: string;
  readonly status: (typeof CHECK_STATUSES)[number];
  /** null until the check is completed. */
  readonly conclusion: (typeof CHECK_CONCLUSIONS)[number] | null;
  /** CI has not reported it, so it may not even have noticed the commit; absent also if that is unknown. */
  readonly isMissing?: boolean;
  /** For people: the skipped job, or the reason why a completed check does not count. */
  readonly detail?: string;
}

type Conclusion = Check["conclusion"];

/** The check was reported without being executed: no evidence about the code. */
export function isSkipped({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return conclusion === "skipped" || conclusion === "neutral";
}

/** null is still open; cancelled is no verdict. */
export function isFailed({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return (
    conclusion !== null &&
    conclusion !== "success" &&
    conclusion !== "cancelled" &&
    !isSkipped({ conclusion })
  );
}

/** Source of the list of checks that decide a run: the queue's setting, a file in the repository, or the forge. */
export const REQUIRED_STATUSES_SOURCES = [
  "merge_instance",
  "trunk_config",
  "repo_provider_branch_protection",
] as const;
export type RequiredStatusesSource = (typeof REQUIRED_STATUSES_SOURCES)[number];

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "passed" }
  /** With a skipped check: its policy is "fail", or no required check was executed. */
  | { readonly kind: "failed"; readonly check: Check }
  /** CI cancelled a check, which is no verdict on the code. */
  | { readonly kind: "interrupted"; readonly check: Check };

interface Checked {
  readonly requiredStatuses: readonly string[];
  readonly checks: readonly Check[];
  readonly skippedChecks?: SkippedChecks;
}

const OPEN: Verdict = { kind: "open" };
const PASSED: Verdict = { kind: "passed" };
const NO_POLICIES: SkippedChecks = {};

/**
 * The first failure decides, because CI tends to cancel the other checks after it. A pass needs every required check
 * to be complete and at least one to succeed. `skippedChecks` overrides this per check: "fail" turns a skipped check
 * into a failure, "pass" accepts it even if no other check succeeded.
 */
export function verdictOn(checked: Checked): Verdict {
  const { checks } = checked;
  if (checks.length === 0) return OPEN;
  return verdictOnReported(checked);
}

/** A separate function because its closures are costly, and the engine often asks about a hundred unreported runs. */
function verdictOnReported({ requiredStatuses, checks, skippedChecks = NO_POLICIES }: Checked): Verdict {
  const conclusions = requiredStatuses.map((name) =>
    checks.find((check) => check.name === name && isComplete(check)),
  );
  const policyOf = ({ name }: Check) =>
    Object.hasOwn(skippedChecks, name) ? skippedChecks[name] : undefined;
  const hasFailed = (check: Check) => isFailed(check) || (isSkipped(check) && policyOf(check) === "fail");
  const failed = conclusions.find((check) => check !== undefined && hasFailed(check));
  if (failed) return { kind: "failed", check: failed };
  const interrupted = conclusions.find((check) => check?.conclusion === "cancelled");
  if (interrupted) return { kind: "interrupted", check: interrupted };
  const complete = conclusions.filter((check) => check !== undefined);
  if (complete.length < conclusions.length || complete.length === 0) return OPEN;
  if (complete.some(({ conclusion }) => conclusion === "success")) return PASSED;
  const skipped = complete.find((check) => policyOf(check) !== "pass");
  return skipped === undefined ? PASSED : { kind: "failed", check: skipped };
}

function isComplete(check: Check): boolean {
  return check.status === "completed" && check.conclusion !== null;
}
