/** One request and its whole answer, within a time limit that holds regardless of the server and the transport. */

import { randomBytes } from "node:crypto";
import { LONGEST_TIMER_MS } from "../domain/duration.js";
import type { Clock } from "./clock.js";
import type { Deadline } from "./deadline.js";
import type { CutKind, Failure } from "./errors.js";
import {
  failureOfAnswer,
  failureOfCut,
  failureOfNetwork,
  failureOfRefusal,
  failureOfStatus,
  requestIdOf,
} from "./failures.js";
import type { Redact, Transport, TransportReply, TransportRequest } from "./transport.js";
import { readBeginning, readBody } from "./transport.js";

/** The most bytes an answer may have, after decompression. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** How much of a failed answer is kept. */
const KEPT_ERROR_BYTES = 512 * 1024;

type AttemptResult<Value> =
  | { readonly kind: "succeeded"; readonly success: Success<Value> }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface Success<Value> {
  readonly value: Value;
  readonly status: number;
  readonly text: string;
  /** A remark on an unusual success; empty for most. */
  readonly remark: string;
  /** Fields that are left out because their type is wrong; empty for most. */
  readonly leftOut: string;
  readonly requestId: string | null;
}

/** The meaning of a success's body, or the problem with it. */
export type Understood<Value> =
  | { readonly ok: true; readonly value: Value; readonly remark?: string; readonly leftOut?: string }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The answer is valid, and reports that the call was not done. */
      readonly isRefusal?: true;
    };

export interface Attempt<Value> {
  readonly transport: Transport;
  readonly request: TransportRequest;
  readonly timeoutMs: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly redact: Redact;
  understand(text: string, contentType: string): Promise<Understood<Value>>;
}

/**
 * Never rejects, and never takes longer than the timeout, the deadline or the signal allows. The caller must check
 * first that there is time for an attempt.
 */
export async function attemptOnce<Value>(attempt: Attempt<Value>): Promise<AttemptResult<Value>> {
  const cut = new Cut(attempt);
  const exchange = new Exchange(attempt, cut.signal);
  try {
    // A transport that ignores the signal is not awaited.
    const result = await Promise.race([exchange.run(), cut.happened]);
    if (typeof result === "string") return exchange.endedBy(result);
    return cut.kind === null || result.kind === "succeeded" ? result : exchange.endedBy(cut.kind);
  } catch (error) {
    return cut.kind === null ? failed(failureOfNetwork(error, attempt.redact)) : exchange.endedBy(cut.kind);
  } finally {
    cut.end();
  }
}

/** A request in progress. It keeps what has arrived, in case it is cut off. */
class Exchange<Value> {
  readonly #attempt: Attempt<Value>;
  readonly #signal: AbortSignal;
  readonly #errorChunks: Uint8Array[] = [];
  #unsuccessful: TransportReply | null = null;

  constructor(attempt: Attempt<Value>, signal: AbortSignal) {
    this.#attempt = attempt;
    this.#signal = signal;
  }

  async run(): Promise<AttemptResult<Value>> {
    const reply = await this.#attempt.transport.send(this.#attempt.request, this.#signal);
    if (reply.status >= 200 && reply.status <= 299) return this.#readSuccess(reply);
    this.#unsuccessful = reply;
    await readBeginning(reply, KEPT_ERROR_BYTES, this.#errorChunks);
    return failed(this.#statusFailure(reply));
  }

  /** A status that has arrived explains more than the time limit, even if the body is incomplete. */
  endedBy(kind: CutKind): AttemptResult<Value> {
    const reply = kind === "aborted" ? null : this.#unsuccessful;
    return failed(reply ? this.#statusFailure(reply) : failureOfCut(kind, this.#attempt.timeoutMs));
  }

  async #readSuccess(reply: TransportReply): Promise<AttemptResult<Value>> {
    const read = await readBody(reply, MAX_ANSWER_BYTES).catch((cause: unknown) => {
      throw new Error("the connection ended before the answer was complete", { cause });
    });
    if (read.kind === "tooLarge") return this.#bad(reply, `it has more than ${MAX_ANSWER_BYTES} bytes`);
    if (read.kind === "encoded") {
      const encoding = JSON.stringify(read.encoding.slice(0, 100));
      return this.#bad(reply, `it is compressed as ${encoding}, which was not requested`);
    }
    const text = decoded(read.bytes);
    if (text === null) return this.#bad(reply, "it is not UTF-8 text");
    return this.#understand(reply, this.#attempt.redact(text));
  }

  async #understand(reply: TransportReply, text: string): Promise<AttemptResult<Value>> {
    const understood = await this.#attempt.understand(text, reply.headers["content-type"] ?? "");
    if (!understood.ok) {
      const { problem, isRefusal = false } = understood;
      const failure = isRefusal ? failureOfRefusal : failureOfAnswer;
      return failed(failure(reply, problem, text, this.#attempt.redact));
    }
    const requestId = requestIdOf(reply, this.#attempt.redact);
    const { value, remark = "", leftOut = "" } = understood;
    return { kind: "succeeded", success: { value, status: reply.status, text, remark, leftOut, requestId } };
  }

  #bad(reply: TransportReply, problem: string): AttemptResult<Value> {
    return failed(failureOfAnswer(reply, problem, "", this.#attempt.redact));
  }

  #statusFailure(reply: TransportReply): Failure {
    const text = new TextDecoder().decode(Buffer.concat(this.#errorChunks));
    return failureOfStatus(reply, text, this.#attempt.redact, this.#attempt.clock);
  }
}

/** Ends an attempt from this side. */
class Cut {
  readonly happened: Promise<CutKind>;
  #kind: CutKind | null = null;
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;

  constructor({ timeoutMs, deadline, signal }: Pick<Attempt<unknown>, "timeoutMs" | "deadline" | "signal">) {
    let report: (kind: CutKind) => void = () => undefined;
    this.happened = new Promise((resolve) => {
      report = resolve;
    });
    const cut = (kind: CutKind) => {
      this.#kind = kind;
      report(kind);
      this.#controller.abort();
    };
    const remainingMs = deadline.remainingMs();
    const timer = setTimeout(
      () => cut(remainingMs <= timeoutMs ? "deadlinePassed" : "attemptTimedOut"),
      Math.min(timeoutMs, remainingMs, LONGEST_TIMER_MS),
    );
    const onAbort = () => cut("aborted");
    signal.addEventListener("abort", onAbort);
    this.#stopListening = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  }

  get kind(): CutKind | null {
    return this.#kind;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Leaves no timer behind, and closes the connection of an answer that was not read completely. */
  end(): void {
    this.#stopListening();
    this.#controller.abort();
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function failed(failure: Failure): { readonly kind: "failed"; readonly failure: Failure } {
  return { kind: "failed", failure };
}

export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/;

/**
 * Reads TRACEPARENT and TRACESTATE, which tools that trace builds set; without a valid value, it begins a new trace.
 */
export function traceHeaders(environment: (name: string) => string | undefined): TraceHeaders {
  const traceparent = environment("TRACEPARENT")?.trim() ?? "";
  if (!TRACEPARENT.test(traceparent)) return newTrace();
  const tracestate = environment("TRACESTATE")?.trim() ?? "";
  return TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}

/** Marked as sampled: the service decides whether to keep the trace, and has no other hint. */
function newTrace(): TraceHeaders {
  return { traceparent: `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01` };
}
