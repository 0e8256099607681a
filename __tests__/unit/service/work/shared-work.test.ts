/** Work that many ask for at once, and what it may cost. */
import { describe, expect, it } from "@jest/globals";
import { restAfter } from "../../../../src/service/http/handlers/get-merge-queue-metrics.js";
import { SharedWork } from "../../../../src/service/work/shared-work.js";

function worker() {
  const state = { now: 0, began: 0, fails: false, takesMs: 0 };
  const rested = new SharedWork(
    async () => {
      state.began += 1;
      const mine = state.began;
      await Promise.resolve();
      state.now += state.takesMs;
      if (state.fails) throw new Error("the store is gone");
      return mine;
    },
    restAfter,
    () => state.now,
  );
  return { state, rested };
}

describe("work that rests", () => {
  it("is done once for all who ask while it is under way", async () => {
    const { rested } = worker();
    expect(await Promise.all([rested.get(), rested.get(), rested.get()])).toEqual([1, 1, 1]);
  });

  it("is done anew for each who comes after quick work", async () => {
    const { rested, state } = worker();
    state.takesMs = 49;
    expect([await rested.get(), await rested.get()]).toEqual([1, 2]);
  });

  it("takes a tenth of the time at most when it is slow", async () => {
    const { rested, state } = worker();
    state.takesMs = 100;
    expect(await rested.get()).toBe(1);
    state.now += 899;
    expect(await rested.get()).toBe(1);
    state.now += 1;
    expect(await rested.get()).toBe(2);
  });

  it("rests a minute at most", async () => {
    const { rested, state } = worker();
    state.takesMs = 3_600_000;
    expect(await rested.get()).toBe(1);
    state.now += 59_999;
    expect(await rested.get()).toBe(1);
    state.now += 1;
    expect(await rested.get()).toBe(2);
  });

  it("tells a failure to all who waited, and to nobody later", async () => {
    const { rested, state } = worker();
    state.takesMs = 100;
    state.fails = true;
    const outcomes = await Promise.allSettled([rested.get(), rested.get()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    state.fails = false;
    expect(await rested.get()).toBe(2);
  });
});
