/**
 * Keeps with each order to land what has become of it. Of those under way nobody knows whether a push was begun, so they
 * count as pushed: that is only ever pushed again.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const landingFates: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("effects").addColumn("fate", "text").execute();
  await sql`update effects set fate = 'pushed' where done = 0`.execute(db);
}
