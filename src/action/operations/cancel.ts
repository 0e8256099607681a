/** Takes the pull request out of the queue; that it is not in there is a success too. */
import { cancelIdempotently } from "../../client/cancel-idempotently.js";
import { extraRead } from "../extra-read.js";
import { operation } from "../operation.js";
import { announcePullRequest, reportPullRequest } from "../pull-request-report.js";
import { lookAtQueue } from "../queue-report.js";

export const cancel = operation({
  name: "cancel",
  summary: "Takes the pull request out of the queue.",
  inputs: ["target-branch", "pr-number"],
  outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
  plan: ({ subject }) => subject.pullRequest(),
  announce: announcePullRequest,
  requests: (request) => [{ endpoint: "cancelPullRequest", body: request }],
  run: async (request, step) => {
    const answer = await cancelIdempotently(step.client, request);
    step.report.answered(answer);
    step.report.set({ "is-submitted": false });
    const named = `#${request.pr.number}`;
    if (answer.kind === "notInQueue") {
      const sentence = `${named} is not in the queue of ${request.targetBranch}.`;
      return answer.mayHaveActed
        ? { kind: "done", sentence }
        : { kind: "done", outcome: "unchanged", sentence };
    }
    const state = await extraRead(step, (client, options) =>
      client.getSubmittedPullRequest(request, options),
    );
    if (state !== null) reportPullRequest(request, state.value, step.report);
    await lookAtQueue(request, step);
    return { kind: "done", sentence: `${named} is taken out of the queue of ${request.targetBranch}.` };
  },
});
