/** START HERE: the operations of the Action, by name: their inputs, their outputs, and how a report shows each. */
import { errorKindInWords, failureBeforeSending, MergeQueueError } from "../client/errors.js";
import { asSentence } from "../client/message-words.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import { hasEnded, isInQueue, nameOf, stateSentence } from "../client/pull-request-on-wire.js";
import type { SubmittedPullRequest } from "../client/wait.js";
import { extraRead } from "../operations/operation.js";
import type { OperationName } from "../operations/operation-names.js";
import { OPERATIONS as SHARED } from "../operations/operations.js";
import { showFailedTestRuns } from "./failed-test-runs-report.js";
import { InputError } from "./input-error.js";
import { done, type Mark, type Operation, operation, type Step, shows } from "./operation.js";
import { computeTargets } from "./operations/compute-targets.js";
import { metrics } from "./operations/metrics.js";
import { setImpactedTargets } from "./operations/set-impacted-targets.js";
import { testingDetails } from "./operations/testing-details.js";
import type { OutputName } from "./outputs.js";
import { announcePullRequest, reportPullRequest, reportWhy } from "./pull-request-report.js";
import { announceQueue, lookAtQueue, reportEntries, reportQueue, reportSettings } from "./queue-report.js";
import { settingsReader } from "./queue-settings-inputs.js";

const FAILURE_OUTPUTS: readonly OutputName[] = [
  "failed-check",
  "test-run-id",
  "test-run-url",
  "failed-test-runs",
];

