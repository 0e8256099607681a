/** The store that several replicas share: a Postgres database. What a promise acknowledged is on the server's disk. */
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { placeOf } from "../database.js";
import { migrate } from "../sql/migrate.js";
import { type CommitHook, SqlQueueStore } from "../sql/sql-queue-store.js";
import type { StoreTables } from "../sql/tables.js";
import { guardedPool, openPool } from "./postgres-pool.js";

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`. */
  readonly url: string;
  /** The version of the program that decides; kept with each decision. */
  readonly engine: string;
  readonly onCommit?: readonly CommitHook[];
  /** At most so many connections. */
  readonly poolSize?: number;
  /** After so long a statement is given up, by the server and then by us. */
  readonly statementTimeoutMs?: number;
}

/** The store, and the connections it stands on for those who keep something beside it. Closing the store ends all. */
export interface PostgresStore {
  readonly store: SqlQueueStore;
  /** Failures are StoreErrors. */
  readonly db: Kysely<StoreTables>;
  /** Failures are the driver's. */
  readonly pool: pg.Pool;
}

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;

/** The database exists; its schema is brought up to date here, by one replica after the other. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, engine, onCommit = [], poolSize = POOL_SIZE } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  await migratePostgres(url);
  const pool = openPool({ url, size: poolSize, statementTimeoutMs });
  const db = postgresDatabase<StoreTables>(pool, url);
  return { store: new SqlQueueStore(db, engine, () => undefined, onCommit), db, pool };
}

export function postgresDatabase<Tables>(pool: pg.Pool, url: string): Kysely<Tables> {
  const guarded = guardedPool(pool, placeOf({ kind: "postgres", url }));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) });
}

/** Whoever comes second waits for the first, however long that takes. */
async function migratePostgres(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, statementTimeoutMs: null });
  try {
    await migrate(postgresDatabase<StoreTables>(pool, url));
  } finally {
    await pool.end();
  }
}
