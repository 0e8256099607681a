/** Watches a submitted pull request until the queue is done with it, whatever happens to the service meanwhile. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import { type FinalState, isFinalState } from "../contract/states.js";
import type { MergeQueueClient } from "./client.js";
import type { Deadline } from "./deadline.js";
import { type ErrorKind, type Failure, MergeQueueError } from "./errors.js";
import { failureBeforeSending } from "./failures.js";
import { type Position, positionIn } from "./position.js";
import { LONGEST_RETRY_AFTER_MS } from "./retry.js";

export type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

export interface WaitOptions {
  /** Give or take a fifth, so that clients do not poll in step. */
  readonly pollIntervalMs?: number;
  readonly deadline?: Deadline;
  readonly signal?: AbortSignal;
  /** How long the service may say that it does not know the pull request, or redirect elsewhere. */
  readonly graceMs?: number;
  /** How long nothing may be reported. */
  readonly heartbeatMs?: number;
  /** How often to ask for the place in line; absent: never. */
  readonly positionIntervalMs?: number;
  /** Called once for every new state or reason, the first and the last included. */
  readonly onChange?: (progress: Progress) => void;
  /** Called when there was nothing else to report for a while. */
  readonly onHeartbeat?: (progress: Progress) => void;
}

/** One stay in one state, as far as polling can tell. */
export interface Stay {
  readonly state: string;
  readonly ms: number;
}

export interface Progress {
  /** Null until the service has answered for the first time. */
  readonly value: SubmittedPullRequest | null;
  /** Canonical; may be one that is not known here. Null until the service has answered. */
  readonly state: string | null;
  readonly stateReason: string | null;
  /** States so far, the present one last. */
  readonly history: readonly Stay[];
  readonly waitedMs: number;
  readonly polls: number;
  /** Null when it was not asked for or is not known. */
  readonly position: Position | null;
  /** Why the latest poll brought no answer; null when it did. */
  readonly trouble: MergeQueueError | null;
}

export interface Outcome {
  readonly state: FinalState;
  readonly value: SubmittedPullRequest;
  readonly history: readonly Stay[];
  readonly waitedMs: number;
  readonly polls: number;
}

/** The wait ended without an outcome; `progress` is the last that was seen. */
export class WaitError extends MergeQueueError {
  override readonly name = "WaitError";
  readonly progress: Progress;

  constructor(failure: Failure, progress: Progress) {
    super("getSubmittedPullRequest", failure, progress.polls);
    this.progress = progress;
  }
}

const DEFAULT_POLL_INTERVAL_MS = 15_000;
const DEFAULT_GRACE_MS = 60_000;
const DEFAULT_HEARTBEAT_MS = 60_000;
/** A service in trouble is asked less often, but its return is noticed within a few intervals. */
const SLOWEST_POLL = 4;
const UNKNOWN_STATE = "UNKNOWN";
const LASTING_KINDS: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "refused",
  "bodyTooLarge",
]);
const LASTING_CODES: ReadonlySet<string | null> = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);

/**
 * Returns as soon as the state is final. Survives lost connections, 5xx, pages of proxies and a short 404;
 * throws `WaitError` when the deadline passes, the signal aborts or the service says a lasting no.
 */
export async function waitForOutcome(
  client: MergeQueueClient,
  request: RequestOf<"getSubmittedPullRequest">,
  options: WaitOptions = {},
): Promise<Outcome> {
  const deadline = client.deadlineWith(options.deadline);
  const signal = client.signalWith(options.signal);
  const watch = new Watch(client, request, options, { retries: 0, deadline, signal });
  for (;;) {
    const outcome = await watch.poll();
    if (outcome !== null) return outcome;
    await watch.updatePosition();
    watch.beat();
    await client.clock.sleep(Math.min(watch.nextPollMs(), deadline.remainingMs()), signal);
  }
}

/** The limits of every call of one wait. A poll that fails is followed by another poll, so none is repeated. */
interface Limits {
  readonly retries: 0;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

class Watch {
  readonly #client: MergeQueueClient;
  readonly #request: RequestOf<"getSubmittedPullRequest">;
  readonly #options: WaitOptions;
  readonly #limits: Limits;
  readonly #startedAt: number;
  #value: SubmittedPullRequest | null = null;
  #stays: readonly { readonly state: string; readonly since: number }[] = [];
  #polls = 0;
  #failuresInARow = 0;
  #trouble: MergeQueueError | null = null;
  #unknownSince: number | null = null;
  #reportedAt: number;
  #position: Position | null = null;
  #positionAskedAt = Number.NEGATIVE_INFINITY;

