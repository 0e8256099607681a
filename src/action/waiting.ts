/** Waits until a pull request has left the queue, and logs each change. */

import { cancelAborted } from "../client/cancel-idempotently.js";
import { MergeQueueError } from "../client/errors.js";
import { testRunLines } from "../client/failure-words.js";
import { durationInWords } from "../client/message-words.js";
import { positionInWords } from "../client/position.js";
import { pauseInWords, troubleInWords, whyPausedInWords } from "../client/progress-words.js";
import type { PullRequestOnWire } from "../client/pull-request-on-wire.js";
import { hasEnded, nameOf, reasonOf } from "../client/pull-request-on-wire.js";
import type { TestRunNote } from "../client/test-run-watch.js";
import {
  type Outcome,
  type Progress,
  type SubmittedPullRequest,
  WaitError,
  type WaitOptions,
  waitForOutcome,
} from "../client/wait.js";
import { isFinalState } from "../contract/states.js";
import type { Remains } from "../operations/operation.js";
import { reportFailedTestRuns } from "./failed-test-runs-report.js";
import { markup } from "./markup.js";
import type { Step, Verdict } from "./operation.js";
import { reportHistory, reportPullRequest, reportWhy } from "./pull-request-report.js";
import { lookAtQueueAfter, reportLane, reportPosition, reportQueue } from "./queue-report.js";

/** Short, since the final state is known already. */
const LAST_READ_MS = 1000;

/** `onFirstShown` is called with the first state of a submission that the service shows. */
export async function waitUntilFinal(
  request: PullRequestOnWire,
  waiting: WaitOptions,
  step: Step,
  onFirstShown?: (shown: SubmittedPullRequest) => void,
): Promise<Verdict> {
  const seen: { submission: boolean; pause: string | null } = { submission: false, pause: null };
  try {
    const outcome = await waitForOutcome(step.client, request, {
      ...waiting,
      onQueue: (queue) => {
        reportQueue(queue, step.report);
        reportLane(queue, request.pr.number, step.report);
      },
      onChange: (progress) => {
        if (!seen.submission && progress.value !== null) onFirstShown?.(progress.value);
        seen.submission = true;
        logProgress(request, progress, step);
      },
      onMove: (progress) => {
        logProgress(request, progress, step);
        warnOfPause(request, progress, seen, step);
      },
      onAnswering: (progress) => logProgress(request, progress, step),
      onTestRun: (note) => logTestRun(request, note, step),
      onHeartbeat: (progress) => logProgress(request, progress, step),
    });
    reportPullRequest(request, outcome.value, step.report);
    reportHistory(outcome, step.report);
    reportFailedTestRuns(outcome.failedTestRuns, step.report);
    step.report.answered({ status: 200, attempts: outcome.polls, body: JSON.stringify(outcome.value) });
    await reportWhy(request, step, LAST_READ_MS);
    await lookAtQueueAfter(request, step, LAST_READ_MS);
    return verdictOn(request, outcome);
  } catch (error) {
    if (!(error instanceof WaitError)) throw error;
    reportProgress(request, error.progress, step);
    const { value } = error.progress;
    if (value !== null) step.report.answered({ status: 200, attempts: 0, body: JSON.stringify(value) });
    if (error.kind !== "deadlinePassed") throw error;
    step.report.answered({ status: null, attempts: error.attempts, body: "" });
    // The client's own time is over.
    if (value !== null && error.progress.trouble === null)
      await reportWhy(request, { ...step, client: step.partingClient() }, LAST_READ_MS);
    return tooLate(request, error.progress);
  }
}

/** Runs an operation that may be aborted. If it is aborted and `cancel-on-abort` is set, cancels the pull request. */
export async function cancellingOnAbort(
  remains: Remains | null,
  step: Step,
  run: () => Promise<Verdict>,
): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    if (remains?.cancelOnAbort === true && error instanceof MergeQueueError && error.kind === "aborted") {
      const { pullRequest } = remains;
      report(pullRequest, await cancelAborted(step.partingClient(), pullRequest, error), step);
    }
    throw error;
  }
}

