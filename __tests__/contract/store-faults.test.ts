/** When the world fails under a store: nothing is half written, the error tells what to do, and it goes on by itself. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import type { StoredToken } from "../../src/service/ports/token-store.js";
import type { NewEndpoint } from "../../src/service/ports/webhook-store.js";
import { LostAnswer, StoreError } from "../../src/service/ports/world-error.js";
import type { Database } from "../../src/service/store/database.js";
import { checkStore } from "../../src/service/store/maintenance/check-store.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/store/postgres/open-postgres-store.js";
import { SqlCommandStore } from "../../src/service/store/sql/sql-command-store.js";
import { SqlTokenStore } from "../../src/service/store/sql/sql-token-store.js";
import { SqlWebhookStore } from "../../src/service/store/sql/sql-webhook-store.js";
import { openSqlite, type SqliteStore } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { type FaultyWay, faultyWay } from "../support/faulty-way.js";
import {
  emptyDatabaseOn,
  migratedDatabase,
  onPostgres,
  startPostgres,
  type TestDatabase,
  withDatabase,
} from "../support/postgres-server.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { StoreDatabases } from "../support/store-databases.js";
import {
  aDecision,
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
} from "../support/stored-queue.js";
import { aCommand } from "./command-store.js";

const NAME = aQueueName();
const TICK: QueueEvent = { kind: "timePassed", at: START };
const DEADLINE_MS = 30_000;
/** The whole statement, as no JSON has it. */
const COMMIT = "commit\0";
const TOKEN: StoredToken = {
  id: "AAAAAAAAAAA1",
  name: "ci",
  digest: "d".repeat(64),
  scopes: ["read"],
  repositories: null,
  createdAt: START,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};
const ENDPOINT: NewEndpoint = {
  id: "ep_1",
  url: "https://example.com/hooks",
  filters: ["*"],
  repositories: [],
  secret: "first",
  createdAt: START,
};

/** Writes to every kind of row. */
function decisionAt(version: number): Decision {
  const targets = manyTargets(900 + version);
  const queue: Queue = aStoredQueue({
    entries: [aStoredEntry(2, { sequence: version, targets })],
    runs: [aStoredRun(version + 1000, 2)],
    nextNumber: version + 1,
  });
  return aDecision(queue, {
    effects: [anEffect(version + 1)],
    transitions: [aTransition(2, "pending", "testing")],
    concluded: [aStoredEntry(3, { sequence: version + 5000, ended: "merged", targets })],
    endedRuns: [anEndedRun(aStoredRun(version + 9000, 3))],
  });
}

async function commitNext(store: QueueStore): Promise<"committed" | "conflict"> {
  const stored = await store.load(NAME);
  if (stored === null) throw new Error("the queue is gone");
  return store.commit(NAME, stored.version, TICK, decisionAt(stored.version));
}

async function failureOf(work: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof StoreError) return error;
  throw new Error(`expected the store to fail, not ${String(error)}`);
}

