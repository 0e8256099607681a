/** Rounds of looking for work never overlap, and none that was asked for is lost. */
import { beforeEach, expect, it } from "@jest/globals";
import { Renewal, Rounds } from "../../../../src/service/rounds/rounds.js";
import { within, withTimeout } from "../../../../src/service/rounds/within.js";
import { type ManualClock, manualClock, settle } from "../../../support/manual-clock.js";

let clock: ManualClock;
/** The looks so far, each with what ends it. */
let looks: (() => void)[];
let rounds: Rounds;

beforeEach(() => {
  clock = manualClock();
  looks = [];
  rounds = new Rounds(clock, async () => new Promise<void>((resolve) => looks.push(resolve)));
});

it("a round that is asked for twice during another is made once, after it", async () => {
  rounds.begin();
  rounds.begin();
  rounds.begin();
  await settle();
  expect(looks).toHaveLength(1);
  looks[0]?.();
  await settle();
  expect(looks).toHaveLength(2);
  looks[1]?.();
  await settle();
  expect(looks).toHaveLength(2);
});

it("of two times that are asked for the later word counts", async () => {
  rounds.beginAfter(100);
  rounds.beginAfter(500);
  await clock.advance(499);
  expect(looks).toHaveLength(0);
  await clock.advance(1);
  expect(looks).toHaveLength(1);
});

it("a stop waits for the round under way, and none follows", async () => {
  rounds.begin();
  rounds.begin();
  let isStopped = false;
  const stopped = rounds.stop().then(() => {
    isStopped = true;
  });
  rounds.beginAfter(1);
  await clock.advance(1000);
  expect(isStopped).toBe(false);
  looks[0]?.();
  await stopped;
  await clock.advance(1000);
  expect(looks).toHaveLength(1);
});

it("claims are renewed while they are needed, begun anew when something follows, and no longer once stopped", async () => {
  let underWay = 1;
  let renewed = 0;
  const renew = async () => {
    renewed += 1;
    return Promise.resolve();
  };
  const renewal = new Renewal({ clock, intervalMs: 10, isNeeded: () => underWay > 0, renew });
  renewal.begin();
  renewal.begin();
  await clock.advance(25);
  expect(renewed).toBe(2);
  underWay = 0;
  await clock.advance(100);
  expect({ renewed, timers: clock.pending() }).toEqual({ renewed: 2, timers: [] });
  underWay = 1;
  renewal.begin();
  await clock.advance(10);
  renewal.stop();
  await clock.advance(100);
  expect(renewed).toBe(3);
});

it("a wait ends with the work or with patience, and leaves no timer", async () => {
  await within(50, clock, Promise.resolve());
  expect(clock.pending()).toEqual([]);
  let isOver = false;
  const waited = within(50, clock, new Promise(() => undefined)).then(() => {
    isOver = true;
  });
  await clock.advance(49);
  expect(isOver).toBe(false);
  await clock.advance(1);
  await waited;
});

it("work with a timeout ends with its own result, its own failure, or what is said when it is late", async () => {
  const late = () => "late";
  expect(await withTimeout(Promise.resolve("done"), 60_000, late)).toBe("done");
  await expect(withTimeout(Promise.reject(new Error("disk")), 60_000, late)).rejects.toThrow("disk");
  expect(await withTimeout(new Promise(() => undefined), 1, late)).toBe("late");
  const fail = () => {
    throw new Error("no answer");
  };
  await expect(withTimeout(new Promise(() => undefined), 1, fail)).rejects.toThrow("no answer");
});
