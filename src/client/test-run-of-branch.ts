/** Finds the id of a test run at the end of the name of its test branch. */
import { isTestRunId } from "../domain/ids.js";

/** Null for a branch that does not end with the id of a test run. */
export function testRunOfBranch(branch: string): string | null {
  const last = branch.slice(branch.lastIndexOf("/") + 1);
  return isTestRunId(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}
