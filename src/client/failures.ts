/** Turns the possible errors of one attempt into a `Failure`: its kind, and whether a repeat may help. */

import { backoffMs } from "../domain/duration.js";
import { errorText } from "../domain/thrown.js";
import { beginningOf } from "../domain/words.js";
import type { Clock } from "./clock.js";
import { readErrorText } from "./error-text.js";
import { type CutKind, type ErrorKind, type Failure, NOTHING_KNOWN, NotSentError } from "./errors.js";
import type { Redact, TransportReply } from "./transport.js";

const LONGEST_REQUEST_ID = 128;
/** How many characters are kept of an answer that does not match the contract. */
const KEPT_TEXT = 512 * 1024;

/** An unsuccessful answer. Only the status decides its kind; `text` explains it. */
export function failureOfStatus(reply: TransportReply, text: string, redact: Redact, clock: Clock): Failure {
  const { status } = reply;
  const kind = kindOfStatus(status);
  const { code, detail, isFinal } = readErrorText(redact(text));
  return {
    ...NOTHING_KNOWN,
    kind,
    status,
    code,
    detail: redact(kind === "redirected" ? redirectDetail(reply) : detail),
    body: redact(text),
    requestId: requestIdOf(reply, redact),
    retryAfterMs: readRetryAfterMs(reply.headers["retry-after"], clock.date()),
    retryable: !isFinal && (kind === "rateLimited" || kind === "serverFailed"),
    mayHaveActed: kind === "serverFailed",
  };
}

/** A success by its status with an invalid body: possibly done, but not reliable. */
export function failureOfAnswer(
  reply: TransportReply,
  problem: string,
  text: string,
  redact: Redact,
): Failure {
  return {
    ...NOTHING_KNOWN,
    kind: "badAnswer",
    status: reply.status,
    detail: redact(problem),
    body: redact(beginningOf(text, KEPT_TEXT)),
    requestId: requestIdOf(reply, redact),
    mayHaveActed: true,
  };
}

/** A success by its status whose body reports that the call was not done. */
export function failureOfRefusal(
  reply: TransportReply,
  problem: string,
  text: string,
  redact: Redact,
): Failure {
  const { code } = readErrorText(redact(text));
  return { ...failureOfAnswer(reply, problem, text, redact), kind: "refused", code, mayHaveActed: false };
}

export function failureOfNetwork(error: unknown, redact: Redact): Failure {
  const notSent = error instanceof NotSentError;
  return {
    ...NOTHING_KNOWN,
    kind: "unreachable",
    detail: redact(beginningOf(errorText(error), 2000)),
    retryable: notSent ? error.passing : true,
    mayHaveActed: !notSent,
    cause: error,
  };
}

export function failureOfCut(kind: CutKind, attemptTimeoutMs: number): Failure {
  const timedOut = kind === "attemptTimedOut";
  return {
    ...NOTHING_KNOWN,
    kind,
    detail: timedOut ? `no complete answer within ${attemptTimeoutMs} ms` : "",
    retryable: timedOut,
    mayHaveActed: true,
  };
}

export function requestIdOf(reply: TransportReply, redact: Redact): string | null {
  const id = reply.headers["x-request-id"]?.replace(/[^\x21-\x7e]/g, "").slice(0, LONGEST_REQUEST_ID) ?? "";
  return id === "" ? null : redact(id);
}

function kindOfStatus(status: number): ErrorKind {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "notFound";
    case 429:
      return "rateLimited";
    default:
      if (status >= 500 && status <= 599) return "serverFailed";
      if (status >= 400 && status <= 499) return "refused";
      return status >= 300 && status <= 399 ? "redirected" : "badAnswer";
  }
}

/** Names only the origin: the rest of the address may contain secrets. */
function redirectDetail(reply: TransportReply): string {
  const { location } = reply.headers;
  if (location === undefined) return "to an address that it does not give";
  if (/^(?!\/\/)[/?#.]/.test(location)) return "to another address on the same host";
  try {
    return `to ${new URL(location, "https://unknown.invalid").origin}; set api-url to the final address`;
  } catch {
    return "to an address that cannot be read";
  }
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** The longest wait that a server can ask for. */
export const LONGEST_RETRY_AFTER_MS = 60_000;
/** The longest total wait of one call: waiting longer would block a job for nothing. */
export const LONGEST_TOTAL_WAIT_MS = 120_000;

/** A random time up to a bound that doubles with every attempt (the first is 1). */
export function backOffMs(attempt: number, random: () => number): number {
  return Math.round(random() * backoffMs(attempt - 1, FIRST_DELAY_MS, LONGEST_DELAY_MS));
}

/** The wait that the server asks for is added to the jitter, or all its clients would return at the same time. */
export function delayMs(attempt: number, retryAfterMs: number | null, random: () => number): number {
  return Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS) + backOffMs(attempt, random);
}

/** Reads `Retry-After`: seconds or an HTTP date. Null when it is absent or neither. */
export function readRetryAfterMs(header: string | undefined, date: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - date);
}
