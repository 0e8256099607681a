/** What the port promises holds between replicas too: two stores with connections of their own on one database. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { openPostgresStore } from "../../src/service/store/postgres/open-postgres-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import {
  aCommit,
  aDecision,
  anEffect,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  manyTargets,
  START,
} from "../support/stored-queue.js";
import { countOf } from "../support/test-size.js";

const ROUNDS = countOf("STORE_RACE_ROUNDS", { reduced: 4, share: 6, full: 60 });
const MAIN = aQueueName();
const TICK: QueueEvent = { kind: "timePassed", at: START };

let database: TestDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

let here: QueueStore;
let there: QueueStore;
beforeEach(async () => {
  await onPostgres(database.url, "truncate queues, target_lists cascade");
  here = await openReplica();
  there = await openReplica();
});
afterEach(async () => {
  await here.close();
  await there.close();
});

async function openReplica(): Promise<QueueStore> {
  return (await openPostgresStore({ url: database.url, engine: "1.0.0", poolSize: 4 })).store;
}

function both<Result>(
  act: (store: QueueStore, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all([here, there, here, there].map(act));
}

describe("two replicas on one database", () => {
  it("commit each version once, with everything that one of them decided", async () => {
    const queue = aStoredQueue();
    await here.create(MAIN, queue);
    for (let version = 0; version < ROUNDS; version += 1) {
      const outcomes = await both((store, index) => {
        const number = version * 10 + index + 1;
        return store.commit(
          MAIN,
          version,
          TICK,
          aDecision({ ...queue, nextNumber: number }, { effects: [anEffect(number)] }),
        );
      });
      expect(outcomes.toSorted()).toEqual(["committed", "conflict", "conflict", "conflict"]);
      const winner = version * 10 + outcomes.indexOf("committed") + 1;
      for (const store of [here, there]) {
        expect(await store.load(MAIN)).toMatchObject({ version: version + 1, queue: { nextNumber: winner } });
      }
      const pending = await there.pendingEffects(START, 1000);
      expect(pending.at(-1)?.effect.id).toBe(winner);
      expect(pending).toHaveLength(version + 1);
    }
    expect(await here.events(queue.id, 0, 1000)).toHaveLength(ROUNDS);
  });

  it("create one queue for a branch", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = aQueueName(`branch-${round}`);
      const outcomes = await both((store, index) =>
        store.create(name, aStoredQueue({ id: aQueueId(round * 10 + index), entries: [aStoredEntry(1)] })),
      );
      expect(outcomes.toSorted()).toEqual(["created", "exists", "exists", "exists"]);
      const winner = aQueueId(round * 10 + outcomes.indexOf("created"));
      expect((await there.load(name))?.queue.id).toBe(winner);
    }
    expect(await here.list()).toHaveLength(ROUNDS);
  });

  it("delete a queue or move it on, and never both", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = aQueueName(`branch-${round}`);
      const queue = aStoredQueue({ id: aQueueId(round) });
      await here.create(name, queue);
      const [deleted, committed] = await Promise.all([
        here.delete(name, 0),
        there.commit(name, 0, TICK, aDecision({ ...queue, nextNumber: 7 })),
      ]);
      expect([deleted, committed].filter((outcome) => outcome === "conflict")).toHaveLength(1);
      const left = await there.load(name);
      if (deleted === "deleted") expect(left).toBeNull();
      else expect(left).toMatchObject({ version: 1, queue: { nextNumber: 7 } });
    }
  });

  it("save the same long lists at the same time, in uploads and decisions, in any order", async () => {
    const names = ["one", "two"].map((branch) => aQueueName(branch));
    const queues = names.map((name, index) =>
      aStoredQueue({ id: aQueueId(index + 1), targetBranch: name.targetBranch }),
    );
    for (const [index, name] of names.entries()) await here.create(name, queues[index] ?? aStoredQueue());
    for (let round = 0; round < ROUNDS; round += 1) {
      const fresh = () => [1, 2, 3, 4].map((number) => manyTargets(900 + round * 10 + number));
      const outcomes = await both(async (store, index) => {
        const lists = index < 2 ? fresh() : fresh().toReversed();
        const [name, queue] = [names[index % 2] ?? MAIN, queues[index % 2] ?? aStoredQueue()];
        if (index >= 2) {
          for (const list of lists) {
            await store.saveTargets(queue.id, pullRequestNumber(index), aCommit(round), list);
          }
          return "saved";
        }
        const entries = lists.map((targets, number) => aStoredEntry(number + 1, { targets }));
        return store.commit(
          name,
          round,
          TICK,
          aDecision({ ...queue, entries }, { concluded: concluded(round) }),
        );
      });
      expect(outcomes).toEqual(["committed", "committed", "saved", "saved"]);
    }
    expect((await there.list()).map(({ version }) => version)).toEqual([ROUNDS, ROUNDS]);
  });

  it("read a queue as it was at one moment while the other moves it on", async () => {
    const at = (step: number) =>
      aStoredQueue({
        entries: [aStoredEntry(step, { sequence: step })],
        runs: [aStoredRun(step + 1000, step)],
        nextNumber: step,
      });
    await here.create(MAIN, at(1));
    const progress = { isMoving: true };
    const moving = (async () => {
      for (let step = 1; step <= ROUNDS * 4; step += 1)
        await here.commit(MAIN, step - 1, TICK, aDecision(at(step + 1)));
      progress.isMoving = false;
    })();
    const seen = new Set<number>();
    while (progress.isMoving) {
      const [stored] = await there.list();
      if (stored === undefined) throw new Error("the queue is gone");
      expect(stored.queue).toEqual(at(stored.version + 1));
      seen.add(stored.version);
    }
    await moving;
    expect(seen.size).toBeGreaterThan(2);
  });
});

function concluded(round: number) {
  return [
    aStoredEntry(50, { sequence: 100_000 + round, ended: "merged", targets: manyTargets(800 + round) }),
  ];
}
