/**
 * Checks whether computed targets are outdated because the pull request has a newer head. Not every service stores
 * targets by head commit, and targets of an older head are useless.
 */
import { Deadline } from "../client/deadline.js";
import { orNull } from "../client/errors.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import { currentHead } from "../targets/current-head.js";
import { forgeRemote } from "./forge-base.js";
import type { Given, Step } from "./operation.js";

const LONGEST_MS = 10_000;

/** Why nothing should be uploaded, as a sentence; null when the commit is the head, as far as is known. */
export type WhyLate = string | null;

/**
 * The service cannot know which of two commits is newer, since it may not know ours yet. So the forge is asked when the
 * two differ, and whenever it can be asked, since the service knows only submitted pull requests.
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
    return `The head of #${number} is now ${current}; the run for that commit uploads its targets.`;
  }
  if (!isAnother) return null;
  return `The service has the head ${known} for #${number}, and the forge does not report which is newer (github-token, permission contents: read).`;
}

/**
 * Null for a pull request that is not submitted yet, and when the service does not answer: the upload then reports
 * that.
 */
async function headKnownToService(pullRequest: PullRequestOnWire, { client }: Step): Promise<string | null> {
  const options = { retries: 0, deadline: Deadline.after(LONGEST_MS) };
  return (await orNull(client.getSubmittedPullRequest(pullRequest, options)))?.value.prSha ?? null;
}
