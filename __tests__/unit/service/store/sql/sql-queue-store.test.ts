/** What only a store with rows can do wrong: half commits, damaged rows, writing more than changed. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Kysely } from "kysely";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { Decision } from "../../../../../src/engine/model/decision.js";
import type { QueueEvent } from "../../../../../src/engine/model/event.js";
import type { Queue } from "../../../../../src/engine/model/queue.js";
import type { QueueStore } from "../../../../../src/service/ports/queue-store.js";
import { LostAnswer, StoreError } from "../../../../../src/service/ports/world-error.js";
import { SqlQueueStore } from "../../../../../src/service/store/sql/sql-queue-store.js";
import type { StoreTables } from "../../../../../src/service/store/sql/tables.js";
import { NodeSqliteDialect } from "../../../../../src/service/store/sqlite/node-sqlite-dialect.js";
import { openDatabase } from "../../../../../src/service/store/sqlite/open-sqlite-store.js";
import { openSqliteStore } from "../../../../support/open-sqlite-store.js";
import {
  aCommit,
  aDecision,
  aLandingRecord,
  anEffect,
  anEndedRun,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  manyTargets,
  START,
} from "../../../../support/stored-queue.js";
import { until } from "../../../../support/until.js";

const folder = mkdtempSync(join(tmpdir(), "sql-queue-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NAME = aQueueName();
const EVENT: QueueEvent = { kind: "timePassed", at: START };
const QUEUE = aStoredQueue({ entries: [aStoredEntry(1)], runs: [aStoredRun(5, 1)] });
/** Touches every table that a commit writes. */
const DECISION = aDecision(
  {
    ...QUEUE,
    entries: [aStoredEntry(2, { targets: manyTargets(1000) })],
    runs: [aStoredRun(6, 2)],
    state: "paused",
  },
  {
    effects: [anEffect(1)],
    transitions: [aTransition(1, "testing", "merged")],
    concluded: [aStoredEntry(1, { ended: "merged" })],
    endedRuns: [anEndedRun(aStoredRun(5, 1))],
    landed: aLandingRecord(aStoredRun(5, 1)),
    wakeAt: START,
  },
);

let path: string;
let files = 0;
beforeEach(() => {
  files += 1;
  path = join(folder, `${files}.sqlite`);
});

describe("a commit that fails half way", () => {
  const writes = [
    "update on queues",
    "insert on target_lists",
    "insert on live_entries",
    "delete on live_entries",
    "insert on live_runs",
    "delete on live_runs",
    "insert on events",
    "insert on transitions",
    "insert on concluded_entries",
    "insert on ended_runs",
    "insert on landings",
    "insert on effects",
  ];

  it.each(writes)("saves nothing when the %s fails", async (write) => {
    await givenQueue(QUEUE);
    spoil(`create trigger broken after ${write} begin select raise(abort, 'the disk is gone'); end`);
    await withStore(async (store) => {
      const commit = store.commit(NAME, 0, EVENT, DECISION);
      await expect(commit).rejects.toThrow(StoreError);
      await expect(commit).rejects.toThrow("the disk is gone");
    });
    await expectOnlyTheQueue();
  });

  it("tells of the failure itself when SQLite has rolled back already", async () => {
    await givenQueue(QUEUE);
    spoil(
      "create trigger broken after insert on effects begin select raise(rollback, 'the disk is gone'); end",
    );
    await withStore(async (store) => {
      await expect(store.commit(NAME, 0, EVENT, DECISION)).rejects.toThrow("the disk is gone");
      expect((await store.load(NAME))?.version).toBe(0);
    });
    await expectOnlyTheQueue();
  });

  it("is refused before it begins when entries stand in another order than they were submitted", async () => {
    await givenQueue(QUEUE);
    await withStore(async (store) => {
      const disordered = aDecision({ ...QUEUE, entries: [aStoredEntry(4), aStoredEntry(3)] });
      await expect(store.commit(NAME, 0, EVENT, disordered)).rejects.toThrow(
        "entry 3 stands behind entry 4, submitted later",
      );
    });
    await expectOnlyTheQueue();
  });
});