/** Nobody restarts anything: the same store is asked until it answers. */
async function commitWhenItWorks(store: QueueStore): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      if ((await commitNext(store)) === "committed") return;
    } catch (error) {
      if (!(error instanceof StoreError) || !error.retryable || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function expectWhole(database: Database, store: QueueStore, version: number): Promise<void> {
  expect((await store.load(NAME))?.version).toBe(version);
  expect(await store.events(aStoredQueue().id, 0, 10_000)).toHaveLength(version);
  expect(await store.pendingEffects(START, 10_000)).toHaveLength(version);
  expect(await checkStore(database, () => undefined)).toMatchObject({ problemCount: 0, orphanedLists: 0 });
}

describe("a store in Postgres", () => {
  let made: TestDatabase;
  let way: FaultyWay;
  let store: QueueStore;
  let db: PostgresStore["db"];
  let database: Database;
  beforeAll(async () => {
    made = await migratedDatabase();
    database = { kind: "postgres", url: made.url };
  });
  afterAll(() => made.drop());
  beforeEach(async () => {
    await onPostgres(made.url, "truncate queues, target_lists, tokens, webhook_endpoints cascade");
    way = await faultyWay(made.url);
    ({ store, db } = await openPostgresStore({ url: way.url, engine: "1.0.0", statementTimeoutMs: 1000 }));
    await store.create(NAME, aStoredQueue());
    await commitNext(store);
  });
  afterEach(async () => {
    way.mend();
    await store.close();
    await way.close();
  });

  itInCi("goes on after its connections were cut, between commits and within them", async () => {
    way.cut();
    const failure = await failureOf(commitNext(store));
    expect(failure.retryable).toBe(true);
    expect(failure.message).toContain("check that it runs and that this machine reaches it");
    way.mend();
    await commitWhenItWorks(store);
    for (let round = 0; round < 5; round += 1) {
      const commits = Promise.allSettled([commitNext(store), commitNext(store), commitNext(store)]);
      await new Promise((resolve) => setImmediate(resolve));
      way.cut();
      await commits;
      way.mend();
      await commitWhenItWorks(store);
    }
    const version = (await store.load(NAME))?.version ?? 0;
    expect(version).toBeGreaterThanOrEqual(7);
    await expectWhole(database, store, version);
  });

  itInCi("gives up on a server that does not answer, and goes on when it does", async () => {
    way.stall();
    const failure = await failureOf(store.load(NAME));
    expect(failure.retryable).toBe(true);
    expect(failure.message).toContain("it took too long");
    way.mend();
    await commitWhenItWorks(store);
    await expectWhole(database, store, 2);
  });

  itInAll.each(["target_lists", "live_entries", "events", "concluded_entries", "ended_runs", "effects"])(
    "saves nothing of a decision when the disk is full on writing %s, and says to make room",
    async (table) => {
      way.refuse(`insert into "${table}"`, "53100", "could not extend file: No space left on device");
      const failure = await failureOf(commitNext(store));
      expect(failure.retryable).toBe(true);
      expect(failure.message).toContain("the disk of the server is full; make room");
      await expectWhole(database, store, 1);
      way.mend();
      expect(await commitNext(store)).toBe("committed");
      await expectWhole(database, store, 2);
    },
  );

  it("is read while it may not be written, and goes on when it may", async () => {
    const name = new URL(made.url).pathname.slice(1);
    const another = withDatabase(made.url, "postgres");
    await onPostgres(another, `alter database ${name} set default_transaction_read_only = on`);
    way.cut();
    way.mend();
    const failure = await failureOf(
      (async () => {
        await commitNext(store).catch((error: unknown) => error);
        return commitNext(store);
      })(),
    );
    expect(failure.retryable).toBe(true);
    expect(failure.message).toContain("it may only be read");
    await expectWhole(database, store, 1);
    await onPostgres(another, `alter database ${name} reset default_transaction_read_only`);
    await commitWhenItWorks(store);
    await expectWhole(database, store, 2);
  });

  describe("when the answer to a COMMIT is lost", () => {
    it.each(["before", "after"] as const)(
      "commits a decision once, cut off %s the server heard of it",
      async (when) => {
        way.cutOnce(COMMIT, when);
        expect(await commitNext(store)).toBe("committed");
        expect(await commitNext(store)).toBe("committed");
        await expectWhole(database, store, 3);
      },
    );

    it.each(["before", "after"] as const)(
      "gives a wish to who took it, cut off %s the server heard of it",
      async (when) => {
        const commands = new SqlCommandStore(db);
        // The tests share a database.
        const command = aCommand(when.length, when.length);
        expect(await commands.add(command, START, 9)).toBe("added");
        way.cutOnce(COMMIT, when);
        const claimant = { session: when.length, spared: [5, 6] };
        const claim = { claimant, now: START, limit: 9, held: [], repositories: null };
        const claimed = await commands.claim(claim);
        expect(claimed).toMatchObject([{ command: { delivery: command.delivery } }]);
        expect(await commands.claim({ ...claim, claimant: { ...claimant, session: 1 } })).toEqual([]);
      },
    );

    it("says that another writer came first where nothing of the decision was saved", async () => {
      const { store: other } = await openPostgresStore({ url: made.url, engine: "1.0.0" });
      const cutOff = new Promise<void>((resolve) => {
        way.cutOnce(COMMIT, "before", () => {
          way.cut();
          resolve();
        });
      });
      const outcome = commitNext(store);
      await cutOff;
      const event: QueueEvent = { kind: "timePassed", at: START + 1 };
      expect(await other.commit(NAME, 1, event, decisionAt(1))).toBe("committed");
      way.mend();
      expect(await outcome).toBe("conflict");
      await expectWhole(database, store, 2);
      await other.close();
    });

    it("knows its own decision also when others have gone on from it", async () => {
      const { store: other } = await openPostgresStore({ url: made.url, engine: "1.0.0" });
      const cutOff = new Promise<void>((resolve) => {
        way.cutOnce(COMMIT, "after", () => {
          way.cut();
          resolve();
        });
      });
      const outcome = commitNext(store);
      await cutOff;
      expect(await commitNext(other)).toBe("committed");
      way.mend();
      expect(await outcome).toBe("committed");
      await expectWhole(database, store, 3);
      await other.close();
    });

    itInCi(
      "fails in the end where the server stays away, and knows the decision when it is back",
      async () => {
        way.cutOnce(COMMIT, "after", () => way.cut());
        const failure = await failureOf(commitNext(store));
        expect(failure).toBeInstanceOf(LostAnswer);
        expect(failure.retryable).toBe(true);
        way.mend();
        await expectWhole(database, store, 2);
      },
    );

    it.each(["before", "after"] as const)(
      "makes and deletes a queue once, cut off %s the server heard of it",
      async (when) => {
        const [name, queue] = [aQueueName("other"), aStoredQueue({ id: aQueueId(2) })];
        way.cutOnce(COMMIT, when);
        expect(await store.create(name, queue)).toBe("created");
        expect(await store.create(name, queue)).toBe("exists");
        way.cutOnce(COMMIT, when);
        expect(await store.delete(name, 0)).toBe("deleted");
        expect(await store.delete(name, 0)).toBe("conflict");
        expect(await store.load(name)).toBeNull();
      },
    );

    it.each(["before", "after"] as const)(
      "adds tokens and endpoints once and rotates a secret once, cut off %s the server heard of it",
      async (when) => {
        const [tokens, webhooks] = [new SqlTokenStore(db), new SqlWebhookStore(db)];
        way.cutOnce(COMMIT, when);
        expect(await tokens.add(TOKEN)).toBe("added");
        expect(await tokens.add(TOKEN)).toBe("exists");
        way.cutOnce(COMMIT, when);
        expect(await webhooks.add(ENDPOINT)).toBe("added");
        expect(await webhooks.list()).toHaveLength(1);
        way.cutOnce(COMMIT, when);
        expect(await webhooks.rotateSecret(ENDPOINT.id, "second", START + 1)).toBe("rotated");
        expect((await webhooks.destination(ENDPOINT.id, START))?.secrets).toEqual(["second", "first"]);
        expect(await webhooks.rotateSecret("nobody", "third", START + 1)).toBe("noSuchEndpoint");
      },
    );
  });

  itInAll(
    "goes on after the server was restarted under load, with everything that was acknowledged",
    async () => {
      const server = await startPostgres();
      const { url } = await emptyDatabaseOn(server.url);
      const replicas = [
        (await openPostgresStore({ url, engine: "1.0.0" })).store,
        (await openPostgresStore({ url, engine: "1.0.0" })).store,
      ];
      const [one] = replicas;
      if (one === undefined) throw new Error("there is no replica");
      await one.create(NAME, aStoredQueue());
      const progress = { acknowledged: 0, isOver: false };
      const work = replicas.map(async (replica) => {
        while (!progress.isOver) {
          await commitWhenItWorks(replica);
          progress.acknowledged += 1;
        }
      });
      const until = async (acknowledged: number) => {
        while (progress.acknowledged < acknowledged) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      await until(10);
      await server.stop();
      await server.start();
      await until(progress.acknowledged + 10);
      progress.isOver = true;
      await Promise.all(work);
      const version = (await one.load(NAME))?.version ?? 0;
      expect(version).toBeGreaterThanOrEqual(progress.acknowledged);
      // The acknowledgement of one commit per replica may have got lost, for longer than they wait for it.
      expect(version).toBeLessThanOrEqual(progress.acknowledged + 2);
      await expectWhole({ kind: "postgres", url }, one, version);
      for (const replica of replicas) await replica.close();
      await server.end();
    },
  );
});

describe("a store in SQLite", () => {
  const databases = new StoreDatabases();
  afterAll(() => databases.remove());
  let database: Database;
  let opened: SqliteStore;
  beforeEach(async () => {
    const made = await databases.empty("sqlite");
    if (made.kind !== "sqlite") throw new Error("expected a file");
    database = made;
    opened = await openSqlite({ path: made.path, engine: "1.0.0" });
    await opened.store.create(NAME, aStoredQueue());
    await commitNext(opened.store);
  });
  afterEach(() => opened.store.close());

  it("saves nothing of a decision when the disk is full, says to make room, and goes on", async () => {
    const { store, db } = opened;
    await sql`pragma max_page_count = 1`.execute(db);
    const progress = { committed: 1 };
    const untilItFails = async () => {
      while (progress.committed < 50) {
        await commitNext(store);
        progress.committed += 1;
      }
    };
    const failure = await failureOf(untilItFails());
    expect(failure.retryable).toBe(true);
    expect(failure.message).toContain("the disk is full; make room");
    const { committed } = progress;
    await expectWhole(database, store, committed);
    // Nothing was written of it, so that it says nothing about the disk.
    expect(await store.create(NAME, aStoredQueue())).toBe("exists");
    await expect(store.requireReady()).rejects.toThrow("make room");
    await sql`pragma max_page_count = 1000000`.execute(db);
    await store.requireReady();
    expect(await commitNext(store)).toBe("committed");
    await expectWhole(database, store, committed + 1);
  });

  it("is read while it may not be written, says so, and goes on when it may", async () => {
    const { store, db } = opened;
    await sql`pragma query_only = on`.execute(db);
    const failure = await failureOf(commitNext(store));
    expect(failure.message).toContain("it may not be written");
    await expectWhole(database, store, 1);
    await sql`pragma query_only = off`.execute(db);
    expect(await commitNext(store)).toBe("committed");
    await expectWhole(database, store, 2);
  });
});
