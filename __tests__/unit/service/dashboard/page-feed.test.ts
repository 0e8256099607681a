/** What the streams of a page share, beside a store that fails or is slow: how late it is, and which state it shows. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { Addresses } from "../../../../src/service/dashboard/addresses.js";
import { readAssets } from "../../../../src/service/dashboard/assets/serve-assets.js";
import { EventStreams } from "../../../../src/service/dashboard/live/event-streams.js";
import { ShownQueue } from "../../../../src/service/dashboard/live/page-change.js";
import { AGAIN_MS, LATE_MS, type LivePage } from "../../../../src/service/dashboard/live/page-feed.js";
import { PageFeeds } from "../../../../src/service/dashboard/live/page-feeds.js";
import type { OnChange } from "../../../../src/service/dashboard/live/queue-watch.js";
import { RefreshBudget } from "../../../../src/service/dashboard/live/refresh-budget.js";
import type { QueuePageProps } from "../../../../src/service/dashboard/pages/queue-page.js";
import { graphView } from "../../../../src/service/dashboard/reading/graph-view.js";
import { NO_FILTER, queueView } from "../../../../src/service/dashboard/reading/queue-view.js";
import type { StoredQueue } from "../../../../src/service/ports/queue-store.js";
import { MAIN } from "../../../support/api-world.js";
import { type ManualClock, manualClock, settle } from "../../../support/manual-clock.js";
import { aQueue } from "../../../support/queue-builder.js";

const assets = await readAssets();

let clock: ManualClock;
let feeds: PageFeeds;
let onChange: OnChange;
let fails: boolean;
let slowMs: number;
let reason: string | null;
beforeEach(() => {
  clock = manualClock();
  const watch = (...[, , listener]: readonly [unknown, unknown, OnChange]) => {
    onChange = listener;
    return () => undefined;
  };
  feeds = new PageFeeds({ clock, watch: { watch }, budget: new RefreshBudget(clock, () => 0) });
  [fails, slowMs, reason] = [false, 0, null];
});

function stored(version: number): StoredQueue {
  return { name: MAIN, queue: QUEUE, version, wakeAt: null };
}

const QUEUE = aQueue();

function propsOf(one: StoredQueue): QueuePageProps {
  const note = reason === null ? null : { version: one.version, at: 0, by: "mona", reason };
  return {
    frame: { addresses: new Addresses(null), assets, reader: null, now: 0, path: "/" },
    ...{ view: queueView(one, NO_FILTER), graph: graphView(one.queue, 0, "mq/", false), filter: NO_FILTER },
    ...{ unavailable: null, standstill: null, withAlternates: false },
    pause: one.version >= PAUSED_AT ? { note, automatic: null } : null,
  };
}

/** Versions from this one are paused. */
const PAUSED_AT = 100;

function pageOf(key = "page"): LivePage {
  return {
    ...{ key, name: MAIN },
    isCurrent: (shown, one) => shown.stored.version === one.version,
    render: async (one, before) => {
      if (slowMs > 0) {
        const { promise, resolve } = Promise.withResolvers<undefined>();
        clock.after(slowMs, () => resolve(undefined));
        await promise;
      }
      if (fails) throw new Error("the store is down");
      return new ShownQueue(key, one, propsOf(one), before);
    },
  };
}

async function load(version: number, page = pageOf()): Promise<string> {
  return (await feeds.shownNow(page, stored(version))).id;
}

async function follow(known: string, page = pageOf(), version = 1) {
  const source = await feeds.open(page, stored(version), known);
  const stream = new EventStreams(clock).open({
    source,
    known,
    isPermitted: async () => Promise.resolve(true),
  });
  const reader = stream.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await next()).toBe(":\n\n");
  return { next, source };
}

function turnsTo(version: number): void {
  onChange(stored(version));
}

describe("an open page", () => {
  it("shows its age while an update is due, and that it is current again", async () => {
    const { next } = await follow(await load(1));
    slowMs = 10_000;
    turnsTo(2);
    await settle();
    await clock.advance(LATE_MS);
    expect(await next()).toBe(`event: page-late\ndata: ${LATE_MS}\n\n`);
    await clock.advance(10_000);
    expect(await next()).toContain("event: page-changed");
  });

  it("does not go back to the state of a refresh that failed", async () => {
    const { next, source } = await follow(await load(1));
    fails = true;
    turnsTo(2);
    await settle();
    fails = false;
    turnsTo(3);
    await settle();
    const change = await next();
    const id = /^id: (.*)$/m.exec(change)?.[1] ?? "";
    await clock.advance(2 * AGAIN_MS);
    expect([change.includes("page-changed"), source.messageFor(null)?.id]).toEqual([true, id]);
    turnsTo(2);
    await settle();
    expect(source.messageFor(null)?.id).toBe(id);
  });

  it("is read again after a store that failed", async () => {
    const { next } = await follow(await load(1));
    fails = true;
    turnsTo(2);
    await settle();
    await clock.advance(AGAIN_MS + LATE_MS);
    expect(await next()).toContain("event: page-late");
    fails = false;
    await clock.advance(AGAIN_MS);
    expect(await next()).toContain("event: page-changed");
  });

  it("gets the reason that is written after the pause", async () => {
    const { next } = await follow(await load(1));
    turnsTo(PAUSED_AT);
    await settle();
    expect(await next()).toContain("nothing starts or lands until the queue is resumed");
    reason = "The disk is full";
    await clock.advance(AGAIN_MS);
    expect(await next()).toMatch(/"from":"[^"]+".*The disk is full/);
  });

  it("gets what changed after any number of other pages were read", async () => {
    const later = { ...pageOf(), isCurrent: () => false };
    const [mine, other] = [await load(1), await load(1, later)];
    const { next } = await follow(mine);
    const second = await follow(other);
    for (let number = 1; number <= 100; number += 1) await load(1, pageOf(`page ${number}`));
    turnsTo(2);
    await settle();
    expect([await next(), await second.next()]).toEqual([
      expect.stringContaining(`"from":"${mine}"`),
      expect.stringContaining(`"from":"${other}"`),
    ]);
  });
});
