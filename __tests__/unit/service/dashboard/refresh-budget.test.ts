/** Refreshes of all open pages together take a bounded share of the time, and one after a calm time does not wait. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  LONGEST_TURN_MS,
  MOST_OF_READER,
  RefreshBudget,
} from "../../../../src/service/dashboard/live/refresh-budget.js";
import { type ManualClock, manualClock, settle } from "../../../support/manual-clock.js";

let timers: ManualClock;
/** What refreshes have cost so far: time that passes while they work. */
let spentMs: number;
let done: string[];
let budget: RefreshBudget;
beforeEach(() => {
  timers = manualClock();
  [spentMs, done] = [0, []];
  const clock = {
    monotonic: () => timers.monotonic() + spentMs,
    after: (delayMs: number, callback: () => void) => timers.after(delayMs, callback),
  };
  budget = new RefreshBudget(clock, () => spentMs);
});

function refresh(name: string, costMs: number): void {
  void budget.spend(async () => {
    spentMs += costMs;
    done.push(name);
    return Promise.resolve();
  });
}

describe("the budget of refreshes", () => {
  it("lets one after a calm time begin immediately", async () => {
    refresh("a", 30);
    await settle();
    expect(done).toEqual(["a"]);
    await timers.advance(60_000);
    refresh("b", 30);
    refresh("c", 30);
    await settle();
    expect(done).toEqual(["a", "b", "c"]);
  });

  it("takes a fiftieth of the time from pages that always want to refresh", async () => {
    let isOver = false;
    const again = (name: string) => {
      if (!isOver) refresh(name, 10);
    };
    for (let second = 0; second < 600; second += 1) {
      again(`a${second}`);
      again(`b${second}`);
      await timers.advance(100);
    }
    isOver = true;
    const share = spentMs / (60_000 + spentMs);
    expect([share > 0.016, share < 0.022]).toEqual([true, true]);
  });

  it("returns what the refresh returns, and goes on after one that fails", async () => {
    const failed = budget.spend(async () => Promise.reject(new Error("no store")));
    const next = budget.spend(async () => Promise.resolve("b"));
    await expect(failed).rejects.toThrow("no store");
    expect(await next).toBe("b");
  });

  it("is for all in the order in which they asked", async () => {
    refresh("dear", 500);
    refresh("a", 1);
    refresh("b", 1);
    await settle();
    expect(done).toEqual(["dear"]);
    await timers.advance(4400);
    expect(done).toEqual(["dear"]);
    await timers.advance(300);
    expect(done).toEqual(["dear", "a", "b"]);
  });

  it("goes on beside one that waits for a slow store, and 5 seconds later at most", async () => {
    const isBusy = new RefreshBudget(timers, () => timers.monotonic());
    const waits = async (name: string, waitMs: number) => {
      done.push(`${name} begins`);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      timers.after(waitMs, () => resolve(undefined));
      await promise;
      done.push(name);
    };
    void isBusy.spend(async () => waits("slow", 30_000));
    void isBusy.spend(async () => waits("next", 10));
    await settle();
    await timers.advance(LONGEST_TURN_MS + 5100);
    expect(done).toEqual(["slow begins", "next begins", "next"]);
    await timers.advance(30_000);
    expect([done.at(-1), timers.pending()]).toEqual(["slow", []]);
  });

  it("begins no more than eight that do not end", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    for (let number = 1; number <= 12; number += 1) {
      void budget.spend(async () => {
        done.push(`${number}`);
        await promise;
      });
    }
    await settle();
    await timers.advance(60_000);
    expect(done).toHaveLength(8);
    resolve(undefined);
    await timers.advance(60_000);
    expect(done).toHaveLength(12);
  });

  it("gives readers turns, and none of them all", async () => {
    const refreshFor = async (reader: string) =>
      budget.spendFor(reader, async () => {
        done.push(reader);
        return Promise.resolve("done");
      });
    refresh("dear", 500);
    const many = Array.from({ length: 30 }, async () => refreshFor("mona"));
    const other = refreshFor("hubot");
    refresh("stream", 1);
    await settle();
    await timers.advance(10_000);
    expect(done.slice(0, 5).toSorted()).toEqual(["dear", "hubot", "mona", "mona", "stream"]);
    const answers = await Promise.all(many);
    expect(answers.filter((answer) => answer === null)).toHaveLength(30 - MOST_OF_READER);
    expect(await other).toBe("done");
  });
});
