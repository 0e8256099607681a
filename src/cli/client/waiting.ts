/** Waits until the queue is done with a pull request, shows on the way what happens, and says how it ended. */
import { cancelAborted } from "../../client/cancel-idempotently.js";
import type { Clock } from "../../client/clock.js";
import { MergeQueueError } from "../../client/errors.js";
import { positionInWords } from "../../client/position.js";
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import { nameOf, reasonOf } from "../../client/pull-request-on-wire.js";
import {
  type Outcome,
  type Progress,
  WaitError,
  type WaitOptions,
  waitForOutcome,
} from "../../client/wait.js";
import { durationInWords } from "../../client/words.js";
import type { Remains } from "../../operations/operation.js";
import { EXIT } from "../exit-codes.js";
import { detailsOf, type Ending, type Facts, failureEnding, problem } from "./failure-ending.js";
import type { Screen } from "./screen.js";
import type { Session } from "./session.js";

export async function waitUntilFinal(
  request: PullRequestOnWire,
  waiting: WaitOptions,
  { client, screen }: Session,
): Promise<Ending> {
  const display = new WaitDisplay(screen, nameOf(request), client.clock);
  try {
    const outcome = await waitForOutcome(client, request, {
      ...waiting,
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
    return `${name} stays in the queue${ifThere} (merge-queue cancel ${request.pr.number} takes it out).`;
  }
  return error.mayHaveActed
    ? `${name} may be in the queue (merge-queue status ${request.pr.number} tells).`
    : `nothing was done for ${name}.`;
}

function cancelledInWords(
  request: PullRequestOnWire,
  cancelled: Awaited<ReturnType<typeof cancelAborted>>,
): string {
  const name = nameOf(request);
  if (cancelled instanceof MergeQueueError) return `${name} may still be in the queue: ${cancelled.message}`;
  if (cancelled === "mayStillArrive") return `${name} is not in the queue, but may still get in.`;
  return `${name} ${cancelled === "notInQueue" ? "is not in the queue" : "was taken out of the queue"}.`;
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

function waitFacts({ value, history, omittedStays, waitedMs, polls }: Outcome | Progress): Facts {
  const stays = history.map(({ state, ms }) => ({ state, ms: Math.round(ms) }));
  const omitted = omittedStays === 0 ? {} : { omittedStays };
  return { response: value, history: stays, ...omitted, waitedMs: Math.round(waitedMs), polls };
}

/** A CI system may end a job that says nothing for long. */
const HEARTBEAT_MS = 60_000;
const REDRAW_MS = 1000;

/** Shows a wait while it goes on: one live line on a terminal; elsewhere a line per change, and a heartbeat. */
export class WaitDisplay {
  readonly #screen: Screen;
  readonly #name: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #redrawing: NodeJS.Timeout | undefined;
  #latest: { readonly progress: Progress; readonly at: number } | null = null;
  #said = "";
  #saidAt = Number.NEGATIVE_INFINITY;

  /** `name` is that of the pull request. */
  constructor(screen: Screen, name: string, clock: Pick<Clock, "now">) {
    this.#screen = screen;
    this.#name = name;
    this.#clock = clock;
    if (screen.isLive) this.#redrawing = setInterval(() => this.redraw(), REDRAW_MS).unref();
  }

  /** Takes what the latest poll has brought. */
  show(progress: Progress): void {
    const now = this.#clock.now();
    this.#latest = { progress, at: now };
    const { said, isWorthALine } = this.#judge(progress, now);
    if (isWorthALine) {
      this.#said = said;
      this.#saidAt = now;
      this.#screen.note(this.#line(progress, progress.waitedMs));
    }
    this.redraw();
  }

  /** The time goes on between two polls. */
  redraw(): void {
    if (this.#latest === null) return;
    const { progress, at } = this.#latest;
    this.#screen.live(this.#line(progress, progress.waitedMs + this.#clock.now() - at));
  }

  end(): void {
    clearInterval(this.#redrawing);
    this.#screen.live("");
  }

  /** On a terminal the live line shows places and troubles, and what stays behind are the states. */
  #judge({ value, state, position, trouble }: Progress, now: number) {
    const stay = [state, value === null ? null : reasonOf(value)];
    const passing = [position?.place, position?.ahead, trouble?.kind, trouble?.status];
    const said = JSON.stringify(this.#screen.isLive ? stay : [...stay, ...passing]);
    const isDue = !this.#screen.isLive && now - this.#saidAt >= HEARTBEAT_MS;
    return { said, isWorthALine: said !== this.#said || isDue };
  }

  /** What matters most comes first: a terminal may cut the rest off. */
  #line({ value, state, position, trouble }: Progress, waitedMs: number): string {
    const details = [
      state ?? "not known yet",
      position === null ? "" : `position ${positionInWords(position)}`,
      trouble === null ? "" : `still asking, because ${trouble.message}`,
      value === null ? "" : reasonOf(value),
    ].filter((detail) => detail !== "");
    return `${durationInWords(waitedMs)}: ${this.#name} ${details.join("; ")}`;
  }
}
