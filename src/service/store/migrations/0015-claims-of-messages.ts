/** Claims by session also for webhook deliveries, GitHub commands, and what GitHub shows of pull requests and test runs. */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

export const claimsOfMessages: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["webhook_deliveries", "wishes", "github_faces"]) {
    await db.schema.alterTable(table).addColumn("session", "bigint").execute();
    await db.schema
      .alterTable(table)
      .addColumn("claim", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
