/** What every answer has in common, and how a "no" and a failure look on the wire. */
import type { Context } from "hono";
import { REFUSALS, type RefusalCode } from "../../contract/refusals.js";
import type { Log } from "../ports/log.js";
import { StoreError, WorldError } from "../ports/world-error.js";
import { written } from "./written.js";

/** What the door knows of a request beside what it says itself. */
export interface Visitor {
  readonly remoteAddress: string | undefined;
  /** Asks a client for the body that it holds back until then. */
  inviteBody(): void;
  /** All of the body, when it is small; fails when it ends early. */
  takeBody(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ApiEnvironment {
  Bindings: Partial<Visitor>;
  Variables: { requestId: string; headers: AnswerHeaders };
}
export type ApiContext = Context<ApiEnvironment>;

type AnswerHeaders = Readonly<Record<string, string>>;

/** When a failure that passes is worth another look. */
const RETRY_AFTER_SECONDS = 5;
const HTTPS_ONLY = "max-age=31536000";

/** Keeps browsers from guessing, framing, caching and telling. */
const SECURITY_HEADERS: AnswerHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Goes with every answer. Behind a proxy https is for the proxy to ask for: that word outlives this service. */
export function headersOfAnswer(requestId: string, saysHttpsOnly: boolean): AnswerHeaders {
  const headers = { ...SECURITY_HEADERS, "X-Request-Id": requestId };
  return saysHttpsOnly ? { ...headers, "Strict-Transport-Security": HTTPS_ONLY } : headers;
}

/** With all its headers at once: those that are added later have an answer taken apart and put together again. */
export function answerWith(c: ApiContext, text: string, status: number, more: AnswerHeaders): Response {
  return new Response(text, { status, headers: { ...c.get("headers"), ...more } });
}

export function answerJson(c: ApiContext, body: object, status = 200, more: AnswerHeaders = {}): Response {
  return answerWith(c, written(body), status, { "Content-Type": "application/json", ...more });
}

/** None where no socket is in play. */
export function visitorOf(c: ApiContext): Partial<Visitor> {
  return typeof c.env === "object" ? c.env : {};
}

export function refuse(
  c: ApiContext,
  code: RefusalCode,
  message: string,
  more: AnswerHeaders = {},
): Response {
  const retry = code === "SERVICE_UNAVAILABLE" ? { "Retry-After": String(RETRY_AFTER_SECONDS) } : {};
  return answerJson(c, { error: { code, message } }, REFUSALS[code].status, { ...retry, ...more });
}

/** The answer to an error that was thrown: what went wrong stays in the log. */
export function answerFailure(c: ApiContext, error: unknown, log: Log): Response {
  const requestId = c.get("requestId");
  const fields = { requestId, method: c.req.method, path: shortPath(c), error: traceOf(error) };
  if (error instanceof WorldError && !(error instanceof StoreError)) {
    log.warn(fields, "the world did not do what a request needed");
    const hope = error.retryable ? "trying again may help" : "trying again will not help";
    return refuse(
      c,
      "UPSTREAM_ERROR",
      `the code host did not answer as it should: ${hope}; ${seeLog(requestId)}`,
    );
  }
  // Also one that somebody has to mend first: the same request may then be answered, and none can before.
  if (error instanceof StoreError) {
    log.error(fields, "the store could not be reached or did not answer");
    return refuse(c, "SERVICE_UNAVAILABLE", `the store does not answer just now; ${seeLog(requestId)}`);
  }
  log.error(fields, "a request failed");
  return refuse(c, "INTERNAL_ERROR", `the service failed; ${seeLog(requestId)}`);
}

function seeLog(requestId: string): string {
  return `the service's log has more under request ${requestId}`;
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const MAX_PATH_LENGTH = 200;

export function shortPath(c: ApiContext): string {
  return c.req.path.slice(0, MAX_PATH_LENGTH);
}
