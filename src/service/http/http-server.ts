/** Serves an app on a socket: limits on what clients may use, and a stop that finishes requests in progress. */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { REFUSALS, type RefusalCode } from "../../contract/refusals.js";
import type { Visitor } from "./response.js";

export interface Address {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** A certificate with its chain, and its key, as PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

export interface HttpServerOptions {
  readonly limits?: Partial<HttpServerLimits>;
  /** Serves https only. */
  readonly tls?: TlsIdentity | null;
  /** Called for every connection that is rejected because there are too many. */
  readonly onRejectedConnection?: () => void;
}

export interface HttpServer {
  /** The base URL of the app, without a trailing slash. */
  readonly url: string;
  /** Applies to new connections. */
  renew(tls: TlsIdentity): void;
  /** Accepts no new requests and finishes those in progress; after the grace period, closes all connections. */
  close(): Promise<void>;
}

export interface App {
  fetch(request: Request, visitor: Visitor): Response | Promise<Response>;
}

export interface HttpServerLimits {
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
  /** Between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** Without a byte in either direction, for example because a client does not read. */
  readonly silenceTimeoutMs: number;
  /** How often the first two timeouts are checked. */
  readonly checkedEveryMs: number;
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** Per connection, which is then closed, so that clients spread to new replicas. */
  readonly maxRequests: number;
  readonly maxConnections: number;
  readonly graceMs: number;
}

export const HTTP_SERVER_LIMITS: HttpServerLimits = {
  headersTimeoutMs: 20_000,
  // Enough for 20 MiB over a slow connection.
  requestTimeoutMs: 300_000,
  // Longer than the timeouts of load balancers and clients, so that they close the connection first.
  keepAliveTimeoutMs: 75_000,
  silenceTimeoutMs: 300_000,
  checkedEveryMs: 2000,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  maxRequests: 10_000,
  maxConnections: 2000,
  graceMs: 10_000,
};

const TLS_OPTIONS = { minVersion: "TLSv1.2", handshakeTimeout: 10_000 } as const;

export async function listen(
  app: App,
  address: Address,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const limits = { ...HTTP_SERVER_LIMITS, ...options.limits };
  const { tls = null } = options;
  const basics = serverOptions(limits);
  const tlsServer = tls === null ? null : createTlsServer({ ...basics, ...TLS_OPTIONS, ...tls });
  const server = tlsServer ?? createServer(basics);
  server.maxConnections = limits.maxConnections;
  // One more than allowed is kept, so that an excess is detected instead of dropped.
  server.maxHeadersCount = limits.maxHeaders + 1;
  server.setTimeout(limits.silenceTimeoutMs);
  if (options.onRejectedConnection !== undefined) server.on("drop", options.onRejectedConnection);
  answerRequests(server, app, address, limits);
  answerBrokenRequests(server);
  await listening(server, address);
  return {
    url: urlOf(server, address.host, tls === null ? "http" : "https"),
    renew: (renewed) => tlsServer?.setSecureContext({ ...TLS_OPTIONS, ...renewed }),
    close: async () => close(server, limits.graceMs),
  };
}

function serverOptions(limits: HttpServerLimits): ServerOptions {
  return {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkedEveryMs,
    maxHeaderSize: limits.maxHeaderBytes,
  };
}

function answerRequests(server: Server, app: App, { host }: Address, limits: HttpServerLimits): void {
  const { maxHeaders, maxRequests } = limits;
  const taken = new WeakMap<Socket, number>();
  const heldBack = new WeakSet<object>();
  const answer = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (incoming.rawHeaders.length > 2 * maxHeaders) return tooManyHeaders();
      // A client that waits for `100 Continue` sends the body only when it is read.
      const inviteBody = () => {
        if (heldBack.delete(outgoing)) outgoing.writeContinue();
      };
      const takeBody = async () => bytesOf(incoming);
      return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress, inviteBody, takeBody });
    },
    { hostname: host, errorHandler: answerUnreadable },
  );
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const count = (taken.get(incoming.socket) ?? 0) + 1;
    taken.set(incoming.socket, count);
    // Node's own limit keeps the connection open and refuses its further requests.
    if (count >= maxRequests) outgoing.shouldKeepAlive = false;
    outgoing.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
    void answer(incoming, outgoing);
  };
  server.on("request", take);
  server.on("checkContinue", (incoming, outgoing) => {
    heldBack.add(outgoing);
    take(incoming, outgoing);
  });
}

async function bytesOf(incoming: Readable): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>();
  if (incoming.closed) throw new Error("the client disconnected before its body was read");
  const pieces: Buffer<ArrayBuffer>[] = [];
  incoming.on("data", (piece: Buffer<ArrayBuffer>) => pieces.push(piece));
  incoming.once("end", () => {
    const [first] = pieces;
    resolve(first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces));
  });
  incoming.once("error", reject);
  // Emitted after every body; creating an error each time would cost as much as a short response.
  incoming.once("close", () => {
    if (!incoming.readableEnded) reject(new Error("the client disconnected before its body ended"));
  });
  return promise;
}

/** A request that HTTP accepts but whose URL is invalid; the app answers all other requests. */
function answerUnreadable(error: unknown): Response {
  return error instanceof RequestError
    ? refusal("VALIDATION_FAILED", "the request's address cannot be read")
    : refusal("INTERNAL_ERROR", "the service failed");
}

function tooManyHeaders(): Response {
  return refusal("HEADERS_TOO_LARGE", "the request has too many headers");
}

function refusal(code: RefusalCode, message: string): Response {
  return Response.json({ error: { code, message } }, { status: REFUSALS[code].status });
}

async function listening(server: Server, { host, port }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

function urlOf(server: Server, host: string, scheme: "http" | "https"): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a listening server has no address");
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}

const LAST_WORD_MS = 500;

const WORDS = {
  HEADERS_TOO_LARGE: ["Request Header Fields Too Large", "the request's headers are too large"],
  REQUEST_TIMEOUT: ["Request Timeout", "the request did not arrive in time"],
  PAYLOAD_TOO_LARGE: ["Payload Too Large", "the chunk extensions of the body are too large"],
  VALIDATION_FAILED: ["Bad Request", "not a valid HTTP/1.1 request"],
} as const satisfies Partial<Record<RefusalCode, readonly [string, string]>>;

/** Responds with the error and closes the connection; if a response is already being sent, only closes it. */
function answerBrokenRequests(server: Server): void {
  const newest = new WeakMap<Duplex, ServerResponse>();
  for (const event of ["request", "checkContinue"] as const) {
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) =>
      newest.set(incoming.socket, outgoing),
    );
  }
  server.on("clientError", (error, socket) => {
    const answer = newest.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (!socket.writable || isAnswering) return void socket.destroy();
    socket.end(textOf(codeOf(error)));
    // If the client is still sending, closing immediately would discard the response.
    setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
  });
}

function codeOf(error: Error): keyof typeof WORDS {
  switch ("code" in error ? error.code : null) {
    case "HPE_HEADER_OVERFLOW":
      return "HEADERS_TOO_LARGE";
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return "PAYLOAD_TOO_LARGE";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "REQUEST_TIMEOUT";
    default:
      return "VALIDATION_FAILED";
  }
}

function textOf(code: keyof typeof WORDS): string {
  const [reason, message] = WORDS[code];
  const body = JSON.stringify({ error: { code, message } });
  return [
    `HTTP/1.1 ${REFUSALS[code].status} ${reason}`,
    "Connection: close",
    "Cache-Control: no-store",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "",
    body,
  ].join("\r\n");
}
