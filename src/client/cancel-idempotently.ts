/** Takes a pull request out of the queue; that it is not in there is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, NOTHING_KNOWN } from "./errors.js";
import { isLostReply, readBack, shownPullRequest } from "./lost-reply.js";
import { isInQueue } from "./pull-request-words.js";
import { isAbsence, type Settled, settled } from "./settled.js";
import type { SubmittedPullRequest } from "./wait.js";

const ABSENT = ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"];

export interface CancelOptions extends CallOptions {
  /** The submission to cancel as the caller has seen it, null: not seen; absent: the service is asked for it. */
  readonly submission?: SubmittedPullRequest | null;
}

/**
 * After a lost reply the state is read back: what has left the queue need not be taken out, and a submission that was
 * made or changed its state meanwhile is not cancelled.
 */
export async function cancelIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  { submission, ...options }: CancelOptions = {},
): Promise<Settled<"cancelled" | "cancelledByLostRequest" | "notInQueue">> {
  const isRepeated = client.retriesWith(options.retries) > 0;
  const asked =
    submission === undefined && isRepeated ? await shownPullRequest(client, request, options) : null;
  const before = submission ?? asked;
  const mayRepeat = (attempts: number) => isUnchanged(client, request, options, before, attempts);
  try {
    return settled("cancelled", await client.cancelPullRequest(request, { ...options, mayRepeat }));
  } catch (error) {
    if (isAbsence(error, ABSENT)) return settled("notInQueue", error);
    const isForeign = error instanceof MergeQueueError && error.kind === "notFound" && error.code === null;
    if (!isForeign && !isLostReply(error)) throw error;
    const seen = await readBack(client, request, options);
    if (seen instanceof MergeQueueError) {
      if (!isAbsence(seen, ABSENT)) throw error;
      return settled("notInQueue", error);
    }
    if (isInQueue(seen)) throw error;
    const isLost = !isForeign && seen.state === "CANCELLED";
    return settled(isLost ? "cancelledByLostRequest" : "notInQueue", error);
  }
}

/** False when the submission is out of the queue or cannot be compared. Throws when there is a later one. */
async function isUnchanged(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  options: CallOptions,
  before: SubmittedPullRequest | null,
  attempts: number,
): Promise<boolean> {
  if (before === null) return false;
  const now = await shownPullRequest(client, request, options);
  if (now === null || !isInQueue(now)) return false;
  const isSame = before.id === now.id && before.state === now.state;
  if (isSame && before.stateChangedAt === now.stateChangedAt) return true;
  const detail = `#${request.pr.number} was ${inWords(before)}, and is ${inWords(now)}`;
  const failure = { ...NOTHING_KNOWN, kind: "changedMeanwhile", detail, mayHaveActed: true } as const;
  throw new MergeQueueError("cancelPullRequest", failure, attempts);
}

function inWords({ id, state, stateChangedAt }: SubmittedPullRequest): string {
  const since = stateChangedAt === undefined ? "" : ` since ${stateChangedAt}`;
  return `${state}${since}${id === undefined ? "" : ` (entry ${id})`}`;
}
