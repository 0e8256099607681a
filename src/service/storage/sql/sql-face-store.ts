/** What is shown of pull requests and test runs, over any SQL database that Kysely speaks to. */
import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import {
  queueId as asQueueId,
  isTestRunId,
  pullRequestNumber,
  type QueueId,
  testRunId,
} from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type {
  ClaimedFace,
  FaceClaim,
  FaceFailure,
  FaceMark,
  FaceOutcome,
  FaceStore,
  FaceSubject,
  UnfinishedFace,
} from "../../ports/face-store.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { appendMarks, REST_MS, subjectKey } from "./face-marks.js";
import { inTransaction } from "./in-transaction.js";
import { readQueue } from "./queue-rows.js";
import { readJson } from "./records.js";
import { isQueueName } from "./stored-values.js";
import type { GitHubFacesTable, StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** In characters; more of an error message helps nobody. */
const LONGEST_ERROR = 500;

export class SqlFaceStore implements FaceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async mark(
    { repository }: QueueName,
    queueId: QueueId,
    marks: readonly FaceMark[],
    now: number,
  ): Promise<void> {
    const place = { repository, queueId, now, isDoubtful: true };
    await inTransaction(this.#db, (db) => appendMarks(db, place, marks));
  }

  async claim(claim: FaceClaim): Promise<readonly ClaimedFace[]> {
    if (claim.limit <= 0) return [];
    const claimed: ClaimedFace[] = [];
    for (const row of await dueRows(this.#db, claim)) {
      if (!(await take(this.#db, row, claim))) continue;
      const { repository, marks, attempts, shown } = row;
      claimed.push({
        ...{ repository, marks, attempts, shown },
        ...identityOf(row),
        // Whoever let its claim run out may have written without storing it.
        isDoubtful: row.is_doubtful === 1 || row.claimed_until > 0,
      });
    }
    return claimed;
  }

  async save(taker: string, face: ClaimedFace, shown: string): Promise<"saved" | "lost"> {
    const { numUpdatedRows } = await claimOf(this.#db, taker, face).set({ shown }).executeTakeFirst();
    return numUpdatedRows === 1n ? "saved" : "lost";
  }

  async settle(taker: string, face: ClaimedFace, outcome: FaceOutcome): Promise<"settled" | "lost"> {
    const { shown, now, isFinal, againAt, isDoubtful } = outcome;
    const free = { claimed_by: null, claimed_until: 0, attempts: 0, last_error: null };
    // A doubt is looked into not before what was written must be seen, whatever happens until then.
    const restsUntil = isDoubtful && againAt !== null ? againAt : now + REST_MS;
    const kept = { ...free, shown, at: now, rests_until: restsUntil };
    const { numUpdatedRows } = await claimOf(this.#db, taker, face)
      .where("marks", "=", face.marks)
      .set({
        ...kept,
        done: againAt === null ? 1 : 0,
        not_before: againAt ?? now,
        marked_at: now,
        is_final: isFinal && againAt === null ? 1 : 0,
        is_doubtful: isDoubtful ? 1 : 0,
      })
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return "settled";
    // It was marked meanwhile.
    const { numUpdatedRows: numMarked } = await claimOf(this.#db, taker, face)
      .set({ ...kept, marked_at: now, not_before: restsUntil, ...(isDoubtful && { is_doubtful: 1 }) })
      .executeTakeFirst();
    return numMarked === 1n ? "settled" : "lost";
  }

  async postpone(
    taker: string,
    face: ClaimedFace,
    { shown, until, error, isDoubtful }: FaceFailure,
  ): Promise<"postponed" | "lost"> {
    const { numUpdatedRows } = await claimOf(this.#db, taker, face)
      .set((eb) => ({
        shown,
        attempts: eb("attempts", "+", 1),
        not_before: until,
        claimed_by: null,
        claimed_until: 0,
        last_error: error.slice(0, LONGEST_ERROR),
        ...(isDoubtful && { is_doubtful: 1 }),
      }))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "postponed" : "lost";
  }

  async doubt({ repository, subject }: ClaimedFace, at: number): Promise<void> {
    await this.#db
      .updateTable("github_faces")
      .set((eb) => ({
        ...{ is_doubtful: 1, done: 0, is_final: 0, not_before: at, rests_until: at },
        marks: eb("marks", "+", 1),
      }))
      .where("repository", "=", repository)
      .where("subject", "=", subjectKey(subject))
      .execute();
  }

  async renew(taker: string, faces: readonly ClaimedFace[], until: number): Promise<void> {
    for (const face of faces) await claimOf(this.#db, taker, face).set({ claimed_until: until }).execute();
  }

  async release(taker: string): Promise<void> {
    await this.#db
      .updateTable("github_faces")
      .set({ claimed_by: null, claimed_until: 0, is_doubtful: 1 })
      .where("claimed_by", "=", taker)
      .where((eb) => eb("done", "=", eb.lit(0)))
      .execute();
  }

  async nextAt(now: number): Promise<number | null> {
    const row = await openFaces(this.#db)
      .select((eb) => eb.fn.min("not_before").as("next"))
      .where("claimed_until", "<=", now)
      .executeTakeFirst();
    return row?.next ?? null;
  }

  async unfinished(): Promise<readonly UnfinishedFace[]> {
    const rows = await this.#db
      .selectFrom("github_faces")
      .innerJoin("queues", "queues.id", "github_faces.queue_id")
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

function dueRows(db: Db, { now, limit, except = [] }: FaceClaim) {
  const isExcepted = (eb: ExpressionBuilder<StoreTables, "github_faces">) =>
    eb.or(
      except.map(({ repository, subject }) =>
        eb.and([eb("repository", "=", repository), eb("subject", "=", subjectKey(subject))]),
      ),
    );
  return openFaces(db)
    .where((eb) => eb.not(isExcepted(eb)))
    .innerJoin("queues", "queues.id", "github_faces.queue_id")
    .select([
      "repository",
      "subject",
      "queue_id",
      "marks",
      "attempts",
      "is_doubtful",
      "shown",
      "claimed_until",
    ])
    .select("queues.name")
    .where("not_before", "<=", now)
    .where("claimed_until", "<=", now)
    .orderBy("not_before")
    .limit(limit)
    .execute();
}

/** Compare and set: of several who saw it free, one has it, and none as it was before somebody else showed it. */
async function take(
  db: Db,
  row: Pick<
    Selectable<GitHubFacesTable>,
    "repository" | "subject" | "claimed_until" | "marks" | "attempts" | "shown"
  >,
  { taker, now, until }: FaceClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("github_faces")
    .set({ claimed_by: taker, claimed_until: until })
    .where("repository", "=", row.repository)
    .where("subject", "=", row.subject)
    .where("claimed_until", "=", row.claimed_until)
    .where("marks", "=", row.marks)
    .where("attempts", "=", row.attempts)
    .where("shown", "=", row.shown)
    .where("not_before", "<=", now)
    .where("done", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function claimOf(db: Db, taker: string, { repository, subject }: ClaimedFace) {
  return db
    .updateTable("github_faces")
    .where("repository", "=", repository)
    .where("subject", "=", subjectKey(subject))
    .where("claimed_by", "=", taker);
}

/** The condition is a literal, as in the index over open faces: a parameter would not use it. */
function openFaces(db: Db) {
  return db.selectFrom("github_faces").where((eb) => eb("done", "=", eb.lit(0)));
}

function identityOf(row: { readonly subject: string; readonly queue_id: string; readonly name: string }) {
  return {
    subject: subjectOf(row.subject),
    queueId: asQueueId(row.queue_id),
    name: readJson(row.name, isQueueName, `the name of queue ${row.queue_id}`),
  };
}

function subjectOf(key: string): FaceSubject {
  const [, name = ""] = key.split("/");
  return isTestRunId(name)
    ? { kind: "testRun", run: testRunId(name) }
    : { kind: "pullRequest", number: pullRequestNumber(Number(name)) };
}
