/** `merge-queue cancel`: takes a pull request out of the queue; that it is not in there is a success too. */
import { cancelIdempotently } from "../client/cancel-idempotently.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";
import { nameOf } from "./client/pull-request-words.js";

export const cancel: ClientCommand = {
  arguments: { "[pr]": "number of the pull request" },
  options: QUEUE_OPTIONS,
  examples: ["merge-queue cancel 412 --repo acme/shop --branch main"],
  prepare: ({ words, subject }) => {
    const request = subject.pullRequest(words[0]);
    return async ({ client }) => {
      const { kind: result, ...answer } = await cancelIdempotently(client, request);
      const what = result === "notInQueue" ? "is not in" : "is taken out of";
      return done(`${nameOf(request)} ${what} the queue of ${request.targetBranch}.`, answer, { result });
    };
  },
};
