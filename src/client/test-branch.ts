/** The names of test branches, which end in the id of their test run. */
import { isTestRunId } from "../domain/ids.js";

/** Null for a branch that does not end as one. */
export function testRunOfBranch(branch: string): string | null {
  const last = branch.slice(branch.lastIndexOf("/") + 1);
  return isTestRunId(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}
