/** Waits until a pull request leaves the queue, shows progress, and reports the outcome. */

import type { WhyOnWire } from "../../client/ask-why.js";
import { cancelAborted } from "../../client/cancel-idempotently.js";
import type { Clock } from "../../client/clock.js";
import { MergeQueueError } from "../../client/errors.js";
import { failureLines, testRunLines } from "../../client/failure-words.js";
import { durationInWords } from "../../client/message-words.js";
import { positionInWords } from "../../client/position.js";
import { pauseInWords, troubleInWords } from "../../client/progress-words.js";
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import { nameOf, reasonOf } from "../../client/pull-request-on-wire.js";
import type { TestRunNote } from "../../client/test-run-watch.js";
import {
  type Outcome,
  type Progress,
  WaitError,
  type WaitOptions,
  waitForOutcome,
} from "../../client/wait.js";
import { explanationOf } from "../../operations/extra-reads.js";
import type { Remains } from "../../operations/operation.js";
import { EXIT } from "../exit-codes.js";
import type { Session } from "./api-session.js";
import { pictureOn } from "./explaining/queue-picture.js";
import { detailsOf, type Ending, type Facts, failureEnding, pageLines, problem } from "./failure-ending.js";
import type { Screen } from "./screen.js";

/** Short, since the final state is known already. */
const LAST_READ_MS = 1000;

export async function waitUntilFinal(
  request: PullRequestOnWire,
  waiting: WaitOptions,
  session: Session,
  isWatched = false,
): Promise<Ending> {
  const { client, screen } = session;
  const display = new WaitDisplay(screen, nameOf(request), client.clock);
  try {
    const outcome = await waitForOutcome(client, request, {
      ...waiting,
      ...(isWatched && watched(request, waiting, { client, screen })),
      heartbeatMs: 0, // after every poll; the display decides what to print
      onHeartbeat: (progress) => display.show(progress),
      onTestRun: (note) => display.showTestRun(note),
    });
    return endingOf(request, outcome, await explanationOf(request, session, LAST_READ_MS));
  } finally {
    display.end();
    screen.endBlock();
  }
}

/** The queue around the pull request is drawn with every poll. */
function watched(
  { pr }: PullRequestOnWire,
  { pollIntervalMs = 0 }: WaitOptions,
  { client, screen }: Pick<Session, "client" | "screen">,
): Pick<WaitOptions, "positionIntervalMs" | "onQueue"> {
  return {
    positionIntervalMs: pollIntervalMs,
    onQueue: (queue) => screen.block(pictureOn(screen, queue, client.clock.date(), pr.number)),
  };
}

/**
 * Runs a call that may be interrupted or reach its deadline while the pull request is in the queue. Reports that, or
 * cancels the pull request after an interruption if `cancelOnAbort` is set.
 */
export async function withRemainderShown(
  { pullRequest: request, cancelOnAbort }: Remains,
  session: Session,
  run: () => Promise<Ending>,
): Promise<Ending> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    const facts = error instanceof WaitError ? waitFacts(error.progress) : {};
    if (error.kind === "aborted") {
      const remains = cancelOnAbort
        ? cancelledInWords(request, await cancelAborted(session.partingClient(), request, error))
        : remainsInWords(request, error);
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
    return `${name} stays in the queue${ifThere} (to cancel it: merge-queue cancel ${request.pr.number}).`;
  }
  return error.mayHaveActed
    ? `${name} may be in the queue (to check: merge-queue status ${request.pr.number}).`
    : `nothing was done for ${name}.`;
}

function cancelledInWords(
  request: PullRequestOnWire,
  cancelled: Awaited<ReturnType<typeof cancelAborted>>,
): string {
  const name = nameOf(request);
  if (cancelled instanceof MergeQueueError) return `${name} may still be in the queue: ${cancelled.message}`;
  if (cancelled === "mayStillArrive")
    return `${name} is not in the queue yet, but an earlier request may still add it.`;
  return `${name} ${cancelled === "notInQueue" ? "is not in the queue" : "was taken out of the queue"}.`;
}

/** `why` is null if the service does not have it. */
function endingOf(request: PullRequestOnWire, outcome: Outcome, why: WhyOnWire | null): Ending {
  const { state, value, waitedMs } = outcome;
  const landed = state === "MERGED";
  const after = `${nameOf(request)} is ${state} after ${durationInWords(waitedMs)}`;
  return {
    kind: "answer",
    exitCode: landed ? EXIT.done : EXIT.refused,
    sentence: landed ? `${after}.` : `${after}: ${reasonOf(value) || "the queue gives no reason"}`,
    details: [
      ...detailsOf(value),
      ...(landed ? [] : reasonLines(why)),
      ...(landed ? [] : failureLines(outcome.failedTestRuns)),
      ...pageLines(why ?? {}),
    ],
    facts: { ...waitFacts(outcome), ...(why !== null && { why }) },
  };
}

