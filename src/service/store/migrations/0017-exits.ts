/**
 * When entries left, with what they are filtered by. Null in rows of the version before: `exits.ts` fills them in
 * in the background, because that takes long and this migration holds up decisions.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const exits: Migration = { up };

const TIMES = ["ended_at", "submitted_at"] as const;
const TEXTS = ["ending", "author", "reason"] as const;

async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of TIMES) {
    await db.schema.alterTable("concluded_entries").addColumn(name, "bigint").execute();
  }
  for (const name of TEXTS) await db.schema.alterTable("concluded_entries").addColumn(name, "text").execute();
  await db.schema
    .createIndex("exits_by_time")
    .on("concluded_entries")
    .columns([
      "queue_id",
      "ended_at",
      "sequence",
      "ending",
      "reason",
      "author",
      "submitted_at",
      "pull_request",
    ])
    .execute();
  await db.schema
    .createIndex("transitions_of_queue_by_time")
    .on("transitions")
    .columns(["queue_id", "at", "version"])
    .execute();
}
