/**
 * A look into the embedded store, also while a service has it: the service is not held up, and nothing is written or
 * brought up to date. SQLite may leave its own empty `-wal` and `-shm` files beside a store that nobody has open.
 */
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { QueueReader } from "../../ports/queue-store.js";
import { StoreError } from "../../ports/world-error.js";
import { SnapshotReader } from "../sql/snapshot-reader.js";
import type { StoreTables } from "../sql/tables.js";
import { NodeSqliteDialect } from "./node-sqlite-dialect.js";
import { APPLICATION_ID } from "./open-sqlite-store.js";
import { sqliteFailure } from "./sqlite-failure.js";

const BUSY_TIMEOUT_MS = 5000;

/** The file has to be there, and to be a store of this version. */
export async function readSqliteStore(path: string): Promise<QueueReader> {
  return SnapshotReader.open(new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openReadOnly(path)) }));
}

/** A connection that writes nothing, to a store that is there. */
export function openReadOnly(path: string): DatabaseSync {
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

export function noSuchStore(path: string): StoreError {
  return new StoreError(
    `${path} is not a store of merge-queue: name the file that the service was given`,
    false,
  );
}
