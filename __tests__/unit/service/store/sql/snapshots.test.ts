/** Earlier states of queues are stored now and then, and found from any later version. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { saveSnapshot } from "../../../../../src/service/store/sql/commit-hook.js";
import { saveLogBeginning } from "../../../../../src/service/store/sql/log-beginnings.js";
import { describeSqlStores, type EmptyStore } from "../../../../support/sql-stores.js";
import {
  aCommit,
  aDecision,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  manyTargets,
  START,
} from "../../../../support/stored-queue.js";

describe("snapshots of a queue", () => {
  describeSqlStores("queues, target_lists", (open) => {
    let opened: EmptyStore;
    const queue = aStoredQueue({
      entries: [aStoredEntry(2, { targets: manyTargets(500) })],
      runs: [aStoredRun(4, 2)],
    });
    beforeEach(async () => {
      opened = await open();
      await opened.store.create(aQueueName(), queue);
    });
    afterEach(() => opened.close());

    async function save(version: number, entries = queue.entries): Promise<void> {
      const stored = { name: aQueueName(), version, wakeAt: null };
      const saved = { ...stored, queue: { ...queue, tip: aCommit(version), entries } };
      await saveSnapshot(opened.db, saved, aDecision(queue), { ...stored, queue });
    }

    it("are kept of every thousandth decision, whole, and the newest before a version is found", async () => {
      for (const version of [999, 1000, 1001, 2000]) await save(version);
      const { past } = opened.store;
      expect(await past.snapshotBefore(queue.id, 999)).toBeNull();
      const first = { version: 1000, queue: { ...queue, tip: aCommit(1000) } };
      expect(await past.snapshotBefore(queue.id, 1000)).toEqual(first);
      expect(await past.snapshotBefore(queue.id, 1999)).toEqual(first);
      expect((await past.snapshotBefore(queue.id, 5000))?.version).toBe(2000);
      // The log still begins at the birth of the queue.
      expect(await opened.store.logBeginning(queue.id)).toBeNull();
    });

    it("name their long lists of targets in one statement", async () => {
      const entries = [510, 520, 530].map((count) => aStoredEntry(count, { targets: manyTargets(count) }));
      const other = { ...queue, id: aQueueId(9), targetBranch: "other", entries };
      const name = aQueueName("other");
      await opened.store.create(name, other);
      let statements = 0;
      const counting = opened.db.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => Promise.resolve(result),
      });
      await saveLogBeginning(counting, { name, version: 1000, wakeAt: null, queue: other }, START);
      expect(statements).toBe(2);
      expect((await opened.store.past.snapshotBefore(other.id, 1000))?.queue.entries).toEqual(entries);
    });

    it("are rarer for a long queue", async () => {
      const entries = Array.from({ length: 1500 }, (_, index) => aStoredEntry(index + 10, { targets: null }));
      await save(1000, entries);
      expect(await opened.store.past.snapshotBefore(queue.id, 1500)).toBeNull();
      await save(2000, entries);
      expect((await opened.store.past.snapshotBefore(queue.id, 2500))?.version).toBe(2000);
    });
  });
});
