/**
 * GitHub's limits on new content, kept over any SQL database. Each reserved moment is a row of `turns`, so the limits
 * hold in every window, after a restart and across replicas.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
import { type Kysely, sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "../../../domain/duration.js";
import type { Clock } from "../../ports/clock.js";
import type { ContentPace, ContentShare, PacedTurn } from "../../ports/content-pace.js";
import { inTransaction } from "./in-transaction.js";
import type { StoreTables } from "./tables.js";

interface Most {
  readonly aMinute: number;
  readonly anHour: number;
}

/** Strangers get a tenth of the hour, so that they can never delay what the queue shows. */
const MOST: Readonly<Record<ContentShare, Most>> = {
  all: { aMinute: 80, anHour: 500 },
  strangers: { aMinute: 10, anHour: 50 },
};

export class SqlContentPace implements ContentPace {
  readonly #db: Kysely<StoreTables>;
  readonly #clock: Pick<Clock, "now">;

  constructor(db: Kysely<StoreTables>, clock: Pick<Clock, "now">) {
    this.#db = db;
    this.#clock = clock;
  }

  async reserve(owner: string, longestMs: number, share: ContentShare = "all"): Promise<PacedTurn> {
    const most = MOST[share];
    // A turn that was saved without an answer only makes the next one later.
    return inTransaction(this.#db, async (db) => {
      const prefix = share === "all" ? `content ${owner} ` : `${share} ${owner} `;
      await lock(db, prefix);
      const now = this.#clock.now();
      const taken = await takenTurns(db, prefix, now, most);
      const free = nextMoment(
        taken.map(({ next_at }) => next_at),
        now,
        most,
      );
      const at = Math.max(free, await endOfPause(db, owner, now));
      const waitMs = at - now;
      if (waitMs > longestMs) return { waitMs, isReserved: false };
      const oldest = taken.length < most.anHour ? undefined : taken.at(-1);
      await save(db, oldest?.what ?? (await freeName(db, prefix, most)), at);
      return { waitMs, isReserved: true };
    });
  }

  async pause(owner: string, waitMs: number): Promise<void> {
    await inTransaction(this.#db, async (db) => {
      await lock(db, `content ${owner} `);
      const now = this.#clock.now();
      const until = Math.max(await endOfPause(db, owner, now), now + Math.min(waitMs, HOUR_MS));
      await save(db, pauseOf(owner), until);
    });
  }
}

function pauseOf(owner: string): string {
  return `content-pause ${owner}`;
}

/** 0: none. One that is far ahead was written under a wrong clock. */
async function endOfPause(db: Kysely<StoreTables>, owner: string, now: number): Promise<number> {
  const row = await db
    .selectFrom("turns")
    .select("next_at")
    .where("what", "=", pauseOf(owner))
    .executeTakeFirst();
  return row === undefined || row.next_at > now + HOUR_MS ? 0 : row.next_at;
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
async function takenTurns(db: Kysely<StoreTables>, prefix: string, now: number, most: Most) {
  return db
    .selectFrom("turns")
    .select(["what", "next_at"])
    .where(sql<boolean>`substr(what, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .where("next_at", ">", now - HOUR_MS)
    .where("next_at", "<=", now + HOUR_MS)
    .orderBy("next_at", "desc")
    .orderBy("what")
    .limit(most.anHour)
    .execute();
}

/** A row whose moment does not count any more, or a new one. */
async function freeName(db: Kysely<StoreTables>, prefix: string, most: Most): Promise<string> {
  const rows = await db
    .selectFrom("turns")
    .select(["what", "next_at"])
    .where(sql<boolean>`substr(what, 1, ${sql.lit(prefix.length)}) = ${prefix}`)
    .orderBy("next_at")
    .execute();
  const [oldest] = rows;
  const isFull = oldest !== undefined && rows.length >= most.anHour;
  return isFull ? oldest.what : `${prefix}${rows.length}`;
}

/** `taken`: newest first. */
function nextMoment(taken: readonly number[], now: number, most: Most): number {
  const perMinute = taken[most.aMinute - 1] ?? Number.NEGATIVE_INFINITY;
  const perHour = taken[most.anHour - 1] ?? Number.NEGATIVE_INFINITY;
  return Math.max(now, perMinute + MINUTE_MS, perHour + HOUR_MS);
}
