/** Sessions of the web pages, as hashes, and why a queue was paused there. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const pages: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("page_sessions")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("token_id", "text")
    .addColumn("proof", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("page_sessions_by_expiry").on("page_sessions").column("expires_at").execute();
  await db.schema
    .createTable("pause_notes")
    .addColumn("queue_id", "text", (column) => column.primaryKey().references("queues.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("noted_by", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .execute();
}
