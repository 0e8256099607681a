/** Puts the pull request in the merge queue; that it is in there already is a success too. */
import { failureBeforeSending, MergeQueueError } from "../../client/errors.js";
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import { isInQueue } from "../../client/pull-request-words.js";
import { shownDifferences, submitIdempotently } from "../../client/submit-idempotently.js";
import type { SubmittedPullRequest } from "../../client/wait.js";
import type { RequestOf } from "../../contract/endpoints.js";
import { extraRead } from "../extra-read.js";
import { operation, type Step, type Verdict } from "../operation.js";
import { announcePullRequest, reportPullRequest } from "../pull-request-report.js";
import { lookAtQueue } from "../queue-report.js";
import { readWaiting, WAIT_INPUTS } from "../wait-inputs.js";

export const submit = operation({
  name: "submit",
  summary: "Puts the pull request in the queue, or rewrites its priority and batching there.",
  inputs: ["target-branch", "pr-number", "priority", "no-batch", ...WAIT_INPUTS],
  outputs: ["state", "is-submitted", "is-final", "priority", "reason", "queue-state"],
  plan: ({ inputs, subject }) => {
    const pullRequest = subject.pullRequest();
    const priority = inputs.value("priority");
    const request: RequestOf<"submitPullRequest"> = {
      ...pullRequest,
      ...(priority === undefined ? {} : { priority }),
      ...(inputs.required("no-batch") ? { noBatch: true } : {}),
    };
    const waiting = readWaiting(inputs);
    return { pullRequest, request, waiting, cancelOnAbort: inputs.required("cancel-on-abort") };
  },
  announce: ({ pullRequest }, report) => announcePullRequest(pullRequest, report),
  requests: ({ request }) => [{ endpoint: "submitPullRequest", body: request }],
  run: async ({ pullRequest, request, waiting, cancelOnAbort }, step) => {
    const { cancellingOnAbort, earlierStayOf, waitUntilFinal } = await import("../sending.js");
    return cancellingOnAbort(pullRequest, cancelOnAbort, step, async () => {
      const earlierStay = waiting === null ? undefined : await earlierStayOf(step.client, pullRequest);
      const answer = await submitIdempotently(step.client, request, { earlierStay });
      step.report.answered(answer);
      step.report.set({ "is-submitted": true });
      const isOld = answer.kind === "alreadyInQueue";
      const name = `#${pullRequest.pr.number}`;
      const queue = `the queue of ${pullRequest.targetBranch}`;
      const sentence = isOld ? `${name} is in ${queue} already.` : `${name} is submitted to ${queue}.`;
      const warnOf = (differences: readonly string[]) => {
        if (differences.length === 0) return;
        const where = isOld ? `${queue} already` : queue;
        step.warn(`${name} is in ${where}, and not as it was asked for: ${differences.join("; ")}.`);
      };
      if (isOld) warnOf(answer.differences);
      const onFirstShown = (shown: SubmittedPullRequest) => {
        if (!isOld && isInQueue(shown)) warnOf(shownDifferences(shown, request));
      };
      if (waiting !== null) step.log(sentence);
      const verdict =
        waiting === null
          ? await submitted(pullRequest, sentence, cancelOnAbort, step, onFirstShown)
          : await waitUntilFinal(pullRequest, waiting, step, {
              earlierStay,
              entryId: answer.entryId,
              onFirstShown,
            });
      const isUnchanged = isOld && !answer.mayHaveActed;
      return isUnchanged && verdict.kind === "done" ? { ...verdict, outcome: "unchanged" } : verdict;
    });
  },
});

/** The state right after; the submission stands, whether or not it can be read. */
async function submitted(
  request: PullRequestOnWire,
  sentence: string,
  cancelOnAbort: boolean,
  step: Step,
  onFirstShown: (shown: SubmittedPullRequest) => void,
): Promise<Verdict> {
  const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
  if (state !== null) {
    reportState(request, state.value, step);
    onFirstShown(state.value);
  }
  await lookAtQueue(request, step);
  if (cancelOnAbort && step.client.signalWith().aborted) {
    throw new MergeQueueError("submitPullRequest", failureBeforeSending("aborted"), 0);
  }
  return { kind: "done", sentence };
}

/** Nothing ends as soon as it is submitted: what has ended is a stay before this one, which the service still shows. */
function reportState(request: PullRequestOnWire, value: SubmittedPullRequest, step: Step): void {
  if (isInQueue(value)) reportPullRequest(request, value, step.report);
  else step.log(`The service does not show the submission yet: it says ${value.state}.`);
}
