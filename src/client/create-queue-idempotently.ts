/** Creates a queue; "exists already" is a success when it answers our own request, whose reply was lost. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { type Settled, settled } from "./settled.js";

export async function createQueueIdempotently(
  client: MergeQueueClient,
  request: RequestOf<"createQueue">,
  options: CallOptions = {},
): Promise<Settled<"created" | "createdByLostRequest">> {
  try {
    return settled("created", await client.createQueue(request, options));
  } catch (error) {
    const mayBeOurs = error instanceof MergeQueueError && error.status === 409 && error.mayHaveActed;
    if (!mayBeOurs || !(await isAsRequested(client, request, options))) throw error;
    return settled("createdByLostRequest", error);
  }
}

/** False when the service does not show the queue; the 409 is then the better error. */
async function isAsRequested(
  client: MergeQueueClient,
  { repo, targetBranch, mode, concurrency }: RequestOf<"createQueue">,
  options: CallOptions,
): Promise<boolean> {
  try {
    const { value } = await client.getQueue({ repo, targetBranch }, options);
    const sameMode = mode === undefined || mode.toLowerCase() === value.mode;
    return sameMode && (concurrency === undefined || concurrency === value.concurrency);
  } catch (error) {
    if (error instanceof MergeQueueError) return false;
    throw error;
  }
}
