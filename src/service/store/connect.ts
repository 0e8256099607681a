/** Connections of commands to a database: as it is, not brought up to date. */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import { codeOf } from "../../domain/thrown.js";
import { StoreError } from "../ports/world-error.js";
import type { Database } from "./database.js";
import type { AnyTables } from "./maintenance/store-schema.js";
import { postgresDatabase } from "./postgres/open-postgres-store.js";
import { openPool } from "./postgres/postgres-pool.js";
import { requireMigrated } from "./sql/migrate.js";
import type { StoreTables } from "./sql/tables.js";
import { NodeSqliteDialect, sqliteFailure } from "./sqlite/node-sqlite-dialect.js";
import { APPLICATION_ID, openDatabase, openLocked } from "./sqlite/open-sqlite-store.js";

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
      requireFile(path);
      return { opened: openDatabase(path), unlock };
    case "read":
      return { opened: openReadOnly(path), unlock };
    default:
      return assertNever(access);
  }
}

/** The store must exist and be of this version. A running service sees changes when it reads again. */
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

const BUSY_TIMEOUT_MS = 5000;

/** A connection that writes nothing, to a store that is there. */
function openReadOnly(path: string): DatabaseSync {
  requireFile(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const id = database.prepare("pragma application_id").get()?.["application_id"];
    if (id === APPLICATION_ID) return database;
  } catch (error) {
    database?.close();
    throw sqliteFailure(error, path);
  }
  database.close();
  throw noSuchStore(path);
}

/** A file that may not be read is left to SQLite, which names the cause. */
function requireFile(path: string): void {
  try {
    statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw noSuchFile(path);
  }
}

function noSuchFile(path: string): StoreError {
  return new StoreError(
    `there is no file ${path}: check the path; \`merge-queue serve\` or \`merge-queue db migrate\` creates a store`,
    false,
  );
}

function noSuchStore(path: string): StoreError {
  return new StoreError(
    `${path} is not a store of merge-queue: name the file that the service was given`,
    false,
  );
}
