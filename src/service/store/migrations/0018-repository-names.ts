/** The ids of repositories on the code host, and their present names. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const repositoryNames: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("repository_names")
    .addColumn("repository", "text", (column) => column.primaryKey())
    .addColumn("id", "bigint", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .execute();
}