const PULL_REQUEST_OUTPUTS: readonly OutputName[] = [
  "state",
  "is-submitted",
  "is-final",
  "priority",
  "reason",
  "queue-state",
];

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  submit: operation({
    summary: "Puts the pull request in the queue, or changes its priority and batching there.",
    outputs: [...PULL_REQUEST_OUTPUTS, ...FAILURE_OUTPUTS],
    ...SHARED.submit,
    announce: announcePullRequest,
    show: async ({ answer, sentence, isUnchanged, differences, differencesOf, waiting }, plan, step) => {
      const { request, remains } = plan;
      step.report.set({ "is-submitted": true });
      const warnOf = (found: readonly string[]) => {
        if (found.length === 0) return;
        const where = `the queue of ${request.targetBranch}${answer.kind === "alreadyInQueue" ? " already" : ""}`;
        step.warn(`${nameOf(request)} is in ${where}, but not as requested: ${found.join("; ")}.`);
      };
      warnOf(differences);
      const onFirstShown = (shown: SubmittedPullRequest) => {
        if (isInQueue(shown)) warnOf(differencesOf(shown));
      };
      if (waiting !== null) {
        step.log(sentence);
        const { waitUntilFinal } = await import("./sending.js");
        const verdict = await waitUntilFinal(request, waiting, step, onFirstShown);
        return isUnchanged && verdict.kind === "done" ? done(verdict.sentence, true) : verdict;
      }
      await lookAtSubmission(request, step, onFirstShown);
      if (remains.cancelOnAbort && step.client.signalWith().aborted) {
        throw new MergeQueueError("submitPullRequest", failureBeforeSending("aborted"), 0);
      }
      return done(sentence, isUnchanged);
    },
  }),
  cancel: operation({
    summary: "Removes the pull request from the queue.",
    outputs: PULL_REQUEST_OUTPUTS,
    ...SHARED.cancel,
    announce: announcePullRequest,
    show: async ({ answer, sentence, isUnchanged }, { request }, step) => {
      step.report.set({ "is-submitted": false });
      if (answer.kind !== "notInQueue") await refreshPullRequest(request, step);
      return done(sentence, isUnchanged);
    },
  }),
  "restart-tests": operation({
    summary: "Tests the pull request again; it keeps its place in the queue.",
    outputs: PULL_REQUEST_OUTPUTS,
    ...SHARED["restart-tests"],
    announce: announcePullRequest,
    show: async (_, { request }, step) => {
      await refreshPullRequest(request, step);
      return done(`The tests of ${nameOf(request)} start again.`);
    },
  }),
  status: operation({
    summary: "Shows the state of the pull request, even after it has left the queue.",
    outputs: [...PULL_REQUEST_OUTPUTS, ...FAILURE_OUTPUTS],
    ...SHARED.status,
    announce: announcePullRequest,
    show: async ({ answer, waiting }, { request }, step) => {
      if (answer === null) {
        const { waitUntilFinal } = await import("./sending.js");
        return waitUntilFinal(request, waiting, step);
      }
      reportPullRequest(request, answer.value, step.report);
      await showFailedTestRuns(request, answer.value, step);
      await reportWhy(request, step);
      await lookAtQueue(request, step);
      return shows(stateSentence(request, answer.value), markOf(answer.value));
    },
  }),
  "set-impacted-targets": setImpactedTargets,
  "compute-targets": computeTargets,
  "testing-details": testingDetails,
  "create-queue": operation({
    summary: "Creates the queue of the target branch, with all its settings.",
    outputs: ["queue-state"],
    ...SHARED["create-queue"],
    plan: (given) => SHARED["create-queue"].plan(given, settingsReader(given.inputs)),
    announce: announceQueue,
    show: async ({ sentence: created, change }, _, { report }) => {
      if (change === null) return done(`${created}.`);
      // The queue exists whether or not this works, and the workflow must know which of the two happened.
      try {
        report.answered((await change()).answer);
        return done(`${created} and has its settings.`);
      } catch (error) {
        if (!(error instanceof MergeQueueError)) throw error;
        report.answered(error);
        if (error.status === null) report.set({ "http-status": "" });
        const settings = error.mayHaveActed ? "may not be applied" : "are not applied";
        const sentence = `${created}, but its settings ${settings}: ${asSentence(error.message)} Repeat them with update-queue.`;
        return { kind: "notDone", errorKind: errorKindInWords(error.kind), sentence };
      }
    },
  }),
  "delete-queue": operation({
    summary: "Deletes the queue, which must be empty.",
    outputs: [],
    ...SHARED["delete-queue"],
    announce: announceQueue,
    show: ({ sentence, isUnchanged }) => done(sentence, isUnchanged),
  }),
  "get-queue": operation({
    summary: "Shows the queue: its settings, and its pull requests in order.",
    outputs: ["queue-state"],
    ...SHARED["get-queue"],
    announce: announceQueue,
    show: ({ answer: { value } }, { request }, { report }) => {
      reportQueue(value, report);
      reportSettings(value, report);
      reportEntries(value, report);
      return done(`The queue of ${request.targetBranch} is ${value.state}.`);
    },
  }),
  "update-queue": operation({
    summary: "Changes settings and state of the queue; pauses, resumes or drains it.",
    outputs: ["queue-state"],
    ...SHARED["update-queue"],
    plan: async (given) => {
      const plan = await SHARED["update-queue"].plan(given, settingsReader(given.inputs));
      if (plan.names.length > 0) return plan;
      throw new InputError("queue-config", `is missing; give it, or another setting such as state: PAUSED.`);
    },
    announce: announceQueue,
    show: ({ shown: { state } }, { request }) => {
      const isState = state === undefined ? "" : ` and is ${state}`;
      return done(`The queue of ${request.targetBranch} has its new settings${isState}.`);
    },
  }),
  metrics,
};

function markOf(value: SubmittedPullRequest): Mark | null {
  if (value.state === "MERGED") return null;
  return hasEnded(value) ? "failed" : "pending";
}

/** Reads the state right after the submission, which is valid even if its state cannot be read. */
async function lookAtSubmission(
  request: PullRequestOnWire,
  step: Step,
  onFirstShown: (shown: SubmittedPullRequest) => void,
): Promise<void> {
  const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
  if (state !== null) {
    // A submission cannot end immediately: a final state here belongs to an earlier submission that is still shown.
    if (isInQueue(state.value)) reportPullRequest(request, state.value, step.report);
    else step.log(`The service does not show the submission yet: it reports ${state.value.state}.`);
    onFirstShown(state.value);
    if (isInQueue(state.value)) await reportWhy(request, step);
  }
  await lookAtQueue(request, step);
}

/** Adds the state of the pull request and of its queue; the outcome of the step does not depend on it. */
async function refreshPullRequest(request: PullRequestOnWire, step: Step): Promise<void> {
  const state = await extraRead(step, (client, options) => client.getSubmittedPullRequest(request, options));
  if (state !== null) {
    reportPullRequest(request, state.value, step.report);
    await reportWhy(request, step);
  }
  await lookAtQueue(request, step);
}
