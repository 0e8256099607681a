/** What to do when a request may have been carried out although no success was reported: look, and do not guess. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, orNull } from "./errors.js";
import { backOffMs } from "./failures.js";

/** Whoever is told to stop, or has no time left, does not look. */
export function isLostReply(error: unknown): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || !error.mayHaveActed) return false;
  return !["aborted", "deadlinePassed", "changedMeanwhile"].includes(error.kind);
}

/** A moment in which a request may come to its end that is still under way inside the service. */
export async function pauseBeforeReadingBack(client: MergeQueueClient, options: CallOptions): Promise<void> {
  const remainingMs = client.deadlineWith(options.deadline).remainingMs();
  const pauseMs = Math.min(backOffMs(2, client.random), remainingMs / 2);
  await client.clock.sleep(pauseMs, client.signalWith(options.signal));
}

/** How the pull request stands after that; an error when the service does not say. */
export async function readBack(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions,
) {
  await pauseBeforeReadingBack(client, options);
  try {
    return (await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)).value;
  } catch (error) {
    if (error instanceof MergeQueueError) return error;
    throw error;
  }
}

/** Null when the service does not show the pull request; the first error is then the better one. */
export async function shownPullRequest(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions,
) {
  return (await orNull(client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)))?.value ?? null;
}

/** The same of a queue. */
export async function shownQueue(
  client: MergeQueueClient,
  { repo, targetBranch }: RequestOf<"getQueue">,
  options: CallOptions,
) {
  return (await orNull(client.getQueue({ repo, targetBranch }, options)))?.value ?? null;
}
