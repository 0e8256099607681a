/** Tests the pull request again, in place, and not twice when a reply is lost. */
import { restartTestsOnce } from "../../client/restart-tests-once.js";
import { extraRead } from "../extra-read.js";
import { operation } from "../operation.js";
import { announcePullRequest, reportPullRequest } from "../pull-request-report.js";
import { lookAtQueue } from "../queue-report.js";

export const restartTests = operation({
  name: "restart-tests",
  summary: "Tests the pull request again, in place.",
  inputs: ["target-branch", "pr-number"],
  outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
  plan: ({ subject }) => subject.pullRequest(),
  announce: announcePullRequest,
  requests: (request) => [{ endpoint: "restartTestsOnPullRequest", body: request }],
  run: async (request, step) => {
    step.report.answered(await restartTestsOnce(step.client, request));
    const state = await extraRead(step, (client, options) =>
      client.getSubmittedPullRequest(request, options),
    );
    if (state !== null) reportPullRequest(request, state.value, step.report);
    await lookAtQueue(request, step);
    return { kind: "done", sentence: `The tests of #${request.pr.number} start again.` };
  },
});
