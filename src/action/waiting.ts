/** Waits until the queue is done with a pull request, and says on the way what happens. */
import { cancelIdempotently } from "../client/cancel-idempotently.js";
import { MergeQueueError } from "../client/errors.js";
import { type Outcome, type Progress, WaitError, waitForOutcome } from "../client/wait.js";
import { isFinalState } from "../contract/states.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";
import type { Step, Verdict } from "./operation.js";
import { reasonOf, reportHistory, reportPullRequest } from "./pull-request-report.js";
import { lookAtQueue, positionInWords, reportPosition } from "./queue-report.js";
import type { PullRequestOnWire } from "./subject.js";
import { durationInWords } from "./words.js";

export interface Waiting {
  readonly pollIntervalMs: number;
}

export const WAIT_INPUTS: readonly InputName[] = ["wait", "wait-timeout", "poll-interval", "cancel-on-abort"];

const POSITION_INTERVAL_MS = 30_000;

/** Null when the step does not wait. */
export function readWaiting(inputs: InputReader): Waiting | null {
  return inputs.required("wait") ? { pollIntervalMs: inputs.required("poll-interval") } : null;
}

export async function waitUntilFinal(
  request: PullRequestOnWire,
  { pollIntervalMs }: Waiting,
  step: Step,
): Promise<Verdict> {
  try {
    const outcome = await waitForOutcome(step.client, request, {
      pollIntervalMs,
      positionIntervalMs: POSITION_INTERVAL_MS,
      onChange: (progress) => sayProgress(request, progress, step),
      onHeartbeat: (progress) => sayProgress(request, progress, step),
    });
    reportPullRequest(request, outcome.value, step.report);
    reportHistory(outcome.history, step.report);
    step.report.answered({ status: 200, attempts: outcome.polls, body: JSON.stringify(outcome.value) });
    await lookAtQueue(request, step);
    return verdictOn(request, outcome);
  } catch (error) {
    if (!(error instanceof WaitError)) throw error;
    reportProgress(request, error.progress, step);
    if (error.kind !== "deadlinePassed") throw error;
    step.report.set({ attempts: error.attempts });
    return tooLate(request, error.progress);
  }
}

/** Runs what may be aborted; when it was, and the workflow wishes so, takes the pull request out of the queue. */
export async function cancellingOnAbort(
  request: PullRequestOnWire,
  wished: boolean,
  step: Step,
  run: () => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (wished && error instanceof MergeQueueError && error.kind === "aborted") await cancel(request, step);
    throw error;
  }
}

async function cancel(request: PullRequestOnWire, step: Step): Promise<void> {
  try {
    const { kind } = await cancelIdempotently(step.partingClient(), request);
    const sentence = kind === "cancelled" ? "was taken out of the queue" : "is not in the queue";
    step.log(`#${request.pr.number} ${sentence}, because the job was cancelled.`);
    step.report.set({ "is-submitted": false });
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    step.warn(`#${request.pr.number} may still be in the queue: ${error.message}`);
  }
}

function verdictOn({ pr }: PullRequestOnWire, { state, value, waitedMs }: Outcome): Verdict {
  const after = `after ${durationInWords(waitedMs)}`;
  if (state === "MERGED") return { kind: "done", sentence: `#${pr.number} is MERGED ${after}.` };
  const reason = reasonOf(value) || "the queue gives no reason";
  return {
    kind: "notDone",
    errorKind: state === "FAILED" ? "failed" : "cancelled",
    sentence: `#${pr.number} is ${state} ${after}: ${reason}`,
  };
}

function tooLate({ pr }: PullRequestOnWire, { state, waitedMs, trouble }: Progress): Verdict {
  const last = state === null ? "has shown no state" : `is still ${state}`;
  const because = trouble === null ? "" : ` The service's last answer: ${trouble.message}`;
  return {
    kind: "notDone",
    errorKind: "deadline-passed",
    sentence: `#${pr.number} ${last} after ${durationInWords(waitedMs)}, the end of wait-timeout or timeout.${because}`,
  };
}

/** A final state has a line of its own at the end. */
function sayProgress(request: PullRequestOnWire, progress: Progress, step: Step): void {
  reportProgress(request, progress, step);
  const state = progress.state ?? "not known yet";
  if (isFinalState(state)) return;
  const details = [
    progress.value === null ? "" : reasonOf(progress.value),
    progress.position === null ? "" : `position ${positionInWords(progress.position)}`,
    progress.trouble === null ? "" : `still asking, because ${progress.trouble.message}`,
  ].filter((detail) => detail !== "");
  step.log(`${durationInWords(progress.waitedMs)}: #${request.pr.number} ${[state, ...details].join("; ")}`);
}

function reportProgress(request: PullRequestOnWire, progress: Progress, step: Step): void {
  if (progress.value !== null) reportPullRequest(request, progress.value, step.report);
  if (progress.position !== null) reportPosition(progress.position, step.report);
  reportHistory(progress.history, step.report);
}
