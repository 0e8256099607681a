/**
 * The tokens of a store that a service may have open: a second connection for a moment, each of whose statements is a
 * transaction of its own, so that neither waits long for the other.
 */
import { existsSync } from "node:fs";
import { Kysely } from "kysely";
import type { TokenStore } from "../../ports/token-store.js";
import { requireMigrated } from "../sql/migrate.js";
import { SqlTokenStore } from "../sql/sql-token-store.js";
import type { StoreTables } from "../sql/tables.js";
import { NodeSqliteDialect } from "./node-sqlite-dialect.js";
import { openDatabase } from "./open-sqlite-store.js";
import { noSuchStore } from "./read-sqlite-store.js";

/** The file has to be there, and to be a store of this version. */
export async function withSqliteTokens<Result>(
  path: string,
  work: (tokens: TokenStore) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(path)) throw noSuchStore(path);
  const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
  try {
    await requireMigrated(db);
    return await work(new SqlTokenStore(db));
  } finally {
    await db.destroy();
  }
}
