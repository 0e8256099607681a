/** What everybody who brings work promises. An adapter is ready when it passes. */
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { effectId } from "../../src/domain/ids.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { Dispatch, Work } from "../../src/service/ports/dispatch.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { GitError } from "../../src/service/ports/world-error.js";
import { EffectAttempts, type Performer } from "../../src/service/work/attempt-effect.js";
import { InOrder } from "../../src/service/work/in-order.js";
import { aDecision, anEffect, aQueueName, aStoredQueue, aStoredRun } from "../support/stored-queue.js";
import { until } from "../support/until.js";

/** A store, and processes that work on it one after the other. */
export interface DispatchWorld {
  readonly store: QueueStore;
  newDispatch(): Promise<Dispatch>;
  close(): Promise<void>;
}

/** How often the dispatch under test polls repositories. */
export const POLL_MS = 300;

const MAIN = aQueueName();
const FOREVER = Number.MAX_SAFE_INTEGER;
const TICK = { kind: "timePassed", at: 0 } as const;

export function anOrderToStart(id: number, run = id): Effect {
  const { tip } = aStoredQueue();
  const { id: runId, own } = aStoredRun(run, run);
  const order = { testedOn: tip, contains: [], mergeMethod: "squash", requiredStatuses: [] } as const;
  return { id: effectId(id), kind: "startTestRun", run: runId, own, ...order };
}

/** What comes to one process is written down; orders are carried out as `perform` says. */
export class WrittenWork implements Work {
  readonly done: string[] = [];
  perform: (effect: Effect) => Promise<void> = async () => Promise.resolve();
  isServing = true;
  /** What a poll waits for. */
  polled: Promise<void> = Promise.resolve();
  readonly #store: QueueStore;
  readonly #attempts: EffectAttempts;

  constructor(store: QueueStore) {
    this.#store = store;
    const performer: Performer = {
      perform: async (_name, effect) => {
        this.done.push(`${effect.kind} ${effect.id}`);
        await this.perform(effect);
      },
      giveUp: async () => Promise.resolve(false),
    };
    this.#attempts = new EffectAttempts(store, performer, SILENT_LOG, new InOrder());
  }

  async attempt(...request: Parameters<Work["attempt"]>) {
    return this.#attempts.attempt(...request);
  }

