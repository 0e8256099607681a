/** START HERE: opens the store in a database of either kind. */
import type { ControlledTransaction, Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { QueueId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { ServerTime } from "../ports/clock.js";
import type { LogBeginning, QueueReader, QueueStore, StoredQueue, Version } from "../ports/queue-store.js";
import { connect } from "./connect.js";
import type { Database } from "./database.js";
import { openPostgresStore } from "./postgres/open-postgres-store.js";
import type { CommitHook } from "./sql/commit-hook.js";
import { readEvents, readLandings } from "./sql/history.js";
import { storedKey } from "./sql/json-checks.js";
import { readLogBeginning } from "./sql/log-beginnings.js";
import { requireMigrated } from "./sql/migrate.js";
import { findLiveQueue, readInitialQueue, readQueue } from "./sql/queue-rows.js";
import type { StoreTables } from "./sql/tables.js";
import { openSqlite } from "./sqlite/open-sqlite-store.js";

/** The queue store, and its database for the other stores. Closing the store also closes the database. */
export interface OpenStore {
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
}

/**
 * Opens the store for a service, after migrating the schema. `engine` is the version of the deciding program; `time`
 * receives the time of a database server.
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

type LandingReader = Pick<QueueStore, "landings">;

/** Opens a store for reading, also while a service runs. The store has to be of this version. */
export async function readStore(database: Database): Promise<QueueReader & LandingReader> {
  return SnapshotReader.open(connect<StoreTables>(database, "read").db);
}

type Db = Kysely<StoreTables>;

/** Reads a snapshot of a store: later writes are not visible, however long the reading takes. */
class SnapshotReader implements QueueReader, LandingReader {
  readonly #db: Db;
  readonly #snapshot: ControlledTransaction<StoreTables>;

  private constructor(db: Db, snapshot: ControlledTransaction<StoreTables>) {
    this.#db = db;
    this.#snapshot = snapshot;
  }

  /** The database has to be a store of this version. It is closed with the reader, or when opening fails. */
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

  landings(queueId: QueueId, limit: number, before: Version | null = null) {
    return readLandings(this.#snapshot, queueId, limit, before);
  }

  async close(): Promise<void> {
    try {
      await this.#snapshot.rollback().execute();
    } finally {
      await this.#db.destroy();
    }
  }
}
