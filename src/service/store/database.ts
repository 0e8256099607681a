/** Which database a store is in, as people name it: in MERGE_QUEUE_DATABASE_URL, and after `--database`. */
import { resolve } from "node:path";
import { assertNever } from "../../domain/assert-never.js";

export type Database =
  /** A file that one process serves; `:memory:` dies with the process. */
  | { readonly kind: "sqlite"; readonly path: string }
  /** Several replicas may share it. The URL may hold a password. */
  | { readonly kind: "postgres"; readonly url: string };

export const DATABASE_FORM = "sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE";

/** Null: it names no database. */
export function databaseOf(text: string): Database | null {
  if (/^postgres(?:ql)?:\/\//.test(text)) return URL.canParse(text) ? { kind: "postgres", url: text } : null;
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  return path === undefined ? null : { kind: "sqlite", path: resolve(path) };
}

/** For people; never with a password. */
export function placeOf(database: Database): string {
  switch (database.kind) {
    case "sqlite":
      return database.path;
    case "postgres": {
      const { host, pathname } = new URL(database.url);
      return `${host}${pathname}`;
    }
    default:
      return assertNever(database);
  }
}

/** Why a database cannot hold the session of a replica, and what to do. */
export const LENT_CONNECTIONS =
  "MERGE_QUEUE_DATABASE_URL leads to a pooler in transaction mode (as of pgbouncer), which cannot hold a replica's session";
export const LENT_CONNECTIONS_ADVICE = "name the Postgres server itself, or a pooler in session mode";
