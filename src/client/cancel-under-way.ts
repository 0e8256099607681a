/** Takes a pull request out of the queue whose submission may still be on its way in. */
import type { RequestOf } from "../contract/endpoints.js";
import { cancelIdempotently } from "./cancel-idempotently.js";
import type { MergeQueueClient } from "./client.js";

/** Time for the service to record the submission that it is working on. */
const UNDER_WAY_MS = 300;

/** That the pull request is not there proves nothing at first, and little later: it may arrive after all. */
export async function cancelUnderWay(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
): Promise<"cancelled" | "mayStillArrive"> {
  for (const pauseMs of [UNDER_WAY_MS, 0]) {
    const { kind } = await cancelIdempotently(client, request);
    if (kind !== "notInQueue") return "cancelled";
    if (pauseMs > 0) await client.clock.sleep(pauseMs, client.signalWith());
  }
  return "mayStillArrive";
}
