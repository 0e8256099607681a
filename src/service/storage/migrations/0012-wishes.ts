/** What people asked for on the forge: kept until it is carried out, and known for a while afterwards. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const wishes: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wishes")
    .addColumn("delivery", "text", (column) => column.primaryKey())
    .addColumn("source", "text", (column) => column.notNull().unique())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("said_at", "bigint", (column) => column.notNull())
    .addColumn("heard_at", "bigint", (column) => column.notNull())
    .addColumn("pushed_at", "bigint")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("not_before", "bigint", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .addColumn("outcome", "text")
    .addColumn("json", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("open_wishes")
    .on("wishes")
    .columns(["subject", "said_at"])
    .where(sql<boolean>`outcome is null`)
    .execute();
  await db.schema.createIndex("wishes_of_subject").on("wishes").columns(["subject", "said_at"]).execute();
  await db.schema
    .createTable("found_wishes")
    .addColumn("repository", "text", (column) => column.primaryKey())
    .addColumn("until", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("wishes_by_age").on("wishes").column("heard_at").execute();
}
