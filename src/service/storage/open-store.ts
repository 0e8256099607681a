/** Opens the store that a database holds, whichever kind of database it is. */
import type { Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { ServerTime } from "../ports/clock.js";
import type { QueueReader, QueueStore } from "../ports/queue-store.js";
import { connect } from "./connect.js";
import type { Database } from "./database.js";
import { openPostgresStore } from "./postgres/open-postgres-store.js";
import { SnapshotReader } from "./sql/snapshot-reader.js";
import type { CommitHook } from "./sql/sql-queue-store.js";
import type { StoreTables } from "./sql/tables.js";
import { openSqlite } from "./sqlite/open-sqlite-store.js";

/** The store, and what it stands on for those who keep something beside it. Closing the store ends all of it. */
export interface OpenStore {
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
}

/**
 * For a service: brings the schema up to date first. `engine` is the version of the program that decides, and `time` learns
 * what the database's server says, where there is one.
 */
export async function openStore(
  database: Database,
  engine: string,
  onCommit: readonly CommitHook[] = [],
  time?: ServerTime,
): Promise<OpenStore> {
  switch (database.kind) {
    case "sqlite":
      return openSqlite({ path: database.path, engine, onCommit });
    case "postgres":
      return openPostgresStore({ url: database.url, engine, onCommit, ...(time && { time }) });
    default:
      return assertNever(database);
  }
}

/** Beside a service. Nothing is written, and the database has to be a store of this version. */
export async function readStore(database: Database): Promise<QueueReader> {
  return SnapshotReader.open(connect<StoreTables>(database, "read").db);
}
