/** `merge-queue delete-queue`: deletes an empty queue; that there is none is a success too. */
import { deleteQueueIdempotently } from "../client/delete-queue-idempotently.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";

export const deleteQueue: ClientCommand = {
  arguments: {},
  options: QUEUE_OPTIONS,
  examples: ["merge-queue delete-queue --repo acme/shop --branch main"],
  prepare: ({ subject }) => {
    const request = subject.queue();
    return async ({ client }) => {
      const { kind: result, ...answer } = await deleteQueueIdempotently(client, request);
      const { targetBranch } = request;
      const sentence =
        result === "deleted" ? `The queue of ${targetBranch} is deleted.` : `${targetBranch} has no queue.`;
      return done(sentence, answer, { result });
    };
  },
};
