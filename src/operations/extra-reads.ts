/** Reads that only add details to a report about a pull request: its failed test runs, and why it has not landed. */
import type { WhyOnWire } from "../client/ask-why.js";
import type { MergeQueueError } from "../client/errors.js";
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

/** Why it has not landed, or why it left. Null from another service, which does not have it. */
export async function explanationOf(
  { repo, targetBranch, pr }: PullRequestOnWire,
  step: Pick<Step, "client" | "skipped">,
  longestMs?: number,
): Promise<WhyOnWire | null> {
  // A strict service refuses a field that it does not know.
  const skipped = (error: MergeQueueError) => {
    if (error.status !== 400) step.skipped(error);
  };
  const answer = await extraRead(
    { client: step.client, skipped },
    (client, options) =>
      client.getSubmittedPullRequest({ repo, targetBranch, pr, includeWhy: true }, options),
    longestMs,
  );
  return answer?.value.why ?? null;
}
