/** The store that several replicas share: a Postgres database. What a promise acknowledged is on the server's disk. */
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { ServerTime } from "../../ports/clock.js";
import { placeOf } from "../database.js";
import type { CommitHook } from "../sql/commit-hook.js";
import { serverNow } from "../sql/in-transaction.js";
import { migrate } from "../sql/migrate.js";
import { SqlQueueStore } from "../sql/sql-queue-store.js";
import type { StoreTables } from "../sql/tables.js";
import { guardedPool, openPool } from "./postgres-pool.js";

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`. */
  readonly url: string;
  /** The version of the program that decides; kept with each decision. */
  readonly engine: string;
  readonly onCommit?: readonly CommitHook[];
  /** Is right from when the store is open. */
  readonly time?: ServerTime;
  /** At most so many connections. */
  readonly poolSize?: number;
  /** After so long a statement is given up, by the server and then by us. */
  readonly statementTimeoutMs?: number;
}

/** The store, and its connections for other stores beside it. Closing the store closes them. */
export interface PostgresStore {
  readonly store: SqlQueueStore;
  /** Failures are StoreErrors. */
  readonly db: Kysely<StoreTables>;
}

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 30_000;

/** The database exists; its schema is brought up to date here, by one replica after the other. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, engine, onCommit = [], time, poolSize = POOL_SIZE } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  await migratePostgres(url);
  const pool = openPool({ url, size: poolSize, statementTimeoutMs });
  const db = postgresDatabase<StoreTables>(pool, url);
  if (time !== undefined) await learnTime(db, time);
  return { store: new SqlQueueStore({ db, engine, onCommit, ...(time && { time }) }), db };
}

/** Also used between two decisions: claims and due times depend on it. */
export async function learnTime(db: Kysely<StoreTables>, time: ServerTime): Promise<void> {
  const askedAt = time.monotonic();
  const { rows } = await sql<{ readonly now: number }>`select ${serverNow(db)} as now`.execute(db);
  for (const { now } of rows) time.learn(now, askedAt);
}

export function postgresDatabase<Tables>(pool: pg.Pool, url: string): Kysely<Tables> {
  const guarded = guardedPool(pool, placeOf({ kind: "postgres", url }));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) });
}

/** A second process waits for the first, however long that takes. */
async function migratePostgres(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, statementTimeoutMs: null });
  try {
    await migrate(postgresDatabase<StoreTables>(pool, url));
  } finally {
    await pool.end();
  }
}
