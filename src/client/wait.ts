/** Watches a submitted pull request until the queue is done with it, whatever happens to the service meanwhile. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import { isKnownState } from "../contract/states.js";
import { isTestRunId } from "../domain/ids.js";
import type { MergeQueueClient } from "./client.js";
import { Deadline } from "./deadline.js";
import { isWebPage } from "./error-text.js";
import {
  type ErrorKind,
  type Failure,
  failureBeforeSending,
  MergeQueueError,
  NOTHING_KNOWN,
} from "./errors.js";
import { LONGEST_RETRY_AFTER_MS } from "./failures.js";
import { type Position, positionIn } from "./position.js";
import { hasEnded } from "./pull-request-on-wire.js";
import { type EarlierStay, isEarlierStay, type Stay, StayLog } from "./stay-log.js";
import { shown } from "./words.js";

export type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

export interface WaitOptions {
  /** Give or take a fifth, so that clients do not poll in step. */
  readonly pollIntervalMs?: number;
  readonly deadline?: Deadline;
  readonly signal?: AbortSignal;
  /** A stay that ended before the submission: while the service still shows it, it does not know the new one yet. */
  readonly earlierStay?: EarlierStay | null;
  /** The entry to wait for, where its id is known; the wait follows another one with a warning. */
  readonly entryId?: string | undefined;
  /**
   * How long the service may not know the pull request, or something before it may answer in its place; and once it has
   * answered, how long it may not know the token or the queue.
   */
  readonly graceMs?: number;
  /** How long nothing may be reported. */
  readonly heartbeatMs?: number;
  /** How often to ask for the place in line; absent: never. */
  readonly positionIntervalMs?: number;
  /** Called once for every new state or reason, the first and the last included. */
  readonly onChange?: (progress: Progress) => void;
  /** Called when there was nothing else to report for a while. */
  readonly onHeartbeat?: (progress: Progress) => void;
  /** Called with the queue when the place in line was asked for. */
  readonly onQueue?: (queue: ReadReplyOf<"getQueue">) => void;
}

export interface Progress {
  /** Null until the service has answered for the first time. */
  readonly value: SubmittedPullRequest | null;
  /** Canonical; may be one that is not known here. Null until the service has answered. */
  readonly state: string | null;
  readonly stateReason: string | null;
  /** States so far, the present one last; of very many the first and the last ones. */
  readonly history: readonly Stay[];
  /** How many are left out in the middle. */
  readonly omittedStays: number;
  readonly waitedMs: number;
  readonly polls: number;
  /** Null when it was not asked for or is not known. */
  readonly position: Position | null;
  /** Why the latest poll brought no answer; null when it did. */
  readonly trouble: MergeQueueError | null;
}

export interface Outcome {
  /** A final state, or one that is not known here of a pull request that is out of the queue. */
  readonly state: string;
  readonly value: SubmittedPullRequest;
  readonly history: readonly Stay[];
  readonly omittedStays: number;
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
/** The place in line is worth no more: until it is known, no end is seen. */
const POSITION_MS = 2000;
const LASTING_KINDS: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "refused",
  "bodyTooLarge",
]);
const LASTING_CODES: ReadonlySet<string | null> = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);

/** Someone before the service was impatient with it, or it with itself. */
const PASSING_STATUSES: ReadonlySet<number | null> = new Set([408, 425]);

