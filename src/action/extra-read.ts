/** Reads that only make the report richer: they may fail, and are not waited for long. */
import type { CallOptions, MergeQueueClient } from "../client/client.js";
import { Deadline } from "../client/deadline.js";
import { MergeQueueError } from "../client/errors.js";
import type { Step } from "./operation.js";

const LONGEST_MS = 10_000;

type Read<Answer> = (client: MergeQueueClient, options: CallOptions) => Promise<Answer>;

/** Null, and a line in the log, when it fails; also when the job is cancelled, which changes nothing that is done. */
export async function extraRead<Answer>(
  step: Step,
  read: Read<Answer>,
  longestMs = LONGEST_MS,
): Promise<Answer | null> {
  try {
    return await read(step.client, { retries: 1, deadline: Deadline.after(longestMs) });
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    step.log(`Not in the report: ${error.message}`);
    return null;
  }
}
