/** Marks what people are to see anew, in the transaction of the decision that it comes from: a crash loses none. */
import { type Kysely, type RawBuilder, type ReferenceExpression, sql } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { MarkStatuses, StatusMark, StatusSubject } from "../../ports/status-store.js";
import { NOT_LEASED } from "./claims.js";
import type { CommitHook } from "./commit-hook.js";
import { type GitHubStatusesTable, STATUSES, type StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** What goes on and on is shown at last. */
const LONGEST_WAIT_MS = 10_000;
/** Between two things that are shown of one subject. */
export const REST_MS = 5000;

/** Nothing is written while nothing happens that anybody could see. */
export function statusMarks(marksOf: MarkStatuses): CommitHook {
  return async (db, saved, decision, before) => {
    const place = { repository: saved.name.repository, queueId: saved.queue.id, now: decision.queue.now };
    await appendMarks(db, place, marksOf(before, decision));
  };
}

export interface MarkedPlace {
  readonly repository: Repository;
  readonly queueId: QueueId;
  readonly now: number;
  /** For those of which nothing is stored. */
  readonly isUncertain?: boolean;
}

/** Always in the same order, so that transactions do not deadlock. */
export async function appendMarks(db: Db, place: MarkedPlace, marks: readonly StatusMark[]): Promise<void> {
  const bySubject = new Map(marks.map((mark) => [subjectKey(mark.subject), mark]));
  for (const [subject, mark] of [...bySubject].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (mark.onlyIfKnown) await markKnown(db, place, subject, mark.waitMs);
    else await markAny(db, place, subject, mark.waitMs);
  }
}

export function subjectKey(subject: StatusSubject): string {
  return subject.kind === "pullRequest" ? `pull/${subject.number}` : `run/${subject.run}`;
}

async function markAny(db: Db, place: MarkedPlace, subject: string, waitMs: number): Promise<void> {
  const { queueId, now, isUncertain = false } = place;
  await db
    .insertInto(STATUSES)
    .values({
      repository: repositoryKey(place.repository),
      subject,
      queue_id: queueId,
      marks: 1,
      marked_at: now,
      not_before: now + waitMs,
      rests_until: 0,
      attempts: 0,
      ...NOT_LEASED,
      claim: 0,
      done: 0,
      is_final: 0,
      is_doubtful: isUncertain ? 1 : 0,
      shown: "",
      last_error: null,
      at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["repository", "subject"]).doUpdateSet(marked(queueId, now, waitMs)),
    )
    .execute();
}

async function markKnown(db: Db, place: MarkedPlace, subject: string, waitMs: number): Promise<void> {
  await db
    .updateTable(STATUSES)
    .set(marked(place.queueId, place.now, waitMs))
    .where("repository", "=", repositoryKey(place.repository))
    .where("subject", "=", subject)
    .execute();
}

/** A retry keeps its time; another mark waits for later changes, but not without limit. */
function marked(queueId: QueueId, now: number, waitMs: number) {
  const wanted = sql<number>`cast(${now + waitMs} as bigint)`;
  const rested = later(wanted, column("rests_until"));
  const longest = sql<number>`${column("marked_at")} + ${sql.lit(LONGEST_WAIT_MS)}`;
  // A mark that may wait does not become urgent because another one like it follows.
  const patient = earlier(wanted, later(longest, column("not_before")));
  return {
    queue_id: queueId,
    marks: sql<number>`${column("marks")} + 1`,
    marked_at: sql<number>`case when ${column("done")} = 1 then cast(${now} as bigint) else ${column("marked_at")} end`,
    not_before: sql<number>`case
      when ${column("done")} = 1 then ${rested}
      when ${column("attempts")} > 0 then ${column("not_before")}
      else ${later(patient, column("rests_until"))} end`,
    done: 0,
    is_final: 0,
  };
}

function column(name: keyof GitHubStatusesTable & ReferenceExpression<StoreTables, typeof STATUSES>) {
  return sql<number>`${sql.ref(`${STATUSES}.${name}`)}`;
}

export function later(one: RawBuilder<number>, other: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`case when ${one} > ${other} then ${one} else ${other} end`;
}

function earlier(one: RawBuilder<number>, other: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`case when ${one} < ${other} then ${one} else ${other} end`;
}