/**
 * Returns as soon as the pull request has ended in the queue. Survives lost connections, 5xx, pages of proxies and a short 404 or 401;
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
  readonly #stays: StayLog;
  #polls = 0;
  #failuresInARow = 0;
  #trouble: MergeQueueError | null = null;
  #unknownSince: number | null = null;
  #hasWarnedOfState = false;
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
    this.#stays = new StayLog(client.clock);
    this.#startedAt = client.clock.now();
    this.#reportedAt = this.#startedAt;
  }

  /** Null when the queue is not done, or did not answer and may do so later. */
  async poll(): Promise<Outcome | null> {
    this.#endIfOver();
    this.#polls++;
    try {
      const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
      if (this.#isEarlierStay(value)) throw stillEarlier(value);
      return this.#see(value);
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      this.#miss(error);
      return null;
    }
  }

  /** Where a service dates nothing, an end after another state was seen is a new end. */
  #isEarlierStay(value: SubmittedPullRequest): boolean {
    if (this.#value !== null && value.stateChangedAt === undefined) return false;
    return isEarlierStay(value, this.#options.earlierStay ?? null);
  }

  /** Asks for the place in line when it is time; the wait does not depend on the answer. */
  async updatePosition(): Promise<void> {
    const now = this.#client.clock.now();
    const { positionIntervalMs } = this.#options;
    if (positionIntervalMs === undefined || this.#trouble !== null) return;
    if (now - this.#positionAskedAt < positionIntervalMs) return;
    this.#positionAskedAt = now;
    const { repo, targetBranch, pr } = this.#request;
    const deadline = Deadline.after(POSITION_MS, this.#client.clock).sooner(this.#limits.deadline);
    try {
      const { value } = await this.#client.getQueue({ repo, targetBranch }, { ...this.#limits, deadline });
      this.#position = positionIn(value, Number(pr.number));
      this.#options.onQueue?.(value);
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
    const { state } = value;
    this.#warnOfUnknown(value);
    this.#warnOfResubmission(value);
    const isNewState = state !== this.#stays.state;
    const isNews = isNewState || value.stateReason !== this.#value?.stateReason;
    if (isNewState) this.#stays.enter(state);
    this.#value = value;
    this.#trouble = null;
    this.#failuresInARow = 0;
    this.#unknownSince = null;
    if (isNews) {
      this.#reportedAt = this.#client.clock.now();
      this.#options.onChange?.(this.#progress());
    }
    if (!hasEnded(value)) return null;
    const { history, omittedStays, waitedMs, polls } = this.#progress();
    return { state, value, history, omittedStays, waitedMs, polls };
  }

  /** Of a submission that came between two polls; the wait follows it, since it is the one that can land. */
  #warnOfResubmission({ id }: SubmittedPullRequest): void {
    const before = this.#value === null ? this.#options.entryId : this.#value.id;
    if (id === undefined || before === undefined || id === before) return;
    const name = `#${String(this.#request.pr.number)}`;
    this.#client.warn(
      `${name} was submitted again meanwhile: its entry was ${shown(before)} and is ${shown(id)}, which the wait follows.`,
    );
  }

  /** Once for each wait: a service could answer new states without end. */
  #warnOfUnknown(value: SubmittedPullRequest): void {
    const { state } = value;
    if (isKnownState(state) || hasEnded(value) || this.#hasWarnedOfState) return;
    this.#hasWarnedOfState = true;
    const name = `#${String(this.#request.pr.number)}`;
    this.#client.warn(`${name} is ${state}, a state that is not known here; the wait goes on.`);
  }

  #miss(error: MergeQueueError): void {
    if (error.kind === "deadlinePassed") throw this.#deadlineError();
    if (error.kind === "aborted" || this.#isLasting(error)) throw new WaitError(error, this.#progress());
    this.#trouble = error;
    // A service that does not know the pull request or the token is well, and only the grace ends such an answer.
    const isWell = error.kind === "notFound" || error.kind === "unauthorized";
    this.#failuresInARow = isWell ? 0 : this.#failuresInARow + 1;
  }

  /** Whether the same answer must be expected for ever. */
  #isLasting(error: MergeQueueError): boolean {
    const isAboutAccess = error.kind === "unauthorized" || LASTING_CODES.has(error.code);
    // A service that answered well before may restart, or take a new token.
    if (isAboutAccess) return this.#value === null || this.#isOutOfGrace();
    if (mayPass(error)) return this.#isOutOfGrace();
    return LASTING_KINDS.has(error.kind);
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
    const { state } = this.#stays;
    const words = [state === null ? null : `the last state was ${state}`, this.#trouble?.message ?? null];
    const detail = words.filter((word) => word !== null).join("; ");
    return new WaitError(failureBeforeSending("deadlinePassed", detail), this.#progress());
  }

  #progress(): Progress {
    return {
      value: this.#value,
      state: this.#stays.state,
      stateReason: this.#value?.stateReason ?? null,
      history: this.#stays.history(),
      omittedStays: this.#stays.omitted,
      waitedMs: this.#client.clock.now() - this.#startedAt,
      polls: this.#polls,
      position: this.#position,
      trouble: this.#trouble,
    };
  }
}

/** What a service that is starting, or something before it, says for a while. */
function mayPass({ kind, status, body }: MergeQueueError): boolean {
  if (kind === "notFound" || kind === "redirected" || PASSING_STATUSES.has(status)) return true;
  return status !== null && status >= 400 && status <= 499 && isWebPage(body);
}

function stillEarlier({ state }: SubmittedPullRequest): MergeQueueError {
  const detail = `the service still shows the stay before this one, which ended as ${state}`;
  return new MergeQueueError("getSubmittedPullRequest", { ...NOTHING_KNOWN, kind: "notFound", detail }, 1);
}

/** Null for a branch that does not end as one. */
export function testRunOfBranch(branch: string): string | null {
  const last = branch.slice(branch.lastIndexOf("/") + 1);
  return isTestRunId(last.replace(/-bisection$/, "").toLowerCase()) ? last : null;
}
