/** Lives on real git wait for turns: a call that asks for its turn late must get one, or the life never ends. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { RealGitCalls } from "../support/real-git-calls.js";
import { seededChance } from "../support/seeded-chance.js";

/** As a real process does that ends after everything else came to rest. */
const LATE_MS = 20;

it("answers what is read after a wait for a real process", async () => {
  const calls = new RealGitCalls();
  const work = async () => {
    await pause(LATE_MS);
    return [await calls.read("first", async () => Promise.resolve(1)), await late(calls)];
  };
  expect(await calls.during(work())).toEqual([1, 2]);
});

it("lets on what is held after a wait for a real process", async () => {
  const calls = new RealGitCalls();
  const work = async () => {
    await pause(LATE_MS);
    return [await calls.hold("unpublish", async () => Promise.resolve(1)), await late(calls)];
  };
  expect(await calls.allDuring(work(), seededChance(1))).toEqual([1, 2]);
});

it("passes a failure on", async () => {
  const failing = pause(LATE_MS).then(() => {
    throw new Error("no such repository");
  });
  await expect(new RealGitCalls().during(failing)).rejects.toThrow("no such repository");
});

async function late(calls: RealGitCalls): Promise<number> {
  await pause(LATE_MS);
  return calls.read("second", async () => Promise.resolve(2));
}
