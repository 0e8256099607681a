/** The schema is brought up to date while replicas of the version before go on to write. */
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import pg from "pg";
import { MIGRATIONS } from "../../../../../src/service/store/migrations/migrations.js";
import { postgresDatabase } from "../../../../../src/service/store/postgres/open-postgres-store.js";
import { openPool } from "../../../../../src/service/store/postgres/postgres-pool.js";
import { appliedMigrations, lockTables, migrate } from "../../../../../src/service/store/sql/migrate.js";
import { emptyDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import { until } from "../../../../support/until.js";

jest.setTimeout(30_000);

const NEXT: typeof MIGRATIONS = {
  ...MIGRATIONS,
  "9999-next": { up: async (db) => db.schema.alterTable("effects").addColumn("next", "text").execute() },
};

let database: TestDatabase;
let writer: pg.Client;
beforeEach(async () => {
  database = await emptyDatabase();
  await migrated(MIGRATIONS);
  writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
});
afterEach(async () => {
  await writer.end();
  await database.drop();
});

async function migrated(migrations: typeof MIGRATIONS, patienceMs?: number): Promise<readonly string[]> {
  const pool = openPool({ url: database.url, size: 2, statementTimeoutMs: null });
  const db = postgresDatabase<Record<string, never>>(pool, database.url);
  try {
    await migrate(db, migrations, patienceMs);
    return await appliedMigrations(db);
  } finally {
    await db.destroy();
  }
}

it("goes through although a writer holds one table and takes another", async () => {
  // Nobody is told of a circle before somebody has waited for so long: then this test would not end.
  await writer.query("set deadlock_timeout = '60s'");
  await writer.query("begin");
  await writer.query("lock table webhook_messages in row exclusive mode");
  const migrating = migrated(NEXT);
  migrating.catch(() => undefined);
  await until(isSomebodyWaiting);
  await writer.query("lock table queues in row share mode");
  await writer.query("commit");
  expect(await migrating).toEqual(Object.keys(NEXT));
});

it("lets others go on while a long reader is in its way, and says what to do", async () => {
  await writer.query("begin");
  await writer.query("select 1 from webhook_messages");
  const migrating = migrated(NEXT, 1000);
  migrating.catch(() => undefined);
  await until(isSomebodyWaiting);
  await onPostgres(database.url, "delete from queues");
  const error = await migrating.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ retryable: true });
  expect(String(error)).toContain("because others hold its tables");
  await writer.query("rollback");
  expect(await migrated(NEXT)).toEqual(Object.keys(NEXT));
});

it("gets its locks although there is always somebody, whose statement is taken back", async () => {
  const pool = openPool({ url: database.url, size: 1, statementTimeoutMs: null });
  const db = postgresDatabase<Record<string, never>>(pool, database.url);
  await writer.query("begin");
  await writer.query("lock table effects in row exclusive mode");
  const locking = db.transaction().execute(async (transaction) => lockTables(transaction, 10_000));
  await until(isSomebodyWaiting);
  await expect(writer.query("lock table queues in row share mode")).rejects.toMatchObject({ code: "40P01" });
  await writer.query("rollback");
  await locking;
  await db.destroy();
});

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await onPostgres(database.url, waiting)).length > 0;
}
