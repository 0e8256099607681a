/** Somebody who listens for webhooks on loopback, over real HTTP, and behaves as well or as badly as a test wants. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { waitUntil } from "./wait-until.js";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly method: string | undefined;
  readonly path: string | undefined;
}

export type Behaviour = (response: ServerResponse, received: Received, count: number) => void;

export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Requests that are not answered yet, and how many there were at once. */
  readonly open: () => number;
  readonly mostOpen: () => number;
  behave(behaviour: Behaviour): void;
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export const ACCEPT: Behaviour = (response) => void response.writeHead(204).end();

export function answering(status: number, body = "", headers: Readonly<Record<string, string>> = {}) {
  const behaviour: Behaviour = (response) => void response.writeHead(status, headers).end(body);
  return behaviour;
}

/** Never says anything. */
export const HANG: Behaviour = () => undefined;

export async function webhookReceiver(first: Behaviour = ACCEPT): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let [behaviour, open, mostOpen] = [first, 0, 0];
  const server = createServer((request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on("close", () => {
      open -= 1;
    });
    response.on("error", () => undefined);
    void textOf(request).then((body) => {
      const one = { headers: request.headers, body, method: request.method, path: request.url };
      received.push(one);
      behaviour(response, one, received.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    port,
    received,
    open: () => open,
    mostOpen: () => mostOpen,
    behave: (next) => {
      behaviour = next;
    },
    until: (count) => waitUntil(`${count} webhooks`, () => received.length >= count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
  return address;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  } catch {
    // The sender left.
  }
  return Buffer.concat(chunks).toString("utf8");
}
