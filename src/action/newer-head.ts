/**
 * Whether computed targets come too late: the pull request has another head by now. The service keeps targets by head
 * commit, but not every service does, and what belongs to an older head is of no use to anyone.
 */
import { Deadline } from "../client/deadline.js";
import { MergeQueueError } from "../client/errors.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import { currentHead } from "../targets/current-head.js";
import { forgeRemote } from "./forge-remote.js";
import type { Given, Step } from "./operation.js";

const LONGEST_MS = 10_000;

/**
 * The newer head, or null. The service alone cannot say which of two commits came first, since it may not have heard
 * of ours yet, so the forge is asked when the two differ.
 */
export async function newerHead(
  given: Given,
  pullRequest: PullRequestOnWire,
  headSha: string,
  step: Step,
): Promise<string | null> {
  const known = await headKnownToService(pullRequest, step);
  if (known === null || known === headSha) return null;
  const current = await currentHead(forgeRemote(given), pullRequest.pr.number, given.signal);
  return current === headSha ? null : current;
}

/** Null for a pull request that is not submitted yet, and when nobody answers: the upload then says so. */
async function headKnownToService(pullRequest: PullRequestOnWire, { client }: Step): Promise<string | null> {
  try {
    const options = { retries: 0, deadline: Deadline.after(LONGEST_MS) };
    return (await client.getSubmittedPullRequest(pullRequest, options)).value.prSha;
  } catch (error) {
    if (error instanceof MergeQueueError) return null;
    throw error;
  }
}
