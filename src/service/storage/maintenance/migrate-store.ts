/** Brings a store up to date without serving it. */

import type { Database } from "../database.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { appliedMigrations, migrate, missingOf } from "../sql/migrate.js";
import { accessToWrite } from "./maintenance-access.js";

/** Which changes the schema went through. Repeating is harmless. */
export async function migrateStore(database: Database): Promise<readonly string[]> {
  const access = accessToWrite(database);
  try {
    const missing = missingOf(await appliedMigrations(access.db), MIGRATIONS);
    await migrate(access.db);
    return missing;
  } finally {
    await access.close();
  }
}
