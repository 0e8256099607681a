/** Reads the figures of a period from each database, and not more than the reader allows. */
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { ReasonCode } from "../../../../src/domain/reason.js";
import type { LandingProof } from "../../../../src/engine/model/queue.js";
import { ExitJudge } from "../../../../src/service/dashboard/reading/exit-judge.js";
import { InsightsReader } from "../../../../src/service/dashboard/reading/insights/insights-reader.js";
import type { QueueStore, StoredQueue } from "../../../../src/service/ports/queue-store.js";
import { createMemoryStore } from "../../../support/memory-queue-store.js";
import { describeSqlStores, type EmptyStore } from "../../../support/sql-stores.js";
import {
  aCommit,
  aDecision,
  aLandingRecord,
  anEndedRun,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  START,
} from "../../../support/stored-queue.js";

const MINUTE = 60_000;

function readerOf(store: QueueStore, now: () => number = () => START + 60 * MINUTE): InsightsReader {
  const queues = { forge: {}, store, read: store.load.bind(store), now, monotonic: now };
  return new InsightsReader(queues, new ExitJudge(store, now));
}

describe("the reader of figures", () => {
  const QUEUES = 20;

  /** A reader of twenty queues, with what it has asked for and how many reads were under way at once. */
  async function manyQueues(now: () => number, exitsOf: () => Promise<void> = () => Promise.resolve()) {
    const store = createMemoryStore();
    const stored: StoredQueue[] = [];
    for (let number = 1; number <= QUEUES; number += 1) {
      const name = aQueueName(`branch-${number}`);
      await store.create(name, aStoredQueue({ id: aQueueId(number), targetBranch: name.targetBranch }));
      const loaded = await store.load(name);
      if (loaded !== null) stored.push(loaded);
    }
    const seen = { reads: 0, underWay: 0, most: 0 };
    const { past } = store;
    const exitFacts = past.exitFacts.bind(past);
    jest.spyOn(past, "exitFacts").mockImplementation(async (...question) => {
      seen.reads += 1;
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      await setImmediate();
      seen.underWay -= 1;
      await exitsOf();
      return exitFacts(...question);
    });
    const reader = readerOf(store, now);
    const readAll = async () => Promise.allSettled(stored.map(async (queue) => reader.read(queue, "24h")));
    return { seen, readAll };
  }

  it("makes one read after the other", async () => {
    const { seen, readAll } = await manyQueues(() => START);
    await readAll();
    expect(seen).toEqual({ reads: QUEUES, underWay: 0, most: 1 });
  });

  it("repeats no read that is being made or rests, of however many queues", async () => {
    let now = START;
    const { seen, readAll } = await manyQueues(() => now);
    await Promise.all([readAll(), readAll()]);
    await readAll();
    expect(seen.reads).toBe(QUEUES);
    now += 3_600_000;
    await readAll();
    expect(seen.reads).toBe(2 * QUEUES);
  });

  it("goes on after a failed read", async () => {
    let failures = 1;
    const { seen, readAll } = await manyQueues(
      () => START,
      () => (failures-- > 0 ? Promise.reject(new Error("no answer")) : Promise.resolve()),
    );
    const results = await readAll();
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(seen.reads).toBe(QUEUES);
  });

  it("lets a read rest by the time that it took, not by the time that it waited", async () => {
    let now = START;
    const { seen, readAll } = await manyQueues(
      () => now,
      () => {
        now += 1000;
        return Promise.resolve();
      },
    );
    await readAll();
    now += 21_000;
    await readAll();
    expect(seen.reads).toBe(2 * QUEUES);
  });
});

describe("the figures of a period", () => {
  describeSqlStores("queues, target_lists", (open) => {
    let opened: EmptyStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    it("have the whole way of a landing, from the first decision on", async () => {
      const { store } = opened;
      const [name, queue, run] = [aQueueName(), aStoredQueue(), aStoredRun(4, 1)];
      const [begun, ended] = [START + MINUTE, START + 5 * MINUTE];
      await store.create(name, queue);
      const happens = async (version: number, at: number, decision: object) =>
        store.commit(name, version, { kind: "timePassed", at }, aDecision(queue, decision));
      const of = { run: run.id };
      await happens(0, START, { transitions: [aTransition(1, null, "pending", { at: START })] });
      await happens(1, begun, {
        transitions: [aTransition(1, "pending", "testing", { at: begun, ...of })],
      });
      const reason = { code: "MERGE_GRAPH_MERGE", sentence: "It landed." } as const;
      const left = {
        ended: "merged",
        state: "merged",
        reason,
        submittedAt: START,
        stateSince: ended,
      } as const;
      await happens(2, ended, {
        transitions: [aTransition(1, "testing", "merged", { at: ended, ...of })],
        concluded: [aStoredEntry(1, left)],
        endedRuns: [anEndedRun(run, ended)],
      });
      const stored = await store.load(name);
      if (stored === null) throw new Error("the queue is gone");
      const facts = await readerOf(store).read(stored, "24h");
      expect(facts).toMatchObject({
        ...{ isCut: false, exits: [{ pullRequest: 1, verdict: "landed" }], runs: [{ own: [1] }] },
        landed: [{ pullRequest: 1, totalMs: 5 * MINUTE, phases: { slot: MINUTE } }],
      });
    });

    it("have the landings before it, whose entries may be many, without what a person merged", async () => {
      const { store } = opened;
      const [name, queue, day] = [aQueueName(), aStoredQueue(), 24 * 60 * MINUTE];
      await store.create(name, queue);
      const happens = async (version: number, at: number, code: ReasonCode, proof: LandingProof | null) => {
        const numbers = Array.from({ length: 6 }, (_, index) => version * 6 + index + 1);
        const run = aStoredRun(version + 1, ...numbers);
        const left = { ended: "merged", state: "merged", submittedAt: START, stateSince: at } as const;
        await store.commit(
          ...[name, version, { kind: "timePassed", at } as const],
          aDecision(queue, {
            transitions: numbers.map((number) => aTransition(number, "testing", "merged", { at })),
            concluded: numbers.map((number) =>
              aStoredEntry(number, { ...left, sequence: number, reason: { code, sentence: "It left." } }),
            ),
            landed: proof === null ? null : aLandingRecord(run, { at, proof }),
          }),
        );
      };
      for (let version = 0; version < 10; version += 1)
        await happens(version, START + version, "MERGE_GRAPH_MERGE", { kind: "tested" });
      await happens(10, START + 10, "MANUAL_MERGE", null);
      const direct = { kind: "direct", head: aCommit(1) } as const;
      await happens(11, START + 11, "MERGE_GRAPH_DIRECT_MERGE", direct);
      await happens(12, START + 3 * day, "MERGE_GRAPH_MERGE", { kind: "tested" });
      const stored = await store.load(name);
      if (stored === null) throw new Error("the queue is gone");
      const { landedBefore } = await readerOf(store, () => START + 3 * day + MINUTE).read(stored, "24h");
      const tested = Array.from({ length: 10 }, () => ({ isUntested: false }));
      expect(landedBefore).toEqual([{ isUntested: true }, ...tested]);
    });
  });
});
