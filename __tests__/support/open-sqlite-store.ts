/** The embedded store alone, for tests that need nothing beside it in its database. */
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { openSqlite, type SqliteStoreOptions } from "../../src/service/store/sqlite/open-sqlite-store.js";

export async function openSqliteStore(options: SqliteStoreOptions): Promise<QueueStore> {
  return (await openSqlite(options)).store;
}
