/** Empty stores on each database for the contracts of those who keep something beside the queues. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import type { Kysely } from "kysely";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/store/postgres/open-postgres-store.js";
import type { CommitHook } from "../../src/service/store/sql/commit-hook.js";
import type { StoreTables } from "../../src/service/store/sql/tables.js";
import { openSqlite } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "./postgres-server.js";

export interface EmptyStore {
  readonly store: QueueStore;
  readonly db: Kysely<StoreTables>;
  readonly close: () => Promise<void>;
}

/** What is saved with each decision is told by `onCommit`, where there are decisions. */
export type OpenEmptyStore = (onCommit?: CommitHook) => Promise<EmptyStore>;

const ENGINE = "1.2.3-test";
const NOTHING: CommitHook = () => Promise.resolve();

/** `tables`: what has to be emptied between two tests on Postgres, where opening a store takes long. */
export function describeSqlStores(tables: string, contract: (open: OpenEmptyStore) => void): void {
  describe("sqlite", () =>
    contract(async (onCommit = NOTHING) => {
      const { store, db } = await openSqlite({ path: ":memory:", engine: ENGINE, onCommit: [onCommit] });
      return { store, db, close: () => store.close() };
    }));
  describe("postgres", () => {
    let database: TestDatabase;
    let opened: PostgresStore;
    let current = NOTHING;
    beforeAll(async () => {
      database = await migratedDatabase();
      const onCommit: readonly CommitHook[] = [(...decision) => current(...decision)];
      opened = await openPostgresStore({ url: database.url, engine: ENGINE, onCommit });
    });
    afterAll(async () => {
      await opened.store.close();
      await database.drop();
    });
    contract(async (onCommit = NOTHING) => {
      current = onCommit;
      await onPostgres(database.url, `truncate ${tables} cascade`);
      return { ...opened, close: () => Promise.resolve() };
    });
  });
}
