/** What every queue store promises. A store is ready when it passes. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { batchId, effectId, pullRequestNumber, treeId } from "../../src/domain/ids.js";
import { ALL_TARGETS, targetList } from "../../src/domain/impacted-targets.js";
import type { QueueName } from "../../src/domain/queue-name.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { LandingProof, Queue } from "../../src/engine/model/queue.js";
import { decisionDigest } from "../../src/service/ports/decision-digest.js";
import type { MoveGroup } from "../../src/service/ports/moves.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { StoreError } from "../../src/service/ports/world-error.js";
import { evidenceOf } from "../support/head-evidence.js";
import { itInAll } from "../support/sized-tests.js";
import {
  aCommit,
  aDecision,
  aLandingRecord,
  anEffect,
  anEndedRun,
  aQueueId,
  aQueueName,
  aStoredBatch,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  manyTargets,
  START,
} from "../support/stored-queue.js";

/** Text that a careless store would cut, quote, fold or misread. */
const HOSTILE = [
  `it's "quoted" \`back\` \\ slash %s ?1 :name $2`,
  "'); drop table queues; --",
  "line\nbreak\r\ntab\t\u2028separator",
  "emoji 🚀👩‍👩‍👧 Ünïcödé ﬁ e\u0301 \u00e9 עברית",
  "\u0000\u0001\u001f\u007f\ufeff",
  " leading and trailing ",
].join("|");

const MAIN = aQueueName();
const PROOFS: readonly [LandingProof, LandingProof, LandingProof] = [
  { kind: "tested" },
  { kind: "disjoint", testedOn: aCommit(1), tested: aCommit(2), passedBy: [pullRequestNumber(7)] },
  { kind: "direct", head: aCommit(3), evidence: evidenceOf(treeId("e".repeat(40))) },
];
/** The version of the program that the stores under test are told. */
export const ENGINE = "1.2.3-test";
const TICK: QueueEvent = { kind: "timePassed", at: START };

