/** Common parts of all responses: headers, error responses, failures. */
import type { Context } from "hono";
import { REFUSALS, type RefusalCode } from "../../contract/refusals.js";
import type { Log } from "../ports/log.js";
import { StoreError, WorldError } from "../ports/world-error.js";

/** What the server knows of a request besides its contents. */
export interface Visitor {
  readonly remoteAddress: string | undefined;
  /** Asks a client that waits for `100 Continue` to send the body. */
  inviteBody(): void;
  /** Reads a small body completely; fails if it ends early. */
  takeBody(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ApiEnvironment {
  Bindings: Partial<Visitor>;
  Variables: { requestId: string; headers: AnswerHeaders };
}
export type ApiContext = Context<ApiEnvironment>;

type AnswerHeaders = Readonly<Record<string, string>>;

/** When a client should retry after a temporary failure. */
const RETRY_AFTER_SECONDS = 5;
const HTTPS_ONLY = "max-age=31536000";

/** Prevents content sniffing, framing, caching and referrers. */
const SECURITY_HEADERS: AnswerHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/**
 * Headers of every response. Behind a proxy that ends TLS, requiring https is the proxy's decision: browsers remember
 * it longer than this service runs.
 */
export function headersOfAnswer(requestId: string, sendsHsts: boolean): AnswerHeaders {
  const headers = { ...SECURITY_HEADERS, "X-Request-Id": requestId };
  return sendsHsts ? { ...headers, "Strict-Transport-Security": HTTPS_ONLY } : headers;
}

/** Sets all headers when the response is created: adding one later copies the response. */
export function answerWith(c: ApiContext, text: string, status: number, more: AnswerHeaders): Response {
  return new Response(text, { status, headers: { ...c.get("headers"), ...more } });
}

export function answerJson(c: ApiContext, body: object, status = 200, more: AnswerHeaders = {}): Response {
  return answerWith(c, written(body), status, { "Content-Type": "application/json", ...more });
}

/** Empty without a socket. */
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

/** The response to a thrown error; the details go to the log only. */
export function answerFailure(c: ApiContext, error: unknown, log: Log): Response {
  const requestId = c.get("requestId");
  const fields = { requestId, method: c.req.method, path: shortPath(c), error: traceOf(error) };
  if (error instanceof WorldError && !(error instanceof StoreError)) {
    log.warn(fields, "the code host failed while handling a request");
    const hope = error.retryable ? "retrying may help" : "retrying will not help";
    const message = `the code host failed: ${hope}; ${seeLog(requestId)}`;
    const body = { code: "UPSTREAM_ERROR", message, ...(!error.retryable && { retryable: false }) };
    return answerJson(c, { error: body }, REFUSALS.UPSTREAM_ERROR.status);
  }
  // Includes failures that an operator must repair: the same request may succeed afterwards.
  if (error instanceof StoreError) {
    log.error(fields, "the store could not be reached or did not answer");
    return refuse(c, "SERVICE_UNAVAILABLE", `the store is not available at the moment; ${seeLog(requestId)}`);
  }
  log.error(fields, "a request failed");
  return refuse(c, "INTERNAL_ERROR", `the service failed; ${seeLog(requestId)}`);
}

function seeLog(requestId: string): string {
  return `see request ${requestId} in the service's log`;
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const MAX_PATH_LENGTH = 200;

export function shortPath(c: ApiContext): string {
  return c.req.path.slice(0, MAX_PATH_LENGTH);
}

const texts = new WeakMap<object, string>();

/** Returns `body` itself and caches its text for as long as the object exists. */
export function serializeOnce<Body extends object>(body: Body): Body {
  texts.set(body, JSON.stringify(body));
  return body;
}

function written(body: object): string {
  return texts.get(body) ?? JSON.stringify(body);
}
