/** One check that CI reports on a test run. Names and addresses are untrusted text. */

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
  /** Null until the check is completed. */
  readonly conclusion: (typeof CHECK_CONCLUSIONS)[number] | null;
  /** For people: which job was skipped, or why a check that looks complete does not count. */
  readonly detail?: string;
}

type Conclusion = Check["conclusion"];

/** The check was reported without being executed, which says nothing about the code. */
export function isSkipped({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return conclusion === "skipped" || conclusion === "neutral";
}

/** Null is open, and cancelled is no verdict. */
export function isFailed({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return (
    conclusion !== null &&
    conclusion !== "success" &&
    conclusion !== "cancelled" &&
    !isSkipped({ conclusion })
  );
}

/** Who names the checks that decide a run: the queue's setting, a file in the repository, or the forge itself. */
export const REQUIRED_STATUSES_SOURCES = [
  "merge_instance",
  "trunk_config",
  "repo_provider_branch_protection",
] as const;
export type RequiredStatusesSource = (typeof REQUIRED_STATUSES_SOURCES)[number];

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "passed" }
  /** Of a skipped check: the policy for it says so, or no required check was executed. */
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
 * A failure decides immediately, since CI tends to cancel the other checks then; all pass only when every required check is
 * complete and one of them succeeded. A skipped check counts as a failure, or needs no other check to succeed, where
 * `skippedChecks` names it.
 */
export function verdictOn(checked: Checked): Verdict {
  const { checks } = checked;
  if (checks.length === 0) return OPEN;
  return verdictOnReported(checked);
}

/** Apart, since its closures cost something, and the engine asks about a hundred runs without a check at a time. */
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
