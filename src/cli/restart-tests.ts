/** `merge-queue restart-tests`: tests a pull request again, and not twice when the first reply is lost. */
import { restartTestsOnce } from "../client/restart-tests-once.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";
import { nameOf } from "./client/pull-request-words.js";

export const restartTests: ClientCommand = {
  arguments: { "[pr]": "number of the pull request" },
  options: QUEUE_OPTIONS,
  examples: ["merge-queue restart-tests 412 --repo acme/shop --branch main"],
  prepare: ({ words, subject }) => {
    const request = subject.pullRequest(words[0]);
    return async ({ client }) => {
      const { kind: result, ...answer } = await restartTestsOnce(client, request);
      return done(`The tests of ${nameOf(request)} are restarted.`, answer, { result });
    };
  },
};
