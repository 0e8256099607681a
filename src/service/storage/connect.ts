/** Connections of commands to a database: as it is, not brought up to date. */
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { Database } from "./database.js";
import type { AnyTables } from "./maintenance/any-tables.js";
import { postgresDatabase } from "./postgres/open-postgres-store.js";
import { openPool } from "./postgres/postgres-pool.js";
import { requireMigrated } from "./sql/migrate.js";
import type { StoreTables } from "./sql/tables.js";
import { NodeSqliteDialect } from "./sqlite/node-sqlite-dialect.js";
import { noSuchStore, openReadOnly } from "./sqlite/open-read-only.js";
import { openDatabase, openLocked } from "./sqlite/open-sqlite-store.js";

/** A command that waits for a lock gives up after this time. */
const BESIDE_TIMEOUT_MS = 30_000;

/**
 * `alone` makes a SQLite file where there is none, and no other process may serve it meanwhile; `beside` writes to a store
 * that services may have open, where writers wait for each other; `read` writes nothing.
 */
export type Access = "alone" | "beside" | "read";

export interface Connection<Tables> {
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

export function connect<Tables = AnyTables>(database: Database, access: Access): Connection<Tables> {
  if (database.kind === "postgres") {
    const statementTimeoutMs = access === "beside" ? BESIDE_TIMEOUT_MS : null;
    const pool = openPool({ url: database.url, size: 2, statementTimeoutMs });
    const db = postgresDatabase<Tables>(pool, database.url);
    return { db, close: () => db.destroy() };
  }
  const { opened, unlock } = openFile(database.path, access);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(opened) });
  return {
    db,
    close: async () => {
      await db.destroy();
      unlock();
    },
  };
}

function openFile(path: string, access: Access): ReturnType<typeof openLocked> {
  const unlock = () => undefined;
  switch (access) {
    case "alone":
      return openLocked(path);
    case "beside":
      if (!existsSync(path)) throw noSuchStore(path);
      return { opened: openDatabase(path), unlock };
    case "read":
      return { opened: openReadOnly(path), unlock };
    default:
      return assertNever(access);
  }
}

/** The store has to be there, and to be one of this version. A service sees what was written when it reads again. */
export async function besideService<Result>(
  database: Database,
  work: (db: Kysely<StoreTables>) => Promise<Result>,
): Promise<Result> {
  const connection = connect<StoreTables>(database, "beside");
  try {
    await requireMigrated(connection.db);
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}
