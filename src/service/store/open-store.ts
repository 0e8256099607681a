/** Opens the store in a database of either kind. */
import type { ControlledTransaction, Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { QueueId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { ServerTime } from "../ports/clock.js";
import type { LogBeginning, QueueReader, QueueStore, StoredQueue, Version } from "../ports/queue-store.js";
import { connect } from "./connect.js";
import type { Database } from "./database.js";
import { openPostgresStore } from "./postgres/open-postgres-store.js";
import { storedKey } from "./sql/check.js";
import { readEvents } from "./sql/history.js";
import { readLogBeginning } from "./sql/log-beginnings.js";
import { requireMigrated } from "./sql/migrate.js";
import { findLiveQueue, readInitialQueue, readQueue } from "./sql/queue-rows.js";
import type { CommitHook } from "./sql/sql-queue-store.js";
import type { StoreTables } from "./sql/tables.js";
import { openSqlite } from "./sqlite/open-sqlite-store.js";

/** The store, and its database for other stores beside it. Closing the store closes the database too. */
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

type Db = Kysely<StoreTables>;

/** Reads a store as it is at one moment, however long that takes and whatever is written or removed meanwhile. */
class SnapshotReader implements QueueReader {
  readonly #db: Db;
  readonly #snapshot: ControlledTransaction<StoreTables>;

  private constructor(db: Db, snapshot: ControlledTransaction<StoreTables>) {
    this.#db = db;
    this.#snapshot = snapshot;
  }

  /** The database has to be a store of this version. It is closed with the reader, or when there is none. */
  static async open(db: Db): Promise<SnapshotReader> {
    try {
      await requireMigrated(db);
      const snapshot = await db.startTransaction().setIsolationLevel("repeatable read").execute();
      return new SnapshotReader(db, snapshot);
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }

  async load(name: QueueName): Promise<StoredQueue | null> {
    const found = await findLiveQueue(this.#snapshot, storedKey(name));
    return found === undefined ? null : readQueue(this.#snapshot, found.id);
  }

  birth(queueId: QueueId) {
    return readInitialQueue(this.#snapshot, queueId);
  }

  logBeginning(queueId: QueueId): Promise<LogBeginning | null> {
    return readLogBeginning(this.#snapshot, queueId);
  }

  events(queueId: QueueId, after: Version, limit: number) {
    return readEvents(this.#snapshot, queueId, after, limit);
  }

  async close(): Promise<void> {
    try {
      await this.#snapshot.rollback().execute();
    } finally {
      await this.#db.destroy();
    }
  }
}
