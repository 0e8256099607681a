/** Who is told of what happens, what they are told, and which tellings are still open. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const webhooks: Migration = { up };

const NOT_DONE = sql<boolean>`done = 0`;

async function up(db: Kysely<unknown>): Promise<void> {
  await createEndpoints(db);
  await createMessages(db);
  await createDeliveries(db);
}

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_endpoints")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("filters", "text", (column) => column.notNull())
    .addColumn("repositories", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("earlier_secret", "text")
    .addColumn("earlier_secret_until", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("disabled_at", "bigint")
    .addColumn("disabled_reason", "text", (column) => column.notNull())
    .addColumn("failing_since", "bigint")
    .execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_messages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("messages_by_time").on("webhook_messages").column("at").execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_deliveries")
    // Refers to no row: an endpoint may be removed while a decision is saved, which must not fail for that.
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull().references("webhook_messages.id"))
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("not_before", "bigint", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull())
    .addColumn("delivered_at", "bigint")
    .addColumn("last_status", "integer")
    .addColumn("last_error", "text")
    .addPrimaryKeyConstraint("webhook_deliveries_key", ["message_id", "endpoint_id"])
    .execute();
  await db.schema
    .createIndex("open_deliveries")
    .on("webhook_deliveries")
    .columns(["endpoint_id", "not_before"])
    .where(NOT_DONE)
    .execute();
  await db.schema
    .createIndex("claimed_deliveries")
    .on("webhook_deliveries")
    .column("claimed_by")
    .where(NOT_DONE)
    .execute();
}
