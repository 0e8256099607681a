/**
 * A stay in the queue that had ended before the pull request was submitted again. A service may go on showing it for
 * a moment, and its end must not be taken for the end of the new one.
 */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { hasEnded } from "./pull-request-words.js";

type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

/** The id alone is no proof: it may be kept when the pull request is submitted again. */
export type EarlierStay = Pick<SubmittedPullRequest, "id" | "state" | "stateChangedAt">;

/** To be asked before submitting. Null when there is none that has ended. */
export async function earlierStayOf(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RequestOf<"getSubmittedPullRequest">,
  options: CallOptions = {},
): Promise<EarlierStay | null> {
  try {
    const { value } = await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options);
    if (!hasEnded(value)) return null;
    return { id: value.id, state: value.state, stateChangedAt: value.stateChangedAt };
  } catch (error) {
    if (error instanceof MergeQueueError && error.kind === "notFound") return null;
    throw error;
  }
}

/** Whether what the service shows is still the end of that stay. */
export function isEarlierStay(shown: SubmittedPullRequest, earlier: EarlierStay | null): boolean {
  if (earlier === null || !hasEnded(shown)) return false;
  const isSameEnd = shown.state === earlier.state && shown.stateChangedAt === earlier.stateChangedAt;
  return isSameEnd && shown.id === earlier.id;
}
