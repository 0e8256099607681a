/** Takes a pull request out of the queue whose submission may still be on its way in. */
import type { RequestOf } from "../contract/endpoints.js";
import { cancelIdempotently } from "./cancel-idempotently.js";
import type { MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { WaitError } from "./wait.js";

/** Time for the service to record the submission that it is working on: first as it mostly takes, then more. */
const PAUSES_MS = [300, 900, 1800, 3000];

/** That the pull request is not there proves nothing at first, and little later: it may arrive after all. */
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

/** Takes out what an aborted call or wait may have left in the queue. The error is why that is not known. */
export async function cancelAborted(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  aborted: MergeQueueError,
): Promise<"cancelled" | "notInQueue" | "mayStillArrive" | MergeQueueError> {
  const submission = aborted instanceof WaitError ? aborted.progress.value : null;
  // The service has not shown yet what it may have been asked for.
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
