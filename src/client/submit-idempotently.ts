/** Submits a pull request; if it is in the queue already, that is a success, too. */
import type { RequestOf } from "../contract/endpoints.js";
import { priorityValue } from "../domain/priority.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { isLostReply, readBack, shownPullRequest } from "./lost-reply.js";
import { type Settled, settled } from "./position.js";
import { isInQueue, priorityInWords } from "./pull-request-on-wire.js";
import { type EarlierSubmission, isEarlierSubmission } from "./state-history.js";
import type { SubmittedPullRequest } from "./wait.js";

type SubmitRequest = RequestOf<"submitPullRequest">;

type SettledSubmission = (
  | Settled<"submitted" | "submittedByLostRequest">
  | (Settled<"alreadyInQueue"> & {
      /** Requested values that the entry does not have, as parts of a sentence. */
      readonly differences: readonly string[];
    })
) & {
  /** The id of the entry that was read back, if the service shows it. */
  readonly entryId?: string | undefined;
};

export interface SubmitOptions extends CallOptions {
  /**
   * The submission that had ended before; null when there was none, or it had not ended; absent when it was not read.
   */
  readonly earlierSubmission?: EarlierSubmission | null | undefined;
}

/**
 * After a lost reply the state is read back once. A pull request that is in the queue as requested counts as submitted,
 * and so does one that has merged since the earlier submission.
 */
export async function submitIdempotently(
  client: MergeQueueClient,
  request: SubmitRequest,
  { earlierSubmission, ...options }: SubmitOptions = {},
): Promise<SettledSubmission> {
  try {
    return settled("submitted", await client.submitPullRequest(request, options));
  } catch (error) {
    if (isAlreadyQueued(error)) {
      const shown = await shownPullRequest(client, request, options);
      if (shown !== null && isInQueue(shown)) {
        const differences = differencesOf(shown, request);
        return { ...settled("alreadyInQueue", error), differences, entryId: shown.id };
      }
      if (hasMergedSince(shown, earlierSubmission))
        return { ...settled("alreadyInQueue", error), differences: [] };
    }
    if (!isLostReply(error)) throw error;
    const seen = await readBack(client, request, options);
    if (seen instanceof MergeQueueError) throw error;
    if (!isAsRequested(seen, request) && !hasMergedSince(seen, earlierSubmission)) throw error;
    return { ...settled("submittedByLostRequest", error), entryId: seen.id };
  }
}

/** A 409 with another reason is a refusal. */
function isAlreadyQueued(error: unknown): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.status !== 409) return false;
  return error.code === null || /ALREADY/i.test(error.code);
}

/**
 * A pull request that merges while the service is unreachable is refused when it is submitted again. One that is in the
 * queue already may merge before its state is read.
 */
function hasMergedSince(
  seen: SubmittedPullRequest | null,
  earlierSubmission: EarlierSubmission | null | undefined,
): boolean {
  return (
    earlierSubmission !== undefined &&
    seen?.state === "MERGED" &&
    !isEarlierSubmission(seen, earlierSubmission)
  );
}

/** The pull request may have been in the queue before, with another priority. */
function isAsRequested(seen: SubmittedPullRequest, request: SubmitRequest): boolean {
  if (!isInQueue(seen)) return false;
  const { noBatch, ...rest } = request;
  const isBatchShown = noBatch !== undefined && seen.noBatch !== undefined;
  return differencesOf(seen, isBatchShown ? request : rest).length === 0;
}

/** The same for the values that the service shows; it may show neither. */
export function shownDifferences(
  seen: SubmittedPullRequest,
  { priority, noBatch }: SubmitRequest,
): readonly string[] {
  const isPriorityShown = seen.priorityValue !== undefined || seen.priorityName !== undefined;
  return differencesOf(seen, {
    ...(isPriorityShown ? { priority } : {}),
    ...(seen.noBatch === undefined ? {} : { noBatch }),
  });
}

function differencesOf(
  seen: SubmittedPullRequest,
  { priority, noBatch }: Pick<SubmitRequest, "priority" | "noBatch">,
): readonly string[] {
  const value = seen.priorityValue ?? priorityValue(seen.priorityName ?? "");
  const isPriority = priority === undefined || priority === null || priorityValue(priority) === value;
  const shownPriority = priorityInWords(seen) || "not shown";
  const shownNoBatch = seen.noBatch === undefined ? "not shown" : String(seen.noBatch);
  return [
    ...(isPriority ? [] : [`priority is ${shownPriority}, not ${priority}`]),
    ...(noBatch === undefined || noBatch === seen.noBatch
      ? []
      : [`no-batch is ${shownNoBatch}, not ${String(noBatch)}`]),
  ];
}
