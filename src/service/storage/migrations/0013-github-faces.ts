/** What people were shown of pull requests and test runs on the code host, and of which there is more to be shown. */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const githubFaces: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("github_faces")
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("queue_id", "text", (column) => column.notNull().references("queues.id"))
    .addColumn("marks", "bigint", (column) => column.notNull())
    .addColumn("marked_at", "bigint", (column) => column.notNull())
    .addColumn("not_before", "bigint", (column) => column.notNull())
    .addColumn("rests_until", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull())
    .addColumn("is_final", "integer", (column) => column.notNull())
    .addColumn("is_doubtful", "integer", (column) => column.notNull())
    .addColumn("shown", "text", (column) => column.notNull())
    .addColumn("last_error", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("github_faces_key", ["repository", "subject"])
    .execute();
  const isOpen = sql<boolean>`done = 0`;
  const isUnfinished = sql<boolean>`is_final = 0`;
  await db.schema.createIndex("open_faces").on("github_faces").column("not_before").where(isOpen).execute();
  await db.schema
    .createIndex("unfinished_faces")
    .on("github_faces")
    .column("queue_id")
    .where(isUnfinished)
    .execute();
  await db.schema.createIndex("faces_by_age").on("github_faces").column("at").execute();
}
