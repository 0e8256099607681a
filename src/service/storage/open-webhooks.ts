/** The webhooks that a database holds, for a moment, whether or not a service has it open meanwhile. */
import type { WebhookStore } from "../ports/webhook-store.js";
import { besideService } from "./connect.js";
import type { Database } from "./database.js";
import { SqlWebhookStore } from "./sql/sql-webhook-store.js";

/** The database has to be a store of this version. */
export async function withWebhooks<Result>(
  database: Database,
  work: (webhooks: WebhookStore) => Promise<Result>,
): Promise<Result> {
  return besideService(database, (db) => work(new SqlWebhookStore(db)));
}
