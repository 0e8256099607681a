/** Waits until the queue is done with a pull request, shows on the way what happens, and says how it ended. */
import { cancelIdempotently } from "../../client/cancel-idempotently.js";
import { MergeQueueError } from "../../client/errors.js";
import { type Outcome, type Progress, WaitError, waitForOutcome } from "../../client/wait.js";
import { EXIT } from "../exit-codes.js";
import type { Ending, Facts } from "./ending.js";
import { failureEnding, problem } from "./failure-ending.js";
import type { OptionReader } from "./option-reader.js";
import { spellingOf } from "./options.js";
import { detailsOf, nameOf, reasonOf } from "./pull-request-words.js";
import type { Session } from "./session.js";
import type { PullRequestOnWire } from "./subject.js";
import { UsageError } from "./usage-error.js";
import { WaitDisplay } from "./wait-display.js";
import { durationInWords } from "./words.js";

export interface Waiting {
  readonly pollIntervalMs: number;
}

const POSITION_INTERVAL_MS = 30_000;

/** Null when the caller does not wait. */
export function readWaiting(options: OptionReader): Waiting | null {
  const pollIntervalMs = options.required("pollInterval");
  if (options.isGiven("wait")) return { pollIntervalMs };
  for (const name of ["waitTimeout", "pollInterval"] as const) {
    if (options.isGiven(name)) throw new UsageError(`${spellingOf(name)} goes with --wait.`);
  }
  return null;
}

export async function waitUntilFinal(
  request: PullRequestOnWire,
  { pollIntervalMs }: Waiting,
  { client, screen }: Session,
): Promise<Ending> {
  const display = new WaitDisplay(screen, nameOf(request), client.clock);
  try {
    const outcome = await waitForOutcome(client, request, {
      pollIntervalMs,
      positionIntervalMs: POSITION_INTERVAL_MS,
      heartbeatMs: 0, // after every poll: what is worth a line is decided by the display
      onHeartbeat: (progress) => display.show(progress),
    });
    return endingOf(request, outcome);
  } finally {
    display.end();
  }
}

/**
 * Runs what may be interrupted or take too long. The pull request may be in the queue then: says so, or takes it
 * out when an interruption is to do that.
 */
export async function tellingWhatRemains(
  request: PullRequestOnWire,
  cancelOnAbort: boolean,
  session: Session,
  run: () => Promise<Ending>,
): Promise<Ending> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    const facts = error instanceof WaitError ? waitFacts(error.progress) : {};
    if (error.kind === "aborted") {
      const remains = cancelOnAbort ? await cancel(request, session) : remainsInWords(request, error);
      return problem(EXIT.refused, "aborted", `interrupted: ${remains}`, facts);
    }
    const ending = failureEnding(error);
    if (!(error instanceof WaitError)) return ending;
    const sentence =
      error.kind === "deadlinePassed"
        ? `${ending.sentence} ${remainsInWords(request, error)}`
        : ending.sentence;
    return { ...ending, sentence, facts: { ...ending.facts, ...facts } };
  }
}

function remainsInWords(request: PullRequestOnWire, error: MergeQueueError): string {
  const name = nameOf(request);
  if (error instanceof WaitError) {
    const ifThere = error.progress.value === null ? " if it is there" : "";
    return `${name} stays in the queue${ifThere} (merge-queue cancel ${request.pr.number} takes it out).`;
  }
  return error.mayHaveActed
    ? `${name} may be in the queue (merge-queue status ${request.pr.number} tells).`
    : `nothing was done for ${name}.`;
}

async function cancel(request: PullRequestOnWire, session: Session): Promise<string> {
  try {
    const { kind } = await cancelIdempotently(session.partingClient(), request);
    return `${nameOf(request)} ${kind === "cancelled" ? "was taken out of the queue" : "is not in the queue"}.`;
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    return `${nameOf(request)} may still be in the queue: ${error.message}`;
  }
}

function endingOf(request: PullRequestOnWire, outcome: Outcome): Ending {
  const { state, value, waitedMs } = outcome;
  const landed = state === "MERGED";
  const after = `${nameOf(request)} is ${state} after ${durationInWords(waitedMs)}`;
  return {
    kind: "answer",
    exitCode: landed ? EXIT.done : EXIT.refused,
    sentence: landed ? `${after}.` : `${after}: ${reasonOf(value) || "the queue gives no reason"}`,
    details: detailsOf(value),
    facts: waitFacts(outcome),
  };
}

function waitFacts({ value, history, waitedMs, polls }: Outcome | Progress): Facts {
  const stays = history.map(({ state, ms }) => ({ state, ms: Math.round(ms) }));
  return { response: value, history: stays, waitedMs: Math.round(waitedMs), polls };
}
