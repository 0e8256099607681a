/**
 * The tables of a store and all their rows. The tables are read from an empty store in memory that the migrations create,
 * so that a table of a later migration is included without a change here.
 */
import { Kysely, sql } from "kysely";
import { MIGRATIONS } from "../migrations/migrations.js";
import { migrate } from "../sql/migrate.js";
import { hasRowLocks } from "../sql/row-locks.js";
import { NodeSqliteDialect } from "../sqlite/node-sqlite-dialect.js";
import { openDatabase } from "../sqlite/open-sqlite-store.js";

export interface StoreTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly column: string;
  readonly table: string;
  /** Of the other table. */
  readonly key: string;
}

const known = new Map<string, Promise<readonly StoreTable[]>>();

/** A table comes after the tables that it refers to. `migrations` are the names of the applied migrations. */
export function storeSchema(
  migrations: readonly string[] = Object.keys(MIGRATIONS),
): Promise<readonly StoreTable[]> {
  const key = migrations.join();
  const schema = known.get(key) ?? schemaAfter(migrations);
  known.set(key, schema);
  return schema;
}

async function schemaAfter(migrations: readonly string[]): Promise<readonly StoreTable[]> {
  const db = new Kysely<AnyTables>({ dialect: new NodeSqliteDialect(openDatabase(":memory:")) });
  try {
    await migrate(
      db,
      Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => migrations.includes(name))),
    );
    const tables: StoreTable[] = [];
    for (const { name, columns } of await db.introspection.getTables()) {
      tables.push({
        name,
        columns: columns.map((column) => column.name),
        primaryKey: await primaryKeyOf(db, name),
        references: await referencesOf(db, name),
      });
    }
    return referredFirst(tables);
  } finally {
    await db.destroy();
  }
}

async function primaryKeyOf(db: Kysely<AnyTables>, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
  return rows.map(({ name }) => name);
}

async function referencesOf(db: Kysely<AnyTables>, table: string): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select "from" as "column", "table", "to" as "key" from pragma_foreign_key_list(${table}) order by "column"`.execute(
    db,
  );
  return rows;
}

function referredFirst(tables: readonly StoreTable[]): readonly StoreTable[] {
  const placed = new Set<string>();
  const ordered: StoreTable[] = [];
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, references }) =>
        !placed.has(name) && references.every(({ table }) => table === name || placed.has(table)),
    );
    if (next === undefined) throw new Error("tables of the store refer to one another in a circle");
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

/** Maintenance sees tables by name only. */
export type Cell = string | number | null;
export type AnyRow = Readonly<Record<string, Cell>>;
export type AnyTables = Readonly<Record<string, AnyRow>>;
export type AnyDb = Kysely<AnyTables>;

const MOST_ROWS = 500;
/** In characters. A list of targets may be 20 MiB. */
const MOST_TEXT = 1 << 22;

/** `work` reads one consistent snapshot. */
export function inSnapshot<Result>(db: AnyDb, work: (db: AnyDb) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel("repeatable read").execute(work);
}

/** Every row of a table, a few at a time however long they are. Belongs in a transaction. */
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
