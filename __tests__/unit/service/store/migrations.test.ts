/** Every migration works on a store that the one before left full, and the newest program reads what is in it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Kysely, sql } from "kysely";
import { commitId, effectId, pullRequestNumber, queueId, testRunId } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import { ALL_EXITS } from "../../../../src/service/ports/queue-history.js";
import type { QueueStore } from "../../../../src/service/ports/queue-store.js";
import { ONLY_PROCESS } from "../../../../src/service/ports/session.js";
import { StoreError } from "../../../../src/service/ports/world-error.js";
import type { Database } from "../../../../src/service/store/database.js";
import { BASELINE } from "../../../../src/service/store/migrations/baseline.js";
import { MIGRATIONS } from "../../../../src/service/store/migrations/migrations.js";
import { openStore } from "../../../../src/service/store/open-store.js";
import { postgresDatabase } from "../../../../src/service/store/postgres/open-postgres-store.js";
import { openPool } from "../../../../src/service/store/postgres/postgres-pool.js";
import { dateOldExits } from "../../../../src/service/store/sql/exits.js";
import { appliedMigrations, migrate, requireMigrated } from "../../../../src/service/store/sql/migrate.js";
import { SqlCommandStore } from "../../../../src/service/store/sql/sql-command-store.js";
import { SqlTokenStore } from "../../../../src/service/store/sql/sql-token-store.js";
import { SqlWebhookStore } from "../../../../src/service/store/sql/sql-webhook-store.js";
import type { StoreTables } from "../../../../src/service/store/sql/tables.js";
import { NodeSqliteDialect } from "../../../../src/service/store/sqlite/node-sqlite-dialect.js";
import { openDatabase } from "../../../../src/service/store/sqlite/open-sqlite-store.js";
import { dumpedSchema } from "../../../support/dumped-schema.js";
import { emptyDatabase, type TestDatabase } from "../../../support/postgres-server.js";
import { aDecision, aLandingRecord, aStoredRun } from "../../../support/stored-queue.js";
import { rows as baseline } from "./migration-samples/0013-github-faces.js";
import { rows as claims } from "./migration-samples/0014-claims.js";
import { rows as claimsOfMessages } from "./migration-samples/0015-claims-of-messages.js";
import { rows as pages } from "./migration-samples/0016-pages.js";
import { rows as exits } from "./migration-samples/0017-exits.js";
import { rows as repositoryNames } from "./migration-samples/0018-repository-names.js";
import { rows as accounts } from "./migration-samples/0019-accounts.js";

/** One for the baseline, and one for each migration after it. */
const SAMPLES: Readonly<Record<string, typeof baseline>> = {
  [BASELINE]: baseline,
  "0014-claims": claims,
  "0015-claims-of-messages": claimsOfMessages,
  "0016-pages": pages,
  "0017-exits": exits,
  "0018-repository-names": repositoryNames,
  "0019-accounts": accounts,
};
const BASELINE_AND_BEFORE = Object.keys(MIGRATIONS).filter((name) => name <= BASELINE);
/** The statements that the migrations before the baseline executed on an empty store, on both kinds alike. */
const BEFORE_BASELINE = readFileSync(join(import.meta.dirname, "before-baseline.sql"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "queue-store-migrations-"));
const databases: TestDatabase[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const made of databases) await made.drop();
});

/** An empty database of each kind. */
const KINDS = {
  sqlite: () =>
    Promise.resolve({
      kind: "sqlite" as const,
      path: join(mkdtempSync(join(folder, "store-")), "queue.sqlite"),
    }),
  postgres: async () => {
    const made = await emptyDatabase();
    databases.push(made);
    return { kind: "postgres" as const, url: made.url };
  },
};

let database: Database;

it("has sample rows for the baseline and every migration after it", () => {
  expect(Object.keys(SAMPLES)).toEqual(Object.keys(MIGRATIONS).filter((name) => name >= BASELINE));
});

it("applies migrations in the order they are listed", () => {
  expect(Object.keys(MIGRATIONS).toSorted()).toEqual(Object.keys(MIGRATIONS));
});

