/** Waits until a submitted pull request has left the queue, and survives failures of the service meanwhile. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import { isKnownState } from "../contract/states.js";
import { backoffMs } from "../domain/duration.js";
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
import type { FailedTestRun } from "./failed-test-runs.js";
import { LONGEST_RETRY_AFTER_MS } from "./failures.js";
import { shown } from "./message-words.js";
import type { Position } from "./position.js";
import { hasEnded } from "./pull-request-on-wire.js";
import { QueueWatch } from "./queue-watch.js";
import {
  type EarlierSubmission,
  isEarlierSubmission,
  StateHistory,
  type StatePeriod,
} from "./state-history.js";
import { type TestRunNote, TestRunWatch } from "./test-run-watch.js";

export type SubmittedPullRequest = ReadReplyOf<"getSubmittedPullRequest">;

export interface WaitOptions {
  /** Varied by up to a fifth, so that clients do not poll in step. */
  readonly pollIntervalMs?: number;
  readonly deadline?: Deadline;
  readonly signal?: AbortSignal;
  /** A submission that ended before this one: while the service still shows it, it does not know the new one yet. */
  readonly earlierSubmission?: EarlierSubmission | null;
  /** The entry to wait for, if its id is known; the wait follows another entry with a warning. */
  readonly entryId?: string | undefined;
  /**
   * How long the pull request may be unknown to the service, or a proxy may answer in its place; and, once the service
   * has answered, how long the token or the queue may be unknown to it.
   */
  readonly graceMs?: number;
  /** The longest time without a report. */
  readonly heartbeatMs?: number;
  /** How often to read the place in the queue; absent: never. */
  readonly positionIntervalMs?: number;
  /** Called once for every new state or reason, the first and the last included. */
  readonly onChange?: (progress: Progress) => void;
  /** Called when nothing else has been reported for a while. */
  readonly onHeartbeat?: (progress: Progress) => void;
  /** Called with the queue after the place was read. */
  readonly onQueue?: (queue: ReadReplyOf<"getQueue">) => void;
  /** Called when the service stops answering, and when it answers again. */
  readonly onAnswering?: (progress: Progress) => void;
  /** Called when the place in the queue or the state of the queue has changed. */
  readonly onMove?: (progress: Progress) => void;
  /** Called once for each test run that failed and each retest that began; absent: they are not read. */
  readonly onTestRun?: (note: TestRunNote) => void;
}

export interface Progress {
  /** Null until the first answer of the service. */
  readonly value: SubmittedPullRequest | null;
  /** In canonical spelling; may be an unknown state. Null until the first answer. */
  readonly state: string | null;
  readonly stateReason: string | null;
  /** The states so far, the current one last; of very many, only the first and the last. */
  readonly history: readonly StatePeriod[];
  /** How many states are left out in the middle. */
  readonly omittedPeriods: number;
  readonly waitedMs: number;
  readonly polls: number;
  /** Null when it was not read or is unknown. */
  readonly position: Position | null;
  /** State of the queue, such as `PAUSED`; null until it was read. */
  readonly queueState: string | null;
  /** Null when the service gives none. Untrusted text. */
  readonly queueStateReason: string | null;
  /** Oldest first; empty unless `onTestRun` is given. */
  readonly failedTestRuns: readonly FailedTestRun[];
  /** Why the latest poll brought no answer; null when it did. */
  readonly trouble: MergeQueueError | null;
  /** When the service last answered, else when the wait began; in milliseconds since 1970. */
  readonly answeredAt: number;
}

export interface Outcome {
  /** A final state, or an unknown state of a pull request that has left the queue. */
  readonly state: string;
  readonly value: SubmittedPullRequest;
  readonly history: readonly StatePeriod[];
  readonly omittedPeriods: number;
  readonly waitedMs: number;
  readonly polls: number;
  readonly failedTestRuns: readonly FailedTestRun[];
}

/** The wait ended without an outcome; `progress` is the last progress that was seen. */
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
/** A failing service is polled less often, but its return is noticed within a few intervals. */
const SLOWEST_POLL = 4;
const TEST_RUNS_MS = 3000;
const LASTING_KINDS: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "refused",
  "bodyTooLarge",
]);
const LASTING_CODES: ReadonlySet<string | null> = new Set(["MERGE_QUEUE_NOT_FOUND", "REPOSITORY_NOT_FOUND"]);

