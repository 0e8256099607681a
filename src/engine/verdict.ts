/** Which test runs the checks reported so far decide. */
import { type Verdict, verdictOn } from "../domain/check-verdict.js";
import { remembered } from "./index/index.js";
import type { TestRun } from "./queue.js";

export type Decided = Exclude<Verdict, { readonly kind: "open" }>;

/** The runs whose checks decide by now, with the verdict on each: mostly few. */
export const verdictsOn = remembered((runs: readonly TestRun[]): ReadonlyMap<TestRun, Decided> => {
  const decided = new Map<TestRun, Decided>();
  for (const run of runs) {
    if (run.checks.length === 0) continue;
    const verdict = verdictOn(run);
    if (verdict.kind !== "open") decided.set(run, verdict);
  }
  return decided;
});
