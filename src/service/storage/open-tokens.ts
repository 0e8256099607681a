/** The tokens that a database holds, for a moment, whether or not a service has it open meanwhile. */
import { existsSync } from "node:fs";
import { assertNever } from "../../domain/assert-never.js";
import type { TokenStore } from "../ports/token-store.js";
import type { Database } from "./database.js";
import { openStore } from "./open-store.js";
import { withPostgresTokens } from "./postgres/postgres-token-store.js";
import { SqlTokenStore } from "./sql/sql-token-store.js";
import { withSqliteTokens } from "./sqlite/sqlite-token-store.js";

type Work<Result> = (tokens: TokenStore) => Promise<Result>;

/** The database has to be a store of this version. */
export async function withTokens<Result>(database: Database, work: Work<Result>): Promise<Result> {
  switch (database.kind) {
    case "sqlite":
      return withSqliteTokens(database.path, work);
    case "postgres":
      return withPostgresTokens(database.url, work);
    default:
      return assertNever(database);
  }
}

/** Makes a store of the database where it is none, so that the first token can be there before the service is. */
export async function withTokensFromTheStart<Result>(
  database: Database,
  engine: string,
  work: Work<Result>,
): Promise<Result> {
  // One process serves a file at a time, but a file that is there may be written beside it.
  if (database.kind === "sqlite" && existsSync(database.path)) return withSqliteTokens(database.path, work);
  const { store, db } = await openStore(database, engine);
  try {
    return await work(new SqlTokenStore(db));
  } finally {
    await store.close();
  }
}
