/** Deletes an empty queue; that there is none is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { isAbsence, type Settled, settled } from "./settled.js";

export async function deleteQueueIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"deleteQueue">,
  options: CallOptions = {},
): Promise<Settled<"deleted" | "noSuchQueue">> {
  try {
    return settled("deleted", await client.deleteQueue(request, options));
  } catch (error) {
    if (!isAbsence(error, ["MERGE_QUEUE_NOT_FOUND"])) throw error;
    return settled("noSuchQueue", error);
  }
}
