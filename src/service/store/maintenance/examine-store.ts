/** A quick examination of a store: whether it is of this version, its server's clock, and its queues. */
import { sql } from "kysely";
import type { StoredQueue } from "../../ports/queue-store.js";
import { besideService, connect } from "../connect.js";
import type { Database } from "../database.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { lendsConnections } from "../postgres/postgres-pool.js";
import { appliedMigrations, migrate, missingOf } from "../sql/migrate.js";
import { readQueue } from "../sql/queue-rows.js";
import { type SchemaState, stateOf } from "./check-store.js";

export interface StoreExamination {
  readonly schema: SchemaState;
  /** The newest change of the schema that the store has seen. */
  readonly version: string | null;
  /** How far the clock of the server is ahead of this machine's; null where there is no server. */
  readonly clockAheadMs: number | null;
  /** Behind a pooler that cannot hold the session of a replica. */
  readonly lendsConnections: boolean;
  /** None where the schema is not this program's. */
  readonly queues: readonly StoredQueue[];
}

/** Nothing is written. A SQLite file has to be there. */
export async function examineStore(database: Database): Promise<StoreExamination> {
  const { applied, clockAheadMs } = await lookAround(database);
  const isLent = database.kind === "postgres" && (await lendsConnections(database.url));
  const schema = stateOf(applied);
  const queues = schema === "current" ? await queuesOf(database) : [];
  return { schema, version: applied.at(-1) ?? null, clockAheadMs, lendsConnections: isLent, queues };
}

async function lookAround(database: Database) {
  const access = connect(database, "read");
  const { db } = access;
  try {
    const applied = await appliedMigrations(db);
    if (database.kind === "sqlite") return { applied, clockAheadMs: null };
    const before = Date.now();
    const { rows } = await sql<{
      readonly now: number | string;
    }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db);
    const clockAheadMs = Math.round(Number(rows[0]?.now) - (before + Date.now()) / 2);
    return { applied, clockAheadMs };
  } finally {
    await access.close();
  }
}

async function queuesOf(database: Database): Promise<readonly StoredQueue[]> {
  return besideService(database, async (db) => {
    const rows = await db
      .selectFrom("queues")
      .select("id")
      .where("deleted", "=", 0)
      .orderBy("number")
      .execute();
    return await Promise.all(rows.map(async ({ id }) => readQueue(db, id)));
  });
}

/** Which changes the schema went through. Repeating is harmless. */
export async function migrateStore(database: Database): Promise<readonly string[]> {
  const access = connect(database, "alone");
  try {
    const missing = missingOf(await appliedMigrations(access.db), MIGRATIONS);
    await migrate(access.db);
    return missing;
  } finally {
    await access.close();
  }
}
