/** The stream of an open queue page: what it sends from which state, to whom, and how it treats slow readers. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { CHECK_MS } from "../../../../src/service/dashboard/live/event-streams.js";
import { WATCH_INTERVAL_MS } from "../../../../src/service/dashboard/live/queue-watch.js";
import { SESSION_MS } from "../../../../src/service/dashboard/session/sessions.js";
import { MAIN } from "../../../support/api-world.js";
import { isJsonObject } from "../../../support/json-object.js";
import { type PagesWorld, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { cancelled, type Happening, submitted, turned } from "../../../support/queue-builder.js";

let world: PagesWorld;
let cookie: string;
let readers: ReadableStreamDefaultReader<Uint8Array>[];
beforeEach(async () => {
  world = await pagesWorld({}, { concurrency: 1 });
  await world.happens(submitted(1), submitted(2), submitted(3));
  cookie = await world.signIn();
  readers = [];
});
afterEach(async () => {
  for (const reader of readers) await reader.cancel();
});

/** The address of the stream that the page follows. */
async function streamOf(query = "", as = cookie): Promise<string> {
  const page = await (await world.get(`${QUEUE_PATH}?branch=main${query}`, { cookie: as })).text();
  return (/hx-sse:connect="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&");
}

/** The id of the state that the page shows. */
function stateIn(path: string): string {
  return /since=([^&]+)/.exec(path)?.[1] ?? "";
}

async function follow(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await world.get(path, { cookie, ...headers });
  if (answer.body === null) throw new Error("no stream");
  const reader = answer.body.getReader();
  readers.push(reader);
  const text = async (): Promise<string | null> => {
    const piece: unknown = (await reader.read()).value;
    return piece instanceof Uint8Array ? new TextDecoder().decode(piece) : null;
  };
  return { status: answer.status, text, next: async () => changeIn(await text()) };
}

function changeIn(event: string | null) {
  const data: unknown = JSON.parse(/^data: (.*)$/m.exec(event ?? "")?.[1] ?? "null");
  if (!isJsonObject(data)) return null;
  const parts = String(data["parts"]);
  const targets = [...parts.matchAll(/hx-target="#(\w+)"/g)].map(([, id]) => id);
  return {
    id: /^id: (.*)$/m.exec(event ?? "")?.[1],
    from: data["from"],
    table: data["table"],
    parts,
    targets,
  };
}

const changes = async (...happenings: readonly Happening[]) => {
  await world.happens(...happenings);
  await world.timers.advance(WATCH_INTERVAL_MS);
};

