/** The signal that aborts when a time is up. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { timeLimit } from "../../../src/client/deadline.js";

it("aborts when the time is up, with the reason of AbortSignal.timeout", async () => {
  const limit = timeLimit(1);
  expect(limit.aborted).toBe(false);
  await once(limit, "abort");
  expect(limit.reason).toMatchObject({ name: "TimeoutError" });
});

it.each([2 ** 31, Number.POSITIVE_INFINITY])(
  "does not take %d ms, which no timer can wait, for none",
  async (ms) => {
    const limit = timeLimit(ms);
    await pause(20);
    expect(limit.aborted).toBe(false);
  },
);
