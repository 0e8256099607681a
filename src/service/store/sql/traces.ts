/** The trace of a pull request's submission. It is stored beside the queue: no decision depends on it. */
import type { Kysely } from "kysely";
import {
  type CommitId,
  type PullRequestNumber,
  pullRequestNumber,
  type QueueId,
} from "../../../domain/ids.js";
import type { ImpactedTargets } from "../../../domain/impacted-targets.js";
import { isRecord } from "../../../domain/is-record.js";
import type { Turn, Upload, UploadOrigin } from "../../ports/queue-store.js";
import type { TraceContext } from "../../ports/tracer.js";
import { nowForRows } from "./in-transaction.js";
import { readLongLists, readRecord, recordColumns, saveLongLists } from "./records.js";
import { isTargetsUpload } from "./stored-values.js";
import type { StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

export async function saveTrace(
  db: Db,
  queueId: QueueId,
  pullRequest: PullRequestNumber,
  { traceparent, tracestate }: TraceContext,
): Promise<void> {
  const columns = { traceparent, tracestate, at: nowForRows(db) };
  await db
    .insertInto("traces")
    .values({ queue_id: queueId, pull_request: pullRequest, ...columns })
    .onConflict((conflict) => conflict.columns(["queue_id", "pull_request"]).doUpdateSet(columns))
    .execute();
}

export async function loadTraces(
  db: Db,
  queueId: QueueId,
  pullRequests: readonly PullRequestNumber[],
): Promise<ReadonlyMap<PullRequestNumber, TraceContext>> {
  const found = new Map<PullRequestNumber, TraceContext>();
  for (const some of chunks(pullRequests)) {
    const rows = await db
      .selectFrom("traces")
      .select(["pull_request", "traceparent", "tracestate"])
      .where("queue_id", "=", queueId)
      .where("pull_request", "in", some)
      .execute();
    for (const { pull_request, traceparent, tracestate } of rows) {
      found.set(pullRequestNumber(pull_request), { traceparent, tracestate });
    }
  }
  return found;
}

/** The first process to ask moves the next turn, by a compare-and-set. */
export async function takeTurn(
  db: Kysely<StoreTables>,
  what: string,
  now: number,
  everyMs: number,
): Promise<Turn> {
  const next_at = now + everyMs;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("turns")
    .values({ what, next_at })
    .onConflict((conflict) =>
      conflict
        .column("what")
        .doUpdateSet({ next_at })
        // A time after the next turn was written while the clock was ahead.
        .where((eb) => eb.or([eb("turns.next_at", "<=", now), eb("turns.next_at", ">", next_at)])),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return { kind: "taken" };
  const row = await db.selectFrom("turns").select("next_at").where("what", "=", what).executeTakeFirst();
  return { kind: "later", at: row?.next_at ?? now };
}

interface UploadKey {
  readonly queueId: QueueId;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
}

/** Impacted targets as they were uploaded, per head of a pull request. */
export async function saveTargets(
  db: Kysely<StoreTables>,
  key: UploadKey,
  targets: ImpactedTargets,
  { by, cause }: UploadOrigin = {},
): Promise<void> {
  await saveLongLists(db, [targets]);
  const record = { targets, ...(by !== undefined && { by }), ...(cause !== undefined && { cause }) };
  const columns = { ...recordColumns(record, targets), at: nowForRows(db) };
  await db
    .insertInto("targets")
    .values({
      queue_id: key.queueId,
      pull_request: key.pullRequest,
      head_sha: key.headSha,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(["queue_id", "pull_request", "head_sha"]).doUpdateSet(columns))
    .execute();
}

export async function findUpload(
  db: Kysely<StoreTables>,
  { queueId, pullRequest, headSha }: UploadKey,
): Promise<Upload | null> {
  const row = await db
    .selectFrom("targets")
    .select(["json", "at"])
    .where("queue_id", "=", queueId)
    .where("pull_request", "=", pullRequest)
    .where("head_sha", "=", headSha)
    .executeTakeFirst();
  if (row === undefined) return null;
  // A long list is not read: its record has null in its place.
  const record: unknown = JSON.parse(row.json);
  const { by, cause } = isRecord(record) ? record : {};
  return {
    at: row.at,
    ...(typeof by === "string" && { by }),
    ...(typeof cause === "string" && { cause }),
  };
}

export async function loadTargets(db: Kysely<StoreTables>, key: UploadKey): Promise<ImpactedTargets | null> {
  const row = await db
    .selectFrom("targets")
    .select(["json", "targets_digest"])
    .where("queue_id", "=", key.queueId)
    .where("pull_request", "=", key.pullRequest)
    .where("head_sha", "=", key.headSha)
    .executeTakeFirst();
  if (row === undefined) return null;
  const what = `the targets uploaded for #${key.pullRequest} at ${key.headSha}`;
  return readRecord(row, await readLongLists(db, [row]), isTargetsUpload, what).targets;
}
