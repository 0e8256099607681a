/** Takes a pull request out of the queue; that it is not in there is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { isAbsence, type Settled, settled } from "./settled.js";

export async function cancelIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  options: CallOptions = {},
): Promise<Settled<"cancelled" | "notInQueue">> {
  try {
    return settled("cancelled", await client.cancelPullRequest(request, options));
  } catch (error) {
    if (!isAbsence(error, ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"])) throw error;
    return settled("notInQueue", error);
  }
}
