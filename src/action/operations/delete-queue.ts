/** Deletes the queue, which must be empty; that there is none is a success too. */
import { deleteQueueIdempotently } from "../../client/delete-queue-idempotently.js";
import { operation } from "../operation.js";
import { announceQueue } from "../queue-report.js";

export const deleteQueue = operation({
  name: "delete-queue",
  summary: "Deletes the queue, which must be empty.",
  inputs: ["target-branch"],
  outputs: [],
  plan: ({ subject }) => subject.queue(),
  announce: announceQueue,
  requests: (request) => [{ endpoint: "deleteQueue", body: request }],
  run: async (request, step) => {
    const answer = await deleteQueueIdempotently(step.client, request);
    step.report.answered(answer);
    const branch = request.targetBranch;
    if (answer.kind === "deleted") return { kind: "done", sentence: `The queue of ${branch} is deleted.` };
    const sentence = `${branch} has no queue.`;
    return answer.mayHaveActed
      ? { kind: "done", sentence }
      : { kind: "done", outcome: "unchanged", sentence };
  },
});
