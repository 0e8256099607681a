/** All who watch a page share one render, and what is open takes a bounded share of the time. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { SharedRefreshes } from "../../../../src/service/dashboard/live/shared-refreshes.js";
import { MAIN, TOKEN } from "../../../support/api-world.js";
import { manualClock } from "../../../support/manual-clock.js";
import { pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

describe("refreshes of one page", () => {
  let now: number;
  let timers: ReturnType<typeof manualClock>;
  let refreshes: SharedRefreshes;
  let renders: number;
  beforeEach(() => {
    [now, renders] = [0, 0];
    timers = manualClock();
    const after = (delayMs: number, callback: () => void) => timers.after(delayMs, callback);
    refreshes = new SharedRefreshes({ monotonic: () => now, after });
  });

  const take = async (page = "a") =>
    refreshes.take(page, async () => {
      renders += 1;
      now += 50;
      return Promise.resolve(`${page}${renders}`);
    });

  it("are one render for all who asked before it began", async () => {
    expect(await Promise.all([take(), take(), take()])).toEqual(["a1", "a1", "a1"]);
  });

  it("begin after they were asked for, and after a rest", async () => {
    expect(await take()).toBe("a1");
    const [second, third] = [take(), take()];
    await timers.advance(949);
    expect(renders).toBe(1);
    await timers.advance(1);
    expect(await Promise.all([second, third])).toEqual(["a2", "a2"]);
  });

  it("rest longer the more there is to send", async () => {
    const long = "x".repeat(500_000);
    await Promise.all(
      Array.from({ length: 10 }, async () => refreshes.take("a", async () => Promise.resolve(long))),
    );
    const next = take();
    await timers.advance(284);
    expect(renders).toBe(0);
    await timers.advance(2);
    expect(await next).toBe("a1");
  });

  it("do not wait for other pages, and leave nothing behind", async () => {
    expect(await Promise.all([take("a"), take("b")])).toEqual(["a1", "b2"]);
    await timers.advance(5000);
    expect([refreshes.size, timers.pending().length]).toEqual([0, 0]);
  });

  it("that fail do so for all who share them, and the next one is rendered", async () => {
    const failing = async () => refreshes.take("a", async () => Promise.reject(new Error("no store")));
    const both = await Promise.allSettled([failing(), failing()]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const next = take();
    await timers.advance(5000);
    expect(await next).toBe("a1");
  });
});

describe("a refreshed queue page", () => {
  it("has each reader's own forms, and nobody else's name", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const path = `${QUEUE_PATH}?branch=${MAIN.targetBranch}`;
    const cookies = [await world.signIn(TOKEN), await world.signIn(TOKEN)];
    const pages = await Promise.all(
      cookies.map(async (cookie) => (await world.get(path, { cookie })).text()),
    );
    const refreshed = await Promise.all(
      cookies.map(async (cookie) => (await world.get(path, { cookie, "hx-request": "true" })).text()),
    );
    const csrfIn = (text: string) => new Set(text.match(/name="csrf" value="[^"]*"/g));
    expect(csrfIn(pages[0] ?? "")).not.toEqual(csrfIn(pages[1] ?? ""));
    expect(refreshed.map(csrfIn)).toEqual(pages.map(csrfIn));
    expect(refreshed[0]).toMatch(/<span class="who"><\/span>/);
    const mainOf = (text = "") => /<main.*<\/main>/s.exec(text)?.[0];
    expect(refreshed.map(mainOf)).toEqual(pages.map(mainOf));
  });

  it("has the forms that the reader's permissions allow", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookies = [await world.signIn(TOKEN), await world.signIn(await world.token(["read"]))];
    const texts = await Promise.all(
      cookies.map(async (cookie) => (await world.get(QUEUE_PATH, { cookie, "hx-request": "true" })).text()),
    );
    expect(texts.map((text) => text.includes("Pause main"))).toEqual([true, false]);
  });
});
