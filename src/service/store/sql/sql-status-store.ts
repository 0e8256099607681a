/** What is shown of pull requests and test runs, over any SQL database that Kysely speaks to. */
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import {
  queueId as asQueueId,
  isTestRunId,
  pullRequestNumber,
  type QueueId,
  testRunId,
} from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type {
  ClaimedStatus,
  StatusClaim,
  StatusFailure,
  StatusMark,
  StatusOutcome,
  StatusStore,
  StatusSubject,
  UnfinishedStatus,
} from "../../ports/status-store.js";
import {
  claimRows,
  giveBackRow,
  isOfThese,
  isRowClaimed,
  isStill,
  NOT_LEASED,
  nextDueAt,
  type WorkTable,
} from "./claims.js";
import { inTransaction } from "./in-transaction.js";
import { readQueue } from "./queue-rows.js";
import { readJson } from "./records.js";
import { appendMarks, later, REST_MS, subjectKey } from "./status-marks.js";
import { isQueueName } from "./stored-values.js";
import { type GitHubStatusesTable, STATUSES, type StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** In characters. */
const LONGEST_ERROR = 500;

const WORK: WorkTable = {
  ...{ name: STATUSES, key: ["repository", "subject"], isOpen: sql`done = 0`, isLeased: true },
};

export class SqlStatusStore implements StatusStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async mark(
    { repository }: QueueName,
    queueId: QueueId,
    marks: readonly StatusMark[],
    now: number,
  ): Promise<void> {
    const place = { repository, queueId, now, isUncertain: true };
    await inTransaction(this.#db, (db) => appendMarks(db, place, marks));
  }

  /** A claim that ended without an outcome leaves a doubt: its process may have written without storing it. */
  async claim({ claimant, now, limit, held, repositories }: StatusClaim): Promise<readonly ClaimedStatus[]> {
    const wasClaimed = sql`session is not null or claimed_until > 0`;
    const rows = await claimRows<Selectable<GitHubStatusesTable> & { readonly name: string }>(
      this.#db,
      WORK,
      {
        ...{ claimant, now, limit },
        and: isOfThese(this.#db, sql`repository`, repositories),
        order: sql`not_before`,
        held: held.map(keyOf),
        set: { is_doubtful: sql`case when ${wasClaimed} then 1 else is_doubtful end` },
        also: sql`(select name from queues where queues.id = ${sql.ref(`${STATUSES}.queue_id`)}) as name`,
      },
    );
    const inOrder = rows.toSorted((one, other) => one.not_before - other.not_before);
    return inOrder.map((row) => ({
      ...{ repository: row.repository, marks: row.marks, attempts: row.attempts, shown: row.shown },
      ...identityOf(row),
      isUncertain: row.is_doubtful === 1,
      claim: { session: claimant.session, number: row.claim },
    }));
  }

  async save(status: ClaimedStatus, shown: string): Promise<"saved" | "lost"> {
    const { numUpdatedRows } = await claimOf(this.#db, status).set({ shown }).executeTakeFirst();
    return numUpdatedRows === 1n ? "saved" : "lost";
  }

  async settle(
    status: ClaimedStatus,
    outcome: StatusOutcome,
  ): Promise<"settled" | "markedMeanwhile" | "lost"> {
    const { shown, now, isFinal, againAt, isUncertain } = outcome;
    const restsUntil = now + REST_MS;
    // What `doubt` stored meanwhile keeps its time.
    const afterDoubt = later(sql<number>`cast(${restsUntil} as bigint)`, sql<number>`rests_until`);
    const either = (kept: number, ifMarked: number | RawBuilder<number>) =>
      sql<number>`case when marks = ${status.marks} then cast(${kept} as bigint) else cast(${ifMarked} as bigint) end`;
    const settled = await claimOf(this.#db, status)
      .set({
        ...{ ...NOT_LEASED, attempts: 0, last_error: null },
        ...{ shown, at: now, marked_at: now, rests_until: either(restsUntil, afterDoubt) },
        done: either(againAt === null ? 1 : 0, 0),
        not_before: either(againAt ?? now, afterDoubt),
        is_final: either(isFinal && againAt === null ? 1 : 0, 0),
        is_doubtful: isUncertain ? 1 : either(0, sql.ref("is_doubtful")),
      })
      .returning("marks")
      .executeTakeFirst();
    if (settled === undefined) return "lost";
    return settled.marks === status.marks ? "settled" : "markedMeanwhile";
  }

  async postpone(status: ClaimedStatus, { until, error }: StatusFailure): Promise<"postponed" | "lost"> {
    const { numUpdatedRows } = await claimOf(this.#db, status)
      .set((eb) => ({
        ...{ ...NOT_LEASED, not_before: until, is_doubtful: 1 },
        attempts: eb("attempts", "+", 1),
        last_error: error.slice(0, LONGEST_ERROR),
      }))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "postponed" : "lost";
  }

  async doubt({ repository, subject }: Parameters<StatusStore["doubt"]>[0], at: number): Promise<void> {
    await this.#db
      .updateTable(STATUSES)
      .set((eb) => ({
        ...{ is_doubtful: 1, done: 0, is_final: 0, not_before: at, rests_until: at },
        marks: eb("marks", "+", 1),
      }))
      .where("repository", "=", repository)
      .where("subject", "=", subjectKey(subject))
      .execute();
  }

  async shownOf(repository: Repository, subject: StatusSubject): Promise<string> {
    const row = await this.#db
      .selectFrom(STATUSES)
      .select("shown")
      .where("repository", "=", repositoryKey(repository))
      .where("subject", "=", subjectKey(subject))
      .executeTakeFirst();
    return row?.shown ?? "";
  }

  async isClaimed(status: ClaimedStatus): Promise<boolean> {
    return isRowClaimed(this.#db, WORK, keyOf(status), status.claim);
  }

  async giveBack(status: ClaimedStatus): Promise<void> {
    await giveBackRow(this.#db, WORK, keyOf(status), status.claim, { is_doubtful: 1 });
  }

  async nextAt(after: number): Promise<number | null> {
    return nextDueAt(this.#db, WORK, after);
  }

  async unfinished(): Promise<readonly UnfinishedStatus[]> {
    const rows = await this.#db
      .selectFrom(STATUSES)
      .innerJoin("queues", "queues.id", `${STATUSES}.queue_id`)
      .select(["subject", "queue_id", "shown", "queues.name"])
      .where((eb) => eb("is_final", "=", eb.lit(0)))
      .where("done", "=", 1)
      .execute();
    return rows.map((row) => ({ ...identityOf(row), shown: row.shown }));
  }

  queueOf(queueId: QueueId): Promise<StoredQueue> {
    return this.#db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((db) => readQueue(db, queueId));
  }
}

function claimOf(db: Db, { repository, subject, claim }: ClaimedStatus) {
  return db
    .updateTable(STATUSES)
    .where("repository", "=", repository)
    .where("subject", "=", subjectKey(subject))
    .where(isStill(claim));
}

function keyOf({ repository, subject }: Pick<ClaimedStatus, "repository" | "subject">) {
  return [repository, subjectKey(subject)] as const;
}

function identityOf(row: { readonly subject: string; readonly queue_id: string; readonly name: string }) {
  return {
    subject: subjectOf(row.subject),
    queueId: asQueueId(row.queue_id),
    name: readJson(row.name, isQueueName, `the name of queue ${row.queue_id}`),
  };
}

function subjectOf(key: string): StatusSubject {
  const [, name = ""] = key.split("/");
  return isTestRunId(name)
    ? { kind: "testRun", run: testRunId(name) }
    : { kind: "pullRequest", number: pullRequestNumber(Number(name)) };
}
