/** A look into a Postgres store, also while services have it: nothing is written or brought up to date. */
import type { QueueReader } from "../../ports/queue-store.js";
import { requireMigrated } from "../sql/migrate.js";
import { SqlQueueStore } from "../sql/sql-queue-store.js";
import type { StoreTables } from "../sql/tables.js";
import { postgresDatabase } from "./open-postgres-store.js";
import { openPool } from "./postgres-pool.js";

/** Who only reads decides nothing. */
const NO_ENGINE = "";

/** The database has to be a store of this version. */
export async function readPostgresStore(url: string): Promise<QueueReader> {
  const pool = openPool({ url, size: 2, statementTimeoutMs: null });
  const db = postgresDatabase<StoreTables>(pool, url);
  try {
    await requireMigrated(db);
    return new SqlQueueStore(db, NO_ENGINE, () => undefined);
  } catch (error) {
    await pool.end();
    throw error;
  }
}
