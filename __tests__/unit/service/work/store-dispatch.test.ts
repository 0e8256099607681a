/** Orders are carried out at least once, in order per run, and again after a failure. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { effectId } from "../../../../src/domain/ids.js";
import type { Effect } from "../../../../src/engine/model/effect.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { QueueStore } from "../../../../src/service/ports/queue-store.js";
import { ForgeError, GitError } from "../../../../src/service/ports/world-error.js";
import { EffectAttempts, type Performer } from "../../../../src/service/work/attempt-effect.js";
import { InOrder } from "../../../../src/service/work/in-order.js";
import { StoreDispatch } from "../../../../src/service/work/store-dispatch.js";
import { manualClock, settle } from "../../../support/manual-clock.js";
import { createMemoryStore } from "../../../support/memory-queue-store.js";
import { reopeningStore } from "../../../support/reopening-store.js";
import { aDecision, anEffect, aQueueName, aStoredQueue, aStoredRun } from "../../../support/stored-queue.js";

const name = aQueueName();
const at = { kind: "timePassed", at: 0 } as const;
const NEVER_MS = 365 * 24 * 3_600_000;

function anOrderToStart(id: number): Effect {
  const { id: run, own } = aStoredRun(id, id);
  const queue = aStoredQueue();
  return {
    id: effectId(id),
    kind: "startTestRun",
    run,
    own,
    testedOn: queue.tip,
    contains: [],
    mergeMethod: "squash",
    requiredStatuses: [],
  };
}

interface Scripted extends Performer {
  readonly log: string[];
  /** What the next attempts end with, in order; after that they succeed. */
  readonly failures: Error[];
}

function scripted(): Scripted {
  const log: string[] = [];
  const failures: Error[] = [];
  return {
    log,
    failures,
    perform: async (_name, effect) => {
      log.push(`${effect.kind} ${effect.id}`);
      await settle();
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    },
    giveUp: async (_name, effect, { why }) => {
      log.push(`give up ${effect.kind} ${effect.id}: ${why}`);
      return Promise.resolve(effect.kind !== "discardTestRun");
    },
  };
}

let store: QueueStore;
let performer: Scripted;
let clock: ReturnType<typeof manualClock>;
let dispatch: StoreDispatch;

async function newDispatch(on: QueueStore): Promise<StoreDispatch> {
  const attempts = new EffectAttempts(on, performer, SILENT_LOG, new InOrder());
  const made = new StoreDispatch({ store: on, clock, log: SILENT_LOG, pollIntervalMs: NEVER_MS });
  await made.start({
    attempt: async (...request) => attempts.attempt(...request),
    ring: async () => Promise.resolve(null),
    poll: async () => Promise.resolve(),
    tidy: async () => Promise.resolve(),
    serves: () => true,
    meet: async () => Promise.resolve(),
  });
  return made;
}

/** It has given orders. */
function poke(): void {
  dispatch.changed(name, null, true);
}

async function order(...effects: readonly Effect[]): Promise<void> {
  const stored = await store.load(name);
  await store.commit(name, stored?.version ?? 0, at, aDecision(aStoredQueue(), { effects }));
}

async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await settle();
}

beforeEach(async () => {
  store = createMemoryStore();
  await store.create(name, aStoredQueue());
  performer = scripted();
  clock = manualClock();
  dispatch = await newDispatch(store);
  await untilQuiet();
});

