/** Every row of a table, a few at a time however long they are. Belongs in a transaction. */
import { sql } from "kysely";
import { hasRowLocks } from "../sql/row-locks.js";
import type { AnyDb, AnyRow, StoreTable } from "./store-schema.js";

const MOST_ROWS = 500;
/** In characters. A list of targets may be 20 MiB. */
const MOST_TEXT = 1 << 22;

/** `work` reads one consistent snapshot. */
export function inSnapshot<Result>(db: AnyDb, work: (db: AnyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").execute(work);
}

export async function* readRows(
  db: AnyDb,
  { name, columns }: StoreTable,
): AsyncGenerator<readonly AnyRow[], undefined> {
  if (!hasRowLocks(db)) {
    for await (const row of db
      .selectFrom(name)
      .select([...columns])
      .stream())
      yield [row];
    return;
  }
  const cursor = sql.ref(`rows_of_${name}`);
  const all = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare ${cursor} no scroll cursor for select ${all} from ${sql.table(name)}`.execute(db);
  let atOnce = 1;
  for (;;) {
    const { rows } = await sql<AnyRow>`fetch ${sql.lit(atOnce)} from ${cursor}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) break;
    const longest = Math.max(...rows.map(lengthOf));
    atOnce = Math.min(MOST_ROWS, atOnce * 2, Math.max(1, Math.floor(MOST_TEXT / longest)));
  }
  await sql`close ${cursor}`.execute(db);
}

/** In characters, about. */
export function lengthOf(row: AnyRow): number {
  return Object.values(row).reduce<number>(
    (length, cell) => length + (typeof cell === "string" ? cell.length : 8),
    1,
  );
}
