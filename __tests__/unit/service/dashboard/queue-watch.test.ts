/** Watching the version of a queue: no change is missed, and nothing is read without a listener. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { QueueWatch, WATCH_INTERVAL_MS } from "../../../../src/service/dashboard/live/queue-watch.js";
import type { StoredQueue } from "../../../../src/service/ports/queue-store.js";
import { MAIN } from "../../../support/api-world.js";
import { type ManualClock, manualClock } from "../../../support/manual-clock.js";
import { aQueue } from "../../../support/queue-builder.js";

let clock: ManualClock;
let stored: StoredQueue;
let reads: number;
let isBroken: boolean;
let watch: QueueWatch;
beforeEach(() => {
  clock = manualClock();
  stored = { name: MAIN, queue: aQueue(), version: 1, wakeAt: null };
  [reads, isBroken] = [0, false];
  const read = async () => {
    reads += 1;
    return isBroken ? Promise.reject(new Error("down")) : Promise.resolve(stored);
  };
  watch = new QueueWatch({ read, clock });
});

function change(): void {
  stored = { ...stored, version: stored.version + 1 };
}

/** The versions that a listener receives. */
function listen(seen: StoredQueue = stored) {
  const versions: (number | null)[] = [];
  const stop = watch.watch(MAIN, seen, (now) => versions.push(now?.version ?? null));
  return { versions, stop };
}

describe("a watch", () => {
  it("reads once per interval for any number of listeners, and not without one", async () => {
    const listeners = [listen(), listen(), listen()];
    await clock.advance(4 * WATCH_INTERVAL_MS);
    expect(reads).toBe(4);
    for (const { stop } of listeners) stop();
    await clock.advance(4 * WATCH_INTERVAL_MS);
    expect([reads, watch.size, clock.pending()]).toEqual([4, 0, []]);
  });

  it("sends each listener the newest version", async () => {
    const [one, other] = [listen(), listen()];
    change();
    change();
    await clock.advance(WATCH_INTERVAL_MS);
    expect([one.versions, other.versions]).toEqual([[3], [3]]);
  });

  it("sends a change that a listener read too early to know", async () => {
    const early = stored;
    const first = listen();
    change();
    await clock.advance(WATCH_INTERVAL_MS);
    const second = listen(early);
    await clock.advance(WATCH_INTERVAL_MS);
    expect([first.versions.at(-1), second.versions]).toEqual([2, [2]]);
  });

  it("reads immediately after a decision of this process, and then at most twice a second", async () => {
    const { versions, stop } = listen();
    const decide = async (passingMs: number) => {
      change();
      watch.readSoon(MAIN);
      await clock.advance(passingMs);
    };
    await decide(0);
    expect(versions).toEqual([2]);
    for (let decision = 0; decision < 50; decision += 1) await decide(100);
    expect([reads, versions.at(-1)]).toEqual([11, 52]);
    await clock.advance(2 * WATCH_INTERVAL_MS);
    await decide(0);
    expect(versions.at(-1)).toBe(53);
    stop();
    watch.readSoon(MAIN);
    expect(clock.pending()).toEqual([]);
  });

  it("sends a change to the others that a new listener has read already", async () => {
    const first = listen();
    change();
    const second = listen();
    await clock.advance(WATCH_INTERVAL_MS);
    expect([first.versions, second.versions]).toEqual([[2], [2]]);
    await clock.advance(2 * WATCH_INTERVAL_MS);
    expect(first.versions).toEqual([2]);
  });

  it("goes on after reads that fail", async () => {
    const { versions } = listen();
    isBroken = true;
    change();
    await clock.advance(3 * WATCH_INTERVAL_MS);
    isBroken = false;
    await clock.advance(WATCH_INTERVAL_MS);
    expect(versions).toEqual([2]);
  });
});
