/**
 * How long entries were where they were stands with them now: the metrics of the last hour read no earlier history.
 * Rows of before say nothing of it, and are out of the hour soon.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const durations: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ["lasted_ms", "bigint"],
    ["since_admission_ms", "bigint"],
    ["was_beside", "integer"],
  ] as const) {
    await db.schema.alterTable("transitions").addColumn(name, type).execute();
  }
  await db.schema.dropIndex("activity").execute();
  await db.schema.createIndex("recent_transitions").on("transitions").column("at").execute();
  await db.schema
    .createTable("traces")
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"))
    .addColumn("pull_request", "bigint", (column) => column.notNull())
    .addColumn("traceparent", "text", (column) => column.notNull())
    .addColumn("tracestate", "text")
    .addPrimaryKeyConstraint("traces_key", ["queue_id", "pull_request"])
    .execute();
}
