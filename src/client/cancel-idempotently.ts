/** Takes a pull request out of the queue; that it is not in there is a success too. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { isLostReply, readBack } from "./lost-reply.js";
import { isInQueue } from "./pull-request-words.js";
import { isAbsence, type Settled, settled } from "./settled.js";

const ABSENT = ["PR_NOT_IN_QUEUE", "PR_NOT_FOUND"];

/** After a lost reply the state is read back once: what has left the queue need not be taken out. */
export async function cancelIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"cancelPullRequest">,
  options: CallOptions = {},
): Promise<Settled<"cancelled" | "cancelledByLostRequest" | "notInQueue">> {
  try {
    return settled("cancelled", await client.cancelPullRequest(request, options));
  } catch (error) {
    if (isAbsence(error, ABSENT)) return settled("notInQueue", error);
    if (!isLostReply(error)) throw error;
    const seen = await readBack(client, request, options);
    if (seen instanceof MergeQueueError) {
      if (seen.code === null || !isAbsence(seen, ABSENT)) throw error;
      return settled("notInQueue", error);
    }
    if (isInQueue(seen)) throw error;
    return settled(seen.state === "CANCELLED" ? "cancelledByLostRequest" : "notInQueue", error);
  }
}
