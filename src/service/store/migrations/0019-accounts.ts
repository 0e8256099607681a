/** Sessions of the web pages that belong to an account of the code host. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const accounts: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("page_sessions").addColumn("account_id", "bigint").execute();
  await db.schema.alterTable("page_sessions").addColumn("login", "text").execute();
  await db.schema.createIndex("page_sessions_by_account").on("page_sessions").column("account_id").execute();
}
