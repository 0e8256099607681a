/** Changes values that are stored as JSON in place, whatever the program makes of them by now. */
import { type Kysely, sql } from "kysely";

export type Json = Readonly<Record<string, unknown>>;
type Change = (value: Json, row: Json) => Json;

/** Where a value stands as JSON, and what tells its row from the others. */
export interface Place {
  readonly table: string;
  readonly key: readonly string[];
  readonly column: string;
}

const ROWS_AT_ONCE = 500;

/** Row by row, so that no statement and no memory grows with the store. */
export async function rewrite(db: Kysely<unknown>, place: Place, change: Change): Promise<void> {
  const table = sql.table(place.table);
  const column = sql.ref(place.column);
  const key = sql.join(place.key.map((name) => sql.ref(name)));
  let last: readonly unknown[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> = last === null ? sql`` : sql`where (${key}) > (${sql.join(last)})`;
    const { rows } = await sql<Json>`
      select ${key}, ${column} from ${table} ${after} order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}
    `.execute(db);
    for (const row of rows) {
      const changed = changedText(String(row[place.column]), row, change);
      if (changed === null) continue;
      const values = sql.join(place.key.map((name) => row[name]));
      await sql`update ${table} set ${column} = ${changed} where (${key}) = (${values})`.execute(db);
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < ROWS_AT_ONCE) return;
    last = place.key.map((name) => end[name]);
  }
}

/** Null where nothing changes: a damaged row keeps nobody from starting, and is told to who reads it. */
function changedText(json: string, row: Json, change: Change): string | null {
  try {
    const value = record(JSON.parse(json));
    const changed = change(value, row);
    return changed === value ? null : JSON.stringify(changed);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

export function record(value: unknown): Json {
  if (typeof value !== "object" || value === null) throw new TypeError("a record is missing");
  return { ...value };
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("a list is missing");
  return value;
}
