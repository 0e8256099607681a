/** Submits a pull request; that it is in the queue already is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { type Settled, settled } from "./settled.js";

export async function submitIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"submitPullRequest">,
  options: CallOptions = {},
): Promise<Settled<"submitted" | "alreadyInQueue">> {
  try {
    return settled("submitted", await client.submitPullRequest(request, options));
  } catch (error) {
    if (!saysAlreadyQueued(error) || !(await isInQueue(client, request, options))) throw error;
    return settled("alreadyInQueue", error);
  }
}

/** A 409 that gives another reason is a real no. */
function saysAlreadyQueued(error: unknown): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.status !== 409) return false;
  return error.code === null || /ALREADY/i.test(error.code);
}

/** False when the service does not say so; the 409 is then the better error. */
async function isInQueue(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"submitPullRequest">,
  options: CallOptions,
): Promise<boolean> {
  try {
    const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
    return value.isCurrentlySubmittedToQueue;
  } catch (error) {
    if (error instanceof MergeQueueError) return false;
    throw error;
  }
}
