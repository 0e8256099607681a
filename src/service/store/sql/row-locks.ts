/** Locks on rows, where a database has them: SQLite has one writer at a time and needs none. */
import { type Kysely, PostgresAdapter } from "kysely";
import { COMMANDS, type StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/**
 * Locks the live queue until the end of the transaction, so later reads in it are current. Other transactions may still
 * add rows that refer to the queue.
 */
export async function lockQueue(db: Db, key: string): Promise<void> {
  if (!hasRowLocks(db)) return;
  await db
    .selectFrom("queues")
    .select("id")
    .where("key", "=", key)
    .where((eb) => eb("deleted", "=", eb.lit(0)))
    .forNoKeyUpdate()
    .execute();
}

/** The same for the open commands of pull requests. All callers use one order, which prevents deadlocks. */
export async function lockOpenCommands(db: Db, subjects: readonly string[]): Promise<void> {
  if (!hasRowLocks(db)) return;
  await db
    .selectFrom(COMMANDS)
    .select("delivery")
    .where("outcome", "is", null)
    .where("subject", "in", subjects)
    .orderBy("delivery")
    .forNoKeyUpdate()
    .execute();
}

export function hasRowLocks<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
