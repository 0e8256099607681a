/**
 * GitHub's limits on new content, kept over any SQL database. Each reserved moment is a row of `turns`, so the limits
 * hold in every window, after a restart and across replicas.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
import { type Kysely, sql } from "kysely";
import type { Clock } from "../../ports/clock.js";
import type { ContentPace, PacedTurn } from "../../ports/content-pace.js";
import { inTransaction } from "./in-transaction.js";
import type { StoreTables } from "./tables.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MOST_A_MINUTE = 80;
const MOST_AN_HOUR = 500;

export class SqlContentPace implements ContentPace {
  readonly #db: Kysely<StoreTables>;
  readonly #clock: Pick<Clock, "now">;

  constructor(db: Kysely<StoreTables>, clock: Pick<Clock, "now">) {
    this.#db = db;
    this.#clock = clock;
  }

  async reserve(owner: string, longestMs: number): Promise<PacedTurn> {
    // A turn that was saved without an answer only makes the next one later.
    return inTransaction(this.#db, async (db) => {
      const prefix = `content ${owner} `;
      await lock(db, prefix);
      const now = this.#clock.now();
      const taken = await takenTurns(db, prefix, now);
      const at = nextMoment(
        taken.map(({ next_at }) => next_at),
        now,
      );
      const waitMs = at - now;
      if (waitMs > longestMs) return { waitMs, isReserved: false };
      const oldest = taken.length < MOST_AN_HOUR ? undefined : taken.at(-1);
      await save(db, oldest?.what ?? (await freeName(db, prefix)), at);
      return { waitMs, isReserved: true };
    });
  }
}

/** The write makes other transactions of the same owner wait. */
async function lock(db: Kysely<StoreTables>, prefix: string): Promise<void> {
  await save(db, prefix.trim(), 0);
}

async function save(db: Kysely<StoreTables>, what: string, next_at: number): Promise<void> {
  await db
    .insertInto("turns")
    .values({ what, next_at })
    .onConflict((conflict) => conflict.column("what").doUpdateSet({ next_at }))
    .execute();
}

/** The moments of the last hour and later, newest first. One that is far ahead was written under a wrong clock. */
async function takenTurns(db: Kysely<StoreTables>, prefix: string, now: number) {
  return db
    .selectFrom("turns")
    .select(["what", "next_at"])
    .where(sql<boolean>`substr(what, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .where("next_at", ">", now - HOUR_MS)
    .where("next_at", "<=", now + HOUR_MS)
    .orderBy("next_at", "desc")
    .orderBy("what")
    .limit(MOST_AN_HOUR)
    .execute();
}

/** A row whose moment does not count any more, or a new one. */
async function freeName(db: Kysely<StoreTables>, prefix: string): Promise<string> {
  const rows = await db
    .selectFrom("turns")
    .select(["what", "next_at"])
    .where(sql<boolean>`substr(what, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .orderBy("next_at")
    .execute();
  const [oldest] = rows;
  const isFull = oldest !== undefined && rows.length >= MOST_AN_HOUR;
  return isFull ? oldest.what : `${prefix}${rows.length}`;
}

/** `taken`: newest first. */
function nextMoment(taken: readonly number[], now: number): number {
  const perMinute = taken[MOST_A_MINUTE - 1] ?? Number.NEGATIVE_INFINITY;
  const perHour = taken[MOST_AN_HOUR - 1] ?? Number.NEGATIVE_INFINITY;
  return Math.max(now, perMinute + MINUTE_MS, perHour + HOUR_MS);
}