/** The service, or something in front of it, gave up on the request. */
const PASSING_STATUSES: ReadonlySet<number | null> = new Set([408, 425]);

/**
 * Returns as soon as the pull request has ended in the queue. Survives lost connections, 5xx, pages of proxies, and a
 * 404 or 401 for a short time. Throws `WaitError` when the deadline passes, the signal aborts or the service refuses
 * permanently.
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
    const failedTestRuns = await watch.updateTestRuns();
    if (outcome !== null) return { ...outcome, failedTestRuns };
    await watch.updateQueue();
    watch.beat();
    await client.clock.sleep(Math.min(watch.nextPollMs(), deadline.remainingMs()), signal);
  }
}

/** The limits of every call of one wait. A failed poll is followed by another poll, so no call is repeated. */
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
  readonly #states: StateHistory;
  readonly #testRuns: TestRunWatch;
  readonly #queue: QueueWatch;
  #polls = 0;
  #failuresInARow = 0;
  #trouble: MergeQueueError | null = null;
  #unknownSince: number | null = null;
  #hasWarnedOfState = false;
  #reportedAt: number;
  #answeredAt: number;

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
    this.#states = new StateHistory(client.clock);
    this.#testRuns = new TestRunWatch(client, request);
    this.#queue = new QueueWatch(client, request, options);
    this.#startedAt = client.clock.now();
    this.#reportedAt = this.#startedAt;
    this.#answeredAt = client.clock.date();
  }

  /** Null when the pull request is still in the queue, or when there was no answer but may be one later. */
  async poll(): Promise<Omit<Outcome, "failedTestRuns"> | null> {
    this.#throwIfEnded();
    this.#polls++;
    try {
      const { value } = await this.#client.getSubmittedPullRequest(this.#request, this.#limits);
      if (this.#isEarlierSubmission(value)) throw stillEarlier(value);
      return this.#see(value);
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      this.#miss(error);
      return null;
    }
  }

  /** When a service returns no dates, a final state after another state is a new end. */
  #isEarlierSubmission(value: SubmittedPullRequest): boolean {
    if (this.#value !== null && value.stateChangedAt === undefined) return false;
    return isEarlierSubmission(value, this.#options.earlierSubmission ?? null);
  }

  /** Reads the queue when it is due; the wait does not depend on the answer. */
  async updateQueue(): Promise<void> {
    if (this.#trouble !== null || !(await this.#queue.update(this.#limits))) return;
    this.#reportedAt = this.#client.clock.now();
    this.#options.onMove?.(this.#progress());
  }

  /** Reads the failed test runs when there may be new ones; the wait does not depend on the answer. */
  async updateTestRuns(): Promise<readonly FailedTestRun[]> {
    const { onTestRun } = this.#options;
    if (onTestRun === undefined || this.#value === null || this.#trouble !== null) return [];
    const deadline = Deadline.after(TEST_RUNS_MS, this.#client.clock).sooner(this.#limits.deadline);
    return this.#testRuns.update(this.#value, { ...this.#limits, deadline }, onTestRun);
  }

  beat(): void {
    const silentMs = this.#client.clock.now() - this.#reportedAt;
    if (silentMs < (this.#options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS)) return;
    this.#reportedAt = this.#client.clock.now();
    this.#options.onHeartbeat?.(this.#progress());
  }

  nextPollMs(): number {
    const intervalMs = this.#options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS;
    const pauseMs = backoffMs(this.#failuresInARow, intervalMs, SLOWEST_POLL * intervalMs);
    const asked = Math.min(this.#trouble?.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    return Math.max(asked, Math.round(pauseMs * (0.8 + 0.4 * this.#client.random())));
  }

  #see(value: SubmittedPullRequest): Omit<Outcome, "failedTestRuns"> | null {
    const { state } = value;
    this.#warnOfUnknown(value);
    this.#warnOfResubmission(value);
    const isNewState = state !== this.#states.state;
    const isChange = isNewState || value.stateReason !== this.#value?.stateReason;
    if (isNewState) this.#states.enter(state);
    this.#value = value;
    const isAnsweringAgain = this.#failuresInARow > 0;
    this.#trouble = null;
    this.#answeredAt = this.#client.clock.date();
    this.#failuresInARow = 0;
    this.#unknownSince = null;
    if (isChange) {
      this.#reportedAt = this.#client.clock.now();
      this.#options.onChange?.(this.#progress());
    } else if (isAnsweringAgain) this.#options.onAnswering?.(this.#progress());
    if (!hasEnded(value)) return null;
    const { history, omittedPeriods, waitedMs, polls } = this.#progress();
    return { state, value, history, omittedPeriods, waitedMs, polls };
  }

  /** Warns of a submission that came between two polls. The wait follows it, since only that one can merge. */
  #warnOfResubmission({ id }: SubmittedPullRequest): void {
    const before = this.#value === null ? this.#options.entryId : this.#value.id;
    if (id === undefined || before === undefined || id === before) return;
    const name = `#${String(this.#request.pr.number)}`;
    this.#client.warn(
      `${name} was submitted again meanwhile: its entry was ${shown(before)} and is ${shown(id)}, which the wait follows.`,
    );
  }

  /** Warns once per wait: a service could return new states without end. */
  #warnOfUnknown(value: SubmittedPullRequest): void {
    const { state } = value;
    if (isKnownState(state) || hasEnded(value) || this.#hasWarnedOfState) return;
    this.#hasWarnedOfState = true;
    const name = `#${String(this.#request.pr.number)}`;
    this.#client.warn(`${name} is ${state}, an unknown state; the wait continues.`);
  }

  #miss(error: MergeQueueError): void {
    if (error.kind === "deadlinePassed") throw this.#deadlineError();
    if (error.kind === "aborted" || this.#isLasting(error)) throw new WaitError(error, this.#progress());
    this.#trouble = error;
    // A service that does not know the pull request or the token works, and only the grace time ends such answers.
    const isServing = error.kind === "notFound" || error.kind === "unauthorized";
    this.#failuresInARow = isServing ? 0 : this.#failuresInARow + 1;
    if (isServing) this.#answeredAt = this.#client.clock.date();
    if (this.#failuresInARow === 1) this.#options.onAnswering?.(this.#progress());
  }

  /** Whether every later answer must be expected to be the same. */
  #isLasting(error: MergeQueueError): boolean {
    const isAboutAccess = error.kind === "unauthorized" || LASTING_CODES.has(error.code);
    // A service that has answered before may restart, or receive a new token.
    if (isAboutAccess) return this.#value === null || this.#isOutOfGrace();
    if (mayPass(error)) return this.#isOutOfGrace();
    return LASTING_KINDS.has(error.kind);
  }

  #isOutOfGrace(): boolean {
    const now = this.#client.clock.now();
    this.#unknownSince ??= now;
    return now - this.#unknownSince >= (this.#options.graceMs ?? DEFAULT_GRACE_MS);
  }

  #throwIfEnded(): void {
    if (this.#limits.signal.aborted) throw new WaitError(failureBeforeSending("aborted"), this.#progress());
    if (this.#limits.deadline.hasPassed) throw this.#deadlineError();
  }

  #deadlineError(): WaitError {
    const { state } = this.#states;
    const words = [state === null ? null : `the last state was ${state}`, this.#trouble?.message ?? null];
    const detail = words.filter((word) => word !== null).join("; ");
    return new WaitError(failureBeforeSending("deadlinePassed", detail), this.#progress());
  }

  #progress(): Progress {
    return {
      value: this.#value,
      state: this.#states.state,
      stateReason: this.#value?.stateReason ?? null,
      history: this.#states.history(),
      omittedPeriods: this.#states.omitted,
      waitedMs: this.#client.clock.now() - this.#startedAt,
      polls: this.#polls,
      position: this.#queue.position,
      ...{ queueState: this.#queue.state, queueStateReason: this.#queue.stateReason },
      failedTestRuns: this.#testRuns.failed,
      ...{ trouble: this.#trouble, answeredAt: this.#answeredAt },
    };
  }
}

/** Answers that a starting service, or a proxy in front of it, may give for a while. */
function mayPass({ kind, status, body }: MergeQueueError): boolean {
  if (kind === "notFound" || kind === "redirected" || PASSING_STATUSES.has(status)) return true;
  return status !== null && status >= 400 && status <= 499 && isWebPage(body);
}

function stillEarlier({ state }: SubmittedPullRequest): MergeQueueError {
  const detail = `the service still shows the earlier submission, which ended as ${state}`;
  return new MergeQueueError("getSubmittedPullRequest", { ...NOTHING_KNOWN, kind: "notFound", detail }, 1);
}
