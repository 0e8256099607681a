/** The worker: how much it claims, and when it lets others know of work that it leaves. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ClaimLost } from "../../../../src/service/ports/dispatch.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { ONLY_PROCESS, type Session } from "../../../../src/service/ports/session.js";
import { Worker } from "../../../../src/service/work/worker.js";
import { type ManualClock, manualClock } from "../../../support/manual-clock.js";

const SWEEP_MS = 1000;

let clock: ManualClock;
let worker: Worker<string>;
let due: string[];
let left = 0;
let storeFailures = 0;
let claims = 0;
let givenBack: string[];
let release: () => void;
let isHeld: boolean;
let timesLost: number;
let isStillClaimed: boolean;
let checks: number;
let measured: string[];

let notify: (work: string | null) => void;
const session: Session = {
  ...ONLY_PROCESS,
  isShared: true,
  isHeld: () => isHeld,
  timesLost: () => timesLost,
  spread: () => 0.5,
  onChange: (listener) => {
    notify = listener;
  },
  wakeOthers: () => {
    left += 1;
  },
};

beforeEach(() => {
  measured = [];
  [isHeld, timesLost, isStillClaimed, checks] = [true, 0, true, 0];
  [clock, due, left, storeFailures, claims, givenBack] = [manualClock(), [], 0, 0, 0, []];
  const hold = Promise.withResolvers<null>();
  release = () => hold.resolve(null);
  worker = new Worker<string>({
    ...{ clock, log: SILENT_LOG, session, what: "work", atATime: 2, sweepMs: SWEEP_MS },
    keyOf: (item) => item,
    claim: async (limit) => {
      claims += 1;
      if (storeFailures > 0) {
        storeFailures -= 1;
        return Promise.reject(new Error("no store"));
      }
      return Promise.resolve(due.splice(0, limit));
    },
    nextAt: async () => Promise.resolve(null),
    run: async () => hold.promise,
    pauseMs: () => SWEEP_MS,
    isClaimed: async () => {
      checks += 1;
      return Promise.resolve(isStillClaimed);
    },
    giveBack: async (item) => {
      givenBack.push(item);
      return Promise.resolve();
    },
  });
});
afterEach(async () => {
  release();
  await worker.stop(0);
});

it("lets others know once of work that it has no room for, however often it sweeps while it is full", async () => {
  due = ["a", "b", "c"];
  worker.sweep();
  await clock.advance(0);
  expect([due, left]).toEqual([["c"], 1]);
  for (let sweep = 0; sweep < 5; sweep += 1) await clock.advance(SWEEP_MS);
  expect(left).toBe(1);
});

it("lets others know of work that is given here while it is full", async () => {
  due = ["a", "b"];
  worker.sweep();
  await clock.advance(0);
  worker.poke();
  await clock.advance(0);
  expect(left).toBe(2);
});

it("asks a store that does not answer again at one pace, whatever asked before", async () => {
  storeFailures = 6;
  for (let look = 0; look < 5; look += 1) {
    worker.sweep();
    await clock.advance(0);
  }
  const before = claims;
  await clock.advance(500);
  expect(claims - before).toBe(1);
});

it("gives back what is not settled when it stops, and lets others know", async () => {
  due = ["a", "b"];
  worker.sweep();
  await clock.advance(0);
  left = 0;
  const stopped = worker.stop(SWEEP_MS);
  await clock.advance(SWEEP_MS);
  await stopped;
  expect([givenBack, left]).toEqual([["a", "b"], 1]);
});

it.each([
  [true, 3],
  [false, 2],
])("claims after each item, or only after those that make another due: %s", async (unblocks, expected) => {
  const items = ["makes another due", "b"];
  let asked = 0;
  const one = new Worker<string>({
    ...{ clock, log: SILENT_LOG, session: ONLY_PROCESS, what: "work", atATime: 9, sweepMs: SWEEP_MS },
    keyOf: (item) => item,
    claim: async () => {
      asked += 1;
      return Promise.resolve(items.splice(0, 1));
    },
    nextAt: async () => Promise.resolve(null),
    run: async (item) => Promise.resolve(item === "b" ? null : clock.now()),
    pauseMs: () => SWEEP_MS,
    isClaimed: async () => Promise.resolve(true),
    giveBack: async () => Promise.resolve(),
    unblocks,
  });
  one.sweep();
  await clock.advance(0);
  expect([items, asked]).toEqual([[], expected]);
  await one.stop(0);
});

it("claims when others left work of its kind or of any, and not when they left other work", async () => {
  worker.start();
  await clock.advance(0);
  claims = 0;
  notify("other work");
  await clock.advance(0);
  expect(claims).toBe(0);
  notify("work");
  await clock.advance(0);
  notify(null);
  await clock.advance(0);
  expect(claims).toBe(2);
});

describe("a worker whose claim is required", () => {
  beforeEach(async () => {
    due = ["a"];
    worker.sweep();
    await clock.advance(0);
  });

  it("does not ask the store while its session was never lost", async () => {
    await worker.requireClaim("a");
    expect(checks).toBe(0);
  });

  it.each([
    ["is lost", () => (isHeld = false)],
    ["was lost and is held again", () => (timesLost = 1)],
  ])(
    "asks the store when its session %s, and fails once another process has the item",
    async (_how, lose) => {
      lose();
      await worker.requireClaim("a");
      isStillClaimed = false;
      await expect(worker.requireClaim("a")).rejects.toBeInstanceOf(ClaimLost);
      expect(checks).toBe(2);
    },
  );

  it("asks the store once it stops, since it may have given the item back", async () => {
    const stopped = worker.stop(0);
    isStillClaimed = false;
    await expect(worker.requireClaim("a")).rejects.toBeInstanceOf(ClaimLost);
    release();
    await clock.advance(0);
    await stopped;
  });
});

it("delays a retry by up to a fifth more, by the spread of its session", () => {
  expect(worker.retryAt(10_000) - clock.now()).toBe(11_000);
});

it("leaves an item to others that it cannot do, and runs it when it can", async () => {
  const ran: string[] = [];
  let mayRun = false;
  const one = new Worker<string>({
    ...{ clock, log: SILENT_LOG, session, what: "Test work", atATime: 9, sweepMs: SWEEP_MS },
    meter: { observe: (activity, labels) => measured.push([activity, ...Object.values(labels)].join(" ")) },
    keyOf: (item) => item,
    claim: async (limit) => Promise.resolve(due.splice(0, limit)),
    nextAt: async () => Promise.resolve(null),
    isClaimed: async () => Promise.resolve(true),
    mayRun: () => mayRun,
    run: async (item) => {
      ran.push(item);
      return Promise.resolve(null);
    },
    pauseMs: () => SWEEP_MS,
    giveBack: async (item) => {
      givenBack.push(item);
      return Promise.resolve();
    },
  });
  due = ["a"];
  one.sweep();
  await clock.advance(0);
  expect([ran, givenBack, left]).toEqual([[], ["a"], 1]);
  mayRun = true;
  due = ["a"];
  one.sweep();
  await clock.advance(0);
  expect([ran, givenBack, left]).toEqual([["a"], ["a"], 1]);
  expect(measured).toEqual(["workRun test_work left", "workRun test_work settled"]);
  one.poke(false);
  expect(left).toBe(2);
  await one.stop(0);
});
