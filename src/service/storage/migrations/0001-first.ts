/** The first schema. A migration that was released never changes; the next one builds on it. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const first: Migration = { up };

const NOT_DONE = sql<boolean>`done = 0`;

async function up(db: Kysely<unknown>): Promise<void> {
  await createQueues(db);
  await createLiveParts(db);
  await createHistory(db);
  await createOutbox(db);
}

async function createQueues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("queues")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("snapshot", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("wake_at", "bigint")
    .addColumn("deleted", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("one_queue_per_branch")
    .unique()
    .on("queues")
    .column("key")
    .where(sql<boolean>`deleted = 0`)
    .execute();
}

/** What the newest decision left: entries and runs of a queue, and the lists of targets they carry. */
async function createLiveParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("target_lists")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("names", "text", (column) => column.notNull())
    .execute();
  await tableOfQueue(db, "live_entries")
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("targets_digest", "text", (column) => column.references("target_lists.digest"))
    .addPrimaryKeyConstraint("live_entries_key", ["queue_id", "sequence"])
    .execute();
  await tableOfQueue(db, "live_runs")
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("live_runs_key", ["queue_id", "run_id"])
    .execute();
  await tableOfQueue(db, "targets")
    .addColumn("pull_request", "bigint", (column) => column.notNull())
    .addColumn("head_sha", "text", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("targets_digest", "text", (column) => column.references("target_lists.digest"))
    .addPrimaryKeyConstraint("targets_key", ["queue_id", "pull_request", "head_sha"])
    .execute();
}

/** What only grows: events, the transitions they led to, entries and runs that are over. */
async function createHistory(db: Kysely<unknown>): Promise<void> {
  await tableOfQueue(db, "events")
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("targets_digest", "text", (column) => column.references("target_lists.digest"))
    .addPrimaryKeyConstraint("events_key", ["queue_id", "version"])
    .execute();
  await tableOfQueue(db, "transitions")
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("pull_request", "bigint", (column) => column.notNull())
    .addColumn("from_state", "text")
    .addColumn("to_state", "text", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("transitions_key", ["queue_id", "version", "position"])
    .execute();
  await db.schema
    .createIndex("timeline")
    .on("transitions")
    .columns(["queue_id", "pull_request", "version", "position"])
    .execute();
  await db.schema
    .createIndex("activity")
    .on("transitions")
    .columns(["queue_id", "at", "from_state", "to_state"])
    .execute();
  await tableOfQueue(db, "concluded_entries")
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("pull_request", "bigint", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("targets_digest", "text", (column) => column.references("target_lists.digest"))
    .addPrimaryKeyConstraint("concluded_entries_key", ["queue_id", "sequence"])
    .execute();
  await db.schema
    .createIndex("newest_stay")
    .on("concluded_entries")
    .columns(["queue_id", "pull_request", "sequence"])
    .execute();
  await tableOfQueue(db, "ended_runs")
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("ended_runs_key", ["queue_id", "run_id"])
    .execute();
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await tableOfQueue(db, "effects")
    .addColumn("effect_id", "bigint", (column) => column.notNull())
    .addColumn("json", "text", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("not_before", "bigint", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull())
    .addColumn("last_error", "text")
    .addPrimaryKeyConstraint("effects_key", ["queue_id", "effect_id"])
    .execute();
  await db.schema
    .createIndex("pending_effects")
    .on("effects")
    .columns(["queue_id", "effect_id"])
    .where(NOT_DONE)
    .execute();
  await db.schema.createIndex("next_effect").on("effects").column("not_before").where(NOT_DONE).execute();
}

function tableOfQueue(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"));
}