function reasonLines(why: WhyOnWire | null): readonly string[] {
  const { sentence, exit: { verdict, next } = {} } = why ?? {};
  return [
    ...(sentence === undefined ? [] : [`Why       ${sentence}`]),
    ...(verdict === undefined ? [] : [`Verdict   ${verdict}`]),
    ...(next === undefined ? [] : [`Next      ${next}`]),
  ];
}

function waitFacts(waited: Outcome | Progress): Facts {
  const { value, history, omittedPeriods, waitedMs, polls, failedTestRuns } = waited;
  const periods = history.map(({ state, ms }) => ({ state, ms: Math.round(ms) }));
  const omitted = omittedPeriods === 0 ? {} : { omittedPeriods };
  const failed = failedTestRuns.length === 0 ? {} : { failedTestRuns };
  return { response: value, history: periods, ...omitted, ...failed, waitedMs: Math.round(waitedMs), polls };
}

/** A CI system may end a job that prints nothing for long. */
const HEARTBEAT_MS = 60_000;
const REDRAW_MS = 1000;

/** Shows the progress of a wait: a live line on a terminal; elsewhere one line per change, and a heartbeat. */
export class WaitDisplay {
  readonly #screen: Screen;
  readonly #name: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #redrawing: NodeJS.Timeout | undefined;
  #latest: { readonly progress: Progress; readonly at: number } | null = null;
  #lastKey = "";
  #printedAt = Number.NEGATIVE_INFINITY;

  /** `name`: the pull request, such as `#12`. */
  constructor(screen: Screen, name: string, clock: Pick<Clock, "now">) {
    this.#screen = screen;
    this.#name = name;
    this.#clock = clock;
    if (screen.isLive) this.#redrawing = setInterval(() => this.redraw(), REDRAW_MS).unref();
  }

  /** Shows the result of the latest poll. */
  show(progress: Progress): void {
    const now = this.#clock.now();
    this.#latest = { progress, at: now };
    const { key, isWorthALine } = this.#judge(progress, now);
    if (isWorthALine) {
      this.#lastKey = key;
      this.#printedAt = now;
      this.#screen.note(this.#line(progress, progress.waitedMs));
    }
    this.redraw();
  }

  /** Prints lines that remain. */
  showTestRun(note: TestRunNote): void {
    const [first = "", ...output] = testRunLines(note);
    const waitedMs = this.#latest === null ? 0 : this.#waitedMs(this.#latest);
    this.#screen.note(`${durationInWords(waitedMs)}: ${this.#name} ${first}`);
    for (const line of output) this.#screen.note(line);
  }

  /** Updates the elapsed time between two polls. */
  redraw(): void {
    if (this.#latest === null) return;
    this.#screen.live(this.#line(this.#latest.progress, this.#waitedMs(this.#latest)));
  }

  #waitedMs({ progress, at }: { readonly progress: Progress; readonly at: number }): number {
    return progress.waitedMs + this.#clock.now() - at;
  }

  end(): void {
    clearInterval(this.#redrawing);
    this.#screen.live("");
  }

  /**
   * On a terminal, positions and errors appear only in the live line; state changes are printed as lines that remain.
   */
  #judge({ value, state, position, trouble, ...progress }: Progress, now: number) {
    const shown = [state, value === null ? null : reasonOf(value), pauseInWords(progress)];
    const passing = [position?.place, position?.ahead, trouble?.kind, trouble?.status];
    const key = JSON.stringify(this.#screen.isLive ? shown : [...shown, ...passing]);
    const isDue = !this.#screen.isLive && now - this.#printedAt >= HEARTBEAT_MS;
    return { key, isWorthALine: key !== this.#lastKey || isDue };
  }

  /** The most important parts come first, because a terminal may cut the line off. */
  #line(progress: Progress, waitedMs: number): string {
    const { value, state, position } = progress;
    const details = [
      state ?? "not known yet",
      position === null ? "" : `position ${positionInWords(position)}`,
      troubleInWords(progress),
      pauseInWords(progress),
      value === null ? "" : reasonOf(value),
    ].filter((detail) => detail !== "");
    return `${durationInWords(waitedMs)}: ${this.#name} ${details.join("; ")}`;
  }
}
