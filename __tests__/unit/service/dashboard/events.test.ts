/** The stream of a queue's changes: what it sends, what it skips, and when it ends. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openApiDocument } from "../../../../src/contract/openapi.js";
import { HEARTBEAT_MS } from "../../../../src/contract/queue-events.js";
import { MOST_STREAMS } from "../../../../src/service/dashboard/live/event-streams.js";
import { WATCH_INTERVAL_MS } from "../../../../src/service/dashboard/live/queue-watch.js";
import { SESSION_MS } from "../../../../src/service/dashboard/session/sessions.js";
import { answerChecker } from "../../../support/answer-checker.js";
import { MAIN, TOKEN } from "../../../support/api-world.js";
import { type PagesWorld, PULL_PATH, pagesWorld } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

const EVENTS = "/v1/events?repoHost=github.com&repo=octo/mono&targetBranch=main";
const AS_PROGRAM = { "x-api-token": TOKEN, accept: "text/event-stream" };

let world: PagesWorld;
let readers: ReadableStreamDefaultReader<Uint8Array>[];
beforeEach(async () => {
  world = await pagesWorld();
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.cancel();
});

async function connect(headers: Readonly<Record<string, string>> = AS_PROGRAM, path = EVENTS) {
  const answer = await world.get(path, headers);
  if (answer.body === null) throw new Error("no stream");
  const reader = answer.body.getReader();
  readers.push(reader);
  return {
    answer,
    reader,
    /** The next piece; null at the end. */
    next: async (): Promise<string | null> => {
      const piece: unknown = (await reader.read()).value;
      return piece instanceof Uint8Array ? new TextDecoder().decode(piece) : null;
    },
  };
}

async function idNow(): Promise<string> {
  const stored = await world.queues.read(MAIN);
  return `${stored?.queue.id ?? ""}.${stored?.version ?? ""}`;
}

describe("an event stream", () => {
  it("begins with the queue as it is, then sends each change", async () => {
    const { answer, next } = await connect();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
    expect(await next()).toMatch(/^id: [0-9a-f-]{36}\.0\nevent: queue-changed\ndata: \{.*"entries":0\}\n\n$/);
    await world.happens(submitted(1));
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect(await next()).toMatch(new RegExp(`^id: ${await idNow()}\n.*\ndata: .*"entries":1}\n\n$`));
  });

  it("sends one event for any number of changes in an interval", async () => {
    const { next } = await connect();
    await next();
    await world.happens(submitted(1), submitted(2), submitted(3));
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect(await next()).toContain('"entries":3');
    await world.timers.advance(HEARTBEAT_MS);
    expect(await next()).toBe(":\n\n");
  });

  it.each(["last-event-id", "since"])("goes on from %s without repeating and without a gap", async (how) => {
    const known = await idNow();
    const open = async () =>
      how === "since"
        ? connect(AS_PROGRAM, `${EVENTS}&since=${known}`)
        : connect({ ...AS_PROGRAM, [how]: known });
    expect(await (await open()).next()).toBe(":\n\n");
    await world.happens(submitted(1));
    expect(await (await open()).next()).toContain('"entries":1');
  });

  it("ends when the queue is deleted, when the client leaves, and when the service stops", async () => {
    const { next, reader } = await connect();
    await next();
    await world.queues.delete(MAIN);
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect(await next()).toBeNull();
    await world.queues.create(MAIN, {});
    const [second, third] = [await connect(), await connect()];
    await second.reader.cancel();
    expect(world.streams.size).toBe(1);
    await third.next();
    world.streams.close();
    expect([await third.next(), world.streams.size, world.timers.pending().length]).toEqual([null, 0, 0]);
    await reader.cancel();
  });

  it("ends with its session", async () => {
    const { next } = await connect({ cookie: await world.signIn() });
    await next();
    world.queues.clock += SESSION_MS;
    await world.timers.advance(HEARTBEAT_MS);
    expect(await next()).toBeNull();
    expect((await connect({ cookie: "merge-queue=x" })).answer.status).toBe(401);
  });

  it("that is not read keeps the newest state only", async () => {
    const { next } = await connect();
    for (let number = 1; number <= 40; number += 1) {
      await world.happens(submitted(number));
      await world.timers.advance(WATCH_INTERVAL_MS);
    }
    await world.timers.advance(HEARTBEAT_MS);
    const pieces: string[] = [];
    for (let piece = await next(); piece !== null; piece = await next()) {
      pieces.push(piece);
      if (piece.includes('"entries":40')) break;
      await world.timers.advance(HEARTBEAT_MS);
    }
    expect(pieces.length).toBeLessThan(15);
    expect(pieces.at(-1)).toContain('"entries":40');
  });

  it("needs a token that reads the repository, and a queue that is there", async () => {
    const other = await world.token(["read"], ["github.com/octo/other"]);
    const check = answerChecker(openApiDocument("1.2.3"));
    const statusOf = async (path: string, token: string | null = TOKEN) => {
      const answer = await world.get(path, token === null ? {} : { "x-api-token": token });
      const { status } = answer;
      const contentType = answer.headers.get("content-type") ?? "";
      expect(
        check({ method: "GET", path: "/v1/events", status, contentType, body: await answer.text() }),
      ).toBeNull();
      return status;
    };
    expect(await statusOf(EVENTS, null)).toBe(401);
    expect(await statusOf(EVENTS, "wrong")).toBe(401);
    expect(await statusOf(EVENTS, other)).toBe(403);
    expect(await statusOf(EVENTS.replace("main", "none"))).toBe(404);
    expect(await statusOf("/v1/events?repo=octo/mono/x")).toBe(400);
    expect(await statusOf("/v1/events")).toBe(400);
  });

  it("is refused beyond the limit", async () => {
    for (let count = 0; count < MOST_STREAMS; count += 1) await connect();
    expect((await world.get(EVENTS, AS_PROGRAM)).status).toBe(503);
  });

  it("holds nothing open for a HEAD request", async () => {
    await world.app.request(EVENTS, { method: "HEAD", headers: AS_PROGRAM });
    expect([world.streams.size, world.timers.pending().length]).toEqual([0, 0]);
  });

  it("is connected by a page to what it shows", async () => {
    await world.happens(submitted(1));
    const page = await (await world.get(`${PULL_PATH}/1`, { cookie: await world.signIn() })).text();
    const [, url = ""] = /hx-sse:connect="([^"]+)"/.exec(page) ?? [];
    expect(await (await connect(AS_PROGRAM, url.replaceAll("&amp;", "&"))).next()).toBe(":\n\n");
  });
});
