/** Reads the figures of a period from each database, and not more than the reader allows. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ExitJudge } from "../../../../src/service/dashboard/reading/exit-judge.js";
import { InsightsReader } from "../../../../src/service/dashboard/reading/insights/insights-reader.js";
import type { QueueStore } from "../../../../src/service/ports/queue-store.js";
import { describeSqlStores, type EmptyStore } from "../../../support/sql-stores.js";
import {
  aDecision,
  anEndedRun,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  START,
} from "../../../support/stored-queue.js";

const MINUTE = 60_000;

function readerOf(store: QueueStore, now: () => number = () => START + 60 * MINUTE): InsightsReader {
  const queues = { store, read: store.load.bind(store), now, monotonic: now };
  return new InsightsReader(queues, new ExitJudge(store, now));
}

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
  });
});