describe("a damaged row", () => {
  const damages = [
    ["queues", "snapshot = '{'", "queue 00000000-"],
    ["queues", `snapshot = json_remove(snapshot, '$.settings.concurrency')`, "queue 00000000-"],
    ["queues", "name = '[]'", "the name of queue"],
    ["queues", "snapshot = json_set(snapshot, '$.state', 'dreaming')", "queue 00000000-"],
    ["queues", "snapshot = json_set(snapshot, '$.settings.mode', 'dreaming')", "queue 00000000-"],
    ["queues", "snapshot = json_set(snapshot, '$.settings.mergeMethod', 'Squash')", "queue 00000000-"],
    ["live_entries", "json = json_remove(json, '$.facts.headSha')", "entry 2 of queue"],
    ["live_entries", "json = json_set(json, '$.state', 'dreaming')", "entry 2 of queue"],
    ["live_entries", "json = json_set(json, '$.facts.mergeability', 'dreaming')", "entry 2 of queue"],
    ["live_runs", "json = json_set(json, '$.progress.kind', 'dreaming')", "test run"],
    ["live_runs", "run_id = 'gone'", "test run"],
    ["target_lists", "names = '[1]'", "the list of impacted targets"],
  ] as const;

  it.each(damages)("in %s (%s) is an error that names what cannot be read", async (table, change, named) => {
    await givenQueue(QUEUE, DECISION);
    spoil(`update ${table} set ${change}`);
    await withStore(async (store) => {
      await expect(store.load(NAME)).rejects.toThrow(StoreError);
      await expect(store.load(NAME)).rejects.toThrow(named);
      await expect(store.load(NAME)).rejects.toThrow("restore the store from a backup");
    });
  });

  it("in history is an error only for who asks for it", async () => {
    await givenQueue(QUEUE, DECISION);
    spoil("update events set json = 'null'");
    spoil("update effects set json = '{}'");
    spoil("update transitions set json = json_remove(json, '$.to')");
    spoil("update ended_runs set json = json_remove(json, '$.run.checks')");
    spoil("update concluded_entries set json = ''");
    spoil("update landings set json = json_set(json, '$.proof.kind', 'hope')");
    await withStore(async (store) => {
      const { id } = QUEUE;
      await expect(store.events(id, 0, 9)).rejects.toThrow(`event 1 of queue ${id}`);
      await expect(store.pendingEffects(START, 9)).rejects.toThrow(`an effect of queue ${id}`);
      await expect(store.timeline(id, pullRequestNumber(1))).rejects.toThrow("the timeline of #1");
      await expect(store.findEndedRun(id, aStoredRun(5, 1).id)).rejects.toThrow("ended run");
      await expect(store.findConcluded(id, pullRequestNumber(1))).rejects.toThrow(
        "the last submission of #1",
      );
      await expect(store.landings(id, 9)).rejects.toThrow(`landing 1 of queue ${id}`);
      expect((await store.load(NAME))?.queue).toEqual(DECISION.queue);
    });
  });
});

describe("two stores on one database, as replicas have", () => {
  function unlocked(): QueueStore {
    const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
    return new SqlQueueStore({ db, engine: "1.0.0" });
  }
  let one: QueueStore;
  let two: QueueStore;
  beforeEach(async () => {
    await givenQueue(QUEUE);
    one = unlocked();
    two = unlocked();
    await one.load(NAME);
    await two.load(NAME);
  });
  afterEach(async () => {
    await one.close();
    await two.close();
  });

  it("see what the other wrote", async () => {
    await one.commit(NAME, 0, EVENT, DECISION);
    expect(await two.load(NAME)).toEqual({ name: NAME, queue: DECISION.queue, version: 1, wakeAt: START });
    expect(await two.list()).toEqual([await one.load(NAME)]);
  });

  it("refuse what was decided on an older version", async () => {
    await one.commit(NAME, 0, EVENT, DECISION);
    expect(await two.commit(NAME, 0, EVENT, aDecision(QUEUE))).toBe("conflict");
    expect(await two.delete(NAME, 0)).toBe("conflict");
  });

  it("write the rows that the other left, without having loaded them", async () => {
    await one.commit(NAME, 0, EVENT, DECISION);
    expect(await two.commit(NAME, 1, EVENT, aDecision(QUEUE))).toBe("committed");
    expect((await one.load(NAME))?.queue).toEqual(QUEUE);
  });

  it("see that the queue was deleted and created again", async () => {
    const again = aStoredQueue({ id: aQueueId(2) });
    await one.delete(NAME, 0);
    expect(await two.load(NAME)).toBeNull();
    await one.create(NAME, again);
    expect((await two.load(NAME))?.queue).toEqual(again);
  });
});

describe("the only writer, told a while later that its transaction was saved", () => {
  let store: QueueStore;
  beforeEach(async () => {
    await givenQueue(QUEUE);
    const db = new LateKysely({ dialect: new NodeSqliteDialect(openDatabase(path)) });
    store = new SqlQueueStore({ db, engine: "1.0.0", isOnlyWriter: true });
    await store.load(NAME);
  });
  afterEach(() => store.close());

  it("does not answer with a queue of before the orders that it hands out", async () => {
    const committing = store.commit(NAME, 0, EVENT, DECISION);
    await until(async () => (await store.pendingEffects(START, 1)).length > 0);
    expect((await store.load(NAME))?.version).toBe(1);
    expect(await committing).toBe("committed");
  });

  it("does not answer with a queue that is deleted already", async () => {
    const deleting = store.delete(NAME, 0);
    await until(async () => (await store.list()).length === 0);
    expect(await store.load(NAME)).toBeNull();
    expect(await deleting).toBe("deleted");
  });

  it("answers with the last of several commits, and with what stays after one that failed", async () => {
    const outcomes = [1, 2, 3].map(async () => store.commit(NAME, 0, EVENT, DECISION));
    await until(async () => (await store.pendingEffects(START, 1)).length > 0);
    expect((await store.load(NAME))?.version).toBe(1);
    expect((await Promise.all(outcomes)).toSorted()).toEqual(["committed", "conflict", "conflict"]);
    // The same order once more.
    await expect(store.commit(NAME, 1, EVENT, DECISION)).rejects.toThrow(StoreError);
    expect((await store.load(NAME))?.version).toBe(1);
  });
});

