/**
 * Holds every table of a Postgres store for a change of its schema, while replicas of the version before go on to write.
 * They lock tables in orders of their own, so that they and the change may wait for one another in a circle. At first
 * all tables are asked for at once, for so short a time that nobody notices. Where that is in vain because there is
 * always somebody, what was got is kept: then Postgres takes back statements of the others, who repeat them.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { StoreError } from "../../ports/world-error.js";
import { failedWith } from "./failed-with.js";
import { hasRowLocks } from "./row-locks.js";

/** Shorter than `deadlock_timeout`, after which Postgres fails the statement of whoever has waited for so long. */
const GENTLE_WAIT_MS = 250;
const INSISTENT_WAIT_MS = 900;
const LONGEST_PAUSE_MS = 250;
/** Shares of the patience: after which it insists, and for how long at a time, for a backup holds its tables for longer. */
const GENTLE_SHARE = 1 / 10;
const INSISTENT_SHARE = 1 / 12;
/** Decisions begin with it: whoever has it waits for none of them. */
const FIRST = "queues";
/** A lock was not to be had, or the circle was noticed here first. */
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

/** Keeps what was locked before. */
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

/** Makes a change that locks tables again and again, until nobody is in its way. */
export async function untilNotInTheWay(
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
      // Not in step with whoever is in the way, and as long as they were held up.
      await pause(Math.random() * LONGEST_PAUSE_MS + passedMs() - attemptedAt);
    }
  }
}

function standsInTheWay(cause: unknown, patienceMs: number): StoreError {
  return new StoreError(
    `the schema of the store could not be brought up to date within ${patienceMs / 1000} s, because others hold its ` +
      "tables; wait for a backup or check of it that is under way, look for open transactions, and start again",
    true,
    { cause },
  );
}
