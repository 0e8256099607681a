/** Work that several callers of one key share while it is under way. */
import { expect, it } from "@jest/globals";
import { SingleFlight } from "../../../../src/service/work/shared-work.js";

function counting() {
  const flights = new SingleFlight<number>();
  const state = { begun: 0, fails: false };
  const run = async (key: string) =>
    flights.run(key, async () => {
      state.begun += 1;
      const mine = state.begun;
      await Promise.resolve();
      if (state.fails) throw new Error("GitHub is gone");
      return mine;
    });
  return { state, run };
}

it("begins once for the callers of a key, and once for each key", async () => {
  const { run } = counting();
  expect(await Promise.all([run("a"), run("b"), run("a")])).toEqual([1, 2, 1]);
});

it("begins anew after the end", async () => {
  const { run } = counting();
  expect([await run("a"), await run("a")]).toEqual([1, 2]);
});

it("fails all who waited, and nobody after them", async () => {
  const { run, state } = counting();
  state.fails = true;
  const both = await Promise.allSettled([run("a"), run("a")]);
  state.fails = false;
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await run("a")).toBe(2);
});
