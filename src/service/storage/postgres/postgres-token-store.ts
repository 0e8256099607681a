/** The tokens of a Postgres store, over a connection of their own that is closed again. */
import type { TokenStore } from "../../ports/token-store.js";
import { requireMigrated } from "../sql/migrate.js";
import { SqlTokenStore } from "../sql/sql-token-store.js";
import type { StoreTables } from "../sql/tables.js";
import { postgresDatabase } from "./open-postgres-store.js";
import { openPool } from "./postgres-pool.js";

const STATEMENT_TIMEOUT_MS = 30_000;

/** The database has to be a store of this version. */
export async function withPostgresTokens<Result>(
  url: string,
  work: (tokens: TokenStore) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ url, size: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const db = postgresDatabase<StoreTables>(pool, url);
  try {
    await requireMigrated(db);
    return await work(new SqlTokenStore(db));
  } finally {
    await db.destroy();
  }
}
