/**
 * Lets traces and posted test runs be found by their age, and removed. 0 stands for one of which nobody wrote down since
 * when it is there, as replicas of the version before do: it counts from the next sweep.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const ages: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["traces", "posted_runs"]) {
    await db.schema
      .alterTable(table)
      .addColumn("at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.createIndex("traces_by_age").on("traces").columns(["queue_id", "at"]).execute();
}
