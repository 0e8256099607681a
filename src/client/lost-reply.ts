/**
 * For a request that may have been carried out although no success was reported: the state is read back instead of
 * guessed.
 */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, orNull } from "./errors.js";
import { backOffMs } from "./failures.js";

/** False after an abort or a passed deadline, when nothing can be read back. */
export function isLostReply(error: unknown): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || !error.mayHaveActed) return false;
  return !["aborted", "deadlinePassed", "changedMeanwhile"].includes(error.kind);
}

/** Gives a request that the service is still processing a moment to finish. */
export async function pauseBeforeReadingBack(client: MergeQueueClient, options: CallOptions): Promise<void> {
  const remainingMs = client.deadlineWith(options.deadline).remainingMs();
  const pauseMs = Math.min(backOffMs(2, client.random), remainingMs / 2);
  await client.clock.sleep(pauseMs, client.signalWith(options.signal));
}

/** The state of the pull request after that pause; an error when the service does not report it. */
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

/** Null when the service does not show the pull request: the first error then explains more. */
export async function shownPullRequest(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions,
) {
  return (await orNull(client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)))?.value ?? null;
}

/** The same for a queue. */
export async function shownQueue(
  client: MergeQueueClient,
  { repo, targetBranch }: RequestOf<"getQueue">,
  options: CallOptions,
) {
  return (await orNull(client.getQueue({ repo, targetBranch }, options)))?.value ?? null;
}
