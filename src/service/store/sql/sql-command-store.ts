/** Commands in any SQL database that Kysely supports. `claims.ts` has the protocol of claims. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type {
  ClaimedCommand,
  Command,
  CommandClaim,
  CommandOutcome,
  CommandStore,
} from "../../ports/command-store.js";
import type { Claim, Claimant } from "../../ports/session.js";
import {
  claimRows,
  giveBackRow,
  isDue,
  isFree,
  isNotLeased,
  isOfThese,
  isRowClaimed,
  isStill,
  NOT_LEASED,
  nextDueAt,
  type WorkTable,
} from "./claims.js";
import { inTransaction } from "./in-transaction.js";
import { lockOpenCommands } from "./row-locks.js";
import { commandIn, isCancellation, isSubmission, jsonOf } from "./stored-commands.js";
import { COMMANDS, type CommandsTable, FOUND_COMMANDS, type StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** The condition is a literal, as in the index over open commands: a parameter would not use it. */
const IS_OPEN = sql<boolean>`outcome is null`;
const WORK: WorkTable = { name: COMMANDS, key: ["delivery"], isOpen: IS_OPEN, isLeased: true };
function column(name: keyof CommandsTable) {
  return sql.ref(`${COMMANDS}.${name}`);
}

/** A text has these marks escaped. What is damaged would fail a question about its members. */
const CANCELS = sql<boolean>`(${column("json")} like '%"kind":"cancel"%' or ${column("json")} like '%"kind":"unlabeled"%')`;

/** More than the commands of one submission. */
const MOST_SINCE = 50;
/** The delay before a command that this version cannot read is tried again. */
const UNREADABLE_PAUSE_MS = 30_000;

