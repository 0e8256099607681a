/**
 * Lets what is over be found by its age, and removed: since when it is, and where the log of a queue begins once its
 * oldest part is gone. Of what is there already nobody wrote down since when: it counts from now.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const retention: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  const now = Date.now();
  for (const table of ["ended_runs", "effects", "targets"]) {
    await db.schema
      .alterTable(table)
      .addColumn("at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update ${sql.table(table)} set at = ${now}`.execute(db);
  }
  await addReplacedAt(db, now);
  await addIndexes(db);
  await createLogBeginnings(db);
}

async function addReplacedAt(db: Kysely<unknown>, now: number): Promise<void> {
  await db.schema.alterTable("concluded_entries").addColumn("replaced_at", "bigint").execute();
  await sql`
    update concluded_entries set replaced_at = ${now} where exists (
      select 1 from concluded_entries as newer
      where newer.queue_id = concluded_entries.queue_id
        and newer.pull_request = concluded_entries.pull_request
        and newer.sequence > concluded_entries.sequence
    )`.execute(db);
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("ended_runs_by_age").on("ended_runs").columns(["queue_id", "at"]).execute();
  await db.schema.createIndex("targets_by_age").on("targets").columns(["queue_id", "at"]).execute();
  await db.schema
    .createIndex("done_effects_by_age")
    .on("effects")
    .columns(["queue_id", "at"])
    .where(sql<boolean>`done = 1`)
    .execute();
  await db.schema
    .createIndex("replaced_stays_by_age")
    .on("concluded_entries")
    .columns(["queue_id", "replaced_at"])
    .where(sql<boolean>`replaced_at is not null`)
    .execute();
  for (const table of ["live_entries", "concluded_entries", "events", "targets"]) {
    await indexLists(db, table, "targets_digest");
  }
  for (const table of ["live_entries", "concluded_entries"]) {
    await indexLists(db, table, "earlier_targets_digest");
  }
}

/** Who takes a list away asks first whether anything refers to it; so does the database. */
async function indexLists(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${column}`)
    .on(table)
    .column(column)
    .where(sql<boolean>`${sql.ref(column)} is not null`)
    .execute();
}

async function createLogBeginnings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("log_beginnings")
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("is_used", "integer", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("log_beginnings_key", ["queue_id", "version"])
    .execute();
  await db.schema
    .createTable("log_beginning_lists")
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull().references("target_lists.digest"))
    .addPrimaryKeyConstraint("log_beginning_lists_key", ["queue_id", "version", "digest"])
    .execute();
  await db.schema
    .createIndex("log_beginning_lists_by_digest")
    .on("log_beginning_lists")
    .column("digest")
    .execute();
}
