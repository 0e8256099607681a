/** What the checks reported so far say of a test run. Only the required ones count. */
import { type Check, isFailed, isSkipped } from "../domain/check.js";
import type { SkippedChecks } from "../domain/queue-settings.js";
import type { TestRun } from "./queue.js";
import { remembered } from "./remembered.js";

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly check: Check }
  /** Every required check was skipped, so nothing was tested. */
  | { readonly kind: "notExecuted"; readonly checks: readonly Check[] }
  /** CI gave up on a check: that says nothing about the code. */
  | { readonly kind: "interrupted"; readonly check: Check };

export type Decided = Exclude<Verdict, { readonly kind: "open" }>;

const OPEN: Verdict = { kind: "open" };
const PASSED: Verdict = { kind: "passed" };
const NO_POLICIES: SkippedChecks = {};

/**
 * A failure decides at once, since CI tends to cancel the other checks then; a run passes only when every required
 * check is complete and one of them succeeded. A skipped check counts as a failure, or needs no other check to
 * succeed, where `skippedChecks` names it.
 */
export function verdictOn({
  requiredStatuses,
  checks,
  skippedChecks = NO_POLICIES,
}: Pick<TestRun, "requiredStatuses" | "checks" | "skippedChecks">): Verdict {
  if (checks.length === 0) return OPEN;
  const conclusions = requiredStatuses.map((name) =>
    checks.find((check) => check.name === name && isOver(check)),
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
  const isTested = complete.some(({ conclusion }) => conclusion === "success");
  if (isTested || complete.every((check) => policyOf(check) === "pass")) return PASSED;
  return { kind: "notExecuted", checks: complete };
}

/** The runs whose checks decide by now, with the verdict on each: mostly few. */
export const verdictsOn = remembered((runs: readonly TestRun[]): ReadonlyMap<TestRun, Decided> => {
  const decided = new Map<TestRun, Decided>();
  for (const run of runs) {
    const verdict = verdictOn(run);
    if (verdict.kind !== "open") decided.set(run, verdict);
  }
  return decided;
});

function isOver(check: Check): boolean {
  return check.status === "completed" && check.conclusion !== null;
}
