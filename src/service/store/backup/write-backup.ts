/** Writes everything a store has at one moment into a file, while the service goes on. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { codeOf, errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";
import { connect } from "../connect.js";
import type { Database } from "../database.js";
import { type AnyDb, type Cell, inSnapshot, readRows, storeSchema } from "../maintenance/store-schema.js";
import { appliedMigrations, refuseOthers } from "../sql/migrate.js";
import { type BackupLine, backupLine } from "./backup-format.js";

export interface BackupOptions {
  readonly database: Database;
  /** Has to be free. It is there, whole, when the promise is fulfilled, or not at all. */
  readonly file: string;
  readonly program: string;
  readonly now: number;
  readonly onRows: (table: string, rows: number) => void;
}

/** How many rows were written. */
export async function writeBackup(options: BackupOptions): Promise<number> {
  const { file } = options;
  if (existsSync(file)) {
    throw new StoreError(`${file} is there already: name another file, or move that one away`, false);
  }
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`);
  const access = connect(options.database, "read");
  try {
    const rows = await inSnapshot(access.db, (db) => writeTo(temporary, db, options));
    await rename(temporary, file);
    await flushFolder(dirname(file));
    return rows;
  } finally {
    await rm(temporary, { force: true });
    await access.close();
  }
}

async function writeTo(path: string, db: AnyDb, options: BackupOptions): Promise<number> {
  const counted = { rows: 0 };
  const output = await createFile(path, options.file);
  await pipeline(Readable.from(textOf(db, options, counted)), createGzip({ level: 6 }), output);
  return counted.rows;
}

async function createFile(path: string, file: string): Promise<Writable> {
  try {
    return (await open(path, "wx", 0o600)).createWriteStream({ flush: true });
  } catch (error) {
    const why = codeOf(error) || errorText(error);
    throw new StoreError(
      `${file} cannot be written (${why}): check that its folder exists and that this user may write there`,
      false,
      { cause: error },
    );
  }
}

/** The text of the backup, a few rows at a time. */
async function* textOf(
  db: AnyDb,
  options: BackupOptions,
  counted: { rows: number },
): AsyncGenerator<string, undefined> {
  const hash = createHash("sha256");
  for await (const lines of linesOf(db, options, counted)) {
    const text = lines.map(backupLine).join("");
    hash.update(text);
    yield text;
  }
  yield backupLine({ kind: "end", rows: counted.rows, sha256: hash.digest("hex") });
}

async function* linesOf(
  db: AnyDb,
  { program, now, onRows }: BackupOptions,
  counted: { rows: number },
): AsyncGenerator<readonly BackupLine[], undefined> {
  const schema = await appliedMigrations(db);
  refuseOthers(schema);
  if (schema.length === 0)
    throw new StoreError("there is no store in this database: nothing to back up", false);
  yield [{ kind: "header", program, takenAt: now, schema }];
  for (const table of await storeSchema(schema)) {
    yield [{ kind: "table", table: table.name, columns: table.columns }];
    let ofTable = 0;
    for await (const rows of readRows(db, table)) {
      yield rows.map((row) => ({
        kind: "row",
        cells: table.columns.map((column) => cellOf(row[column], table.name)),
      }));
      ofTable += rows.length;
      counted.rows += rows.length;
      onRows(table.name, ofTable);
    }
  }
}

function cellOf(value: unknown, table: string): Cell {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`${table} holds something else than text, numbers and null: a backup knows no more`);
}

/** So that the name of the file survives a crash of the machine, too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
