/**
 * Checks whether computed targets are outdated because the pull request has a newer head. Not every service stores
 * targets by head commit, and targets of an older head are useless.
 */
import { Deadline } from "../client/deadline.js";
import { orNull } from "../client/errors.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import type { Remote } from "../targets/git/git-environment.js";
import { ObjectStore } from "../targets/git/object-store.js";
import { GitFailure } from "../targets/git/run-git.js";
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

const DEADLINE_MS = 20_000;

/** Asks the forge through git for the head of a pull request. Null when the forge does not report it. */
export async function currentHead(
  remote: Remote,
  number: number,
  signal: AbortSignal,
): Promise<string | null> {
  let store: ObjectStore | undefined;
  try {
    // This runs in our own repository: git would obey the configuration of any other repository around a folder.
    store = new ObjectStore({ borrowed: { objects: null, format: "sha1" }, remote, signal });
    const ref = `refs/pull/${number}/head`;
    const words = ["ls-remote", "--refs", "origin", ref];
    const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
    // Git also lists refs with the same ending: a branch may be called `refs/pull/1/head`.
    const lines = stdout.toString("latin1").split("\n");
    const line = lines.find((one) => one.endsWith(`\t${ref}`));
    return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  } finally {
    await store?.remove();
  }
}
