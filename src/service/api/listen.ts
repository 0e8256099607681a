/** Puts an app on a socket: limits on how long a client may take, and a stop that finishes what is under way. */
import { createServer, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { RefusalCode } from "../../contract/refusals.js";
import { REFUSALS } from "../../contract/refusals.js";

export interface Address {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

export interface Door {
  /** Where the app is reached, without a slash at the end. */
  readonly url: string;
  /** Takes no new requests and answers those under way; after the grace period the rest is cut off. */
  close(): Promise<void>;
}

const LIMITS = {
  headersTimeout: 20_000,
  /** Enough for 20 MiB over a slow line. */
  requestTimeout: 300_000,
  /** Longer than load balancers and clients keep theirs, so that they hang up first. */
  keepAliveTimeout: 75_000,
} as const;

const GRACE_MS = 10_000;

export async function listen(
  app: { fetch(request: Request): Response | Promise<Response> },
  { host, port }: Address,
  graceMs = GRACE_MS,
): Promise<Door> {
  const answer = getRequestListener((request) => app.fetch(request), {
    hostname: host,
    errorHandler: answerUnreadable,
  });
  const server = createServer(LIMITS, (incoming, outgoing) => {
    outgoing.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
    void answer(incoming, outgoing);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { url: urlOf(server, host), close: async () => close(server, graceMs) };
}

/** A request that HTTP lets pass but that names no address; anything else was answered by the app. */
function answerUnreadable(error: unknown): Response {
  const code: RefusalCode = error instanceof RequestError ? "VALIDATION_FAILED" : "INTERNAL_ERROR";
  const message =
    code === "VALIDATION_FAILED" ? "the request's address cannot be read" : "the service failed";
  return Response.json({ error: { code, message } }, { status: REFUSALS[code].status });
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("a server that listens has an address");
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}
