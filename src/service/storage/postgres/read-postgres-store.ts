/** A look into a Postgres store, also while services have it: nothing is written or brought up to date. */
import type { QueueReader } from "../../ports/queue-store.js";
import { SnapshotReader } from "../sql/snapshot-reader.js";
import type { StoreTables } from "../sql/tables.js";
import { postgresDatabase } from "./open-postgres-store.js";
import { openPool } from "./postgres-pool.js";

/** The database has to be a store of this version. */
export async function readPostgresStore(url: string): Promise<QueueReader> {
  const pool = openPool({ url, size: 1, statementTimeoutMs: null });
  return SnapshotReader.open(postgresDatabase<StoreTables>(pool, url));
}
