/** Reads the failed test runs of a pull request that failed, for a report about its state. */
import { type FailedTestRun, FailedTestRuns } from "../client/failed-test-runs.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import type { SubmittedPullRequest } from "../client/wait.js";
import { extraRead, type Step } from "./operation.js";

/** Empty for a pull request that has not failed, and when the service does not return them. */
export async function failedTestRunsOf(
  request: PullRequestOnWire,
  { state }: SubmittedPullRequest,
  step: Pick<Step, "client" | "skipped">,
): Promise<readonly FailedTestRun[]> {
  if (state !== "FAILED" && state !== "PENDING_FAILURE") return [];
  const runs = await extraRead(step, (client, options) => new FailedTestRuns(client, request).read(options));
  return runs?.failed ?? [];
}
