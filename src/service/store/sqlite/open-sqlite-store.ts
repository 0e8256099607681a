/** The embedded store: one SQLite file, one process. What a promise acknowledged is on the disk. */
import { closeSync, existsSync, openSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { errorText } from "../../../domain/thrown.js";
import { StoreError } from "../../ports/world-error.js";
import { makeFolder } from "../make-folder.js";
import type { CommitHook } from "../sql/commit-hook.js";
import { migrate } from "../sql/migrate.js";
import { SqlQueueStore } from "../sql/sql-queue-store.js";
import type { StoreTables } from "../sql/tables.js";
import { holdFile } from "./exclusive-file.js";
import { NodeSqliteDialect, sqliteFailure } from "./node-sqlite-dialect.js";

/** "MrgQ": marks our files, so that another program's database is not taken for a store. */
export const APPLICATION_ID = 0x4d726751;
const BUSY_TIMEOUT_MS = 5000;

export interface SqliteStoreOptions {
  /** File and folder are created where there are none. `:memory:` is a store that dies with the process. */
  readonly path: string;
  /** The version of the program that decides; kept with each decision. */
  readonly engine: string;
  readonly onCommit?: readonly CommitHook[];
}

/** The store, and its database for other stores beside it. */
export interface SqliteStore {
  readonly store: SqlQueueStore;
  readonly db: Kysely<StoreTables>;
}

export async function openSqlite(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { opened, unlock } = openLocked(options.path);
  try {
    const db = await migrated(opened);
    const { engine, onCommit = [] } = options;
    return { store: new SqlQueueStore({ db, engine, onCommit, afterClose: unlock, isOnlyWriter: true }), db };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For this process alone, and as it is. */
export function openLocked(path: string): { readonly opened: DatabaseSync; readonly unlock: () => void } {
  if (path === ":memory:") return { opened: openDatabase(path), unlock: () => undefined };
  const prepared = preparedPath(path);
  const unlock = lockFile(prepared);
  try {
    return { opened: openDatabase(prepared), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function migrated(opened: DatabaseSync): Promise<Kysely<StoreTables>> {
  const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(opened) });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A connection on which a commit returns when its pages and its log are on the disk. */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    claim(database, path);
    database.exec("pragma journal_mode = wal");
    database.exec("pragma synchronous = full");
    return database;
  } catch (error) {
    database?.close();
    throw sqliteFailure(error, path);
  }
}

function claim(database: DatabaseSync, path: string): void {
  const applicationId = database.prepare("pragma application_id").get()?.["application_id"];
  if (applicationId === APPLICATION_ID) return;
  const tables = database.prepare("select count(*) as count from sqlite_schema").get()?.["count"];
  if (applicationId !== 0 || tables !== 0) {
    throw new StoreError(
      `${path} is a SQLite database of another program: give the store a file of its own`,
      false,
    );
  }
  database.exec(`pragma application_id = ${APPLICATION_ID}`);
}

/** The one name of the file behind links, so that two names do not give two locks. Links lead to files that exist. */
function preparedPath(path: string): string {
  try {
    makeFolder(dirname(path));
    if (!existsSync(path)) closeSync(openSync(path, "a"));
    return realpathSync(path);
  } catch (error) {
    throw new StoreError(
      `the store ${path} cannot be created (${errorText(error)}): ` +
        "name a file in a folder that this user may create or write",
      false,
      { cause: error },
    );
  }
}

/** Two starting processes probe the lock for moments only; its holder keeps it. */
const TIMEOUT_MS = 500;

/** Gives back how to release the lock; releasing twice is harmless. */
function lockFile(path: string): () => void {
  const file = held(`${path}.lock`);
  if (file.kind === "held") return file.release;
  throw new StoreError(
    `the store ${path} is already served by ${file.holder}: stop that process first, or give this one a store of its own`,
    true,
    { cause: file.cause },
  );
}

function held(lockPath: string): ReturnType<typeof holdFile> {
  try {
    return holdFile(lockPath, TIMEOUT_MS);
  } catch (error) {
    throw sqliteFailure(error, lockPath);
  }
}
