/** Shows the queue: its settings, and its pull requests in the order they are considered. */
import { operation } from "../operation.js";
import { announceQueue, reportEntries, reportQueue, reportSettings } from "../queue-report.js";

export const getQueue = operation({
  name: "get-queue",
  summary: "Shows the queue: its settings, and its pull requests in order.",
  inputs: ["target-branch"],
  outputs: ["queue-state"],
  plan: ({ subject }) => subject.queue(),
  announce: announceQueue,
  requests: (request) => [{ endpoint: "getQueue", body: request }],
  run: async (request, step) => {
    const answer = await step.client.getQueue(request);
    step.report.answered(answer);
    reportQueue(answer.value, step.report);
    reportSettings(answer.value, step.report);
    reportEntries(answer.value, step.report);
    return { kind: "done", sentence: `The queue of ${request.targetBranch} is ${answer.value.state}.` };
  },
});
