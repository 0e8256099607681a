/**
 * Whole queues as they were at some versions. Once the events before one of them are removed, the log of the queue
 * begins with it.
 */

import type { Kysely } from "kysely";
import type { QueueId } from "../../../domain/ids.js";
import { isRecord } from "../../../domain/is-record.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { LogBeginning, StoredQueue } from "../../ports/queue-store.js";
import { storedRun, testRunOf } from "../../ports/stored-run.js";
import { listOf, record, text } from "./json-checks.js";
import { damaged, entryColumns, readJson, readLongLists, readRecord } from "./records.js";
import { isEntry, isQueueSnapshot, isStoredTestRun, type QueueSnapshot } from "./stored-values.js";
import type { EntryColumns, StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

const isColumns = record<EntryColumns>({
  json: text(),
  targets_digest: (value) => value === null || typeof value === "string",
  earlier_targets_digest: (value) => value === null || typeof value === "string",
});
const areColumns = listOf(isColumns);
const areRuns = listOf(isStoredTestRun);

/** `at`: since when the queue has been so. Repeating is harmless. */
export async function saveLogBeginning(db: Db, { queue, version }: StoredQueue, at: number): Promise<void> {
  const entries = queue.entries.map(entryColumns);
  const [runs, hedges] = [queue.runs.map(storedRun), queue.hedges.map(storedRun)];
  const key = { queue_id: queue.id, version };
  const { numInsertedOrUpdatedRows: isNew } = await db
    .insertInto("log_beginnings")
    .values({ ...key, at, is_used: 0, json: JSON.stringify({ ...queue, entries, runs, hedges }) })
    .onConflict((conflict) => conflict.columns(["queue_id", "version"]).doNothing())
    .executeTakeFirstOrThrow();
  if (isNew !== 1n) return;
  const digests = new Set(entries.flatMap((row) => [row.targets_digest, row.earlier_targets_digest]));
  const rows = [...digests].flatMap((digest) => (digest === null ? [] : [{ ...key, digest }]));
  for (const some of chunks(rows)) await db.insertInto("log_beginning_lists").values(some).execute();
}

/** The log begins here from now on; older beginnings are useless. */
export async function useLogBeginning(db: Db, queueId: string, version: number): Promise<void> {
  await db
    .updateTable("log_beginnings")
    .set({ is_used: 1 })
    .where("queue_id", "=", queueId)
    .where("version", "=", version)
    .execute();
  for (const table of ["log_beginning_lists", "log_beginnings"] as const) {
    await db.deleteFrom(table).where("queue_id", "=", queueId).where("version", "<", version).execute();
  }
}

export async function readLogBeginning(db: Db, queueId: QueueId): Promise<LogBeginning | null> {
  const row = await db
    .selectFrom("log_beginnings")
    .select(["version", "json"])
    .where("queue_id", "=", queueId)
    .where("is_used", "=", 1)
    .executeTakeFirst();
  return row === undefined ? null : readBeginning(db, queueId, row);
}

/** The newest that is of `version` or before. */
export async function readSnapshotBefore(
  db: Db,
  queueId: QueueId,
  version: number,
): Promise<LogBeginning | null> {
  const row = await db
    .selectFrom("log_beginnings")
    .select(["version", "json"])
    .where("queue_id", "=", queueId)
    .where("version", "<=", version)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : readBeginning(db, queueId, row);
}

async function readBeginning(
  db: Db,
  queueId: QueueId,
  row: { readonly version: number; readonly json: string },
): Promise<LogBeginning> {
  const what = `the beginning of the log of queue ${queueId}`;
  const parts = partsOfBeginning(readJson(row.json, isRecord, what));
  if (parts === null) throw damaged(what);
  const { snapshot, columns, runs, hedges } = parts;
  const lists = await readLongLists(db, columns);
  const entries = columns.map((entry) => readRecord(entry, lists, isEntry, what));
  return { version: row.version, queue: { ...snapshot, entries, runs, hedges } };
}

/** The queue of a beginning, with its entries still in their stored form. */
export interface BeginningParts extends Pick<Queue, "runs" | "hedges"> {
  readonly snapshot: QueueSnapshot;
  readonly columns: readonly EntryColumns[];
}

/** Null: it is none. */
export function partsOfBeginning(value: unknown): BeginningParts | null {
  if (!isRecord(value)) return null;
  const { entries: columns, runs, hedges, ...rest } = value;
  if (!areColumns(columns) || !areRuns(runs) || !areRuns(hedges)) return null;
  const snapshot = { ...rest, runs: runs.map(({ id }) => id), hedges: hedges.map(({ id }) => id) };
  if (!isQueueSnapshot(snapshot)) return null;
  return { snapshot, columns, runs: runs.map(testRunOf), hedges: hedges.map(testRunOf) };
}
