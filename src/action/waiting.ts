/** Waits until the queue is done with a pull request, and says on the way what happens. */
import { cancelIdempotently } from "../client/cancel-idempotently.js";
import { MergeQueueError } from "../client/errors.js";
import { type Outcome, type Progress, WaitError, waitForOutcome } from "../client/wait.js";
import { isFinalState } from "../contract/states.js";
import { markup } from "./markup.js";
import type { Step, Verdict } from "./operation.js";
import { reasonOf, reportHistory, reportPullRequest } from "./pull-request-report.js";
import { lookAtQueue, positionInWords, reportPosition } from "./queue-report.js";
import type { PullRequestOnWire } from "./subject.js";
import type { Waiting } from "./wait-inputs.js";
import { durationInWords } from "./words.js";

const POSITION_INTERVAL_MS = 30_000;

export async function waitUntilFinal(
  request: PullRequestOnWire,
  { pollIntervalMs }: Waiting,
  step: Step,
): Promise<Verdict> {
  // Seen now, the queue is in the summary also when the wait is cut short.
  await lookAtQueue(request, step);
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
    const { value } = error.progress;
    if (value !== null) step.report.answered({ status: 200, attempts: 0, body: JSON.stringify(value) });
    if (error.kind !== "deadlinePassed") throw error;
    step.report.answered({ status: null, attempts: error.attempts, body: "" });
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
  const { number } = request.pr;
  try {
    const { kind } = await cancelIdempotently(step.partingClient(), request);
    const isTakenOut = kind === "cancelled";
    const sentence = `#${number} ${isTakenOut ? "was taken out of" : "is not in"} the queue, because the job was cancelled.`;
    step.log(sentence);
    step.report.set({ "is-submitted": false });
    if (isTakenOut) reportTakenOut(sentence, step);
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    const sentence = `#${number} may still be in the queue: ${error.message}`;
    step.warn(sentence);
    step.report.row("Taking out", markup`${sentence}`);
  }
}

function reportTakenOut(sentence: string, { report }: Step): void {
  report.set({ state: "CANCELLED", "is-final": true, reason: sentence });
  report.row("State", markup`**CANCELLED**`);
  report.row("Reason", markup`${sentence}`);
  report.row("Position", null);
  report.row("Waits for", null);
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
