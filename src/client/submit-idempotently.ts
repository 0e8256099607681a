/** Submits a pull request; that it is in the queue already is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import { priorityValue } from "../domain/priority.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { isLostReply, readBack, shownPullRequest } from "./lost-reply.js";
import { type Settled, settled } from "./position.js";
import { isInQueue, priorityInWords } from "./pull-request-on-wire.js";
import { type EarlierStay, isEarlierStay } from "./stay-log.js";
import type { SubmittedPullRequest } from "./wait.js";

type SubmitRequest = RequestOf<"submitPullRequest">;

type SettledSubmission = (
  | Settled<"submitted" | "submittedByLostRequest">
  | (Settled<"alreadyInQueue"> & {
      /** What was asked for and the queue does not have, as parts of a sentence. */
      readonly differences: readonly string[];
    })
) & {
  /** Of the entry that was read back, where the service shows its id. */
  readonly entryId?: string | undefined;
};

export interface SubmitOptions extends CallOptions {
  /** The stay that had ended before, null when there was none, or one that went on; absent where nobody looked. */
  readonly earlierStay?: EarlierStay | null | undefined;
}

/**
 * After a lost reply the state is read back once: what is in the queue as it was asked for has been submitted, and so
 * has what has landed since the stay before.
 */
export async function submitIdempotently(
  client: MergeQueueClient,
  request: SubmitRequest,
  { earlierStay, ...options }: SubmitOptions = {},
): Promise<SettledSubmission> {
  try {
    return settled("submitted", await client.submitPullRequest(request, options));
  } catch (error) {
    if (saysAlreadyQueued(error)) {
      const shown = await shownPullRequest(client, request, options);
      if (shown !== null && isInQueue(shown)) {
        const differences = differencesOf(shown, request);
        return { ...settled("alreadyInQueue", error), differences, entryId: shown.id };
      }
      if (hasLandedSince(shown, earlierStay)) return { ...settled("alreadyInQueue", error), differences: [] };
    }
    if (!isLostReply(error)) throw error;
    const seen = await readBack(client, request, options);
    if (seen instanceof MergeQueueError) throw error;
    if (!isAsRequested(seen, request) && !hasLandedSince(seen, earlierStay)) throw error;
    return { ...settled("submittedByLostRequest", error), entryId: seen.id };
  }
}

/** A 409 that gives another reason is a real no. */
function saysAlreadyQueued(error: unknown): error is MergeQueueError {
  if (!(error instanceof MergeQueueError) || error.status !== 409) return false;
  return error.code === null || /ALREADY/i.test(error.code);
}

/**
 * One that goes through the queue while the service cannot be reached is refused when it is submitted once more; one
 * that was in the queue may land before it is looked for.
 */
function hasLandedSince(
  seen: SubmittedPullRequest | null,
  earlierStay: EarlierStay | null | undefined,
): boolean {
  return earlierStay !== undefined && seen?.state === "MERGED" && !isEarlierStay(seen, earlierStay);
}

/** A pull request may have been in the queue before, with another priority. */
function isAsRequested(seen: SubmittedPullRequest, request: SubmitRequest): boolean {
  if (!isInQueue(seen)) return false;
  const { noBatch, ...rest } = request;
  const isBatchShown = noBatch !== undefined && seen.noBatch !== undefined;
  return differencesOf(seen, isBatchShown ? request : rest).length === 0;
}

/** The same of what is shown: a service may show neither. */
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
