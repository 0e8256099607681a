/** Brings a store up to date without serving it. */

import { connect } from "../connect.js";
import type { Database } from "../database.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { appliedMigrations, migrate, missingOf } from "../sql/migrate.js";

/** Which changes the schema went through. Repeating is harmless. */
export async function migrateStore(database: Database): Promise<readonly string[]> {
  const access = connect(database, "alone");
  try {
    const missing = missingOf(await appliedMigrations(access.db), MIGRATIONS);
    await migrate(access.db);
    return missing;
  } finally {
    await access.close();
  }
}
