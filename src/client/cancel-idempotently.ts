/** Removes a pull request from the queue; if it is not in the queue, that is a success, too. */
import type { RequestOf } from "../contract/endpoints.js";
import { backoffs } from "../domain/duration.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError, NOTHING_KNOWN } from "./errors.js";
import { isLostReply, readBack, shownPullRequest } from "./lost-reply.js";
import { isAbsence, type Settled, settled } from "./position.js";
import { isInQueue } from "./pull-request-on-wire.js";
import { type SubmittedPullRequest, WaitError } from "./wait.js";

const ABSENT = ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"];

export interface CancelOptions extends CallOptions {
  /** The submission to cancel, as the caller has seen it; null: not seen; absent: it is read from the service. */
  readonly submission?: SubmittedPullRequest | null;
}

/**
 * After a lost reply the state is read back. An entry that has left the queue needs no cancelling. A submission that is
 * new, or has changed its state meanwhile, is not cancelled.
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

/** False when the submission has left the queue or cannot be compared. Throws when there is a later submission. */
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

/** Time for the service to record a submission in progress: first the usual time, then more. */
const PAUSES_MS = backoffs(4, 400);

/** The absence of the pull request proves nothing at first, and little later: its submission may still arrive. */
export async function cancelUnderWay(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
): Promise<"cancelled" | "mayStillArrive"> {
  for (const pauseMs of [...PAUSES_MS, Number.POSITIVE_INFINITY]) {
    const { kind } = await cancelIdempotently(client, request, { submission: null });
    if (kind !== "notInQueue") return "cancelled";
    if (pauseMs === Number.POSITIVE_INFINITY || pauseMs >= client.deadlineWith().remainingMs()) break;
    await client.clock.sleep(pauseMs, client.signalWith());
  }
  return "mayStillArrive";
}

/** Removes what an aborted call or wait may have left in the queue. An error explains why the result is unknown. */
export async function cancelAborted(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  aborted: MergeQueueError,
): Promise<"cancelled" | "notInQueue" | "mayStillArrive" | MergeQueueError> {
  const submission = aborted instanceof WaitError ? aborted.progress.value : null;
  // The service may have received a submission that it has not shown yet.
  const isUnderWay = aborted.mayHaveActed || (aborted instanceof WaitError && submission === null);
  try {
    if (isUnderWay) return await cancelUnderWay(client, request);
    const { kind } = await cancelIdempotently(client, request, { submission });
    return kind === "notInQueue" ? kind : "cancelled";
  } catch (error) {
    if (error instanceof MergeQueueError) return error;
    throw error;
  }
}
