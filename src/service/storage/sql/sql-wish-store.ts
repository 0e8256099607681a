/** Wishes over any SQL database that Kysely speaks to. A claim is a compare and set, so that one of several has it. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { PullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type {
  ClaimedWish,
  Command,
  Said,
  Wish,
  WishClaim,
  WishOutcome,
  WishStore,
} from "../../ports/wish-store.js";
import { type Check, flag, kindOf, number, orNull, record, text } from "./check.js";
import { inTransaction } from "./in-transaction.js";
import { lockOpenWishes } from "./row-locks.js";
import type { StoreTables, WishesTable } from "./tables.js";

type Db = Kysely<StoreTables>;

/** The condition is a literal, as in the index over open wishes: a parameter would not use it. */
const IS_OPEN = sql<boolean>`outcome is null`;
/** A text has these marks escaped. What is damaged would fail a question about its members. */
const TAKES_BACK = sql<boolean>`(wishes.json like '%"kind":"cancel"%' or wishes.json like '%"kind":"unlabeled"%')`;

/** As often as nobody has tests run again during one stay. */
const MOST_SINCE = 50;

export class SqlWishStore implements WishStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(wish: Wish, heardAt: number, mostOpen: number): Promise<"added" | "known" | "full"> {
    if ((await this.#countOpen(mostOpen)) >= mostOpen) return "full";
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto("wishes")
      .values({
        delivery: wish.delivery,
        source: wish.source,
        subject: subjectOf(wish.repository, wish.pullRequest),
        said_at: wish.saidAt,
        heard_at: heardAt,
        pushed_at: null,
        attempts: 0,
        not_before: 0,
        claimed_by: null,
        claimed_until: 0,
        outcome: null,
        json: JSON.stringify(wish),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? "added" : "known";
  }

  async notePush(repository: Repository, pullRequest: PullRequestNumber, at: number): Promise<void> {
    const subject = subjectOf(repository, pullRequest);
    // Told twice it says the same.
    await inTransaction(this.#db, async (db) => {
      await lockOpenWishes(db, subject);
      await db
        .updateTable("wishes")
        .set({ pushed_at: at })
        .where(IS_OPEN)
        .where("subject", "=", subject)
        .where("said_at", "<=", at)
        .execute();
    });
  }

  async claim(claim: WishClaim): Promise<readonly ClaimedWish[]> {
    const claimed: ClaimedWish[] = [];
    for (const row of await this.#due(claim)) {
      if (!(await this.#take(row, claim))) continue;
      const wish = wishIn(row.json);
      // One that a newer version heard is left to it: the claim runs out.
      if (wish === null) continue;
      const isOvertaken = await this.#isOvertaken(row, wish);
      const isPushedTo = row.pushed_at !== null;
      const { heard_at: heardAt, attempts } = row;
      const resting = takesBack(wish) ? await this.#resting(row) : null;
      claimed.push({ wish, heardAt, attempts, isOvertaken, isPushedTo, resting });
    }
    return claimed;
  }

  async renew(taker: string, until: number): Promise<void> {
    await claimsOf(this.#db, taker).set({ claimed_until: until }).execute();
  }

  async settle(taker: string, delivery: string, outcome: WishOutcome): Promise<void> {
    const result =
      outcome.kind === "again" ? { not_before: outcome.notBefore } : { outcome: outcome.kind, not_before: 0 };
    await inTransaction(this.#db, async (db) => {
      if (outcome.kind === "done") await voidTakenBack(db, taker, delivery);
      await claimsOf(db, taker)
        .set({ ...result, claimed_by: null, claimed_until: 0 })
        .where("delivery", "=", delivery)
        .execute();
    });
  }

  async lastSubmission(repository: Repository, pullRequest: PullRequestNumber): Promise<Wish | null> {
    const rows = await this.#db
      .selectFrom("wishes")
      .select("json")
      .where("subject", "=", subjectOf(repository, pullRequest))
      .where("outcome", "=", "done")
      .orderBy("said_at", "desc")
      .orderBy("heard_at", "desc")
      .limit(MOST_SINCE)
      .execute();
    const said = rows.map(({ json }) => wishIn(json)).filter((wish) => wish !== null);
    return said.find(isSubmission) ?? null;
  }

  async foundUntil(repository: Repository): Promise<number | null> {
    const row = await this.#db
      .selectFrom("found_wishes")
      .select("until")
      .where("repository", "=", repositoryKey(repository))
      .executeTakeFirst();
    return row?.until ?? null;
  }

  async noteFound(repository: Repository, until: number): Promise<void> {
    await this.#db
      .insertInto("found_wishes")
      .values({ repository: repositoryKey(repository), until })
      .onConflict((conflict) => conflict.column("repository").doUpdateSet({ until }))
      .execute();
  }

  async release(taker: string): Promise<void> {
    await claimsOf(this.#db, taker).set({ claimed_by: null, claimed_until: 0 }).execute();
  }

  async forget(before: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("wishes")
      .where("heard_at", "<", before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Up to that many. */
  async #countOpen(most: number): Promise<number> {
    const rows = await this.#db.selectFrom("wishes").select("delivery").where(IS_OPEN).limit(most).execute();
    return rows.length;
  }

  async #due({ now, limit }: WishClaim): Promise<readonly Selectable<WishesTable>[]> {
    return this.#db
      .selectFrom("wishes")
      .selectAll()
      .where(IS_OPEN)
      .where("not_before", "<=", now)
      .where("claimed_until", "<=", now)
      .where(
        sql<boolean>`not exists (
          select 1 from wishes as other
          where other.outcome is null and other.subject = wishes.subject and other.claimed_until > ${now})`,
      )
      .where(
        sql<boolean>`(
          select earliest.delivery = wishes.delivery or (earliest.not_before > ${now} and ${TAKES_BACK})
          from wishes as earliest where earliest.outcome is null and earliest.subject = wishes.subject
          order by earliest.said_at, earliest.heard_at, earliest.delivery limit 1)`,
      )
      .orderBy("said_at")
      .orderBy("heard_at")
      .orderBy("delivery")
      .limit(limit)
      .execute();
  }

  /** Nothing else of the pull request is anybody's then: of two who take at once one waits, and finds what the other has. */
  async #take(
    { delivery, subject, claimed_until, attempts }: WishesTable,
    claim: WishClaim,
  ): Promise<boolean> {
    const { now, taker, until } = claim;
    return inTransaction(this.#db, async (db, mayBeSaved) => {
      await lockOpenWishes(db, subject);
      const othersClaimed = db
        .selectFrom("wishes as other")
        .select("other.delivery")
        .where("other.outcome", "is", null)
        .where("other.subject", "=", subject)
        .where("other.delivery", "<>", delivery)
        .where("other.claimed_until", ">", now);
      const { numUpdatedRows } = await db
        .updateTable("wishes")
        .set({ claimed_by: taker, claimed_until: until, attempts: attempts + 1 })
        .where("delivery", "=", delivery)
        .where((eb) => {
          const asFound = eb.and({ claimed_until, attempts });
          if (!mayBeSaved) return asFound;
          return eb.or([
            asFound,
            eb.and({ claimed_by: taker, claimed_until: until, attempts: attempts + 1 }),
          ]);
        })
        .where(IS_OPEN)
        .where((eb) => eb.not(eb.exists(othersClaimed)))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });
  }

  async #isOvertaken({ subject, said_at }: WishesTable, wish: Wish): Promise<boolean> {
    const later = await this.#db
      .selectFrom("wishes")
      .select("json")
      .where("subject", "=", subject)
      .where("said_at", ">", said_at)
      .where("outcome", "=", "done")
      .execute();
    if (!takesBack(wish)) return later.length > 0;
    return later
      .map(({ json }) => wishIn(json))
      .some((one) => one !== null && (isSubmission(one) || takesBack(one)));
  }

  async #resting(row: WishesTable): Promise<Wish | null> {
    const rows = await this.#db
      .selectFrom("wishes")
      .select("json")
      .where(IS_OPEN)
      .where(isSaidBefore(row))
      .orderBy("said_at", "desc")
      .orderBy("heard_at", "desc")
      .execute();
    return rows.map(({ json }) => wishIn(json)).find((wish) => wish !== null && isSubmission(wish)) ?? null;
  }
}

function claimsOf(db: Db, taker: string) {
  return db.updateTable("wishes").where("claimed_by", "=", taker).where(IS_OPEN);
}

/** Whatever rests, or came late. */
async function voidTakenBack(db: Db, taker: string, delivery: string): Promise<void> {
  const row = await db
    .selectFrom("wishes")
    .selectAll()
    .where(IS_OPEN)
    .where("claimed_by", "=", taker)
    .where("delivery", "=", delivery)
    .executeTakeFirst();
  const wish = row === undefined ? null : wishIn(row.json);
  if (row === undefined || wish === null || !takesBack(wish)) return;
  await lockOpenWishes(db, row.subject);
  await db
    .updateTable("wishes")
    .set({ outcome: "void", not_before: 0, claimed_by: null, claimed_until: 0 })
    .where(IS_OPEN)
    .where(isSaidBefore(row))
    .execute();
}

/** Of the same pull request. */
function isSaidBefore({ subject, said_at, heard_at, delivery }: WishesTable) {
  return sql<boolean>`subject = ${subject} and (said_at, heard_at, delivery) < (${said_at}, ${heard_at}, ${delivery})`;
}

function takesBack({ said }: Wish): boolean {
  return said.kind === "comment" ? said.command.kind === "cancel" : said.kind === "unlabeled";
}

function isSubmission({ said }: Wish): boolean {
  return said.kind === "comment" ? said.command.kind === "merge" : said.kind === "labeled";
}

function subjectOf(repository: Repository, pullRequest: number): string {
  return `${repositoryKey(repository)}#${pullRequest}`;
}

const isCommand: Check<Command> = kindOf<Command>({
  merge: { priority: orNull(number()), noBatch: flag },
  cancel: {},
  retry: {},
  unclear: { problem: text() },
});

const isSaid: Check<Said> = kindOf<Said>({
  comment: { comment: number(), command: isCommand },
  labeled: { label: text() },
  unlabeled: { label: text() },
});

/** Null for what is damaged, and for what a newer version heard. */
function wishIn(json: string): Wish | null {
  try {
    const value: unknown = JSON.parse(json);
    return isWish(value) ? value : null;
  } catch {
    return null;
  }
}

export const isWish: Check<Wish> = record<Wish>({
  delivery: text(),
  source: text(),
  repository: record({ host: text(), owner: text(), name: text() }),
  pullRequest: number(),
  by: record({ login: text(), isBot: flag }),
  said: isSaid,
  saidAt: number(),
  headSha: orNull(text()),
});
