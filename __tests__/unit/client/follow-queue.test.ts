/** A client that follows a queue misses no change, survives interruptions, and ends when a later attempt must fail too. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Deadline } from "../../../src/client/deadline.js";
import { type FollowOptions, followQueue } from "../../../src/client/follow-queue.js";
import type { Transport } from "../../../src/client/transport.js";
import { WATCH_INTERVAL_MS } from "../../../src/service/dashboard/live/queue-watch.js";
import { type HttpServer, listen } from "../../../src/service/http/http-server.js";
import { MAIN, TOKEN } from "../../support/api-world.js";
import { type PagesWorld, pagesWorld } from "../../support/pages-world.js";
import { submitted } from "../../support/queue-builder.js";

const QUEUE = { repo: { host: "github.com", owner: "octo", name: "mono" }, targetBranch: "main" };

function options(apiUrl: string, others: Partial<FollowOptions> = {}): FollowOptions {
  const credential = { kind: "token", token: TOKEN } as const;
  return { apiUrl, credential, userAgent: "test", random: () => 0, ...others };
}

describe("with the service", () => {
  let world: PagesWorld;
  let server: HttpServer;
  beforeEach(async () => {
    world = await pagesWorld();
    server = await listen(world.app, { host: "127.0.0.1", port: 0 });
  });
  afterEach(async () => {
    world.streams.close();
    await server.close();
  });

  it("yields the queue as it is, then each change", async () => {
    const changes = followQueue(options(`${server.url}/v1`), QUEUE);
    const first = (await changes.next()).value;
    expect(first).toMatchObject({ ...QUEUE, version: 0, state: "running", entries: 0 });
    await world.happens(submitted(1));
    const next = changes.next();
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect((await next).value).toMatchObject({ entries: 1 });
    await changes.return();
    await until(() => world.streams.size === 0);
  });

  it("goes on from the last state after an interruption", async () => {
    const changes = followQueue(options(`${server.url}/v1`), QUEUE);
    await changes.next();
    const next = changes.next();
    world.streams.close();
    await world.happens(submitted(1), submitted(2));
    expect((await next).value).toMatchObject({ entries: 2 });
    await changes.return();
  });

  it("begins with the next change if it knows the state", async () => {
    const stored = await world.queues.read(MAIN);
    const lastEventId = `${stored?.queue.id ?? ""}.${stored?.version ?? ""}`;
    const changes = followQueue(options(`${server.url}/v1`, { lastEventId }), QUEUE);
    const next = changes.next();
    await until(() => world.streams.size === 1);
    await world.happens(submitted(1));
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect((await next).value).toMatchObject({ entries: 1 });
    await changes.return();
  });

  it("ends with the reason if the token is unknown, or the queue was deleted", async () => {
    const credential = { kind: "token", token: "another" } as const;
    const refused = followQueue(options(`${server.url}/v1`, { credential }), QUEUE);
    await expect(refused.next()).rejects.toMatchObject({ endpoint: "events", kind: "unauthorized" });
    const changes = followQueue(options(`${server.url}/v1`), QUEUE);
    await changes.next();
    const end = expect(changes.next()).rejects.toMatchObject({
      kind: "notFound",
      code: "MERGE_QUEUE_NOT_FOUND",
    });
    await world.queues.delete(MAIN);
    await world.timers.advance(WATCH_INTERVAL_MS);
    await end;
  });
});

describe("with another server", () => {
  let requests: IncomingMessage[];
  let answer: (response: ServerResponse, number: number) => void;
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, requests.length);
  });
  let apiUrl: string;
  beforeEach(async () => {
    requests = [];
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    apiUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    const closed = once(server, "close");
    server.close();
    await closed;
  });

  it("replaces a connection on which nothing arrives", async () => {
    answer = (response, number) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(number === 1 ? ":\n\n" : eventOf(7));
    };
    const changes = followQueue(options(apiUrl, { silenceMs: 50 }), QUEUE);
    expect((await changes.next()).value).toMatchObject({ version: 7, id: "q.7" });
    expect(requests).toHaveLength(2);
    await changes.return();
  });

  it("tries again while the server is overloaded, and after the connection breaks in the middle of an event", async () => {
    answer = (response, number) => {
      if (number === 1) response.writeHead(503).end();
      else if (number === 2)
        response.writeHead(200).write(eventOf(1).slice(0, -10), () => response.destroy());
      else response.writeHead(200).write(eventOf(2));
    };
    const changes = followQueue(options(apiUrl), QUEUE);
    expect((await changes.next()).value).toMatchObject({ version: 2 });
    expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await changes.return();
  });

  it("goes on from the last event, and counts no failure of a connection that worked", async () => {
    answer = (response, number) => {
      response.writeHead(200).write(number === 4 ? eventOf(2) : number === 1 ? eventOf(1) : ":\n\n", () => {
        if (number < 4) response.destroy();
      });
    };
    const changes = followQueue(options(apiUrl, { retries: 1 }), QUEUE);
    expect((await changes.next()).value).toMatchObject({ version: 1 });
    expect((await changes.next()).value).toMatchObject({ version: 2 });
    expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "q.1", "q.1", "q.1"]);
    await changes.return();
  });

  it("ends at the deadline, although the connection is alive", async () => {
    answer = (response) => {
      response.writeHead(200);
      const beat = setInterval(() => response.write(":\n\n"), 10);
      response.once("close", () => clearInterval(beat));
    };
    const deadline = Deadline.after(100);
    expect((await followQueue(options(apiUrl, { deadline }), QUEUE).next()).done).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it("gives up after the attempts that it was given", async () => {
    answer = (response) => response.writeHead(503).end();
    const changes = followQueue(options(apiUrl, { retries: 2 }), QUEUE);
    await expect(changes.next()).rejects.toMatchObject({ kind: "serverFailed", attempts: 3 });
  });

  it.each([
    ["an event that is no JSON", "event: queue-changed\nid: 1\ndata: {\n\n"],
    ["an event without an id", eventOf(1).replace(/^id:.*\n/, "")],
    ["an event without end", `event: queue-changed\ndata: ${"x".repeat(70_000)}`],
  ])("ends at %s", async (_what, text) => {
    answer = (response) => response.writeHead(200).write(text);
    await expect(followQueue(options(apiUrl), QUEUE).next()).rejects.toMatchObject({ kind: "badAnswer" });
  });

  it("passes over events and fields that it does not know, and takes characters that arrive in parts", async () => {
    const bytes = Buffer.from(`event: other\ndata: 1\n\nnew: 1\n${eventOf(3, "hotfix/ä")}`);
    const middle = bytes.indexOf(0xc3) + 1;
    const transport: Transport = {
      send: async () => Promise.resolve({ status: 200, headers: {}, body: parts() }),
    };
    async function* parts(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, middle);
      yield await Promise.resolve(bytes.subarray(middle));
    }
    const changes = followQueue(options(apiUrl, { transport }), QUEUE);
    expect((await changes.next()).value).toMatchObject({ targetBranch: "hotfix/ä" });
    await changes.return();
  });

  it("ends when the caller aborts, also during a pause", async () => {
    answer = (response) => response.writeHead(503, { "retry-after": "60" }).end();
    const controller = new AbortController();
    const next = followQueue(options(apiUrl, { signal: controller.signal }), QUEUE).next();
    await until(() => requests.length === 1);
    controller.abort();
    expect((await next).done).toBe(true);
  });
});

function eventOf(version: number, targetBranch = "main"): string {
  const data = { ...QUEUE, targetBranch, version, state: "running", entries: 0, later: true };
  return `id: q.${version}\nevent: queue-changed\ndata: ${JSON.stringify(data)}\n\n`;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
