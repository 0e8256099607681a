/** Changes settings and state of the queue; what the workflow does not name stays. */
import { checkSettings, updateQueueOnce } from "../../client/update-queue-once.js";
import { InputError } from "../input-error.js";
import { operation } from "../operation.js";
import { announceQueue, shownSettings } from "../queue-report.js";
import { readSettings, SETTINGS_INPUTS, updateRequest } from "../settings.js";

export const updateQueue = operation({
  name: "update-queue",
  summary: "Changes settings and state of the queue: pauses it, resumes it, drains it.",
  inputs: ["target-branch", ...SETTINGS_INPUTS],
  outputs: ["queue-state"],
  plan: async ({ inputs, subject }) => {
    const settings = await readSettings(inputs);
    if (settings.size === 0) {
      throw new InputError("queue-config", `is missing; give it, or another setting such as state: PAUSED.`);
    }
    return updateRequest(subject.queue(), settings);
  },
  announce: announceQueue,
  requests: (request) => [{ endpoint: "updateQueue", body: request }],
  run: async (request, step) => {
    const answer = await updateQueueOnce(step.client, request);
    const { repo, targetBranch } = request;
    const shown = await shownSettings({ repo, targetBranch }, answer.value, step);
    checkSettings(request, shown, answer);
    step.report.answered(answer);
    const isState = shown.state === undefined ? "" : ` and is ${shown.state}`;
    return { kind: "done", sentence: `The queue of ${targetBranch} has its new settings${isState}.` };
  },
});
