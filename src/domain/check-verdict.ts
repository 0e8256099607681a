/** The verdict of the required checks on the commit that they ran on. */
import { type Check, isFailed, isSkipped } from "./check.js";
import type { SkippedChecks } from "./queue-settings.js";

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "passed" }
  /** Of a skipped check: the policy for it says so, or no required check was executed. */
  | { readonly kind: "failed"; readonly check: Check }
  /** CI cancelled a check, which is no verdict on the code. */
  | { readonly kind: "interrupted"; readonly check: Check };

export interface Checked {
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
