/** Puts a backup into a database that has no store, or an empty one, of either kind: all of it or nothing. */
import { sql } from "kysely";
import { StoreError } from "../../ports/world-error.js";
import { connect } from "../connect.js";
import { type Database, placeOf } from "../database.js";
import {
  type AnyDb,
  type AnyRow,
  type Cell,
  lengthOf,
  type StoreTable,
  storeSchema,
} from "../maintenance/store-schema.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { appliedMigrations, migrate, refuseOthers } from "../sql/migrate.js";
import { hasRowLocks } from "../sql/row-locks.js";
import { damagedBackup, readBackup } from "./read-backup.js";

export interface RestoreOptions {
  readonly database: Database;
  readonly file: string;
  readonly onRows: (table: string, rows: number) => void;
}

/** In one statement; databases limit how many values that may have. */
const MOST_ROWS = 200;
const MOST_TEXT = 1 << 22;

/** How many rows were restored. The schema is brought up to date afterwards. */
export async function restoreBackup({ database, file, onRows }: RestoreOptions): Promise<number> {
  const { header, lines } = await readBackup(file);
  refuseOthers(header.schema);
  const access = connect(database, "alone");
  try {
    const { db } = access;
    await prepareSchema(db, header.schema, placeOf(database));
    const schema = await storeSchema(header.schema);
    const rows = await db.transaction().execute(async (transaction) => {
      await requireEmpty(transaction, schema, placeOf(database));
      const filling = new Filling(transaction, schema, file, onRows);
      for await (const line of lines) {
        if (line.kind === "table") await filling.begin(line.table, line.columns);
        else await filling.add(line.cells);
      }
      return filling.finish();
    });
    await migrate(db);
    return rows;
  } finally {
    await lines.return(undefined);
    await access.close();
  }
}

/** A backup of an older program goes into a store of that time first. */
async function prepareSchema(db: AnyDb, schema: readonly string[], place: string): Promise<void> {
  const present = await appliedMigrations(db);
  if (present.some((name) => !schema.includes(name))) {
    throw new StoreError(
      `${place} has the tables of a newer version than the backup: name a database or a file that has nothing in it`,
      false,
    );
  }
  await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => schema.includes(name))));
}

async function requireEmpty(db: AnyDb, schema: readonly StoreTable[], place: string): Promise<void> {
  for (const { name } of schema) {
    if (hasRowLocks(db)) await sql`lock table ${sql.table(name)} in exclusive mode`.execute(db);
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new StoreError(
      `${place} is not empty: the table ${name} has rows. Restore the backup into an empty database, so that nothing is overwritten`,
      false,
    );
  }
}

/** Rows on their way into the tables. */
class Filling {
  readonly #db: AnyDb;
  readonly #tables: ReadonlyMap<string, StoreTable>;
  readonly #file: string;
  readonly #onRows: (table: string, rows: number) => void;
  #table: StoreTable | null = null;
  #columns: readonly string[] = [];
  #waiting: AnyRow[] = [];
  #length = 0;
  #ofTable = 0;
  #rows = 0;

  constructor(db: AnyDb, schema: readonly StoreTable[], file: string, onRows: RestoreOptions["onRows"]) {
    this.#db = db;
    this.#tables = new Map(schema.map((table) => [table.name, table]));
    this.#file = file;
    this.#onRows = onRows;
  }

  async begin(name: string, columns: readonly string[]): Promise<void> {
    await this.#flush();
    const table = this.#tables.get(name);
    if (table === undefined || columns.toSorted().join() !== table.columns.toSorted().join()) {
      throw damagedBackup(this.#file, `it has a table ${JSON.stringify(name)} that no version has like that`);
    }
    this.#table = table;
    this.#columns = columns;
    this.#ofTable = 0;
  }

  async add(cells: readonly Cell[]): Promise<void> {
    if (cells.length !== this.#columns.length)
      throw damagedBackup(this.#file, "a row has too many or too few values");
    const row = Object.fromEntries(this.#columns.map((column, index) => [column, cells[index] ?? null]));
    this.#waiting.push(row);
    this.#length += lengthOf(row);
    this.#rows += 1;
    this.#ofTable += 1;
    if (this.#waiting.length >= MOST_ROWS || this.#length >= MOST_TEXT) await this.#flush();
  }

  async finish(): Promise<number> {
    await this.#flush();
    return this.#rows;
  }

  async #flush(): Promise<void> {
    if (this.#table === null || this.#waiting.length === 0) return;
    await this.#db.insertInto(this.#table.name).values(this.#waiting).execute();
    this.#onRows(this.#table.name, this.#ofTable);
    this.#waiting = [];
    this.#length = 0;
  }
}
