/** `merge-queue status`: says where a pull request is, also after it has left the queue. */
import { positionIn, positionInWords } from "../client/position.js";
import { isInQueue } from "../client/pull-request-words.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS, WAIT_OPTIONS } from "./client/options.js";
import { detailsOf, stateSentence } from "./client/pull-request-words.js";
import { extra } from "./client/session.js";
import { readWaiting, tellingWhatRemains, waitUntilFinal } from "./client/waiting.js";

export const status: ClientCommand = {
  arguments: { "[pr]": "number of the pull request" },
  options: [...QUEUE_OPTIONS, ...WAIT_OPTIONS],
  examples: [
    "merge-queue status 412 --repo acme/shop --branch main",
    "merge-queue status 412 --repo acme/shop --branch main --json | jq -r .response.state",
  ],
  prepare: ({ words, options, subject }) => {
    const request = subject.pullRequest(words[0]);
    const waiting = readWaiting(options);
    const cancelOnAbort = options.isGiven("cancelOnAbort");
    return async (session) => {
      if (waiting !== null) {
        return tellingWhatRemains(request, cancelOnAbort, session, () =>
          waitUntilFinal(request, waiting, session),
        );
      }
      const answer = await session.client.getSubmittedPullRequest(request);
      const { value } = answer;
      const { repo, targetBranch } = request;
      const queue = isInQueue(value)
        ? await extra(session, (client, limits) => client.getQueue({ repo, targetBranch }, limits))
        : null;
      const position = queue === null ? null : positionIn(queue.value, request.pr.number);
      const queueState = queue?.value.state ?? null;
      return done(stateSentence(request, value), answer, { response: value, position, queueState }, [
        ...detailsOf(value),
        ...(position === null ? [] : [`Position  ${positionInWords(position)}`]),
        ...(queueState === null ? [] : [`Queue     ${queueState}`]),
      ]);
    };
  },
};
