/** `merge-queue submit`: puts a pull request in the queue; that it is in there already is a success too. */
import { earlierStayOf } from "../client/earlier-stay.js";
import { submitIdempotently } from "../client/submit-idempotently.js";
import type { RequestOf } from "../contract/endpoints.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS, WAIT_OPTIONS } from "./client/options.js";
import { nameOf } from "./client/pull-request-words.js";
import { readWaiting, tellingWhatRemains, waitUntilFinal } from "./client/waiting.js";

export const submit: ClientCommand = {
  arguments: { "[pr]": "number of the pull request" },
  options: [...QUEUE_OPTIONS, "priority", "batch", ...WAIT_OPTIONS],
  examples: [
    "merge-queue submit 412 --repo acme/shop --branch main",
    "merge-queue submit 412 --repo acme/shop --branch main --priority high --wait --wait-timeout 2h",
  ],
  prepare: ({ words, options, subject }) => {
    const pullRequest = subject.pullRequest(words[0]);
    const waiting = readWaiting(options);
    const priority = options.value("priority");
    const request: RequestOf<"submitPullRequest"> = {
      ...pullRequest,
      ...(priority === undefined ? {} : { priority }),
      ...(options.isGiven("batch") ? { noBatch: true } : {}),
    };
    return (session) =>
      tellingWhatRemains(pullRequest, options.isGiven("cancelOnAbort"), session, async () => {
        const earlierStay = waiting === null ? undefined : await earlierStayOf(session.client, pullRequest);
        const submission = await submitIdempotently(session.client, request, { earlierStay });
        const { kind: result } = submission;
        const differences = result === "alreadyInQueue" ? submission.differences : [];
        if (differences.length > 0) {
          const what = `${nameOf(pullRequest)} is in the queue already, and the service left it unchanged`;
          session.screen.warn(`${what}: ${differences.join("; ")}`);
        }
        const sentence =
          result === "alreadyInQueue"
            ? `${nameOf(pullRequest)} is in the queue of ${pullRequest.targetBranch} already.`
            : `${nameOf(pullRequest)} is submitted to the queue of ${pullRequest.targetBranch}.`;
        if (waiting === null) return done(sentence, submission, { result });
        session.screen.note(sentence);
        return waitUntilFinal(pullRequest, waiting, session, earlierStay);
      });
  },
};