  async ring(name: QueueName): Promise<number | null> {
    const wakeAt = (await this.#store.load(name))?.wakeAt ?? null;
    if (wakeAt === null || wakeAt > Date.now()) return wakeAt;
    this.done.push(`ring ${name.targetBranch}`);
    return null;
  }

  async poll(names: readonly QueueName[]): Promise<void> {
    for (const { targetBranch } of names) this.done.push(`poll ${targetBranch}`);
    return this.polled;
  }

  async meet(): Promise<void> {
    return Promise.resolve();
  }

  serves(): boolean {
    return this.isServing;
  }

  async tidy({ name }: QueueName["repository"]): Promise<void> {
    this.done.push(`tidy ${name}`);
    return Promise.resolve();
  }

  times(what: string): number {
    return this.done.filter((done) => done === what).length;
  }

  async untilDone(what: string, times = 1): Promise<void> {
    await until(
      () => this.times(what) >= times,
      () => this.done,
    );
  }
}

export async function decideOn(store: QueueStore, decision: Partial<Decision>): Promise<Decision> {
  const version = (await store.load(MAIN))?.version ?? 0;
  const whole = aDecision(aStoredQueue(), decision);
  if ((await store.commit(MAIN, version, TICK, whole)) !== "committed") throw new Error("a conflict");
  return whole;
}

/** An order is carried out before it is known to be. */
export async function untilNoOrderIsLeft(store: QueueStore): Promise<void> {
  const left = async () => store.pendingEffects(FOREVER, 10);
  await until(async () => (await left()).length === 0, left);
}

export function dispatchContract(open: () => Promise<DispatchWorld>): void {
  let world: DispatchWorld;
  let dispatch: Dispatch;
  let work: WrittenWork;

  beforeEach(async () => {
    world = await open();
    dispatch = await world.newDispatch();
    work = new WrittenWork(world.store);
  });
  afterEach(async () => {
    await dispatch.stop();
    await world.close();
  });

  async function begin(): Promise<void> {
    await world.store.create(MAIN, aStoredQueue());
    await dispatch.start(work);
    dispatch.changed(MAIN, null, false);
  }

  async function decide(decision: Partial<Decision>): Promise<void> {
    const { wakeAt, effects } = await decideOn(world.store, decision);
    dispatch.changed(MAIN, wakeAt, effects.length > 0);
  }

  describe("an order", () => {
    it("comes soon, and not again once it is done", async () => {
      await begin();
      await decide({ effects: [anEffect(1), anEffect(2)] });
      await work.untilDone("discardTestRun 2");
      await decide({ effects: [anEffect(3)] });
      await work.untilDone("discardTestRun 3");
      await untilNoOrderIsLeft(world.store);
      await work.untilDone("poll main", work.times("poll main") + 2);
      expect([1, 2, 3].map((id) => work.times(`discardTestRun ${id}`))).toEqual([1, 1, 1]);
    });

    it("comes also while a poll hangs", async () => {
      const polled = Promise.withResolvers<undefined>();
      work.polled = polled.promise;
      await begin();
      await work.untilDone("poll main");
      await decide({ effects: [anEffect(1)] });
      await work.untilDone("discardTestRun 1");
      polled.resolve(undefined);
    });

    it("that failed comes again, and its failures are counted", async () => {
      await begin();
      work.perform = async () => {
        if (work.times("discardTestRun 1") < 3) return Promise.reject(new GitError("busy", true));
        return Promise.resolve();
      };
      const before = performance.now();
      await decide({ effects: [anEffect(1)] });
      await work.untilDone("discardTestRun 1", 2);
      await until(async () => (await world.store.pendingEffects(FOREVER, 1))[0]?.attempts === 2);
      await work.untilDone("discardTestRun 1", 3);
      expect(performance.now() - before).toBeGreaterThanOrEqual(1500);
    });

    it("is left while the process cannot work for its repository, and comes when it can again", async () => {
      await dispatch.start(work);
      // Found by a sweep, before the queue is known here.
      work.isServing = false;
      await world.store.create(MAIN, aStoredQueue());
      await decideOn(world.store, { effects: [anEffect(1)] });
      await setTimeout(2.5 * POLL_MS);
      expect(work.times("discardTestRun 1")).toBe(0);
      work.isServing = true;
      await work.untilDone("discardTestRun 1");
      await untilNoOrderIsLeft(world.store);
    });

    it("waits for those before it about the same test run, and for no others", async () => {
      await begin();
      const release: (() => void)[] = [];
      work.perform = async ({ kind }) =>
        kind === "startTestRun" ? new Promise((resolve) => release.push(resolve)) : Promise.resolve();
      await decide({ effects: [anOrderToStart(1), { ...anEffect(1), id: effectId(2) }, anEffect(3)] });
      for (const what of ["startTestRun 1", "discardTestRun 3"]) await work.untilDone(what);
      expect(work.times("discardTestRun 2")).toBe(0);
      for (const go of release) go();
      await work.untilDone("discardTestRun 2");
    });
  });

  it("an alarm rings when its time has come, and not before", async () => {
    await begin();
    const at = Date.now() + 1500;
    await decide({ wakeAt: at });
    await work.untilDone("ring main");
    expect(Date.now()).toBeGreaterThanOrEqual(at);
  });

  it("an alarm that was taken away does not ring", async () => {
    await begin();
    await decide({ wakeAt: Date.now() + 500 });
    await decide({ wakeAt: null });
    await work.untilDone("poll main", work.times("poll main") + 2);
    expect(work.times("ring main")).toBe(0);
  });

  it("finds an order and an alarm of a decision that nobody told it of", async () => {
    await begin();
    await work.untilDone("poll main");
    await decide({ wakeAt: Date.now() + 3_600_000 });
    await decideOn(world.store, { effects: [anEffect(1)], wakeAt: Date.now() });
    for (const what of ["discardTestRun 1", "ring main"]) await work.untilDone(what);
  });

  it("repositories are polled repeatedly, and tidied", async () => {
    await begin();
    await work.untilDone("poll main", 3);
    await until(async () => {
      await dispatch.stop();
      dispatch = await world.newDispatch();
      await dispatch.start(work);
      return work.done.some((done) => done.startsWith("tidy "));
    });
  });

  it("a process that comes later takes up what was left: effects, alarms, polls", async () => {
    await begin();
    await dispatch.stop();
    await decideOn(world.store, { effects: [anEffect(1)], wakeAt: Date.now() + 200 });
    work.done.length = 0;
    dispatch = await world.newDispatch();
    await dispatch.start(work);
    for (const what of ["discardTestRun 1", "ring main", "poll main"]) await work.untilDone(what);
  });

  it("nothing begins after it was stopped, and stopping again is harmless", async () => {
    await begin();
    await dispatch.stop();
    await dispatch.stop();
    work.done.length = 0;
    await decide({ effects: [anEffect(1)], wakeAt: Date.now() });
    await world.store.list();
    expect(work.done).toEqual([]);
    expect(await world.store.pendingEffects(FOREVER, 10)).toHaveLength(1);
  });
}
