/**
 * A store that services may have open, for a moment and to write: a connection beside theirs, on which writers wait for
 * each other. A service sees what was written with its next look.
 */
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { Database } from "./database.js";
import { postgresDatabase } from "./postgres/open-postgres-store.js";
import { openPool } from "./postgres/postgres-pool.js";
import { requireMigrated } from "./sql/migrate.js";
import type { StoreTables } from "./sql/tables.js";
import { NodeSqliteDialect } from "./sqlite/node-sqlite-dialect.js";
import { openDatabase } from "./sqlite/open-sqlite-store.js";
import { noSuchStore } from "./sqlite/read-sqlite-store.js";

/** Nobody is helped by a command that waits for a lock for ever. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** The store has to be there, and to be one of this version. */
export async function besideService<Result>(
  database: Database,
  work: (db: Kysely<StoreTables>) => Promise<Result>,
): Promise<Result> {
  const db = connected(database);
  try {
    await requireMigrated(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

function connected(database: Database): Kysely<StoreTables> {
  switch (database.kind) {
    case "sqlite": {
      const { path } = database;
      if (!existsSync(path)) throw noSuchStore(path);
      return new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
    }
    case "postgres": {
      const { url } = database;
      return postgresDatabase(openPool({ url, size: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS }), url);
    }
    default:
      return assertNever(database);
  }
}