describe("the stream of a queue page", () => {
  it("begins with what the page shows, then sends what changed", async () => {
    const path = await streamOf();
    const { text, next } = await follow(path);
    expect(await text()).toBe(":\n\n");
    await changes(cancelled(2));
    const change = await next();
    const table = { gone: [2], placed: [], cells: [[3, 0, "2"]] };
    expect(change).toMatchObject({ from: stateIn(path), targets: ["headline"], table });
    await changes(submitted(4));
    const placed = [[4, 1, 3, expect.any(String)]];
    expect(await next()).toMatchObject({ from: change?.id, table: { gone: [], placed } });
  });

  it("renders and writes a change once for all who show the same", async () => {
    const paths = [await streamOf(), await streamOf()];
    const streams = await Promise.all(paths.map(async (path) => follow(path)));
    for (const { text } of streams) await text();
    await changes(turned("paused"));
    const first = await Promise.all(streams.map(async ({ next }) => next()));
    expect(first.map((change) => change?.id)).toEqual([first[0]?.id, first[0]?.id]);
    expect(first.map((change) => change?.from)).toEqual(paths.map(stateIn));
    await changes(turned("running"));
    const [one, other] = await Promise.all(streams.map(async ({ text }) => text()));
    expect([other, one?.includes('"from":null')]).toEqual([one, false]);
  });

  it("writes the first change once for all pages that were opened before it", async () => {
    const streams = [await follow(await streamOf()), await follow(await streamOf())];
    for (const { text } of streams) await text();
    await changes(submitted(4));
    const [one, other] = await Promise.all(streams.map(async ({ text }) => text()));
    expect([other, one?.includes('"placed":[[4,1,3,')]).toEqual([one, true]);
  });

  it("begins with a new state after seconds, after a change, and for other permissions or entries", async () => {
    const state = async (...asked: Parameters<typeof streamOf>) => stateIn(await streamOf(...asked));
    const first = await state();
    expect(await state()).toBe(first);
    const asReader = await world.signIn(await world.token(["read"]));
    const others = [await state("&state=testing"), await state("", asReader)];
    world.queues.clock += 5000;
    others.push(await state());
    await world.happens(cancelled(2));
    others.push(await state());
    expect(new Set([first, ...others]).size).toBe(5);
  });

  it("goes on from the state of a stream that ended", async () => {
    const path = await streamOf();
    const first = await follow(path);
    await first.text();
    await changes(cancelled(2));
    const seen = await first.next();
    await world.happens(cancelled(3));
    const again = await follow(path, { "last-event-id": seen?.id ?? "" });
    expect(await again.text()).toBe(":\n\n");
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect(await again.next()).toMatchObject({ from: seen?.id, table: { gone: [3] } });
  });

  it("shows a page that comes back after hours what these hours have changed", async () => {
    const path = await streamOf();
    const first = await follow(path);
    await first.text();
    await Promise.all(readers.map(async (reader) => reader.cancel()));
    world.queues.clock += 3 * 3_600_000;
    const { next } = await follow(path);
    const change = await next();
    expect([change?.from, change?.targets.includes("alerts")]).toEqual([stateIn(path), true]);
    expect(change?.parts).toContain("Standing still");
  });

  it("sends the whole page to one that shows an unknown state, or another page's", async () => {
    const path = await streamOf();
    const other = stateIn(await streamOf("&state=testing"));
    for (const since of ["unknown", other, ""]) {
      const { next } = await follow(path.replace(/since=[^&]*/, `since=${since}`));
      const change = await next();
      expect(change).toMatchObject({ from: null, targets: ["page"], table: null });
      expect(change?.parts.split('id="entry-').length).toBe(4);
    }
  });

  it("shows the rows of its filter only", async () => {
    const { text, next } = await follow(await streamOf("&author=hubot"));
    await text();
    await changes(submitted(4, { facts: { author: "hubot" } }), submitted(5));
    const change = await next();
    expect([change?.targets.includes("entries"), change?.parts.split('id="entry-').length]).toEqual([
      true,
      2,
    ]);
    await changes(submitted(6, { facts: { author: "Hubot2" } }));
    expect(await next()).toMatchObject({ table: { placed: [[6, 0, 4, expect.any(String)]] } });
  });

  it("sends a reader that was slow one change over all states between", async () => {
    const { text, next } = await follow(await streamOf());
    for (const number of [4, 5, 6]) await changes(submitted(number));
    expect(await text()).toBe(":\n\n");
    const html = expect.any(String);
    const placed = [
      [4, 1, 3, html],
      [5, 1, 4, html],
      [6, 1, 5, html],
    ];
    expect(await next()).toMatchObject({ table: { placed } });
  });

  it("has no secret and no name of a reader", async () => {
    const { next } = await follow((await streamOf()).replace(/since=[^&]*/, "since="));
    const { parts = "" } = (await next()) ?? {};
    expect(new Set(parts.match(/name="csrf" value="[^"]*"/g))).toEqual(new Set(['name="csrf" value=""']));
    const { parts: same = "" } =
      (await (await follow((await streamOf()).replace(/since=[^&]*/, ""))).next()) ?? {};
    expect(same).toBe(parts);
  });

  it("has the forms that the reader may use", async () => {
    const asReader = await world.signIn(await world.token(["read"]));
    const path = (await streamOf()).replace(/since=.*/, "");
    const streams = [await follow(path), await follow(path, { cookie: asReader })];
    const texts = await Promise.all(
      streams.map(async ({ next }) => (await next())?.parts.includes("Pause main")),
    );
    expect(texts).toEqual([true, false]);
  });

  it("is refused to a page of another session, whose forms have another secret", async () => {
    const path = await streamOf();
    const again = await world.signIn();
    const statuses = await Promise.all(
      [cookie, again].map(async (as) => (await follow(path, { cookie: as })).status),
    );
    expect(statuses).toEqual([200, 401]);
    expect((await follow(await streamOf("", again), { cookie: again })).status).toBe(200);
  });

  it("ends soon after a change when its session has ended, and with the queue", async () => {
    const { text, next } = await follow(await streamOf());
    await text();
    world.queues.clock += SESSION_MS;
    await changes(cancelled(2));
    await next();
    await world.timers.advance(CHECK_MS);
    expect([await text(), world.streams.size]).toEqual([null, 0]);
    cookie = await world.signIn();
    const second = await follow(await streamOf());
    await second.text();
    await changes(cancelled(1), cancelled(3));
    await second.next();
    await world.queues.delete(MAIN);
    await world.timers.advance(WATCH_INTERVAL_MS);
    expect([await second.text(), world.timers.pending()]).toEqual([null, []]);
  });

  it("replaces the way in which pages of an earlier version update", async () => {
    const answer = await world.get(`${QUEUE_PATH}?branch=main`, { cookie, "hx-request": "true" });
    expect([answer.headers.get("hx-refresh"), await answer.text()]).toEqual(["true", ""]);
  });

  it("is refused without a session, and for a queue that is not there", async () => {
    const path = await streamOf();
    expect((await world.get(path)).status).toBe(401);
    expect((await world.get(path.replace("main", "none"), { cookie })).status).toBe(404);
    const other = await world.signIn(await world.token(["read"], ["github.com/octo/other"]));
    expect((await world.get(path, { cookie: other })).status).toBe(403);
  });
});
