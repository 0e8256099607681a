/**
 * Whether computed targets come too late: the pull request has another head by now. The service keeps targets by head
 * commit, but not every service does, and what belongs to an older head is of no use to anyone.
 */
import { Deadline } from "../client/deadline.js";
import { orNull } from "../client/errors.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import { currentHead } from "../targets/current-head.js";
import { forgeRemote } from "./forge-base.js";
import type { Given, Step } from "./operation.js";

const LONGEST_MS = 10_000;

/** Why nothing is to be uploaded, as a sentence; null when the commit is the head, for all that is known. */
export type WhyLate = string | null;

/**
 * The service alone cannot say which of two commits came first, since it may not have heard of ours yet, so the forge is
 * asked when the two differ, and wherever it answers: the service knows nothing of what is not submitted.
 */
export async function whyLate(
  given: Given,
  pullRequest: PullRequestOnWire,
  headSha: string,
  step: Step,
): Promise<WhyLate> {
  const { number } = pullRequest.pr;
  const remote = forgeRemote(given);
  const known = await headKnownToService(pullRequest, step);
  const isAnother = known !== null && known !== headSha;
  if (!isAnother && remote.token === null) return null;
  const current = await currentHead(remote, number, given.signal);
  if (current === headSha) return null;
  if (current !== null) {
    return `The head for #${number} is ${current} by now; the run for that commit uploads its targets.`;
  }
  if (!isAnother) return null;
  return `The service knows the head ${known} for #${number}, and the forge does not say which is newer (github-token, permission contents: read).`;
}

/** Null for a pull request that is not submitted yet, and when nobody answers: the upload then says so. */
async function headKnownToService(pullRequest: PullRequestOnWire, { client }: Step): Promise<string | null> {
  const options = { retries: 0, deadline: Deadline.after(LONGEST_MS) };
  return (await orNull(client.getSubmittedPullRequest(pullRequest, options)))?.value.prSha ?? null;
}
