/**
 * Sends one HTTP request. The only file that uses the HTTP client of the Actions toolkit, which supports the proxies of
 * the environment. The weaknesses of that client are switched off or guarded here.
 */
import type http from "node:http";
import type { IncomingMessage } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { HttpClient } from "@actions/http-client";
import type { RequestInfo } from "@actions/http-client/lib/interfaces";
import { checkBypass, getProxyUrl } from "@actions/http-client/lib/proxy";
import { LONGEST_TIMER_MS } from "../domain/duration.js";
import { codeOf, errorText, partsOf } from "../domain/thrown.js";
import { NotSentError } from "./errors.js";

export interface TransportRequest {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

export interface TransportReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Rejects when the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Transport {
  /**
   * Resolves with the headers of the answer for any status; never follows a redirect and never repeats. Aborting
   * ends the request and the reading of its answer. Rejects with `NotSentError` when nothing of the request can have
   * reached the service, with any other error when it may have.
   */
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply>;
}

const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/;
const NOT_TRUSTED =
  /^(?:CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/;
const NOT_TUNNELLED = /^tunneling socket could not be established/;

export const httpTransport: Transport = {
  async send(request, signal) {
    checkProxyVariable(new URL(request.url));
    const body = request.body === null ? null : Readable.from(Buffer.from(request.body));
    try {
      const client = clientFor(request, signal);
      const { message } = await client.request(request.method, request.url, body, headersFor(request));
      if (message.statusCode === SWITCHES_PROTOCOLS) throw new ProtocolSwitch(message);
      return { status: message.statusCode ?? 0, headers: flat(message.headers), body: message };
    } catch (error) {
      if (error instanceof ProtocolSwitch) return error.reply;
      throw explained(error);
    }
  },
};

const SWITCHES_PROTOCOLS = 101;

/** This client supports no other protocol, and the connection of such an answer may remain open. */
class ProtocolSwitch extends Error {
  readonly reply: TransportReply;

  constructor(message: IncomingMessage) {
    super("the answer switches to another protocol");
    message.destroy();
    this.reply = { status: SWITCHES_PROTOCOLS, headers: flat(message.headers), body: Readable.from([]) };
  }
}

/** When an answer switches protocols, Node reports no response, and the HTTP client would wait for one. */
class HttpClientWithUpgrade extends HttpClient {
  override requestRaw(info: RequestInfo, data: string | NodeJS.ReadableStream | null) {
    const { httpModule } = info;
    // The HTTP client calls it only in this form.
    const request = (options: string | URL | http.RequestOptions, onResponse?: unknown) => {
      const sent = httpModule.request(options, isListener(onResponse) ? onResponse : undefined);
      sent.on("upgrade", (message, socket) => {
        socket.destroy();
        sent.emit("error", new ProtocolSwitch(message));
      });
      return sent;
    };
    return super.requestRaw({ ...info, httpModule: { ...httpModule, request } }, data);
  }
}

function isListener(value: unknown): value is (message: IncomingMessage) => void {
  return typeof value === "function";
}

/**
 * The HTTP client ignores a variable that it cannot read, and would bypass the proxy. The value may contain a password.
 */
function checkProxyVariable(url: URL): void {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const variable = [name, name.toUpperCase()].find((spelling) => (process.env[spelling] ?? "") !== "");
  if (variable === undefined || checkBypass(url) || hasProxyAddress(url)) return;
  const problem = `the variable ${variable} is not the address of a proxy (its value is not shown)`;
  throw new NotSentError(`${problem}: expected one such as http://proxy.example.com:3128`, false);
}

function hasProxyAddress(url: URL): boolean {
  try {
    const proxy = getProxyUrl(url);
    return proxy !== undefined && /^https?:$/.test(proxy.protocol) && proxy.hostname !== "";
  } catch {
    return false;
  }
}

/** A redirect would send the token to another host; retries are decided elsewhere, per endpoint. */
function clientFor(request: TransportRequest, signal: AbortSignal): HttpClient {
  const hook = {
    prepareRequest: (options: RequestOptions) => prepare(options, signal),
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error("no authentication is handled here")),
  };
  return new HttpClientWithUpgrade(request.headers["user-agent"], [hook], {
    allowRedirects: false,
    allowRetries: false,
    socketTimeout: LONGEST_TIMER_MS, // a limit on silence only; the whole attempt has a separate limit
  });
}

interface RequestOptions {
  host?: string | null | undefined;
  signal?: AbortSignal | undefined;
  agent?: unknown;
}

function prepare(options: RequestOptions, signal: AbortSignal): void {
  options.signal = signal;
  options.host = options.host?.replace(/^\[(.*)\]$/, "$1"); // Node would resolve a name with the brackets in it
  const { agent } = options;
  if (typeof agent !== "object" || agent === null || !("proxyOptions" in agent)) return;
  // A proxy that never answers CONNECT would keep its own request, and with it the process, alive.
  if (typeof agent.proxyOptions === "object") Object.assign(agent.proxyOptions ?? {}, { signal });
}

function headersFor(request: TransportRequest): Record<string, string> {
  const length = request.body === null ? {} : { "content-length": String(request.body.byteLength) };
  return { ...request.headers, ...length };
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): TransportReply["headers"] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

function explained(error: unknown): unknown {
  const causes = partsOf(error);
  const message = errorText(error);
  if (causes.some((cause) => NOT_TRUSTED.test(codeOf(cause)))) {
    return new NotSentError(`its certificate is not trusted: ${message}`, false, { cause: error });
  }
  if (causes.every((cause) => NOT_CONNECTED.test(codeOf(cause)) || NOT_TUNNELLED.test(errorText(cause)))) {
    return new NotSentError(message, true, { cause: error });
  }
  return error;
}

export type Redact = (text: string) => string;

const REDACTED = "***";
/** A shorter beginning of a token at the end of a truncated text reveals nothing. */
const SHORTEST_REVEALING_PART = 6;

/** Finds the token unchanged, as addresses, JSON or HTML spell it, and its beginning at the end of a truncated text. */
export function redactor(secret: string): Redact {
  const anySpelling = new RegExp(Array.from(secret, spellingsOf).join(""), "gi");
  return (text) => withoutCutSecret(text.replace(anySpelling, REDACTED), secret);
}

export const redactNothing: Redact = (text) => text;

/** A pattern for one ASCII character: encoders of JSON differ in what they escape, and so do encoders of addresses. */
function spellingsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const itself = `\\\\?\\x${hex}`;
  return `(?:${itself}|%${hex}|\\\\u00${hex}|&#0*${code};|&#x0*${hex};)`;
}

