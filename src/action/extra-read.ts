/** Reads that only make the report richer: they may fail, and are not waited for long. */
import type { CallOptions, MergeQueueClient } from "../client/client.js";
import { Deadline } from "../client/deadline.js";
import { MergeQueueError } from "../client/errors.js";
import type { Step } from "./operation.js";

const LONGEST_MS = 10_000;

/** Null, and a line in the log, when it fails; a cancelled job is no failure of the read. */
export async function extraRead<Answer>(
  step: Step,
  read: (client: MergeQueueClient, options: CallOptions) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await read(step.client, { retries: 1, deadline: Deadline.after(LONGEST_MS) });
  } catch (error) {
    if (!(error instanceof MergeQueueError) || error.kind === "aborted") throw error;
    step.log(`Not in the report: ${error.message}`);
    return null;
  }
}
