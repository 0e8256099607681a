/**
 * One attempt: a POST on a new connection, straight to a checked address, within a deadline. No redirect is
 * followed, no proxy of the environment is used, and of the answer no more is read than its beginning.
 */
import type { LookupFunction } from "node:net";
import { errorText } from "../../domain/thrown.js";
import { beginningOf } from "../../domain/words.js";
import { unlessAborted } from "../work/within.js";
import { type Address, checkDestination, type Resolve, systemResolve } from "./destination.js";
import type { AddressRules } from "./private-addresses.js";
import { sendHttp } from "./send-http.js";
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
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await attempt(request, options, AbortSignal.any([stopped, deadline]));
    } catch (error) {
      if (stopped.aborted) return { kind: "unanswered", why: "the service stopped meanwhile" };
      if (deadline.aborted) {
        return { kind: "unanswered", why: `no answer within ${timeoutMs / 1000} seconds` };
      }
      return { kind: "unanswered", why: errorText(error) };
    }
  };
}

async function attempt(
  request: WebhookRequest,
  { rules, resolve = systemResolve, version, connectTimeoutMs = CONNECT_TIMEOUT_MS }: SenderOptions,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  // The system's resolver cannot be stopped, only ignored.
  const checked = await unlessAborted(checkDestination(request.url, rules, resolve), signal);
  if (checked.kind === "refused") return { kind: "unanswered", why: checked.why };
  const { url, addresses } = checked;
  const { status, headers, text } = await sendHttp(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(request.body),
      "user-agent": `merge-queue/${version}`,
      ...request.headers,
    },
    body: request.body,
    lookup: onlyThese(addresses),
    connectTimeoutMs,
    mostBytes: MOST_BYTES_READ,
    signal,
  });
  const isAborted = headers["webhook-delivery"] === "abort-message";
  return { kind: "answered", status, isAborted, excerpt: beginningOf(text, EXCERPT_LENGTH) };
}

/** Connects to the checked address only. */
function onlyThese(addresses: readonly Address[]): LookupFunction {
  const [first] = addresses;
  return (_host, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  };
}
