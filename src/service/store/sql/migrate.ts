/** Brings the schema of a store up to date, and refuses a store that is too old or that a newer program wrote. */

import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";
import { BASELINE } from "../migrations/baseline.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { failedWith } from "./in-transaction.js";
import { hasRowLocks } from "./row-locks.js";

/** How long others may be in the way. */
const PATIENCE_MS = 60_000;

/**
 * Repeating is harmless, and replicas of the version before may write meanwhile. `migrations` is another list in tests
 * only.
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations = MIGRATIONS,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseOthers(applied, migrations);
  const [next] = missingOf(applied, migrations);
  if (next === undefined) return;
  await untilNotInTheWay((insistsMs) => migrateWith(db, lockedFrom(next, migrations, insistsMs)), patienceMs);
}

/** All of them are one transaction: the first one locks for all. */
function lockedFrom(
  next: string,
  migrations: typeof MIGRATIONS,
  insistsMs: number,
): Record<string, Migration> {
  const first = migrations[next];
  const up = async (db: Kysely<unknown>): Promise<void> => {
    await lockTables(db, insistsMs);
    await first?.up(db);
  };
  return { ...migrations, [next]: { up } };
}

async function migrateWith<Tables>(db: Kysely<Tables>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw failureOf(error);
}

function failureOf(error: unknown): StoreError {
  // The world got in the way, and the advice for that is a better one.
  if (error instanceof StoreError && error.retryable) return error;
  return new StoreError(
    `the schema of the store could not be migrated, and nothing was changed (${errorText(error)}); ` +
      "start the version that ran before, and report this",
    false,
    { cause: error },
  );
}

const NO_STORE =
  "the database contains no store; `merge-queue serve` or `merge-queue db migrate` creates one";

/** For a store that is only read: its schema has to be the one of this program, neither older nor newer. */
export async function requireMigrated<Tables>(db: Kysely<Tables>, migrations = MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseOthers(applied, migrations);
  const missing = missingOf(applied, migrations);
  if (missing.length === 0) return;
  if (applied.length === 0) throw new StoreError(NO_STORE, false);
  throw new StoreError(
    `the store was written by an older version of this program (missing schema change: ${missing.join(", ")}); ` +
      "run `merge-queue db migrate` of this version first, or start it",
    false,
  );
}

/** Migrations that the store has not applied yet. */
export function missingOf(applied: readonly string[], migrations: typeof MIGRATIONS): readonly string[] {
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** Throws for a store that a newer program wrote, and for one from before the baseline. */
export function refuseOthers(applied: readonly string[], migrations = MIGRATIONS): void {
  const newest = applied.at(-1);
  if (newest !== undefined && newest < BASELINE) {
    throw new StoreError(
      `the store was written by a version too old for this program (its newest schema change is ${newest}, the oldest ` +
        `that this program takes over is ${BASELINE}); start the version before first, then this one`,
      false,
    );
  }
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new StoreError(
    `the store was written by a newer version of this program (unknown schema change: ${unknown.join(", ")}); ` +
      "start that version or a later one, or restore a backup made before it",
    false,
  );
}

export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{
    readonly name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Shorter than `deadlock_timeout`, after which Postgres fails a statement that has waited so long. */
const GENTLE_WAIT_MS = 250;
const INSISTENT_WAIT_MS = 900;
const LONGEST_PAUSE_MS = 250;
/** Shares of the patience: after which it insists, and for how long at a time, for a backup holds its tables for longer. */
const GENTLE_SHARE = 1 / 10;
const INSISTENT_SHARE = 1 / 12;
/** Decisions begin with it: its holder waits for none of them. */
const FIRST = "queues";
/** A lock was not available, or the deadlock was detected here first. */
const IN_THE_WAY: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** Belongs in a transaction; insists for so long. SQLite has one writer at a time and needs nothing. */
export async function lockTables<Tables>(db: Kysely<Tables>, insistsMs: number): Promise<void> {
  if (!hasRowLocks(db)) return;
  const isGentle = insistsMs === 0;
  const waitMs = isGentle ? GENTLE_WAIT_MS : INSISTENT_WAIT_MS;
  await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(db);
  const givenUpAt = performance.now() + insistsMs;
  for (const name of await tablesOf(db)) {
    const lock = sql`lock table ${sql.table(name)} in access exclusive mode`;
    await (isGentle ? lock.execute(db) : insistOn(db, lock, givenUpAt));
  }
  await sql`set local lock_timeout = 0`.execute(db);
}

/** The database is the store's alone. */
async function tablesOf<Tables>(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'
    order by tablename <> ${FIRST}, tablename`.execute(db);
  return rows.map(({ name }) => name);
}

/** Keeps earlier locks. */
async function insistOn<Tables>(
  db: Kysely<Tables>,
  lock: ReturnType<typeof sql>,
  givenUpAt: number,
): Promise<void> {
  for (;;) {
    await sql`savepoint before_lock`.execute(db);
    try {
      await lock.execute(db);
      return;
    } catch (error) {
      if (!failedWith(error, IN_THE_WAY) || performance.now() > givenUpAt) throw error;
      await sql`rollback to savepoint before_lock`.execute(db);
    }
  }
}

/** Repeats a change that locks tables until no other transaction is in its way. */
async function untilNotInTheWay(
  change: (insistsMs: number) => Promise<void>,
  patienceMs: number,
): Promise<void> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  for (;;) {
    const attemptedAt = passedMs();
    try {
      await change(attemptedAt < patienceMs * GENTLE_SHARE ? 0 : patienceMs * INSISTENT_SHARE);
      return;
    } catch (error) {
      if (!failedWith(error, IN_THE_WAY)) throw error;
      if (passedMs() > patienceMs) throw standsInTheWay(error, patienceMs);
      // Not in step with the transactions in the way, and as long as they were held up.
      await pause(Math.random() * LONGEST_PAUSE_MS + passedMs() - attemptedAt);
    }
  }
}

function standsInTheWay(cause: unknown, patienceMs: number): StoreError {
  return new StoreError(
    `the schema of the store could not be migrated within ${patienceMs / 1000} s, because others hold its ` +
      "tables; wait for a backup or check of it that is under way, look for open transactions, and start again",
    true,
    { cause },
  );
}