/** `open` gives a store that belongs to version `ENGINE` of the program. */
export function queueStoreContract(open: () => Promise<QueueStore>): void {
  let store: QueueStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  /** A queue on `MAIN` after one decision: version 1. */
  async function after(decision: Partial<Decision>, queue: Queue = aStoredQueue()): Promise<Queue> {
    await store.create(MAIN, queue);
    await store.commit(MAIN, 0, TICK, aDecision(queue, decision));
    return queue;
  }

  /** One more decision on `MAIN`. */
  function next(basedOn: number, queue: Queue, decision: Partial<Decision> = {}) {
    return store.commit(MAIN, basedOn, TICK, aDecision(queue, decision));
  }

  /** Counted up to half a minute, a minute, and beyond; in an order of their own. */
  async function movesSince(since: number) {
    const groups = await store.movesSince(since, [30_000, 60_000]);
    const key = ({ queueId, from, to, lasted }: MoveGroup) =>
      [queueId, from ?? "", to, lasted?.bucket ?? 9].join(" ");
    return groups.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  }

  async function pendingIds(now = START): Promise<readonly number[]> {
    return (await store.pendingEffects(now, 100)).map((stored) => stored.effect.id);
  }

  describe("creating and finding", () => {
    it("gives a new queue back at version 0, with nothing to wake it", async () => {
      const queue = aStoredQueue({ entries: [aStoredEntry(2), aStoredEntry(3)], runs: [aStoredRun(4, 2)] });
      expect(await store.create(MAIN, queue)).toBe("created");
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue, version: 0, wakeAt: null });
    });

    it("keeps what a queue was created with, whatever happens to it", async () => {
      const first = aStoredQueue();
      const { id, targetBranch, tip, settings, now } = first;
      await store.create(MAIN, first);
      await store.commit(MAIN, 0, TICK, aDecision({ ...first, tip: aCommit(9), now: START + 9 }));
      expect(await store.birth(id)).toEqual({ id, targetBranch, tip, settings, at: now });
      await store.delete(MAIN, 1);
      expect(await store.birth(id)).toEqual({ id, targetBranch, tip, settings, at: now });
      expect(await store.birth(aQueueId(2))).toBeNull();
    });

    it("has no queue where none was created", async () => {
      await store.create(MAIN, aStoredQueue());
      expect(await store.load(aQueueName("release"))).toBeNull();
    });

    it("keeps the first queue when the branch has one already", async () => {
      const first = aStoredQueue();
      await store.create(MAIN, first);
      expect(await store.create(MAIN, aStoredQueue({ id: aQueueId(2), state: "paused" }))).toBe("exists");
      expect(await store.list()).toEqual([{ name: MAIN, queue: first, version: 0, wakeAt: null }]);
    });

    it("lets one of several creators win", async () => {
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((seed) => store.create(MAIN, aStoredQueue({ id: aQueueId(seed) }))),
      );
      expect(outcomes.toSorted()).toEqual(["created", "exists", "exists", "exists"]);
      expect(await store.list()).toHaveLength(1);
    });

    it("finds the repository in any case and keeps the first spelling", async () => {
      const written: QueueName = {
        repository: { host: "GitHub.com", owner: "Octo", name: "Mono" },
        targetBranch: "main",
      };
      await store.create(written, aStoredQueue());
      expect(await store.create(MAIN, aStoredQueue({ id: aQueueId(2) }))).toBe("exists");
      expect((await store.load(MAIN))?.name).toEqual(written);
      expect(await next(0, aStoredQueue(), { effects: [anEffect(1)] })).toBe("committed");
      expect((await store.load(MAIN))?.name).toEqual(written);
      expect((await store.list())[0]?.name).toEqual(written);
      expect((await store.pendingEffects(START, 1))[0]?.name).toEqual(written);
      expect(await store.delete(MAIN, 1)).toBe("deleted");
    });

    it("tells branches apart that differ in case only", async () => {
      await store.create(MAIN, aStoredQueue());
      expect(await store.load(aQueueName("Main"))).toBeNull();
      expect(await store.create(aQueueName("Main"), aStoredQueue({ id: aQueueId(2) }))).toBe("created");
    });

    it("lists every queue in order of creation", async () => {
      const branches = ["zeta", "alpha", "main"];
      for (const [index, branch] of branches.entries()) {
        await store.create(
          aQueueName(branch),
          aStoredQueue({ id: aQueueId(9 - index), targetBranch: branch }),
        );
      }
      expect((await store.list()).map((stored) => stored.queue.targetBranch)).toEqual(branches);
    });

    it("lists those of one repository, however it is spelled and whatever the branch", async () => {
      const { repository } = MAIN;
      const others = [
        { ...repository, name: `${repository.name}.js` },
        { ...repository, host: `${repository.host}:8443` },
      ];
      const names = [
        aQueueName("release"),
        ...others.map((other) => ({ repository: other, targetBranch: "main" })),
        aQueueName("a\0b:c"),
        MAIN,
      ];
      for (const [index, name] of names.entries()) {
        await store.create(name, aStoredQueue({ id: aQueueId(index), targetBranch: name.targetBranch }));
      }
      const listed = await store.list({ ...repository, owner: repository.owner.toUpperCase() });
      expect(listed.map(({ name }) => name.targetBranch)).toEqual(["release", "a\0b:c", "main"]);
      expect(await store.list({ ...repository, name: "another" })).toEqual([]);
    });
  });

  describe("committing", () => {
    it("replaces the queue, counts the version up and keeps when to wake", async () => {
      const before = aStoredQueue({ entries: [aStoredEntry(2), aStoredEntry(3)] });
      await store.create(MAIN, before);
      const queue = aStoredQueue({
        state: "switchingModes",
        modeSwitch: { mode: "parallel", resume: "paused" },
        tip: aCommit(7),
        entries: [aStoredEntry(3, { state: "testing", isRetried: true }), aStoredEntry(4)],
        line: [{ ...aStoredBatch(5, 3), interruptions: 2 }],
        beside: [{ ...aStoredBatch(9, 4), isRetried: true, isSuspect: true, splitFrom: batchId(2) }],
        runs: [aStoredRun(9, 4), aStoredRun(5, 3)],
        landing: {
          run: aStoredRun(5, 3).id,
          proof: PROOFS[1],
          expectedTip: aCommit(7),
          mergeMethod: "rebase",
          commit: { newTip: aCommit(8), tree: aStoredTree() },
          heads: aStoredRun(5, 3).contains,
          batches: [aStoredRun(5, 3).batch],
        },
        nextNumber: 10,
        now: START + 5,
      });
      expect(await next(0, queue, { wakeAt: START + 60_000 })).toBe("committed");
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue, version: 1, wakeAt: START + 60_000 });
      expect(await next(1, before)).toBe("committed");
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue: before, version: 2, wakeAt: null });
    });

    it.each(PROOFS)("keeps a landing whose commits are not made yet, proven as $kind", async (proof) => {
      const { id: run, contains: heads, batch } = aStoredRun(5, 3);
      const landing = { run, proof, heads, expectedTip: aCommit(7), batches: [batch] };
      const queue = aStoredQueue({ landing: { ...landing, mergeMethod: "squash", commit: null } });
      await after({}, queue);
      expect((await store.load(MAIN))?.queue).toEqual(queue);
    });

    it("does not change what was loaded before", async () => {
      const queue = aStoredQueue({ entries: [aStoredEntry(2)] });
      await store.create(MAIN, queue);
      const loaded = await store.load(MAIN);
      await next(0, { ...queue, entries: [aStoredEntry(3)] });
      expect(loaded?.queue).toEqual(queue);
    });

    it("refuses a decision based on an older version, and saves nothing of it", async () => {
      const queue = await after({ effects: [anEffect(1)] });
      const late = aDecision(
        { ...queue, state: "paused" },
        { effects: [anEffect(2)], transitions: [aTransition(1, null, "pending")], wakeAt: START },
      );
      expect(await store.commit(MAIN, 0, TICK, late)).toBe("conflict");
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue, version: 1, wakeAt: null });
      expect(await pendingIds()).toEqual([1]);
      expect(await store.timeline(queue.id, pullRequestNumber(1))).toEqual([]);
      expect(await store.events(queue.id, 0, 10)).toHaveLength(1);
    });

    it("refuses a decision based on a version that is yet to come", async () => {
      await store.create(MAIN, aStoredQueue());
      expect(await next(1, aStoredQueue())).toBe("conflict");
    });

    it("refuses a decision for a queue that never was", async () => {
      expect(await next(0, aStoredQueue())).toBe("conflict");
    });

    it("lets one of several writers win", async () => {
      const queue = aStoredQueue();
      await store.create(MAIN, queue);
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((id) => next(0, { ...queue, nextNumber: id }, { effects: [anEffect(id)] })),
      );
      expect(outcomes.toSorted()).toEqual(["committed", "conflict", "conflict", "conflict"]);
      const winner = outcomes.indexOf("committed") + 1;
      expect((await store.load(MAIN))?.queue.nextNumber).toBe(winner);
      expect(await pendingIds()).toEqual([winner]);
    });

    it("saves nothing of a decision that fails half way", async () => {
      const queue = await after({ effects: [anEffect(7)] }, aStoredQueue({ entries: [aStoredEntry(2)] }));
      const broken = aDecision(
        { ...queue, state: "paused", entries: [], runs: [aStoredRun(6, 2)] },
        {
          effects: [anEffect(8), anEffect(7)],
          transitions: [aTransition(2, "pending", "merged")],
          concluded: [aStoredEntry(2, { ended: "merged" })],
          endedRuns: [anEndedRun(aStoredRun(5, 2))],
          landed: aLandingRecord(aStoredRun(5, 2)),
          wakeAt: START,
        },
      );
      await expect(store.commit(MAIN, 1, TICK, broken)).rejects.toThrow(StoreError);
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue, version: 1, wakeAt: null });
      expect(await pendingIds()).toEqual([7]);
      expect(await store.timeline(queue.id, pullRequestNumber(2))).toEqual([]);
      expect(await store.findConcluded(queue.id, pullRequestNumber(2))).toBeNull();
      expect(await store.findEndedRun(queue.id, aStoredRun(5, 2).id)).toBeNull();
      expect(await store.landings(queue.id, 10)).toEqual([]);
      expect(await store.events(queue.id, 0, 10)).toHaveLength(1);
      expect(await next(1, queue, { effects: [anEffect(8)] })).toBe("committed");
    });

    it("keeps queues apart", async () => {
      const other = aQueueName("release");
      const first = await after({ effects: [anEffect(1)], transitions: [aTransition(1, null, "pending")] });
      const second = aStoredQueue({ id: aQueueId(2), targetBranch: "release", entries: [aStoredEntry(1)] });
      await store.create(other, second);
      await store.commit(other, 0, TICK, aDecision(second, { effects: [anEffect(1)] }));
      await store.markDone(first.id, effectId(1));
      expect((await store.load(MAIN))?.queue).toEqual(first);
      expect((await store.load(other))?.queue).toEqual(second);
      expect((await store.pendingEffects(START, 9)).map((stored) => stored.queueId)).toEqual([second.id]);
      expect(await store.timeline(second.id, pullRequestNumber(1))).toEqual([]);
      expect(await store.events(first.id, 0, 9)).toHaveLength(1);
    });

    it("keeps a thousand entries and runs and changes a few of them", async () => {
      const numbers = Array.from({ length: 1200 }, (_, index) => index + 1);
      const queue = aStoredQueue({
        entries: numbers.map((number) => aStoredEntry(number)),
        runs: numbers.map((number) => aStoredRun(number + 5000, number)),
        hedges: numbers.map((number) => aStoredRun(number + 10_000, number)),
      });
      await store.create(MAIN, queue);
      const shorter = {
        ...queue,
        entries: queue.entries
          .slice(600)
          .map((entry, index) => (index === 9 ? { ...entry, priority: 0 } : entry)),
        runs: [...queue.runs.slice(0, 500).toReversed(), ...queue.hedges.slice(0, 1)],
        hedges: [...queue.hedges.slice(1, 500).toReversed(), ...queue.runs.slice(600, 601)],
      };
      await next(0, shorter);
      expect((await store.load(MAIN))?.queue).toEqual(shorter);
    });
  });

  describe("deleting", () => {
    it("takes the queue away", async () => {
      const queue = await after({});
      expect(await store.delete(MAIN, 1)).toBe("deleted");
      expect(await store.load(MAIN)).toBeNull();
      expect(await store.list()).toEqual([]);
      expect(await next(1, queue)).toBe("conflict");
      expect(await store.delete(MAIN, 1)).toBe("conflict");
    });

    it("refuses when another writer came first", async () => {
      const queue = await after({});
      expect(await store.delete(MAIN, 0)).toBe("conflict");
      expect((await store.load(MAIN))?.queue).toEqual(queue);
    });

    it("refuses where there is no queue", async () => {
      expect(await store.delete(MAIN, 0)).toBe("conflict");
    });

    it("leaves the effects that are not done, under the name of the queue", async () => {
      const queue = await after({ effects: [anEffect(1), anEffect(2)] });
      await store.markDone(queue.id, effectId(1));
      await store.delete(MAIN, 1);
      expect(await store.pendingEffects(START, 10)).toEqual([
        { name: MAIN, queueId: queue.id, effect: anEffect(2), attempts: 0, notBefore: expect.any(Number) },
      ]);
      await store.postpone(queue.id, effectId(2), START + 1000, "unreachable");
      expect(await store.nextEffectAt(-1)).toBe(START + 1000);
      await store.markDone(queue.id, effectId(2));
      expect(await store.nextEffectAt(-1)).toBeNull();
    });

    it("leaves the branch free for a new queue that knows nothing of the old one", async () => {
      const old = await after({ transitions: [aTransition(1, null, "pending")], effects: [anEffect(1)] });
      await store.delete(MAIN, 1);
      const queue = aStoredQueue({ id: aQueueId(2) });
      expect(await store.create(MAIN, queue)).toBe("created");
      expect(await store.load(MAIN)).toEqual({ name: MAIN, queue, version: 0, wakeAt: null });
      expect(await store.list()).toHaveLength(1);
      expect(await store.timeline(queue.id, pullRequestNumber(1))).toEqual([]);
      expect(await store.events(queue.id, 0, 10)).toEqual([]);
      expect((await store.pendingEffects(START, 10)).map((stored) => stored.queueId)).toEqual([old.id]);
    });

    it("refuses a decision on the old queue when the new one stands at the same version", async () => {
      const old = await after({});
      await store.delete(MAIN, 1);
      const queue = await after({}, aStoredQueue({ id: aQueueId(2) }));
      expect(await next(1, { ...old, state: "paused" })).toBe("conflict");
      expect((await store.load(MAIN))?.queue).toEqual(queue);
    });
  });

  describe("effects", () => {
    it("are pending from the commit on, oldest first within a queue and one queue after the other", async () => {
      await after({ effects: [anEffect(3), anEffect(1)] });
      await next(1, aStoredQueue(), { effects: [anEffect(20)] });
      const other = aStoredQueue({ id: aQueueId(0), targetBranch: "release" });
      await store.create(aQueueName("release"), other);
      await store.commit(aQueueName("release"), 0, TICK, aDecision(other, { effects: [anEffect(2)] }));
      expect(await pendingIds()).toEqual([1, 3, 20, 2]);
      const first = (await store.pendingEffects(START, 1))[0];
      expect(first).toMatchObject({ name: MAIN, queueId: aQueueId(), effect: anEffect(1), attempts: 0 });
    });

    it("come back whole, of every kind", async () => {
      const run = aStoredRun(9, 1);
      const own = run.own;
      const effects = [
        {
          id: effectId(1),
          kind: "startTestRun",
          run: run.id,
          testedOn: run.testedOn,
          contains: run.contains,
          mergeMethod: "squash",
          requiredStatuses: [HOSTILE],
          own,
        },
        { id: effectId(2), kind: "discardTestRun", run: run.id, own },
        {
          id: effectId(3),
          kind: "prepareLanding",
          run: run.id,
          onto: aCommit(1),
          heads: run.contains,
          mergeMethod: "merge_commit",
          testedOn: aCommit(3),
          tested: aCommit(4),
        },
        {
          id: effectId(4),
          kind: "land",
          run: run.id,
          targetBranch: HOSTILE,
          expectedTip: aCommit(1),
          newTip: aCommit(2),
          tree: aStoredTree(),
        },
      ] as const;
      await after({ effects });
      expect((await store.pendingEffects(START, 10)).map((stored) => stored.effect)).toEqual(effects);
    });

    it("are handed out up to the limit", async () => {
      await after({ effects: [anEffect(1), anEffect(2), anEffect(3)] });
      expect((await store.pendingEffects(START, 2)).map((stored) => stored.effect.id)).toEqual([1, 2]);
    });

    it("are gone once done, and marking twice is harmless", async () => {
      const { id } = await after({ effects: [anEffect(1), anEffect(2)] });
      await store.markDone(id, effectId(1));
      await store.markDone(id, effectId(1));
      expect(await pendingIds()).toEqual([2]);
    });

    it("wait for the time they were postponed to", async () => {
      const { id } = await after({ effects: [anEffect(1), anEffect(2)] });
      await store.postpone(id, effectId(1), START + 500, "502 bad gateway");
      await store.postpone(id, effectId(1), START + 1000, HOSTILE.repeat(1000));
      expect(await pendingIds(START + 999)).toEqual([2]);
      const [due] = await store.pendingEffects(START + 1000, 1);
      expect(due).toMatchObject({ effect: anEffect(1), attempts: 2, notBefore: START + 1000 });
    });

    it("count no attempt that was not theirs to fail", async () => {
      const { id } = await after({ effects: [anEffect(1)] });
      await store.postpone(id, effectId(1), START + 500, "archived", undefined, false);
      await store.postpone(id, effectId(1), START + 1000, "down");
      const [due] = await store.pendingEffects(START + 1000, 1);
      expect(due).toMatchObject({ attempts: 1, notBefore: START + 1000 });
    });

    it("are due when a decision takes the queue's time back, whatever they were postponed to", async () => {
      const { id } = await after({ effects: [anEffect(1), anEffect(2)] }, aStoredQueue({ now: START }));
      await store.postpone(id, effectId(1), START + 1000, "down");
      await store.markDone(id, effectId(2));
      await next(1, aStoredQueue({ now: START + 1 }), {});
      expect(await pendingIds(START)).toEqual([]);
      await next(2, aStoredQueue({ now: START - 5000 }), { effects: [anEffect(3)] });
      expect(await pendingIds(START - 5000)).toEqual([1, 3]);
    });

    it("stay done when a failed attempt is reported late", async () => {
      const { id } = await after({ effects: [anEffect(1)] });
      await store.markDone(id, effectId(1));
      await store.postpone(id, effectId(1), START, "too late");
      expect(await pendingIds()).toEqual([]);
      expect(await store.nextEffectAt(-1)).toBeNull();
    });

    it("keep the first fate that a landing is given, whoever comes later", async () => {
      const { id } = await after({ effects: [anEffect(1), anEffect(2), anEffect(3)] });
      expect(await store.landingFate(id, effectId(1))).toBeNull();
      const withdrawn = { fate: "withdrawn", isFirst: true };
      const pushed = { fate: "pushed", isFirst: true };
      expect(await store.settleLanding(id, effectId(1), "withdrawn")).toEqual(withdrawn);
      expect(await store.settleLanding(id, effectId(1), "pushed")).toEqual({ ...withdrawn, isFirst: false });
      expect(await store.settleLanding(id, effectId(2), "pushed")).toEqual(pushed);
      expect(await store.settleLanding(id, effectId(2), "pushed")).toEqual({ ...pushed, isFirst: false });
      expect(await store.settleLanding(id, effectId(2), "withdrawn")).toEqual({ ...pushed, isFirst: false });
      await store.markDone(id, effectId(1));
      const fates = [1, 2, 3].map(async (order) => store.landingFate(id, effectId(order)));
      expect(await Promise.all(fates)).toEqual(["withdrawn", "pushed", null]);
    });

    it("let one of several settle what has become of a landing", async () => {
      const { id } = await after({ effects: [anEffect(1)] });
      const settled = await Promise.all(
        Array.from({ length: 8 }, async (_, index) =>
          store.settleLanding(id, effectId(1), index % 2 === 0 ? "withdrawn" : "pushed"),
        ),
      );
      const fates = new Set(settled.map((outcome) => outcome?.fate));
      expect(fates).toEqual(new Set([await store.landingFate(id, effectId(1))]));
      expect(settled.filter((outcome) => outcome?.isFirst === true)).toHaveLength(1);
    });

    it("say when the next one is due", async () => {
      expect(await store.nextEffectAt(-1)).toBeNull();
      const { id } = await after({ effects: [anEffect(1), anEffect(2)] });
      expect(await store.nextEffectAt(-1)).toBeLessThanOrEqual(START);
      await store.postpone(id, effectId(1), START + 2000, "down");
      await store.postpone(id, effectId(2), START + 1000, "down");
      expect(await store.nextEffectAt(-1)).toBe(START + 1000);
      await store.markDone(id, effectId(2));
      expect(await store.nextEffectAt(-1)).toBe(START + 2000);
    });

    it("that are unknown are neither done nor postponed", async () => {
      await store.markDone(aQueueId(9), effectId(9));
      await store.postpone(aQueueId(9), effectId(9), START, "no such effect");
      expect(await store.settleLanding(aQueueId(9), effectId(9), "pushed")).toBeNull();
      expect(await store.landingFate(aQueueId(9), effectId(9))).toBeNull();
      expect(await store.nextEffectAt(-1)).toBeNull();
    });
  });

  describe("history", () => {
    it("finds the newest concluded stay of a pull request", async () => {
      const first = aStoredEntry(1, { sequence: 4, ended: "failed", state: "failed" });
      const second = aStoredEntry(1, { sequence: 11, ended: "merged", state: "merged" });
      const other = aStoredEntry(2, { sequence: 12, ended: "cancelled" });
      const { id } = await after({ concluded: [first] });
      await next(1, aStoredQueue(), { concluded: [other, second] });
      expect(await store.findConcluded(id, pullRequestNumber(1))).toEqual(second);
      expect(await store.findConcluded(id, pullRequestNumber(2))).toEqual(other);
      expect(await store.findConcluded(id, pullRequestNumber(3))).toBeNull();
      expect(await store.findConcluded(aQueueId(9), pullRequestNumber(1))).toBeNull();
    });

    it("lists the newest stay of each pull request, newest submission first, and goes on where it is told", async () => {
      const first = aStoredEntry(1, { sequence: 4, ended: "failed", state: "failed" });
      const second = aStoredEntry(1, { sequence: 11, ended: "merged", state: "merged" });
      const long = manyTargets(1000);
      const others = [2, 3].map((number) =>
        aStoredEntry(number, {
          sequence: 10 + number,
          ended: "cancelled",
          targets: long,
          earlierTargets: long,
        }),
      );
      const { id } = await after({ concluded: [first, ...others] });
      await next(1, aStoredQueue(), { concluded: [second] });
      const listed = [...others.toReversed(), second].map((submission) => ({
        ...submission,
        targets: null,
        earlierTargets: null,
      }));
      expect(await store.newestSubmissions(id, null, 10)).toEqual(listed);
      expect(await store.newestSubmissions(id, null, 2)).toEqual(listed.slice(0, 2));
      expect(await store.newestSubmissions(id, 12, 10)).toEqual(listed.slice(2));
      expect(await store.newestSubmissions(id, 11, 10)).toEqual([]);
      expect(await store.newestSubmissions(aQueueId(9), null, 10)).toEqual([]);
    });

    it("finds a run that ended", async () => {
      const ended = anEndedRun(aStoredRun(5, 1, 2), START + 9);
      const { id } = await after({ endedRuns: [ended] });
      expect(await store.findEndedRun(id, ended.run.id)).toEqual(ended);
      expect(await store.findEndedRun(id, aStoredRun(6, 1).id)).toBeNull();
    });

    it("keeps every landing with its proof, newest first, beyond the life of the queue", async () => {
      const landings = PROOFS.map((proof, index) =>
        aLandingRecord(aStoredRun(5 + index, 1, 2), { proof, at: START - index }),
      );
      const queue = aStoredQueue();
      await store.create(MAIN, queue);
      for (const [version, landed] of landings.entries()) await next(version, queue, { landed });
      await next(landings.length, queue);
      await store.delete(MAIN, landings.length + 1);
      expect(await store.landings(queue.id, 10)).toEqual(landings.toReversed());
      expect(await store.landings(queue.id, 2)).toEqual(landings.toReversed().slice(0, 2));
      expect(await store.landings(queue.id, 1, 2)).toEqual(landings.slice(0, 1));
      expect(await store.landings(queue.id, 10, 3)).toEqual(landings.slice(0, 2).toReversed());
      expect(await store.landings(queue.id, 10, 1)).toEqual([]);
      expect(await store.landings(aQueueId(9), 10)).toEqual([]);
    });

    it("tells the life of a pull request oldest first, across decisions and within one", async () => {
      const submitted = aTransition(1, null, "notReady");
      const admitted = aTransition(1, "notReady", "pending", {
        reason: { code: "MERGE_ITEM_NOW_READY", sentence: HOSTILE },
      });
      const tested = aTransition(1, "pending", "testing", { at: START + 5, run: aStoredRun(5, 1).id });
      const { id } = await after({ transitions: [submitted, aTransition(2, null, "pending"), admitted] });
      await next(1, aStoredQueue(), { transitions: [tested] });
      expect(await store.timeline(id, pullRequestNumber(1))).toEqual([submitted, admitted, tested]);
      expect(await store.timeline(id, pullRequestNumber(3))).toEqual([]);
    });

    it("counts the moves since a moment, that moment included, by what they have in common", async () => {
      const { id } = await after({
        transitions: [
          aTransition(1, "testing", "merged", { at: START - 1 }),
          aTransition(2, "testsPassed", "merged", { at: START }),
          aTransition(3, "testsPassed", "merged", { at: START + 1 }),
          aTransition(4, null, "notReady", { at: START + 1 }),
        ],
      });
      const nothingKnown = { lasted: null, sinceAdmission: null, isFirstState: false, wasBeside: false };
      const merged = { queueId: id, from: "testsPassed", to: "merged", count: 2, ...nothingKnown };
      const submitted = { queueId: id, from: null, to: "notReady", count: 1, ...nothingKnown };
      expect(await movesSince(START)).toEqual([submitted, merged]);
      expect(await movesSince(START + 1)).toEqual([submitted, { ...merged, count: 1 }]);
      expect(await movesSince(START + 2)).toEqual([]);
    });

    it("knows how long entries were where they were, and in the queue, up to each bound", async () => {
      const entry = (number: number, admittedAt: number | null, stateSince: number) =>
        aStoredEntry(number, { admittedAt, stateSince, id: aTransition(number, null, "pending").entry });
      const before = aStoredQueue({
        entries: [
          entry(1, START, START),
          entry(2, START + 10_000, START + 10_000),
          entry(3, START, START + 40_000),
          entry(4, START, START + 9000),
          entry(5, null, START),
        ],
        beside: [aStoredBatch(7, 4)],
      });
      const at = START + 70_000;
      await store.create(MAIN, before);
      const decision = aDecision(before, {
        transitions: [
          aTransition(1, "pending", "testing", { at }),
          aTransition(2, "pending", "testing", { at }),
          aTransition(3, "pending", "testing", { at }),
          aTransition(3, "testing", "testsPassed", { at: at + 5 }),
          aTransition(4, "testing", "failed", { at }),
          aTransition(5, "notReady", "cancelled", { at }),
        ],
      });
      expect(await store.commit(MAIN, 0, TICK, decision)).toBe("committed");
      const common = { queueId: before.id, count: 1, wasBeside: false, isFirstState: false };
      const started = { ...common, from: "pending", to: "testing" };
      const long = (sumMs: number) => ({ sumMs, bucket: 2 });
      expect(await movesSince(at)).toEqual([
        { ...common, from: "notReady", to: "cancelled", lasted: long(70_000), sinceAdmission: null },
        { ...started, lasted: { sumMs: 30_000, bucket: 0 }, sinceAdmission: long(70_000) },
        {
          ...started,
          lasted: { sumMs: 60_000, bucket: 1 },
          sinceAdmission: { sumMs: 60_000, bucket: 1 },
          isFirstState: true,
        },
        { ...started, lasted: long(70_000), sinceAdmission: long(70_000), isFirstState: true },
        {
          ...common,
          from: "testing",
          to: "failed",
          lasted: long(61_000),
          sinceAdmission: long(70_000),
          wasBeside: true,
        },
        {
          ...common,
          from: "testing",
          to: "testsPassed",
          lasted: { sumMs: 5, bucket: 0 },
          sinceAdmission: long(70_005),
        },
      ]);
    });

    it("counts the moves of every queue apart, also of one that is deleted", async () => {
      const move = { transitions: [aTransition(1, "testing", "merged")] };
      const { id } = await after(move);
      const other = aStoredQueue({ id: aQueueId(2) });
      await store.create(aQueueName("other"), other);
      await store.commit(aQueueName("other"), 0, TICK, aDecision(other, move));
      await store.delete(MAIN, 1);
      expect((await movesSince(START)).map(({ queueId }) => queueId)).toEqual([id, other.id]);
    });

    it("keeps every event in order, with the version it led to", async () => {
      const queue = aStoredQueue();
      const events: readonly QueueEvent[] = everyEvent();
      await store.create(MAIN, queue);
      for (const [index, event] of events.entries()) {
        expect(await store.commit(MAIN, index, event, aDecision(queue))).toBe("committed");
      }
      const recorded = { digest: decisionDigest(queue, aDecision(queue)), engine: ENGINE };
      const log = events.map((event, index) => ({ version: index + 1, event, recorded }));
      expect(await store.events(queue.id, 0, 100)).toEqual(log);
      expect(await store.events(queue.id, 3, 2)).toEqual(log.slice(3, 5));
      expect(await store.events(queue.id, events.length, 9)).toEqual([]);
      expect(await store.events(aQueueId(9), 0, 9)).toEqual([]);
    });
  });

  it("tells how many orders are not done, and since when the oldest waits", async () => {
    expect(await store.outboxSize()).toEqual({ pending: 0, oldestAt: null });
    const first = aStoredQueue({ now: START + 5 });
    await after({ effects: [anEffect(1), anEffect(2)] }, first);
    await next(1, { ...first, now: START + 9 }, { effects: [anEffect(3)] });
    await store.postpone(first.id, effectId(1), START + 1000, "not now");
    expect(await store.outboxSize()).toEqual({ pending: 3, oldestAt: START + 5 });
    await store.markDone(first.id, effectId(1));
    await store.markDone(first.id, effectId(2));
    expect(await store.outboxSize()).toEqual({ pending: 1, oldestAt: START + 9 });
  });

  it("keeps the trace of the newest stay of each pull request, for each queue", async () => {
    const { id } = await after({});
    const trace = (digit: string, tracestate: string | null = null) => ({
      traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-01`,
      tracestate,
    });
    const quoted = `vendor=it's "quoted" \\ ?1 :name $2'); drop table traces; --`;
    await store.saveTrace(id, pullRequestNumber(1), trace("1", "vendor=old"));
    await store.saveTrace(id, pullRequestNumber(1), trace("2"));
    await store.saveTrace(id, pullRequestNumber(2), trace("3", quoted));
    const wanted = [pullRequestNumber(1), pullRequestNumber(2), pullRequestNumber(3)];
    expect(await store.loadTraces(id, wanted)).toEqual(
      new Map([
        [pullRequestNumber(1), trace("2")],
        [pullRequestNumber(2), trace("3", quoted)],
      ]),
    );
    expect(await store.loadTraces(id, [])).toEqual(new Map());
    expect(await store.loadTraces(aQueueId(2), wanted)).toEqual(new Map());
  });

  it("is ready once it is open", async () => {
    await expect(store.requireReady()).resolves.toBeUndefined();
  });

  it("keeps with each event what was decided, held against the queue before, and by which version", async () => {
    const first = aStoredQueue({ entries: [aStoredEntry(2), aStoredEntry(3)], runs: [aStoredRun(4, 2)] });
    const one = aDecision({ ...first, entries: [aStoredEntry(3)] }, { concluded: [aStoredEntry(2)] });
    const two = aDecision({ ...one.queue, tip: aCommit(8) }, { effects: [anEffect(9)], wakeAt: START });
    await store.create(MAIN, first);
    expect(await store.commit(MAIN, 0, TICK, one)).toBe("committed");
    expect(await store.commit(MAIN, 0, TICK, two)).toBe("conflict");
    expect(await store.commit(MAIN, 1, TICK, two)).toBe("committed");
    expect((await store.events(first.id, 0, 9)).map(({ recorded }) => recorded)).toEqual([
      { digest: decisionDigest(first, one), engine: ENGINE },
      { digest: decisionDigest(one.queue, two), engine: ENGINE },
    ]);
  });

  describe("uploaded targets", () => {
    it("are found by pull request and head", async () => {
      const { id } = await after({});
      await store.saveTargets(id, pullRequestNumber(1), aCommit(5), targetList(["a", "b"]));
      await store.saveTargets(id, pullRequestNumber(1), aCommit(6), targetList([]));
      await store.saveTargets(id, pullRequestNumber(2), aCommit(5), ALL_TARGETS);
      expect(await store.loadTargets(id, pullRequestNumber(1), aCommit(5))).toEqual(targetList(["a", "b"]));
      expect(await store.loadTargets(id, pullRequestNumber(1), aCommit(6))).toEqual(targetList([]));
      expect(await store.loadTargets(id, pullRequestNumber(2), aCommit(5))).toEqual(ALL_TARGETS);
      expect(await store.loadTargets(id, pullRequestNumber(2), aCommit(6))).toBeNull();
      expect(await store.loadTargets(aQueueId(9), pullRequestNumber(1), aCommit(5))).toBeNull();
    });

    it("are replaced by a later upload for the same head", async () => {
      const { id } = await after({});
      for (const targets of [targetList(["a"]), manyTargets(1000), ALL_TARGETS, targetList(["b"])]) {
        await store.saveTargets(id, pullRequestNumber(1), aCommit(5), targets);
        expect(await store.loadTargets(id, pullRequestNumber(1), aCommit(5))).toEqual(targets);
      }
    });

    it("have the time of their upload, and the token that made it if it is known", async () => {
      const { id } = await after({});
      const [number, before] = [pullRequestNumber(1), Date.now() - 60_000];
      await store.saveTargets(id, number, aCommit(5), manyTargets(1000), { by: HOSTILE, cause: HOSTILE });
      const upload = await store.findUpload(id, number, aCommit(5));
      expect(upload).toEqual({ at: expect.any(Number), by: HOSTILE, cause: HOSTILE });
      expect(upload?.at).toBeGreaterThan(before);
      await store.saveTargets(id, number, aCommit(5), targetList(["a"]));
      expect(await store.findUpload(id, number, aCommit(5))).toEqual({ at: expect.any(Number) });
      expect(await store.loadTargets(id, number, aCommit(5))).toEqual(targetList(["a"]));
      expect(await store.findUpload(id, number, aCommit(6))).toBeNull();
    });

    it("are refused for a queue that never was", async () => {
      const saving = store.saveTargets(aQueueId(9), pullRequestNumber(1), aCommit(5), ALL_TARGETS);
      await expect(saving).rejects.toThrow(StoreError);
    });

    it("may be long, and are the same in uploads, entries, events and concluded entries", async () => {
      const targets = manyTargets(2000);
      const entry = aStoredEntry(1, { targets });
      const queue = aStoredQueue({ entries: [entry, aStoredEntry(2, { targets })] });
      await store.create(MAIN, queue);
      await store.saveTargets(queue.id, pullRequestNumber(1), aCommit(5), targets);
      const set: QueueEvent = {
        kind: "targetsSet",
        at: START,
        pullRequest: pullRequestNumber(2),
        headSha: aCommit(5),
        targets,
      };
      await store.commit(MAIN, 0, set, aDecision({ ...queue, entries: [entry] }, { concluded: [entry] }));
      expect((await store.load(MAIN))?.queue.entries).toEqual([entry]);
      expect(await store.findConcluded(queue.id, pullRequestNumber(1))).toEqual(entry);
      expect(await store.events(queue.id, 0, 1)).toMatchObject([{ version: 1, event: set }]);
      expect(await store.loadTargets(queue.id, pullRequestNumber(1), aCommit(5))).toEqual(targets);
    });

    it("of an entry may grow long and short again", async () => {
      const queue = aStoredQueue();
      await store.create(MAIN, queue);
      const lists = [targetList(["a"]), manyTargets(1000), ALL_TARGETS, manyTargets(1001), null];
      for (const [version, targets] of lists.entries()) {
        const entries = [aStoredEntry(1, { targets })];
        await next(version, { ...queue, entries });
        expect((await store.load(MAIN))?.queue.entries).toEqual(entries);
      }
    });

    it("of an earlier upload may be long too, and go again", async () => {
      const queue = aStoredQueue();
      await store.create(MAIN, queue);
      const [long, longer] = [manyTargets(1000), manyTargets(1001)];
      const pairs = [
        [long, longer],
        [longer, long],
        [targetList(["a"]), long],
        [long, targetList(["a"])],
        [ALL_TARGETS, ALL_TARGETS],
        [long, null],
      ] as const;
      for (const [version, [targets, earlierTargets]] of pairs.entries()) {
        const entry = aStoredEntry(1, { targets, earlierTargets });
        await next(version, { ...queue, entries: [entry] }, { concluded: [{ ...entry, sequence: version }] });
        expect((await store.load(MAIN))?.queue.entries).toEqual([entry]);
        expect(await store.findConcluded(queue.id, pullRequestNumber(1))).toEqual({
          ...entry,
          sequence: version,
        });
      }
    });

    itInAll("may be half a million names", async () => {
      const targets = manyTargets(500_000);
      const { id } = await after({});
      await store.saveTargets(id, pullRequestNumber(1), aCommit(5), targets);
      const found = await store.loadTargets(id, pullRequestNumber(1), aCommit(5));
      expect(JSON.stringify(found) === JSON.stringify(targets)).toBe(true);
    });
  });

  it("gives hostile text back byte for byte", async () => {
    const name = { repository: { host: "h", owner: "o'\"", name: HOSTILE }, targetBranch: HOSTILE };
    const entry = aStoredEntry(1, {
      facts: {
        ...aStoredEntry(1).facts,
        basedOn: aCommit(1),
        ownChecksPassed: true,
        headEvidence: evidenceOf(treeId("e".repeat(40)), { jobs: [HOSTILE] }),
        retestReason: HOSTILE,
        isHeadGreen: true,
        title: HOSTILE,
        author: HOSTILE,
      },
      targets: targetList([HOSTILE, "\ud800 half a pair"]),
      reason: { code: "PR_CLOSED", sentence: HOSTILE },
    });
    const run = { ...aStoredRun(2, 1), requiredStatuses: [HOSTILE] };
    const queue = aStoredQueue({ targetBranch: HOSTILE, entries: [entry], runs: [run] });
    await store.create(name, queue);
    await store.saveTargets(queue.id, pullRequestNumber(1), aCommit(5), targetList([HOSTILE]));
    expect(await store.load(name)).toEqual({ name, queue, version: 0, wakeAt: null });
    expect(await store.loadTargets(queue.id, pullRequestNumber(1), aCommit(5))).toEqual(
      targetList([HOSTILE]),
    );
  });
}

function aStoredTree() {
  return treeId("7".repeat(40));
}

/** One event of each kind. */
function everyEvent(): readonly QueueEvent[] {
  const at = START;
  const run = aStoredRun(5, 1).id;
  const pullRequest = pullRequestNumber(1);
  const reason = { code: "API_REQUESTED", sentence: HOSTILE } as const;
  const { facts } = aStoredEntry(1);
  const byKind: { readonly [Kind in QueueEvent["kind"]]: Extract<QueueEvent, { readonly kind: Kind }> } = {
    entrySubmitted: {
      kind: "entrySubmitted",
      at,
      facts,
      priority: 0,
      usedDefaultPriority: false,
      noBatch: true,
      targets: null,
      earlierEntry: aStoredEntry(1).id,
      by: HOSTILE,
    },
    entryCancelled: { kind: "entryCancelled", at, pullRequest, reason },
    entryReadmitted: {
      kind: "entryReadmitted",
      at,
      pullRequest,
      facts,
      targets: targetList([HOSTILE]),
    },
    testsRestarted: { kind: "testsRestarted", at, pullRequest, by: HOSTILE },
    targetsSet: { kind: "targetsSet", at, pullRequest, headSha: aCommit(1), targets: targetList([HOSTILE]) },
    settingsChanged: { kind: "settingsChanged", at, settings: { concurrency: 3 }, state: null },
    pullRequestObserved: { kind: "pullRequestObserved", at, pullRequest, facts: null },
    pullRequestUnreadable: {
      kind: "pullRequestUnreadable",
      at,
      pullRequest,
      headSha: aCommit(1),
      reason,
    },
    pullRequestReadable: { kind: "pullRequestReadable", at, pullRequest },
    headUnusable: { kind: "headUnusable", at, pullRequest, headSha: aCommit(1), reason },
    tipObserved: { kind: "tipObserved", at, from: aCommit(1), to: aCommit(2) },
    testRunBuilt: { kind: "testRunBuilt", at, run, commits: [aCommit(3)], tree: aStoredTree() },
    testRunConflicted: { kind: "testRunConflicted", at, run, commits: [], pullRequest, files: [HOSTILE] },
    testRunStarted: {
      kind: "testRunStarted",
      at,
      run,
      requiredStatuses: [HOSTILE],
      requiredStatusesSource: "trunk_config",
    },
    testRunNotStarted: { kind: "testRunNotStarted", at, run, reason },
    testRunAbandoned: { kind: "testRunAbandoned", at, run, reason },
    testRunUnreadable: { kind: "testRunUnreadable", at, run, reason },
    checksReported: {
      kind: "checksReported",
      at,
      run,
      checks: [{ name: HOSTILE, url: HOSTILE, status: "completed", conclusion: "success" }],
    },
    landingPrepared: {
      ...{ kind: "landingPrepared", at, run, newTip: aCommit(4), tree: aStoredTree() },
      commits: [aCommit(3), aCommit(4)],
    },
    landingDiffers: { kind: "landingDiffers", at, run, files: [HOSTILE] },
    landed: { kind: "landed", at, run, newTip: aCommit(4), as: aCommit(5) },
    landedUntested: { kind: "landedUntested", at, run, tip: aCommit(4) },
    headPushesChosen: {
      ...{ kind: "headPushesChosen", at, run, takeUps: 2 },
      headPushes: [{ pullRequest, branch: HOSTILE, from: aCommit(1), to: aCommit(4) }],
    },
    headsTakenBack: { kind: "headsTakenBack", at, run, pullRequests: [pullRequest], takeUps: 2 },
    landingTakenUp: { kind: "landingTakenUp", at, run },
    landingRefused: { kind: "landingRefused", at, run, tip: aCommit(4), takeUps: 2 },
    landingFailed: {
      ...{ kind: "landingFailed", at, run, reason, takeUps: 2 },
      ...{ isOfOne: true, needsTests: true },
    },
    landingHindered: { kind: "landingHindered", at, run, reason, takeUps: 2 },
    timePassed: { kind: "timePassed", at },
    clockCorrected: { kind: "clockCorrected", at, byMs: -3_600_000 },
  };
  return Object.values(byKind);
}
