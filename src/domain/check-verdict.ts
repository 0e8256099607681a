/** The verdict that a test run's checks give on it: required checks, and whether a skipped check passes. */
import { type Check, isFailed, isSkipped } from "./check.js";
import type { SkippedChecks } from "./queue-settings.js";

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
