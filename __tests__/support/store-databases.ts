/** Databases of each kind with nothing in them, and what is in one, whichever kind it is. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../src/service/store/connect.js";
import type { Database } from "../../src/service/store/database.js";
import { readRows, storeSchema } from "../../src/service/store/maintenance/store-schema.js";
import { emptyDatabase, type TestDatabase } from "./postgres-server.js";

export type DatabaseKind = Database["kind"];
export const DATABASE_KINDS: readonly DatabaseKind[] = ["sqlite", "postgres"];

/** Gives databases to one test file, and takes them away at its end. */
export class StoreDatabases {
  readonly folder = mkdtempSync(join(tmpdir(), "store-databases-"));
  readonly #onPostgres: TestDatabase[] = [];

  async empty(kind: DatabaseKind): Promise<Database> {
    if (kind === "sqlite")
      return { kind, path: join(mkdtempSync(join(this.folder, "store-")), "queue.sqlite") };
    const made = await emptyDatabase();
    this.#onPostgres.push(made);
    return { kind, url: made.url };
  }

  async remove(): Promise<void> {
    rmSync(this.folder, { recursive: true });
    for (const made of this.#onPostgres) await made.drop();
  }
}

/** As `--database` names it. */
export function urlOf(database: Database): string {
  return database.kind === "sqlite" ? `sqlite:${database.path}` : database.url;
}

/** Every row of every table, in an order that does not depend on the database. */
export async function everythingIn(database: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  const access = connect(database, "read");
  try {
    return await access.db.transaction().execute(async (db) => {
      const tables: Record<string, readonly string[]> = {};
      for (const table of await storeSchema()) {
        const rows: string[] = [];
        for await (const some of readRows(db, table)) {
          rows.push(...some.map((row) => JSON.stringify(table.columns.map((column) => row[column]))));
        }
        tables[table.name] = rows.toSorted();
      }
      return tables;
    });
  } finally {
    await access.close();
  }
}
