/**
 * The webhooks of a store that a service may have open: a second connection for a moment. Writers wait for each other,
 * and the service sees what was written with its next decision.
 */
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import type { WebhookStore } from "../../ports/webhook-store.js";
import { StoreError } from "../../ports/world-error.js";
import { requireMigrated } from "../sql/migrate.js";
import { SqlWebhookStore } from "../sql/sql-webhook-store.js";
import type { StoreTables } from "../sql/tables.js";
import { NodeSqliteDialect } from "./node-sqlite-dialect.js";
import { openDatabase } from "./open-sqlite-store.js";

/** The file has to be there, and to be a store of this version. */
export async function withSqliteWebhooks<Result>(
  path: string,
  work: (webhooks: WebhookStore) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) {
    throw new StoreError(
      `there is no store at ${path}: name the file that the service was given, and start the service once before`,
      false,
    );
  }
  const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
  try {
    await requireMigrated(db);
    return await work(new SqlWebhookStore(db));
  } finally {
    await db.destroy();
  }
}
