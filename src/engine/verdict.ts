/** What the checks reported so far say of a test run. Only the required ones count. */
import type { Check } from "../domain/check.js";
import type { TestRun } from "./queue.js";
import { remembered } from "./remembered.js";

export type Verdict =
  | { readonly kind: "open" }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly check: Check }
  /** CI gave up on a check: that says nothing about the code. */
  | { readonly kind: "interrupted"; readonly check: Check };

export type Decided = Exclude<Verdict, { readonly kind: "open" }>;

const OPEN: Verdict = { kind: "open" };
const PASSING = new Set<Check["conclusion"]>(["success", "neutral", "skipped"]);

/**
 * A failure decides at once, since CI tends to cancel the other checks then; a run passes only when every required
 * check has. Nothing passes without a required check.
 */
export function verdictOn({ requiredStatuses, checks }: TestRun): Verdict {
  if (checks.length === 0) return OPEN;
  const conclusions = requiredStatuses.map((name) =>
    checks.find((check) => check.name === name && isOver(check)),
  );
  const failed = conclusions.find((check) => check !== undefined && hasFailed(check));
  if (failed) return { kind: "failed", check: failed };
  const interrupted = conclusions.find((check) => check?.conclusion === "cancelled");
  if (interrupted) return { kind: "interrupted", check: interrupted };
  const hasPassed = conclusions.every((check) => check !== undefined && PASSING.has(check.conclusion));
  return hasPassed && conclusions.length > 0 ? { kind: "passed" } : OPEN;
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

function hasFailed({ conclusion }: Check): boolean {
  return conclusion !== "cancelled" && !PASSING.has(conclusion);
}