function report(
  request: PullRequestOnWire,
  cancelled: Awaited<ReturnType<typeof cancelAborted>>,
  step: Step,
): void {
  const name = nameOf(request);
  if (cancelled instanceof MergeQueueError) {
    warnOf(`${name} may still be in the queue: ${cancelled.message}`, step);
  } else if (cancelled === "mayStillArrive") {
    warnOf(`${name} is not in the queue, but may still get in: its submission was in progress.`, step);
  } else {
    const isTakenOut = cancelled === "cancelled";
    const sentence = isTakenOut
      ? `${name} was removed from the queue, because the job was cancelled.`
      : `${name} is not in the queue.`;
    step.log(sentence);
    step.report.set({ "is-submitted": false });
    if (isTakenOut) reportOut("CANCELLED", sentence, step);
    else reportOut("", "", step);
  }
}

function warnOf(sentence: string, step: Step): void {
  step.warn(sentence);
  step.report.row("Removal", markup`${sentence}`);
}

/** Empty: out of the queue, in an unknown state and for an unknown reason. */
function reportOut(state: "CANCELLED" | "", reason: string, { report }: Step): void {
  report.set({ state, "is-final": true, reason });
  report.row("State", state === "" ? null : markup`**${state}**`);
  report.row("Reason", reason === "" ? null : markup`${reason}`);
  report.row("Position", null);
  report.row("Waits for", null);
}

function verdictOn({ pr }: PullRequestOnWire, { state, value, waitedMs }: Outcome): Verdict {
  const after = `after ${durationInWords(waitedMs)}`;
  if (state === "MERGED") return { kind: "done", sentence: `#${pr.number} is MERGED ${after}.` };
  const reason = reasonOf(value) || "the queue gives no reason";
  if (isFinalState(state)) {
    const errorKind = state === "FAILED" ? "failed" : "cancelled";
    return { kind: "notDone", errorKind, sentence: `#${pr.number} is ${state} ${after}: ${reason}` };
  }
  const unknown = `${state} ${after}, an unknown state, and has left the queue`;
  return { kind: "notDone", errorKind: "unknown-state", sentence: `#${pr.number} is ${unknown}: ${reason}` };
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

/** A final state gets a separate line at the end. */
function logProgress(request: PullRequestOnWire, progress: Progress, step: Step): void {
  reportProgress(request, progress, step);
  const state = progress.state ?? "not known yet";
  if (progress.value !== null && hasEnded(progress.value)) return;
  const details = [
    progress.position === null ? "" : `position ${positionInWords(progress.position)}`,
    progress.value === null ? "" : reasonOf(progress.value),
    pauseInWords(progress),
    troubleInWords(progress),
  ].filter((detail) => detail !== "");
  step.log(`${durationInWords(progress.waitedMs)}: #${request.pr.number} ${[state, ...details].join("; ")}`);
}

/** An annotation, which people see without opening the log; one for each pause and each of its reasons. */
function warnOfPause(
  { pr, targetBranch }: PullRequestOnWire,
  { queueState, queueStateReason }: Progress,
  seen: { pause: string | null },
  step: Step,
): void {
  const pause = queueState === "PAUSED" ? whyPausedInWords(queueStateReason) : null;
  if (pause !== null && pause !== seen.pause)
    step.warn(`#${pr.number} waits in the queue of ${targetBranch}, which is PAUSED: ${pause}.`);
  seen.pause = pause;
}

function logTestRun({ pr }: PullRequestOnWire, note: TestRunNote, step: Step): void {
  const [first = "", ...output] = testRunLines(note);
  step.log(`#${pr.number} ${first}`);
  for (const line of output) step.log(line);
}

function reportProgress(request: PullRequestOnWire, progress: Progress, step: Step): void {
  if (progress.value !== null) reportPullRequest(request, progress.value, step.report);
  if (progress.position !== null) reportPosition(progress.position, step.report);
  reportHistory(progress, step.report);
  reportFailedTestRuns(progress.failedTestRuns, step.report);
}
