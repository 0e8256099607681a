/**
 * All or nothing, and once more when the first outcome is unknown: the database rolled it back because others
 * wrote at the same moment, or it was lost on the way whether it was saved.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { backoffs } from "../../../domain/duration.js";
import { LostAnswer, StoreError } from "../../ports/world-error.js";
import { hasRowLocks } from "./row-locks.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

const MAX_ATTEMPTS = 8;
/** Nothing of such a transaction was saved: serialization failure, deadlock. */
const TAKEN_BACK: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
/** A server that restarts is there again after some seconds; callers do not wait much longer. */
const PAUSES_MS = [0, ...backoffs(6, 50)];

/**
 * `work` may be called several times, each time in a separate transaction. With `mayBeSaved` an earlier call may have
 * been saved without an answer: then it has to find that out, or saving it twice has to be harmless.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Db, mayBeSaved: boolean) => Promise<Result>,
): Promise<Result> {
  const once = (mayBeSaved: boolean) =>
    unlessTakenBack(() => db.transaction().execute((transaction) => work(transaction, mayBeSaved)));
  try {
    return await once(false);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    return answered(() => once(true), error);
  }
}

/** Asks until there is an answer, as long as that makes sense; then the outcome remains `lost`. */
async function answered<Result>(ask: () => Promise<Result>, lost: LostAnswer): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    await pause(pauseMs);
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreError && error.retryable)) throw lost;
    }
  }
  throw lost;
}

async function unlessTakenBack<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !failedWith(error, TAKEN_BACK)) throw error;
    }
  }
}

/** Whether the database reported one of these codes (SQLSTATE). */
export function failedWith(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (!(error instanceof StoreError)) return false;
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "code" in cause && codes.has(cause.code);
}

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
