/**
 * Reads the embedded store, also while a service has it open: the service is not held up. SQLite may leave its own empty
 * `-wal` and `-shm` files beside a store that no process has open.
 */
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../ports/world-error.js";
import { APPLICATION_ID } from "./open-sqlite-store.js";
import { sqliteFailure } from "./sqlite-failure.js";

const BUSY_TIMEOUT_MS = 5000;

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
