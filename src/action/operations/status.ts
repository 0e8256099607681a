/** Says where the pull request is, also after it has left the queue. */
import { reasonOf } from "../../client/pull-request-words.js";
import { operation } from "../operation.js";
import { announcePullRequest, reportPullRequest } from "../pull-request-report.js";
import { lookAtQueue } from "../queue-report.js";
import { readWaiting, WAIT_INPUTS } from "../wait-inputs.js";

export const status = operation({
  name: "status",
  summary: "Says where the pull request is, also after it has left the queue.",
  inputs: ["target-branch", "pr-number", ...WAIT_INPUTS],
  outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
  plan: ({ inputs, subject }) => ({
    pullRequest: subject.pullRequest(),
    waiting: readWaiting(inputs),
    cancelOnAbort: inputs.required("cancel-on-abort"),
  }),
  announce: ({ pullRequest }, report) => announcePullRequest(pullRequest, report),
  requests: ({ pullRequest }) => [{ endpoint: "getSubmittedPullRequest", body: pullRequest }],
  run: async ({ pullRequest, waiting, cancelOnAbort }, step) => {
    if (waiting !== null) {
      const { cancellingOnAbort, waitUntilFinal } = await import("../sending.js");
      return cancellingOnAbort(pullRequest, cancelOnAbort, step, () =>
        waitUntilFinal(pullRequest, waiting, step),
      );
    }
    const answer = await step.client.getSubmittedPullRequest(pullRequest);
    step.report.answered(answer);
    reportPullRequest(pullRequest, answer.value, step.report);
    await lookAtQueue(pullRequest, step);
    const reason = reasonOf(answer.value);
    const sentence = `#${pullRequest.pr.number} is ${answer.value.state}`;
    return { kind: "done", sentence: reason === "" ? `${sentence}.` : `${sentence}: ${reason}` };
  },
});
