/** Performs a call as a series of attempts: repeats what is safe to repeat, as long as time is left. */
import type { EndpointName, Repeating } from "../contract/endpoints.js";
import { type Attempt, attemptOnce, type Success } from "./attempt.js";
import { type ErrorKind, type Failure, failureBeforeSending, MergeQueueError } from "./errors.js";
import { delayMs, LONGEST_TOTAL_WAIT_MS } from "./failures.js";

/** The result of one attempt, for a line in a log. */
export interface AttemptNote {
  readonly endpoint: EndpointName;
  /** Counts from 1. */
  readonly attempt: number;
  readonly outcome: "succeeded" | ErrorKind;
  readonly status: number | null;
  /** What went wrong, or what is unusual about a success; untrusted text. */
  readonly detail: string;
  readonly requestId: string | null;
  readonly durationMs: number;
  /** Null when no further attempt follows. */
  readonly nextDelayMs: number | null;
}

interface Call<Value> extends Attempt<Value> {
  readonly endpoint: EndpointName;
  readonly repeating: Repeating;
  /** Whether the endpoint changes anything. */
  readonly writes: boolean;
  readonly retries: number;
  readonly random: () => number;
  onAttempt(note: AttemptNote): void;
  readonly mayRepeat: MayRepeat | undefined;
}

/**
 * Called before a request is repeated that may have been carried out, with the number of requests so far. false ends
 * the call with its failure; an error is thrown in its place.
 */
export type MayRepeat = (attempts: number) => Promise<boolean>;

export interface Performed<Value> extends Success<Value> {
  readonly attempts: number;
}

/** Throws `MergeQueueError`. */
export async function performCall<Value>(call: Call<Value>): Promise<Performed<Value>> {
  let mayHaveActed = false;
  let waitedMs = 0;
  for (let attempt = 1; ; attempt++) {
    const ended = endedBefore(call);
    if (ended !== null) throw new MergeQueueError(call.endpoint, { ...ended, mayHaveActed }, attempt - 1);
    const startedAt = call.clock.now();
    const result = await attemptOnce(call);
    const durationMs = call.clock.now() - startedAt;
    if (result.kind === "succeeded") {
      call.onAttempt(noteOf(call, attempt, durationMs, result.success, null));
      return { ...result.success, attempts: attempt };
    }
    mayHaveActed ||= call.writes && result.failure.mayHaveActed;
    const failure: Failure = { ...result.failure, mayHaveActed };
    const delay = nextDelayMs(call, failure, attempt, waitedMs);
    call.onAttempt(noteOf(call, attempt, durationMs, failure, delay));
    if (delay === null) throw new MergeQueueError(call.endpoint, failure, attempt);
    await call.clock.sleep(delay, call.signal);
    waitedMs += delay;
    if (mayHaveActed && call.mayRepeat !== undefined && !(await call.mayRepeat(attempt))) {
      throw new MergeQueueError(call.endpoint, failure, attempt);
    }
  }
}

function endedBefore<Value>(call: Call<Value>): Failure | null {
  if (call.signal.aborted) return failureBeforeSending("aborted");
  return call.deadline.hasPassed ? failureBeforeSending("deadlinePassed") : null;
}

function noteOf<Value>(
  { endpoint }: Call<Value>,
  attempt: number,
  durationMs: number,
  result: Success<Value> | Failure,
  delay: number | null,
): AttemptNote {
  const { status, requestId } = result;
  const what =
    "kind" in result
      ? { outcome: result.kind, detail: result.detail }
      : { outcome: "succeeded" as const, detail: result.remark };
  return { endpoint, attempt, ...what, status, requestId, durationMs, nextDelayMs: delay };
}

/** Null when this was the last attempt. */
function nextDelayMs<Value>(
  call: Call<Value>,
  failure: Failure,
  attempt: number,
  waitedMs: number,
): number | null {
  if (!failure.retryable || attempt > call.retries) return null;
  if (call.repeating === "actsAgain" && failure.mayHaveActed) return null;
  const delay = delayMs(attempt, failure.retryAfterMs, call.random);
  // Without time for another attempt, the present failure explains more than a passed deadline.
  if (delay >= call.deadline.remainingMs() || waitedMs + delay > LONGEST_TOTAL_WAIT_MS) return null;
  return delay;
}
