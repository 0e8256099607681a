/** A look at a store as it is at one moment, however long the look takes and whatever is written or removed meanwhile. */
import type { ControlledTransaction, Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { LogBeginning, QueueReader, StoredQueue, Version } from "../../ports/queue-store.js";
import { readEvents } from "./history.js";
import { readLogBeginning } from "./log-beginnings.js";
import { requireMigrated } from "./migrate.js";
import { findLiveQueue, readBirth, readQueue } from "./queue-rows.js";
import { storedKey } from "./stored-key.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

export class SnapshotReader implements QueueReader {
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
    return readBirth(this.#snapshot, queueId);
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
