/** A queue as rows: its own, one per live entry and one per live run. Only rows that changed are written. */
import type { CompiledQuery, ExpressionBuilder, Kysely } from "kysely";
import { queueId as asQueueId, type QueueId } from "../../../domain/ids.js";
import type { InitialQueue } from "../../../engine/model/new-queue.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import type { StoredQueue, Version, Waking } from "../../ports/queue-store.js";
import { storedRun, testRunOf } from "../../ports/stored-run.js";
import { serverNow } from "./in-transaction.js";
import { storedKey } from "./json-checks.js";
import {
  damaged,
  entryColumns,
  type LongLists,
  listsOf,
  readJson,
  readLongLists,
  readRecord,
  saveLongLists,
} from "./records.js";
import {
  isEntry,
  isInitialQueue,
  isQueueName,
  isQueueSnapshot,
  isStoredTestRun,
  type QueueSnapshot,
} from "./stored-values.js";
import type { StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

export interface LiveQueue {
  readonly id: string;
  readonly key: string;
  readonly version: Version;
}

/** A literal, as in the index over live queues: a parameter would not use it. */
export const isLive = (eb: ExpressionBuilder<StoreTables, "queues">) => eb("deleted", "=", eb.lit(0));

/** False: the branch has a queue already. */
export async function insertQueue(db: Db, stored: StoredQueue): Promise<boolean> {
  const { queue } = stored;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("queues")
    .values((eb) => ({
      id: queue.id,
      number: eb
        .selectFrom("queues")
        .select((of) => of(of.fn.coalesce(of.fn.max("number"), of.lit(0)), "+", of.lit(1)).as("next")),
      key: storedKey(stored.name),
      name: JSON.stringify(stored.name),
      snapshot: snapshotOf(queue),
      birth: JSON.stringify(initialQueueOf(queue)),
      version: stored.version,
      wake_at: stored.wakeAt,
      deleted: 0,
    }))
    .onConflict((conflict) => conflict.column("key").where(isLive).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await saveLongLists(db, listsOf(queue.entries));
  await saveEntries(db, queue.id, [], queue.entries);
  await saveRuns(db, queue.id, [], allRuns(queue));
  return true;
}

export async function readWakings(db: Db): Promise<readonly Waking[]> {
  const rows = await db
    .selectFrom("queues")
    .select(["id", "name", "wake_at"])
    .where(isLive)
    .orderBy("number")
    .execute();
  return rows.map(({ id, name, wake_at: wakeAt }) => ({
    name: readJson(name, isQueueName, `the name of queue ${id}`),
    queueId: asQueueId(id),
    wakeAt,
  }));
}

/** Compare and set; the long lists of `after` are saved. False: the queue moved on from `before`, or is gone. */
export async function updateQueue(db: Db, before: StoredQueue, after: StoredQueue): Promise<boolean> {
  const { id } = before.queue;
  const { numUpdatedRows } = await db
    .updateTable("queues")
    .set({ snapshot: snapshotOf(after.queue), version: after.version, wake_at: after.wakeAt })
    .where("id", "=", id)
    .where("version", "=", before.version)
    .where(isLive)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await saveEntries(db, id, before.queue.entries, after.queue.entries);
  await saveRuns(db, id, allRuns(before.queue), allRuns(after.queue));
  return true;
}

/** False: another writer came first, or there is no such queue. */
export async function deleteQueue(db: Db, key: string, basedOn: Version): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("queues")
    .set({ deleted: 1 })
    .where("key", "=", key)
    .where(isLive)
    .where("version", "=", basedOn)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Also when another queue of the branch was created since. */
export async function wasDeleted(db: Db, key: string, basedOn: Version): Promise<boolean> {
  const row = await db
    .selectFrom("queues")
    .select("id")
    .where("key", "=", key)
    .where("version", "=", basedOn)
    .where("deleted", "=", 1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isLiveQueue(db: Db, id: QueueId): Promise<boolean> {
  const row = await db
    .selectFrom("queues")
    .select("id")
    .where("id", "=", id)
    .where(isLive)
    .executeTakeFirst();
  return row !== undefined;
}

/** The live queues in order of creation; with `key`, only the queue with that key. */
export async function liveQueues(db: Db, key?: string): Promise<readonly LiveQueue[]> {
  const live = db.selectFrom("queues").select(["id", "key", "version"]).where(isLive);
  return (key === undefined ? live : live.where("key", "=", key)).orderBy("number").orderBy("id").execute();
}

export interface FoundQueue extends LiveQueue {
  /** What the server's clock showed; null where there is no server. */
  readonly foundAt: number | null;
}

/** Asked for with every request, so its text is made once. */
const FIND_LIVE_QUEUE = new WeakMap<Db, CompiledQuery<FoundQueue>>();

/** The live queue that has the key. */
export async function findLiveQueue(db: Db, key: string): Promise<FoundQueue | undefined> {
  const compiled = FIND_LIVE_QUEUE.get(db) ?? withKey(db, key).compile();
  FIND_LIVE_QUEUE.set(db, compiled);
  const { rows } = await db.executeQuery<FoundQueue>({ ...compiled, parameters: [key] });
  return rows[0];
}

export function withKey(db: Db, key: string) {
  return db
    .selectFrom("queues")
    .select(["id", "key", "version", serverNow(db).as("foundAt")])
    .where("key", "=", key)
    .where(isLive);
}

export interface EntryRow {
  readonly sequence: number;
  readonly json: string;
  readonly targets_digest: string | null;
  readonly earlier_targets_digest: string | null;
}

export interface RunRow {
  readonly run_id: string;
  readonly json: string;
}

export async function readQueue(db: Db, id: string): Promise<StoredQueue> {
  const row = await db
    .selectFrom("queues")
    .select(["name", "snapshot", "version", "wake_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const snapshot = readJson(row.snapshot, isQueueSnapshot, `queue ${id}`);
  return {
    name: readJson(row.name, isQueueName, `the name of queue ${id}`),
    queue: { ...snapshot, entries: await readEntries(db, id), ...(await readRuns(db, id, snapshot)) },
    version: row.version,
    wakeAt: row.wake_at,
  };
}

export async function readInitialQueue(db: Db, id: string): Promise<InitialQueue | null> {
  const row = await db.selectFrom("queues").select("birth").where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.birth === null) return null;
  return readJson(row.birth, isInitialQueue, `what queue ${id} was created with`);
}

function snapshotOf(queue: Queue): string {
  const { runs, hedges } = queue;
  const ids = { runs: runs.map(({ id }) => id), hedges: hedges.map(({ id }) => id) };
  return JSON.stringify({ ...queue, entries: undefined, ...ids });
}

async function readEntries(db: Db, queueId: string): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom("live_entries")
    .select(["sequence", "json", "targets_digest", "earlier_targets_digest"])
    .where("queue_id", "=", queueId)
    .orderBy("sequence")
    .execute();
  return entriesIn(queueId, rows, await readLongLists(db, rows));
}

export function entriesIn(queueId: string, rows: readonly EntryRow[], lists: LongLists): readonly Entry[] {
  return rows.map((row) => readRecord(row, lists, isEntry, `entry ${row.sequence} of queue ${queueId}`));
}

async function saveEntries(
  db: Db,
  queueId: QueueId,
  before: readonly Entry[],
  after: readonly Entry[],
): Promise<void> {
  assertOrderOfSubmission(after);
  const content = (entry: Entry) => Object.values(entryColumns(entry)).join("\n");
  const { changed, gone } = difference(before, after, (entry) => entry.sequence, content);
  for (const entries of chunks(changed)) {
    await db
      .insertInto("live_entries")
      .values(
        entries.map((entry) => ({
          queue_id: queueId,
          sequence: entry.sequence,
          ...entryColumns(entry),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["queue_id", "sequence"]).doUpdateSet((eb) => ({
          json: eb.ref("excluded.json"),
          targets_digest: eb.ref("excluded.targets_digest"),
          earlier_targets_digest: eb.ref("excluded.earlier_targets_digest"),
        })),
      )
      .execute();
  }
  for (const sequences of chunks(gone)) {
    await db
      .deleteFrom("live_entries")
      .where("queue_id", "=", queueId)
      .where("sequence", "in", sequences)
      .execute();
  }
}

/** Reading gives the entries back in this order, so no other may be written. */
function assertOrderOfSubmission(entries: readonly Entry[]): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const { sequence } of entries) {
    if (sequence <= last) throw new Error(`entry ${sequence} stands behind entry ${last}, submitted later`);
    last = sequence;
  }
}

async function readRuns(
  db: Db,
  queueId: string,
  snapshot: QueueSnapshot,
): Promise<Pick<Queue, "runs" | "hedges">> {
  const rows = await db
    .selectFrom("live_runs")
    .select(["run_id", "json"])
    .where("queue_id", "=", queueId)
    .execute();
  return runsIn(queueId, rows, snapshot);
}

export function runsIn(
  queueId: string,
  rows: readonly RunRow[],
  { runs, hedges }: QueueSnapshot,
): Pick<Queue, "runs" | "hedges"> {
  const byId = new Map(rows.map((row) => [row.run_id, row.json]));
  const read = (id: string): TestRun => {
    const json = byId.get(id);
    const what = `test run ${id} of queue ${queueId}`;
    if (json === undefined) throw damaged(what);
    return testRunOf(readJson(json, isStoredTestRun, what));
  };
  return { runs: runs.map(read), hedges: hedges.map(read) };
}

async function saveRuns(
  db: Db,
  queueId: QueueId,
  before: readonly TestRun[],
  after: readonly TestRun[],
): Promise<void> {
  const jsonOf = (run: TestRun) => JSON.stringify(storedRun(run));
  const { changed, gone } = difference(before, after, (run) => run.id, jsonOf);
  for (const runs of chunks(changed)) {
    await db
      .insertInto("live_runs")
      .values(runs.map((run) => ({ queue_id: queueId, run_id: run.id, json: jsonOf(run) })))
      .onConflict((conflict) =>
        conflict.columns(["queue_id", "run_id"]).doUpdateSet((eb) => ({ json: eb.ref("excluded.json") })),
      )
      .execute();
  }
  for (const ids of chunks(gone)) {
    await db.deleteFrom("live_runs").where("queue_id", "=", queueId).where("run_id", "in", ids).execute();
  }
}

function allRuns({ runs, hedges }: Queue): readonly TestRun[] {
  return [...runs, ...hedges];
}

/** What a new queue was created with, so that its log can be replayed from the beginning. */
export function initialQueueOf({ id, targetBranch, tip, settings, now }: Queue): InitialQueue {
  return { id, targetBranch, tip, settings, at: now };
}

/** Which of many rows a commit has to touch: with ten thousand entries waiting, one event changes a few. */
export interface Difference<Value, Key> {
  readonly changed: readonly Value[];
  readonly gone: readonly Key[];
}

/** Values that are the same object are the same; others are when `content` gives the same text for both. */
export function difference<Value extends object, Key>(
  before: readonly Value[],
  after: readonly Value[],
  keyOf: (value: Value) => Key,
  content: (value: Value) => string,
): Difference<Value, Key> {
  const old = new Map(before.map((value) => [keyOf(value), value]));
  const changed: Value[] = [];
  for (const value of after) {
    const key = keyOf(value);
    const earlier = old.get(key);
    old.delete(key);
    if (earlier === value) continue;
    if (earlier === undefined || content(earlier) !== content(value)) changed.push(value);
  }
  return { changed, gone: [...old.keys()] };
}