export class SqlCommandStore implements CommandStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(command: Command, receivedAt: number, mostOpen: number): Promise<"added" | "known" | "full"> {
    if ((await this.#countOpen(mostOpen)) >= mostOpen) return "full";
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto(COMMANDS)
      .values({
        delivery: command.delivery,
        source: command.source,
        subject: subjectOf(command.repository, command.pullRequest),
        said_at: command.givenAt,
        heard_at: receivedAt,
        pushed_at: null,
        attempts: 0,
        not_before: 0,
        ...NOT_LEASED,
        claim: 0,
        outcome: null,
        json: jsonOf(command),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? "added" : "known";
  }

  async notePush(repository: Repository, pullRequest: PullRequestNumber, at: number): Promise<void> {
    const subject = subjectOf(repository, pullRequest);
    // Repeating it is harmless.
    await inTransaction(this.#db, async (db) => {
      await lockOpenCommands(db, [subject]);
      await db
        .updateTable(COMMANDS)
        .set({ pushed_at: at })
        .where(IS_OPEN)
        .where("subject", "=", subject)
        .where("said_at", "<=", at)
        .execute();
    });
  }

  async claim(request: CommandClaim): Promise<readonly ClaimedCommand[]> {
    const claimed: ClaimedCommand[] = [];
    for (const row of await this.#claim(request)) {
      const claim = { session: request.claimant.session, number: row.claim };
      const command = commandIn(row.json);
      if (command === null) {
        // Another version of the service wrote it, or it is damaged.
        const later = { not_before: request.now + UNREADABLE_PAUSE_MS };
        await giveBackRow(this.#db, WORK, [row.delivery], claim, later);
        continue;
      }
      const isSuperseded = await this.#isSuperseded(row, command);
      const isPushedTo = row.pushed_at !== null;
      const receivedAt = row.heard_at;
      const attempts = row.attempts - 1;
      const waitingSubmission = isCancellation(command) ? await this.#waitingSubmission(row) : null;
      claimed.push({ command, receivedAt, attempts, isSuperseded, isPushedTo, waitingSubmission, claim });
    }
    return claimed;
  }

  async isClaimed({ command, claim }: ClaimedCommand): Promise<boolean> {
    return isRowClaimed(this.#db, WORK, [command.delivery], claim);
  }

  async giveBack({ command, claim }: ClaimedCommand): Promise<void> {
    await giveBackRow(this.#db, WORK, [command.delivery], claim);
  }

  async settle({ command, claim }: ClaimedCommand, outcome: CommandOutcome): Promise<void> {
    const result =
      outcome.kind === "again" ? { not_before: outcome.notBefore } : { outcome: outcome.kind, not_before: 0 };
    await inTransaction(this.#db, async (db) => {
      if (outcome.kind === "done") await voidCancelled(db, command, claim);
      await claimOf(db, command.delivery, claim)
        .set({ ...result, ...NOT_LEASED })
        .execute();
    });
  }

  async nextAt(after: number): Promise<number | null> {
    return nextDueAt(this.#db, WORK, after);
  }

  async lastSubmission(repository: Repository, pullRequest: PullRequestNumber): Promise<Command | null> {
    const rows = await this.#db
      .selectFrom(COMMANDS)
      .select("json")
      .where("subject", "=", subjectOf(repository, pullRequest))
      .where("outcome", "=", "done")
      .orderBy("said_at", "desc")
      .orderBy("heard_at", "desc")
      .limit(MOST_SINCE)
      .execute();
    const commands = rows.map(({ json }) => commandIn(json)).filter((command) => command !== null);
    return commands.find(isSubmission) ?? null;
  }

  async foundUntil(repository: Repository): Promise<number | null> {
    const row = await this.#db
      .selectFrom(FOUND_COMMANDS)
      .select("until")
      .where("repository", "=", repositoryKey(repository))
      .executeTakeFirst();
    return row?.until ?? null;
  }

  async noteFound(repository: Repository, until: number): Promise<void> {
    await this.#db
      .insertInto(FOUND_COMMANDS)
      .values({ repository: repositoryKey(repository), until })
      .onConflict((conflict) => conflict.column("repository").doUpdateSet({ until }))
      .execute();
  }

  async forget(before: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom(COMMANDS)
      .where("heard_at", "<", before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Up to that many. */
  async #countOpen(most: number): Promise<number> {
    const rows = await this.#db.selectFrom(COMMANDS).select("delivery").where(IS_OPEN).limit(most).execute();
    return rows.length;
  }

  /** A command is claimed under the lock of its pull request's open commands, so that no other one is at that time. */
  async #claim({
    claimant,
    now,
    limit,
    held,
    repositories,
  }: CommandClaim): Promise<readonly CommandsTable[]> {
    if (limit <= 0) return [];
    const heldSubjects = held.map(({ command }) => subjectOf(command.repository, command.pullRequest));
    const isElsewhere =
      heldSubjects.length === 0 ? sql`` : sql`and subject not in (${sql.join(heldSubjects)})`;
    const keys = repositories === null ? null : repositories.map((key) => `${key}#`);
    const isServed = isOfThese(this.#db, sql`rtrim(subject, '0123456789')`, keys);
    const isFirst = sql`${isElsewhere} ${isServed} and ${this.#isFirst(claimant, now)}`;
    const order = sql`said_at, heard_at, delivery`;
    const { rows: due } = await sql<Pick<CommandsTable, "subject" | "delivery">>`
      select subject, delivery from ${sql.table(COMMANDS)}
      where ${isDue(WORK, now)} and ${isFree(this.#db, claimant)} ${isFirst}
      order by ${order} limit ${limit}`.execute(this.#db);
    if (due.length === 0) return [];
    const firsts = new Map(due.toReversed().map(({ subject, delivery }) => [subject, delivery]));
    const rows = await inTransaction(this.#db, async (db) => {
      await lockOpenCommands(db, [...firsts.keys()]);
      return claimRows<CommandsTable>(db, WORK, {
        ...{ claimant, now, limit, order, held: [] },
        and: sql`and delivery in (${sql.join([...firsts.values()])}) ${isFirst}`,
        set: { attempts: sql`attempts + 1` },
      });
    });
    return rows.toSorted((one, other) => one.said_at - other.said_at || one.heard_at - other.heard_at);
  }

  /** Matches the first of its pull request, or a cancel while the first waits; and none while another one is claimed. */
  #isFirst(claimant: Claimant, now: number): RawBuilder<unknown> {
    const isFreeAsOther = sql`${isFree(this.#db, claimant, sql.ref("other.session"))} and ${isNotLeased(now, "other.")}`;
    return sql`not exists (
      select 1 from ${sql.table(COMMANDS)} as other
      where other.outcome is null and other.subject = ${column("subject")} and not (${isFreeAsOther})
    ) and (
      select earliest.delivery = ${column("delivery")} or (earliest.not_before > ${now} and ${CANCELS})
      from ${sql.table(COMMANDS)} as earliest where earliest.outcome is null and earliest.subject = ${column("subject")}
      order by earliest.said_at, earliest.heard_at, earliest.delivery limit 1)`;
  }

  async #isSuperseded({ subject, said_at }: CommandsTable, command: Command): Promise<boolean> {
    const later = await this.#db
      .selectFrom(COMMANDS)
      .select("json")
      .where("subject", "=", subject)
      .where("said_at", ">", said_at)
      .where("outcome", "=", "done")
      .execute();
    if (!isCancellation(command)) return later.length > 0;
    return later
      .map(({ json }) => commandIn(json))
      .some((one) => one !== null && (isSubmission(one) || isCancellation(one)));
  }

  async #waitingSubmission(row: CommandsTable): Promise<Command | null> {
    const rows = await this.#db
      .selectFrom(COMMANDS)
      .select("json")
      .where(IS_OPEN)
      .where(isEarlierThan(row))
      .orderBy("said_at", "desc")
      .orderBy("heard_at", "desc")
      .execute();
    return (
      rows.map(({ json }) => commandIn(json)).find((command) => command !== null && isSubmission(command)) ??
      null
    );
  }
}

function claimOf(db: Db, delivery: string, claim: Claim) {
  return db.updateTable(COMMANDS).where("delivery", "=", delivery).where(isStill(claim)).where(IS_OPEN);
}

/** Also what rests, or came late. */
async function voidCancelled(db: Db, command: Command, claim: Claim): Promise<void> {
  if (!isCancellation(command)) return;
  const row = await db
    .selectFrom(COMMANDS)
    .selectAll()
    .where(IS_OPEN)
    .where("delivery", "=", command.delivery)
    .where(isStill(claim))
    .executeTakeFirst();
  if (row === undefined) return;
  await lockOpenCommands(db, [row.subject]);
  await db
    .updateTable(COMMANDS)
    .set({ outcome: "void", not_before: 0, ...NOT_LEASED })
    .where(IS_OPEN)
    .where(isEarlierThan(row))
    .execute();
}

/** Of the same pull request. */
function isEarlierThan({ subject, said_at, heard_at, delivery }: CommandsTable) {
  return sql<boolean>`subject = ${subject} and (said_at, heard_at, delivery) < (${said_at}, ${heard_at}, ${delivery})`;
}

function subjectOf(repository: Repository, pullRequest: number): string {
  return `${repositoryKey(repository)}#${pullRequest}`;
}