describe.each(["sqlite", "postgres"] as const)("a store in %s", (kind) => {
  beforeEach(async () => {
    database = await KINDS[kind]();
  });

  it("changes nothing when every migration is applied", async () => {
    const schema = () => withDb((db) => db.introspection.getTables());
    await withDb((db) => migrate(db));
    const before = await schema();
    await withDb((db) => migrate(db));
    expect(await schema()).toEqual(before);
  });

  it("takes every change back when one of several migrations fails", async () => {
    await withDb((db) => migrate(db));
    const migrations = {
      ...MIGRATIONS,
      "9998-works": { up: (db: Kysely<unknown>) => db.schema.dropTable("targets").execute() },
      "9999-fails": { up: () => Promise.reject(new Error("no such idea")) },
    };
    const migrating = withDb((db) => migrate(db, migrations));
    await expect(migrating).rejects.toThrow(StoreError);
    await expect(migrating).rejects.toThrow("nothing was changed (no such idea)");
    const tables = await withDb((db) => db.introspection.getTables());
    expect(tables.map((table) => table.name)).toContain("targets");
    await (await open()).close();
  });

  it("has the very schema after the baseline that the migrations before it made", async () => {
    await withDb((db) => migrate(db, migrationsUntil(BASELINE)));
    const dump = await withDb(dumpedSchema);
    database = await KINDS[kind]();
    await makeBeforeBaseline();
    expect(dump).toEqual(await withDb(dumpedSchema));
    expect(dump.length).toBeGreaterThan(200);
  });

  it("takes over a store whose last migration is the baseline's", async () => {
    await makeBeforeBaseline();
    await insertSamples(BASELINE);
    const store = await open();
    expect((await store.list()).map(({ name }) => name.targetBranch)).toEqual(["main", "lanes", "hedged"]);
    await store.close();
    expect(await withDb(appliedMigrations)).toEqual(Object.keys(MIGRATIONS));
  });

  it("refuses a store from before the baseline by name, and says what to do", async () => {
    await makeBeforeBaseline(BASELINE_AND_BEFORE.slice(0, -1));
    const before = await withDb(dumpedSchema);
    const refused =
      "its newest schema change is 0012-wishes, the oldest that this program takes over is 0013-github-faces";
    await expect(withDb((db) => migrate(db))).rejects.toThrow(refused);
    await expect(withDb((db) => requireMigrated(db))).rejects.toThrow(refused);
    await expect(open()).rejects.toThrow("start the version before first, then this one");
    expect(await withDb(dumpedSchema)).toEqual(before);
  });

  it("refuses a store that went through a migration that this program does not know", async () => {
    await makeBeforeBaseline([...Object.keys(MIGRATIONS), "9999-later"]);
    await expect(open()).rejects.toThrow(
      "a newer version of this program (unknown schema change: 9999-later)",
    );
  });

  describe("a store that grew through every migration", () => {
    const id = queueId("00000000-0000-4000-8000-000000000001");
    const pullRequest = pullRequestNumber(7);
    const lanesId = queueId("00000000-0000-4000-8000-000000000002");
    const hedgedId = queueId("00000000-0000-4000-8000-000000000003");
    const lanes = { repository: { host: "github.com", owner: "octo", name: "mono" }, targetBranch: "lanes" };
    const hedged = {
      repository: { host: "github.com", owner: "octo", name: "mono" },
      targetBranch: "hedged",
    };
    const name = { repository: { host: "github.com", owner: "octo", name: "mono" }, targetBranch: "main" };

    beforeEach(async () => {
      for (const step of Object.keys(SAMPLES)) {
        await withDb((db) => migrate(db, migrationsUntil(step)));
        await insertSamples(step);
      }
    });

    it("is read whole", async () => {
      const store = await open();
      const stored = await store.load(name);
      expect(await store.list()).toEqual([stored, await store.load(lanes), await store.load(hedged)]);
      expect(stored).toMatchObject({
        version: 2,
        queue: {
          id,
          state: "running",
          line: [{ entries: [7], isRetried: false, lostHedges: 0 }],
          beside: [],
          hedges: [],
        },
      });
      expect(stored?.queue.settings).toMatchObject({ priorityAgeingHours: 24, hedging: false });
      expect(stored?.queue.entries).toMatchObject([
        { facts: { number: 7 }, targets: targetList(["//a", "//b"]), earlierTargets: null },
      ]);
      expect(stored?.queue.runs).toMatchObject([
        { own: [7], validForTip: stored?.queue.tip, progress: { kind: "running" } },
      ]);
      expect(await store.events(id, 0, 10)).toMatchObject([
        { version: 1, event: { kind: "timePassed" }, recorded: null },
        {
          version: 2,
          event: { kind: "entrySubmitted", targets: targetList(["//a", "//b"]) },
          recorded: null,
        },
      ]);
      expect(await store.pendingEffects(Date.now(), 10)).toMatchObject([
        { attempts: 1, effect: { id: 3 } },
        { queueId: lanesId, effect: { kind: "prepareLanding" } },
        { queueId: hedgedId, effect: { id: 8 } },
      ]);
      expect(await store.findConcluded(id, pullRequest)).toMatchObject({ ended: "failed" });
      const ended = testRunId("00000000-0000-8000-8000-000000000004");
      expect(await store.findEndedRun(id, ended)).toMatchObject({ run: { id: ended } });
      expect(await store.timeline(id, pullRequest)).toMatchObject([{ from: "testing", to: "failed" }]);
      expect(await store.movesSince(0, [])).toContainEqual(
        expect.objectContaining({ queueId: id, to: "failed", count: 1, lasted: null, sinceAdmission: null }),
      );
      const head = commitId("7".repeat(40));
      expect(await store.loadTargets(id, pullRequest, head)).toEqual(targetList(["//a", "//b"]));
      expect(await store.landings(id, 10)).toEqual([]);
      await store.close();
    });

    it("is read whole where lanes, split batches and proofs are in it", async () => {
      const store = await open();
      const queue = (await store.load(lanes))?.queue;
      expect(queue).toMatchObject({
        state: "switchingModes",
        modeSwitch: { mode: "single", resume: "running" },
        beside: [{ entries: [8], splitFrom: 3, lostHedges: 0 }],
        hedges: [],
        landing: { proof: { kind: "disjoint", passedBy: [5] }, commit: null },
      });
      expect(queue?.entries).toMatchObject([
        { needsTests: true, targets: targetList(["//c"]), earlierTargets: targetList(["//a", "//b"]) },
      ]);
      expect(queue?.runs).toMatchObject([{ validForTip: queue?.tip, passedBy: [5] }]);
      expect(await store.landings(lanesId, 10)).toMatchObject([{ proof: { kind: "direct" } }]);
      expect(await store.events(lanesId, 0, 10)).toMatchObject([
        { event: { kind: "landingPrepared" }, recorded: null },
        {
          event: { kind: "landingDiffers", files: ["a.txt"] },
          recorded: { digest: `v1:${"d".repeat(64)}`, engine: "0.1.0" },
        },
      ]);
      await store.close();
    });

    it("is read whole where hedges are in it", async () => {
      const store = await open();
      expect((await store.load(hedged))?.queue).toMatchObject({
        settings: { hedging: true },
        line: [{ entries: [9] }, { entries: [10], lostHedges: 1 }],
        runs: [{ contains: [{ pullRequest: 9 }, { pullRequest: 10 }] }],
        hedges: [{ contains: [{ pullRequest: 10 }], batch: 4 }],
      });
      await store.close();
    });

    it("knows of landings what has become of them, and takes those of before for pushed", async () => {
      const store = await open();
      const fates = [27, 28, 29].map(async (order) => store.landingFate(hedgedId, effectId(order)));
      expect(await Promise.all(fates)).toEqual(["withdrawn", "pushed", null]);
      expect(await store.landingFate(id, effectId(3))).toBe("pushed");
      expect(await store.landingFate(id, effectId(1))).toBeNull();
      await store.close();
    });

    it("is read whole where durations and traces are in it", async () => {
      const store = await open();
      expect(await store.movesSince(0, [60_000])).toContainEqual({
        queueId: hedgedId,
        from: "testing",
        to: "failed",
        wasBeside: true,
        count: 1,
        lasted: { sumMs: 61_000, bucket: 1 },
        sinceAdmission: { sumMs: 90_000, bucket: 1 },
        isFirstState: false,
      });
      expect(await store.outboxSize()).toEqual({ pending: 3, oldestAt: 1_767_225_700_000 });
      const [traced, later] = [pullRequestNumber(11), pullRequestNumber(12)];
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      expect(await store.loadTraces(hedgedId, [pullRequest, traced, later])).toEqual(
        new Map([
          [traced, { traceparent, tracestate: "vendor=1" }],
          [later, { traceparent: traceparent.replace("0af", "1af"), tracestate: null }],
        ]),
      );
      await store.close();
    });

    it("is read whole where webhooks are in it", async () => {
      const { store, db } = await openStore(database, "1.0.0");
      const told = new SqlWebhookStore(db);
      expect(await told.list()).toMatchObject([
        { id: "ep_1", filters: ["pull_request.merged", "queue.*"], disabled: null, waiting: 1 },
        { id: "ep_2", repositories: [], disabled: { reason: "nothing could be delivered for five days" } },
      ]);
      const claim = { claimant: ONLY_PROCESS.claimant(), now: Date.now(), mostPerEndpoint: 4, held: [] };
      expect(await told.claim(claim)).toMatchObject([
        { endpoint: "ep_1", attempts: 2, message: { id: "msg_1" }, secrets: [expect.any(String)] },
      ]);
      await store.close();
    });

    it("is read whole where tokens are in it", async () => {
      const { store, db } = await openStore(database, "1.0.0");
      expect(await new SqlTokenStore(db).list()).toMatchObject([
        { id: "AAAAAAAAAAA1", scopes: ["targets", "submit"], repositories: ["github.com/octo/mono"] },
        { id: "AAAAAAAAAAA2", repositories: null, expiresAt: null, lastUsedAt: null },
      ]);
      await store.close();
    });

    it("is read whole where wishes are in it", async () => {
      const { store, db } = await openStore(database, "1.0.0");
      const claim = {
        claimant: ONLY_PROCESS.claimant(),
        now: Date.now(),
        limit: 9,
        held: [],
        repositories: null,
      };
      expect(await new SqlCommandStore(db).claim(claim)).toMatchObject([
        { command: { pullRequest: 7, trigger: { kind: "unlabeled" } }, attempts: 0, isSuperseded: false },
      ]);
      await store.close();
    });

    it("is read whole where the log begins later", async () => {
      const store = await open();
      expect(await store.logBeginning(hedgedId)).toMatchObject({
        version: 3,
        queue: { id: hedgedId, entries: [{ facts: { number: 9 }, targets: targetList(["//kept"]) }] },
      });
      expect(await store.logBeginning(lanesId)).toBeNull();
      expect(await store.findConcluded(hedgedId, pullRequestNumber(9))).toMatchObject({ ended: "cancelled" });
      await store.close();
    });

    it("dates the exits that versions before stored without a date, and not when they are read", async () => {
      const { store, db } = await openStore(database, "1.0.0");
      const numbersOf = async (queue: typeof id) =>
        (await store.past.exits(queue, ALL_EXITS, null, 9)).map(({ facts }) => facts.number);
      expect([await numbersOf(id), await numbersOf(hedgedId)]).toEqual([[], [17]]);
      expect(await dateOldExits(db, () => true)).toBe(0);
      expect(await dateOldExits(db)).toBe(2);
      expect([await numbersOf(id), await numbersOf(hedgedId)]).toEqual([[7], [17, 9]]);
      expect(await dateOldExits(db)).toBe(0);
      const [fact] = await store.past.exitFacts(id, 0, 9);
      expect(fact).toMatchObject({ pullRequest: 7, ending: "failed", submittedAt: 1_767_225_600_000 });
      await store.close();
    });

    it("takes the next commit", async () => {
      const store = await open();
      const stored = await store.load(name);
      if (stored === null) throw new Error("the sample queue is gone");
      const queue = { ...stored.queue, entries: [], runs: [], line: [] };
      const event = { kind: "timePassed", at: 1 } as const;
      const landed = aLandingRecord(aStoredRun(9, 7));
      expect(await store.commit(name, 2, event, aDecision(queue, { landed }))).toBe("committed");
      await store.close();
      const again = await open();
      expect(await again.load(name)).toMatchObject({ version: 3, queue });
      expect(await again.landings(id, 1)).toEqual([landed]);
      await again.close();
    });
  });
});

async function open(): Promise<QueueStore> {
  return (await openStore(database, "1.0.0")).store;
}

async function withDb<Result>(work: (db: Kysely<StoreTables>) => Promise<Result>): Promise<Result> {
  const db =
    database.kind === "sqlite"
      ? new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(database.path)) })
      : postgresDatabase<StoreTables>(
          openPool({ url: database.url, size: 2, statementTimeoutMs: null }),
          database.url,
        );
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function migrationsUntil(last: string): typeof MIGRATIONS {
  return Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last));
}

/** As the version before the baseline left a store, which went through these migrations. */
async function makeBeforeBaseline(applied = BASELINE_AND_BEFORE): Promise<void> {
  await withDb(async (db) => {
    for (const statement of BEFORE_BASELINE.split(";\n")) {
      if (statement.trim() !== "") await sql.raw(statement).execute(db);
    }
    for (const name of applied) {
      await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(db);
    }
    await sql`insert into kysely_migration_lock values ('migration_lock', 0)`.execute(db);
  });
}

async function insertSamples(migration: string): Promise<void> {
  await withDb(async (db) => {
    for (const [table, rows] of Object.entries(SAMPLES[migration] ?? {})) {
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
        const values = sql.join(Object.values(row));
        await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
      }
    }
  });
}
