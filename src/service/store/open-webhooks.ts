/** The webhooks that a database holds, for a moment, whether or not a service has it open meanwhile. */

import { existsSync } from "node:fs";
import { sql } from "kysely";
import type { TokenStore } from "../ports/token-store.js";
import type { WebhookStore } from "../ports/webhook-store.js";
import { besideService } from "./connect.js";
import type { Database } from "./database.js";
import { openStore } from "./open-store.js";
import { WORK_CHANNEL } from "./sql/claims.js";
import { hasRowLocks } from "./sql/row-locks.js";
import { SqlTokenStore } from "./sql/sql-token-store.js";
import { SqlWebhookStore } from "./sql/sql-webhook-store.js";

/** The database has to be a store of this version. */
export async function withWebhooks<Result>(
  database: Database,
  work: (webhooks: WebhookStore) => Promise<Result>,
): Promise<Result> {
  return besideService(database, async (db) => {
    const result = await work(new SqlWebhookStore(db));
    // Deliveries may be due now.
    if (hasRowLocks(db)) await sql`notify ${sql.raw(WORK_CHANNEL)}`.execute(db);
    return result;
  });
}

type Work<Result> = (tokens: TokenStore) => Promise<Result>;

/** The database has to be a store of this version. */
export async function withTokens<Result>(database: Database, work: Work<Result>): Promise<Result> {
  return besideService(database, (db) => work(new SqlTokenStore(db)));
}

/** Makes a store of the database where it is none, so that the first token can be there before the service is. */
export async function withTokensFromTheStart<Result>(
  database: Database,
  engine: string,
  work: Work<Result>,
): Promise<Result> {
  // One process serves a file at a time, but a file that is there may be written beside it.
  if (database.kind === "sqlite" && existsSync(database.path)) return withTokens(database, work);
  const { store, db } = await openStore(database, engine);
  try {
    return await work(new SqlTokenStore(db));
  } finally {
    await store.close();
  }
}