describe("a commit of which the answer is lost", () => {
  it("is found to be saved, and its orders are there once", async () => {
    await givenQueue(QUEUE);
    const db = new ForgetfulKysely({ dialect: new NodeSqliteDialect(openDatabase(path)) });
    const store = new SqlQueueStore({ db, engine: "1.0.0", isOnlyWriter: true });
    expect(await store.commit(NAME, 0, EVENT, DECISION)).toBe("committed");
    expect(await store.pendingEffects(START, 9)).toHaveLength(1);
    expect(await store.load(NAME)).toMatchObject({ version: 1, queue: DECISION.queue });
    expect(await store.commit(NAME, 0, EVENT, DECISION)).toBe("conflict");
    await store.close();
  });
});

/** Its connection serves others between the end of a transaction and the moment at which that is told. */
class LateKysely extends Kysely<StoreTables> {
  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      const result = await execute(work);
      await pause(50);
      return result;
    };
    return builder;
  }
}

/** The answer to its first transaction is lost. */
class ForgetfulKysely extends Kysely<StoreTables> {
  #hasForgotten = false;

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      const result = await execute(work);
      if (this.#hasForgotten) return result;
      this.#hasForgotten = true;
      throw new LostAnswer("the way broke", true);
    };
    return builder;
  }
}

describe("what a commit writes", () => {
  it("stays small when one of ten thousand waiting entries changes", async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const queue = aStoredQueue({
      entries: numbers.map((number) => aStoredEntry(number, { targets: manyTargets(20) })),
    });
    await givenQueue(queue);
    await withStore(async (store) => {
      await store.load(NAME);
      const before = statSync(`${path}-wal`).size;
      const entries = queue.entries.map((entry, index) =>
        index === 5000 ? { ...entry, priority: 0 } : { ...entry },
      );
      expect(await store.commit(NAME, 0, EVENT, aDecision({ ...queue, entries }))).toBe("committed");
      expect(statSync(`${path}-wal`).size - before).toBeLessThan(100_000);
      expect((await store.load(NAME))?.queue.entries[5000]?.priority).toBe(0);
    });
  });

  it("holds a long list of targets once, however often it is referred to", async () => {
    const targets = manyTargets(1000);
    const entry = (number: number) =>
      aStoredEntry(number, { targets: manyTargets(1000), earlierTargets: manyTargets(1000) });
    await givenQueue(aStoredQueue({ entries: [entry(1), entry(2)] }));
    await withStore(async (store) => {
      await store.saveTargets(QUEUE.id, pullRequestNumber(1), aCommit(5), targets);
      const set = { kind: "targetsSet", at: START, headSha: aCommit(5), targets } as const;
      await store.commit(
        NAME,
        0,
        { ...set, pullRequest: pullRequestNumber(3) },
        aDecision(aStoredQueue({ entries: [entry(2), entry(3)] }), { concluded: [entry(1)] }),
      );
    });
    const database = new DatabaseSync(path);
    expect(database.prepare("select count(*) as count from target_lists").get()).toMatchObject({ count: 1 });
    database.close();
  });
});

async function withStore(work: (store: QueueStore) => Promise<void>): Promise<void> {
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

async function givenQueue(queue: Queue, decision?: Decision): Promise<void> {
  await withStore(async (store) => {
    expect(await store.create(NAME, queue)).toBe("created");
    if (decision) expect(await store.commit(NAME, 0, EVENT, decision)).toBe("committed");
  });
}

/** Works on the file behind the store's back. */
function spoil(statement: string): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec(statement);
  database.close();
}

/** The store holds `QUEUE` as it was created, and nothing else. */
async function expectOnlyTheQueue(): Promise<void> {
  spoil("drop trigger if exists broken");
  const database = new DatabaseSync(path);
  const history = ["events", "transitions", "concluded_entries", "ended_runs", "landings"];
  const tables = [...history, "effects", "target_lists"];
  const rows = tables.map((table) => database.prepare(`select * from ${table}`).all().length);
  database.close();
  expect(rows).toEqual(tables.map(() => 0));
  await withStore(async (store) => {
    expect(await store.load(NAME)).toEqual({ name: NAME, queue: QUEUE, version: 0, wakeAt: null });
    expect(await store.commit(NAME, 0, EVENT, DECISION)).toBe("committed");
    expect((await store.load(NAME))?.queue).toEqual(DECISION.queue);
  });
}
