/** The tokens of the database that a command is told of, or that the service of this environment would use. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TokenStore } from "../../service/ports/token-store.js";
import { openSqliteStore } from "../../service/storage/sqlite/open-sqlite-store.js";
import { withSqliteTokens } from "../../service/storage/sqlite/sqlite-token-store.js";
import type { Surroundings } from "../surroundings.js";
import { programVersion } from "../version.js";
import { WrongUse } from "./wrong-use.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

export async function withTokens<Result>(
  flags: StoreFlags,
  { environment }: Surroundings,
  work: (tokens: TokenStore) => Promise<Result>,
): Promise<Result> {
  return withSqliteTokens(databasePath(flags, environment), work);
}

/** Makes the database where there is none, so that the first token can be there before the service is. */
export async function withTokensFromTheStart<Result>(
  flags: StoreFlags,
  surroundings: Surroundings,
  work: (tokens: TokenStore) => Promise<Result>,
): Promise<Result> {
  const path = databasePath(flags, surroundings.environment);
  if (existsSync(path)) return withSqliteTokens(path, work);
  const store = await openSqliteStore({ path, engine: programVersion() });
  try {
    return await work(store.tokens);
  } finally {
    await store.close();
  }
}

function databasePath({ database }: StoreFlags, environment: Surroundings["environment"]): string {
  const url = database ?? environment["MERGE_QUEUE_DATABASE_URL"]?.trim();
  if (!url) return join(environment["MERGE_QUEUE_DATA"]?.trim() || "merge-queue-data", "merge-queue.sqlite");
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url) ?? [];
  if (path === undefined) throw new WrongUse("--database: expected sqlite:PATH, as the service has it");
  return path;
}
