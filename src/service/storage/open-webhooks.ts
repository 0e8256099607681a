/**
 * The webhooks of a store that services may have open. A SQLite store is opened a second time, for a moment: writers
 * wait for each other, and the service sees what was written with its next decision.
 */
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import { assertNever } from "../../domain/assert-never.js";
import type { WebhookStore } from "../ports/webhook-store.js";
import { StoreError } from "../ports/world-error.js";
import type { Database } from "./database.js";
import { postgresDatabase } from "./postgres/open-postgres-store.js";
import { openPool } from "./postgres/postgres-pool.js";
import { requireMigrated } from "./sql/migrate.js";
import { SqlWebhookStore } from "./sql/sql-webhook-store.js";
import type { StoreTables } from "./sql/tables.js";
import { NodeSqliteDialect } from "./sqlite/node-sqlite-dialect.js";
import { openDatabase } from "./sqlite/open-sqlite-store.js";

/** The store has to be there, and to be one of this version. */
export async function withWebhooks<Result>(
  database: Database,
  work: (webhooks: WebhookStore) => Promise<Result>,
): Promise<Result> {
  const db = besideService(database);
  try {
    await requireMigrated(db);
    return await work(new SqlWebhookStore(db));
  } finally {
    await db.destroy();
  }
}

function besideService(database: Database): Kysely<StoreTables> {
  switch (database.kind) {
    case "sqlite":
      requireFile(database.path);
      return new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(database.path)) });
    case "postgres": {
      const { url } = database;
      return postgresDatabase(openPool({ url, size: 1, statementTimeoutMs: null }), url);
    }
    default:
      return assertNever(database);
  }
}

function requireFile(path: string): void {
  if (existsSync(path)) return;
  throw new StoreError(
    `there is no store at ${path}: name the one that the service has, and start the service once before`,
    false,
  );
}
