/** The time of the database: of its server, where it has one; SQLite has the machine's. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { hasRowLocks } from "./row-locks.js";

/** In milliseconds since 1970, when the statement comes to it and not when its transaction began. */
const SERVER_NOW = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`;

/** Null: there is no server whose time is asked for. */
export function serverNow<Tables>(db: Kysely<Tables>): RawBuilder<number | null> {
  return hasRowLocks(db) ? SERVER_NOW : sql<null>`null`;
}

/** For dates of rows, which nothing but their removal goes by. */
export function nowForRows<Tables>(db: Kysely<Tables>): RawBuilder<number> {
  return hasRowLocks(db) ? SERVER_NOW : sql<number>`${Date.now()}`;
}