function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST_REVEALING_PART; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + REDACTED;
  }
  return text;
}

type BodyRead =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "tooLarge" }
  /** Compressed in a way that was not requested. */
  | { readonly kind: "encoded"; readonly encoding: string };

/** Rejects when the connection ends before the body does. */
export async function readBody(reply: TransportReply, limitBytes: number): Promise<BodyRead> {
  const encoding = encodingOf(reply);
  const decoded = decode(reply, encoding);
  if (decoded === null) return { kind: "encoded", encoding };
  const chunks: Uint8Array[] = [];
  const whole = await collect(decoded, limitBytes, chunks);
  return whole ? { kind: "whole", bytes: Buffer.concat(chunks) } : { kind: "tooLarge" };
}

/** Puts up to `limitBytes` of the body into `chunks` as they arrive; a body that breaks off just ends. */
export async function readBeginning(
  reply: TransportReply,
  limitBytes: number,
  chunks: Uint8Array[],
): Promise<void> {
  const decoded = decode(reply, encodingOf(reply));
  if (decoded === null) return;
  try {
    await collect(decoded, limitBytes, chunks);
  } catch {
    // The status has arrived; the text only explains it.
  }
}

function encodingOf(reply: TransportReply): string {
  return reply.headers["content-encoding"]?.trim().toLowerCase() ?? "";
}

function decode(reply: TransportReply, encoding: string): AsyncIterable<Uint8Array> | null {
  if (encoding === "" || encoding === "identity") return reply.body;
  if (encoding !== "gzip" && encoding !== "x-gzip") return null;
  const gunzip = createGunzip();
  // Errors reach the reader through `gunzip`, which the pipeline destroys with them.
  return pipeline(Readable.from(reply.body), gunzip, () => undefined);
}

/** False when there is more than the limit; the part within the limit is kept. */
async function collect(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  chunks: Uint8Array[],
): Promise<boolean> {
  let room = limitBytes;
  for await (const chunk of body) {
    if (chunk.byteLength > room) {
      chunks.push(chunk.subarray(0, room));
      return false;
    }
    chunks.push(chunk);
    room -= chunk.byteLength;
  }
  return true;
}