describe("an order in the store", () => {
  it("carries out what is pending, once, and marks it done", async () => {
    await order(anEffect(1), anEffect(2));
    poke();
    poke();
    await untilQuiet();
    expect(performer.log.sort()).toEqual(["discardTestRun 1", "discardTestRun 2"]);
    expect(await store.pendingEffects(clock.now(), 10)).toEqual([]);
  });

  it("carries out orders about one run in the order they were given", async () => {
    const start = anOrderToStart(1);
    const discard = { ...anEffect(1), id: effectId(2) };
    await order(start, discard);
    poke();
    await untilQuiet();
    expect(performer.log).toEqual(["startTestRun 1", "discardTestRun 2"]);
  });

  it("tries a failed order again later, after ever longer waits", async () => {
    performer.failures.push(new GitError("busy", true), new GitError("busy", true));
    await order(anEffect(1));
    poke();
    await untilQuiet();
    expect(performer.log).toHaveLength(1);
    await clock.advance(499);
    expect(performer.log).toHaveLength(1);
    await clock.advance(1);
    await untilQuiet();
    expect(performer.log).toHaveLength(2);
    await clock.advance(1000);
    await untilQuiet();
    expect(performer.log).toHaveLength(3);
    expect(await store.nextEffectAt(-1)).toBeNull();
  });

  it("does not try again before the world wants to be asked again", async () => {
    performer.failures.push(new ForgeError("the limit is reached", true, { waitMs: 600_000 }));
    await order(anOrderToStart(1));
    poke();
    await untilQuiet();
    await clock.advance(599_999);
    await untilQuiet();
    expect(performer.log).toEqual(["startTestRun 1"]);
    await clock.advance(1);
    await untilQuiet();
    expect(performer.log).toEqual(["startTestRun 1", "startTestRun 1"]);
  });

  it("gives up a start that cannot work, and says why", async () => {
    performer.failures.push(new GitError("not a repository", false));
    await order(anOrderToStart(1));
    poke();
    await untilQuiet();
    expect(performer.log).toEqual(["startTestRun 1", "give up startTestRun 1: not a repository"]);
    expect(await store.nextEffectAt(-1)).toBeNull();
  });

  it("never gives up an order that is no start, however often it fails", async () => {
    performer.failures.push(...Array.from({ length: 20 }, () => new GitError("refused", false)));
    await order(anEffect(1));
    poke();
    for (let minute = 0; minute < 21; minute += 1) {
      await untilQuiet();
      await clock.advance(60_000);
    }
    await untilQuiet();
    expect(performer.log.filter((line) => line === "discardTestRun 1")).toHaveLength(21);
    expect(await store.nextEffectAt(-1)).toBeNull();
  });

  it("wakes for a failed order while another one is still under way", async () => {
    performer.failures.push(new GitError("busy", true));
    const hanging = new Promise<void>(() => undefined);
    const perform = performer.perform.bind(performer);
    performer.perform = async (of, effect, permit) =>
      effect.id === effectId(2) ? hanging : perform(of, effect, permit);
    await order(anEffect(1), anEffect(2));
    poke();
    await untilQuiet();
    await clock.advance(500);
    await untilQuiet();
    expect(performer.log).toEqual(["discardTestRun 1", "discardTestRun 1"]);
  });

  it("wakes for a failed order that became due while it looked for others", async () => {
    performer.failures.push(new GitError("not now", true));
    await order(anEffect(1));
    const slow: QueueStore = {
      ...(await reopeningStore(async () => Promise.resolve(store))),
      claimEffects: async (request) => {
        const claimed = await store.claimEffects(request);
        if (performer.log.length === 1) await clock.advance(1000);
        return claimed;
      },
    };
    await newDispatch(slow);
    await untilQuiet();
    await clock.advance(1000);
    await untilQuiet();
    expect(performer.log).toHaveLength(2);
  });

  it("waits also after a failure that the store cannot be told of", async () => {
    performer.failures.push(...Array.from({ length: 30 }, () => new GitError("busy", true)));
    store.postpone = async () => Promise.reject(new Error("the disk is full"));
    await order(anEffect(1));
    poke();
    await expectDoublingWaits();
    await clock.advance(600_000);
    expect(performer.log.length).toBeLessThan(20);
  });

  it("waits also where an order cannot be given up at the moment", async () => {
    performer.failures.push(...Array.from({ length: 30 }, () => new GitError("refused", false)));
    performer.giveUp = async () => Promise.reject(new GitError("no answer", true));
    await order(anOrderToStart(1));
    poke();
    await expectDoublingWaits();
    expect(await store.nextEffectAt(-1)).toBe(clock.now() + 4000);
  });

  async function expectDoublingWaits(): Promise<void> {
    for (const [attempts, waitMs] of [500, 1000, 2000].entries()) {
      await untilQuiet();
      await clock.advance(waitMs - 1);
      await untilQuiet();
      expect(performer.log).toHaveLength(attempts + 1);
      await clock.advance(1);
    }
    await untilQuiet();
    expect(performer.log).toHaveLength(4);
  }

  it("does not take a fault of its own for a reason to blame a pull request", async () => {
    performer.failures.push(new TypeError("a bug"));
    await order(anOrderToStart(1));
    poke();
    await untilQuiet();
    await clock.advance(500);
    await untilQuiet();
    expect(performer.log).toEqual(["startTestRun 1", "startTestRun 1"]);
  });

  it("takes up what an earlier process left", async () => {
    await order(anEffect(1));
    await newDispatch(store);
    await untilQuiet();
    expect(performer.log).toEqual(["discardTestRun 1"]);
  });

  it("asks for orders once per sweep while it is idle", async () => {
    let claims = 0;
    await dispatch.stop();
    const claimEffects = store.claimEffects.bind(store);
    store.claimEffects = async (...asked) => {
      claims += 1;
      return claimEffects(...asked);
    };
    const work = {
      ...{ attempt: async () => Promise.reject(new Error("nothing is ordered")), serves: () => true },
      ...{ ring: async () => Promise.resolve(null), poll: async () => Promise.resolve() },
      ...{ tidy: async () => Promise.resolve(), meet: async () => Promise.resolve() },
    };
    const idle = new StoreDispatch({ store, clock, log: SILENT_LOG, pollIntervalMs: 10_000 });
    await idle.start(work);
    await clock.advance(1000);
    claims = 0;
    await clock.advance(60_000);
    expect(claims).toBe(6);
    await idle.stop();
  });

  it("starts nothing after it was stopped", async () => {
    await dispatch.stop();
    await order(anEffect(1));
    poke();
    await untilQuiet();
    expect(performer.log).toEqual([]);
  });
});
