/**
 * One attempt: a POST on a new connection, straight to a checked address, within a deadline. No redirect is
 * followed, no proxy of the environment is used, and of the answer no more is read than its beginning.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { type Address, checkDestination, type Resolve, systemResolve } from "./destination.js";
import type { AddressRules } from "./private-addresses.js";
import type { SignedHeaders } from "./signature.js";

export interface WebhookRequest {
  readonly url: string;
  readonly headers: SignedHeaders;
  readonly body: string;
}

export type WebhookAnswer =
  /** `isAborted`: the receiver wants no other attempt. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly isAborted: boolean;
      /** The beginning of the body, as text. */
      readonly excerpt: string;
    }
  | { readonly kind: "unanswered"; readonly why: string };

export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer>;

export interface SenderOptions {
  readonly rules: AddressRules;
  /** The version of the program, for the receiver's logs. */
  readonly version: string;
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  readonly timeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5000;
const TIMEOUT_MS = 15_000;
const MOST_BYTES_READ = 16 * 1024;
const EXCERPT_LENGTH = 200;

/** Never fails: every error is an answer. */
export function webhookSender(options: SenderOptions): SendWebhook {
  const { timeoutMs = TIMEOUT_MS } = options;
  return async (request, stopped) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const signal = AbortSignal.any([stopped, deadline.signal]);
    try {
      return await attempt(request, options, signal);
    } catch (error) {
      if (stopped.aborted) return { kind: "unanswered", why: "the service stopped meanwhile" };
      if (deadline.signal.aborted) {
        return { kind: "unanswered", why: `no answer within ${timeoutMs / 1000} seconds` };
      }
      return { kind: "unanswered", why: wordsOf(error) };
    } finally {
      clearTimeout(timer);
    }
  };
}

async function attempt(
  request: WebhookRequest,
  { rules, resolve = systemResolve, version, connectTimeoutMs = CONNECT_TIMEOUT_MS }: SenderOptions,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const checked = await unlessAborted(checkDestination(request.url, rules, resolve), signal);
  if (checked.kind === "refused") return { kind: "unanswered", why: checked.why };
  const { url, addresses } = checked;
  const response = await respond(url, request.body, connectTimeoutMs, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(request.body),
      "user-agent": `merge-queue/${version}`,
      ...request.headers,
    },
    // A new connection by a separate agent: neither one that was opened for another receiver, nor a proxy's.
    agent: false,
    lookup: onlyThese(addresses),
    signal,
  });
  const { statusCode: status = 0, headers } = response;
  const excerpt = await beginningOf(response, signal);
  const isAborted = headers["webhook-delivery"] === "abort-message";
  return { kind: "answered", status, isAborted, excerpt };
}

/** What was checked is what is connected to. */
function onlyThese(addresses: readonly Address[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  };
}

function respond(
  url: URL,
  body: string,
  connectTimeoutMs: number,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const sent = send(url, options, resolve);
    const slow = setTimeout(() => {
      sent.destroy(new Error(`no connection within ${connectTimeoutMs / 1000} seconds`));
    }, connectTimeoutMs);
    sent.on("socket", (socket) => {
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(slow));
    });
    sent.on("close", () => clearTimeout(slow));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The status counts already: an error in the body is no failure, and the connection ends here. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const parts: AsyncIterable<unknown> = response;
    for await (const part of parts) {
      if (!(part instanceof Uint8Array)) continue;
      chunks.push(Buffer.from(part));
      bytes += part.length;
      if (bytes >= MOST_BYTES_READ || signal.aborted) break;
    }
  } catch {
    // Cut off, or too slow.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8").slice(0, EXCERPT_LENGTH);
}

/** The system's resolver cannot be stopped, only left alone. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(new Error("aborted"));
    signal.addEventListener("abort", leave, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** When several addresses fail, the joint error has no message. */
function wordsOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  if ("errors" in error && Array.isArray(error.errors)) return error.errors.map(wordsOf).join("; ");
  return "message" in error ? String(error.message) : "unknown failure";
}
