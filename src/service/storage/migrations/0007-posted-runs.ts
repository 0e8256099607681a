/** Test runs that several replicas share: which are to be carried out, by whom, and what came of them. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const postedRuns: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("posted_runs")
    .addColumn("posting", "text", (column) => column.primaryKey())
    .addColumn("run_id", "text", (column) => column.notNull().unique())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("progress", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .execute();
}
