/** Locks on rows, where a database has them: SQLite has one writer at a time and needs none. */
import { type Kysely, PostgresAdapter } from "kysely";
import { COMMANDS, type StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/**
 * Holds the live queue for this transaction: what is read after it is the newest, and stays so until the end. Rows that
 * refer to the queue may be added by others meanwhile.
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

/** The same for what is open of a pull request. One order for all, so that no two wait for each other. */
export async function lockOpenCommands(db: Db, subject: string): Promise<void> {
  if (!hasRowLocks(db)) return;
  await db
    .selectFrom(COMMANDS)
    .select("delivery")
    .where("outcome", "is", null)
    .where("subject", "=", subject)
    .orderBy("delivery")
    .forNoKeyUpdate()
    .execute();
}

export function hasRowLocks<Tables>(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
