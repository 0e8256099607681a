/**
 * Claims by session: which process works on a row, and the number of its claim. `run_id` is what orders about one test run
 * are recognised by; null for an order of the version before. `turns` has what one replica does for all.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { hasRowLocks } from "../sql/row-locks.js";

export const claims: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["effects", "posted_runs"]) {
    await db.schema.alterTable(table).addColumn("session", "bigint").execute();
    await db.schema
      .alterTable(table)
      .addColumn("claim", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable("effects").addColumn("run_id", "text").execute();
  const run = hasRowLocks(db) ? sql`json::json ->> 'run'` : sql`json_extract(json, '$.run')`;
  await sql`update effects set run_id = ${run} where done = 0`.execute(db);
  await db.schema
    .createTable("turns")
    .addColumn("what", "text", (column) => column.primaryKey())
    .addColumn("next_at", "bigint", (column) => column.notNull())
    .execute();
}
