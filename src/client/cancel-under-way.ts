/** Takes a pull request out of the queue whose submission may still be on its way in. */
import type { RequestOf } from "../contract/endpoints.js";
import { cancelIdempotently } from "./cancel-idempotently.js";
import type { MergeQueueClient } from "./client.js";

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