  constructor(
    client: MergeQueueClient,
    request: RequestOf<"getSubmittedPullRequest">,
    options: WaitOptions,
    limits: Limits,
  ) {
    this.#client = client;
    this.#request = request;
    this.#options = options;
    this.#limits = limits;
    this.#startedAt = client.clock.now();
    this.#reportedAt = this.#startedAt;
  }

  /** Null when the queue is not done, or did not answer and may do so later. */
  async poll(): Promise<Outcome | null> {
    this.#endIfOver();
    this.#polls++;
    try {
      const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
      return this.#see(value);
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      this.#miss(error);
      return null;
    }
  }

  /** Asks for the place in line when it is time; the wait does not depend on the answer. */
  async updatePosition(): Promise<void> {
    const now = this.#client.clock.now();
    const { positionIntervalMs } = this.#options;
    if (positionIntervalMs === undefined || this.#trouble !== null) return;
    if (now - this.#positionAskedAt < positionIntervalMs) return;
    this.#positionAskedAt = now;
    const { repo, targetBranch, pr } = this.#request;
    try {
      const { value } = await this.#client.getQueue({ repo, targetBranch }, this.#limits);
      this.#position = positionIn(value, Number(pr.number));
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      this.#position = null;
    }
  }

  beat(): void {
    const silentMs = this.#client.clock.now() - this.#reportedAt;
    if (silentMs < (this.#options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS)) return;
    this.#reportedAt = this.#client.clock.now();
    this.#options.onHeartbeat?.(this.#progress());
  }

  nextPollMs(): number {
    const intervalMs = this.#options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS;
    const slower = Math.min(SLOWEST_POLL, 2 ** this.#failuresInARow);
    const jitter = 0.8 + 0.4 * this.#client.random();
    const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    return Math.max(asked, Math.round(intervalMs * slower * jitter));
  }

  #see(value: SubmittedPullRequest): Outcome | null {
    const state = value.state ?? UNKNOWN_STATE;
    const isNewState = state !== this.#stays.at(-1)?.state;
    const isNews = isNewState || value.stateReason !== this.#value?.stateReason;
    if (isNewState) this.#stays = [...this.#stays, { state, since: this.#client.clock.now() }];
    this.#value = value;
    this.#trouble = null;
    this.#failuresInARow = 0;
    this.#unknownSince = null;
    if (isNews) {
      this.#reportedAt = this.#client.clock.now();
      this.#options.onChange?.(this.#progress());
    }
    if (!isFinalState(state)) return null;
    const { history, waitedMs, polls } = this.#progress();
    return { state, value, history, waitedMs, polls };
  }

  #miss(error: MergeQueueError): void {
    if (error.kind === "deadlinePassed") throw this.#deadlineError();
    if (error.kind === "aborted" || this.#isLasting(error)) throw new WaitError(error, this.#progress());
    this.#trouble = error;
    // A service that does not know the pull request yet is well.
    this.#failuresInARow = error.kind === "notFound" ? 0 : this.#failuresInARow + 1;
  }

  /** Whether the same answer must be expected for ever. */
  #isLasting(error: MergeQueueError): boolean {
    if (LASTING_KINDS.has(error.kind) || LASTING_CODES.has(error.code)) return true;
    return (error.kind === "notFound" || error.kind === "redirected") && this.#isOutOfGrace();
  }

  #isOutOfGrace(): boolean {
    const now = this.#client.clock.now();
    this.#unknownSince ??= now;
    return now - this.#unknownSince >= (this.#options.graceMs ?? DEFAULT_GRACE_MS);
  }

  #endIfOver(): void {
    if (this.#limits.signal.aborted) throw new WaitError(failureBeforeSending("aborted"), this.#progress());
    if (this.#limits.deadline.hasPassed) throw this.#deadlineError();
  }

  #deadlineError(): WaitError {
    const state = this.#stays.at(-1)?.state;
    const words = [
      state === undefined ? null : `the last state was ${state}`,
      this.#trouble?.message ?? null,
    ];
    const detail = words.filter((word) => word !== null).join("; ");
    return new WaitError(failureBeforeSending("deadlinePassed", detail), this.#progress());
  }

  #progress(): Progress {
    const now = this.#client.clock.now();
    return {
      value: this.#value,
      state: this.#stays.at(-1)?.state ?? null,
      stateReason: this.#value?.stateReason ?? null,
      history: this.#stays.map(({ state, since }, index) => ({
        state,
        ms: (this.#stays[index + 1]?.since ?? now) - since,
      })),
      waitedMs: now - this.#startedAt,
      polls: this.#polls,
      position: this.#position,
      trouble: this.#trouble,
    };
  }
}
