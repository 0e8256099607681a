/**
 * Removes old history in small slices, so that other writers get their turn: never landings, nothing of entries that are in
 * a queue, nor the newest submission of a pull request. Two sweeps at the same time do no harm.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { StoreError } from "../../ports/world-error.js";
import { storeSchema } from "../maintenance/store-schema.js";
import { failedWith, inTransaction } from "../sql/in-transaction.js";
import { saveLogBeginning, useLogBeginning } from "../sql/log-beginnings.js";
import { readQueue } from "../sql/queue-rows.js";
import { lockQueue } from "../sql/row-locks.js";
import { STATUSES, type StoreTables } from "../sql/tables.js";

type Db = Kysely<StoreTables>;

export interface SweepOptions {
  readonly retentionMs: number;
  readonly now: number;
  /** Called between two slices. */
  readonly pause: () => Promise<void>;
  /** True: no further slice. */
  readonly isStopped: () => boolean;
  /** The history of a queue stays as it is, since something of it cannot be read. */
  readonly onDamage: (queueKey: string, error: StoreError) => void;
  readonly rowsAtOnce?: number;
}

interface SweptQueue {
  readonly id: string;
  readonly key: string;
}

/** The log is kept for the retention and up to an eighth longer. */
const BEGINNINGS_PER_RETENTION = 8;
const ROWS_AT_ONCE = 500;
/** One of them has just come into use: the next sweep finds the others. */
const STILL_REFERRED: ReadonlySet<unknown> = new Set(["23503"]);
/** A trace is saved before its submission begins. */
const TRACE_LEAD_MS = 3_600_000;
/** Conditions as in the indexes, so that these are used. */
const UNDATED = [
  ["ended_runs", sql``],
  ["effects", sql` and done = 1`],
  ["targets", sql``],
  ["traces", sql``],
] as const;

/** How many rows were removed. */
export async function sweepHistory(db: Db, options: SweepOptions): Promise<number> {
  let removed = 0;
  const queues = await db.selectFrom("queues").select(["id", "key"]).orderBy("number").execute();
  for (const queue of queues) {
    if (options.isStopped()) return removed;
    removed += await sweepQueue(db, queue, options).catch(reportDamage(queue, options));
    await options.pause();
  }
  return (
    removed +
    (await sweepPostedRuns(db, options)) +
    (await sweepStatuses(db, options)) +
    (await sweepLists(db, options))
  );
}

/** The status of a concluded submission; when the pull request comes back, the code host is read first. */
async function sweepStatuses(db: Db, options: SweepOptions): Promise<number> {
  const isOver = sql`done = 1 and is_final = 1 and at < ${options.now - options.retentionMs}`;
  return removeSlices(db, STATUSES, ["repository", "subject"], isOver, options);
}

/** An unreadable row keeps its own history only. */
function reportDamage({ key }: SweptQueue, { onDamage }: SweepOptions): (error: unknown) => number {
  return (error) => {
    if (!(error instanceof StoreError) || error.retryable) throw error;
    onDamage(key, error);
    return 0;
  };
}

/** Test runs that were posted again after their queue was done with them: nothing else removes those. */
async function sweepPostedRuns(db: Db, options: SweepOptions): Promise<number> {
  await sql`update posted_runs set at = ${options.now} where at = 0`.execute(db);
  const isLive = sql`exists (select 1 from live_runs where live_runs.run_id = posted_runs.run_id)`;
  const isOver = sql`at < ${options.now - options.retentionMs} and not ${isLive}`;
  return removeSlices(db, "posted_runs", ["posting"], isOver, options);
}

interface RowsToRemove {
  readonly table: keyof StoreTables;
  readonly key: readonly string[];
  readonly condition: RawBuilder<unknown>;
}

/** Most queues have nothing old, which one statement finds out. */
async function sweepQueue(db: Db, queue: SweptQueue, options: SweepOptions): Promise<number> {
  const { id } = queue;
  const before = options.now - options.retentionMs;
  const untouched = Math.min(before, await oldestLife(db, id));
  const beginning = await moveLogBeginning(db, queue, options);
  const removals: readonly RowsToRemove[] = [
    { table: "events", key: ["version"], condition: sql`version <= ${beginning}` },
    { table: "transitions", key: ["version", "position"], condition: sql`at < ${untouched}` },
    {
      table: "concluded_entries",
      key: ["sequence"],
      condition: sql`replaced_at is not null and replaced_at < ${before}`,
    },
    { table: "ended_runs", key: ["run_id"], condition: sql`at < ${untouched}` },
    { table: "effects", key: ["effect_id"], condition: sql`done = 1 and at < ${before}` },
    { table: "targets", key: ["pull_request", "head_sha"], condition: sql`at < ${untouched}` },
    { table: "traces", key: ["pull_request"], condition: sql`at < ${untouched - TRACE_LEAD_MS}` },
  ];
  // Undated rows match these conditions too, so they are found with them.
  const present = await whichExist(
    db,
    removals.map(
      ({ table, condition }) =>
        sql`select 1 from ${sql.table(table)} where queue_id = ${id} and ${condition}`,
    ),
  );
  if (present.size === 0) return 0;
  await dateUndated(db, id, options.now);
  let removed = 0;
  for (const [index, { table, key, condition }] of removals.entries()) {
    if (!present.has(index)) continue;
    const isOld = sql`queue_id = ${id} and ${condition}`;
    removed += await removeSlices(db, table, ["queue_id", ...key], isOld, options);
  }
  return removed;
}

/** The positions of the queries that find a row. */
async function whichExist(db: Db, queries: readonly RawBuilder<unknown>[]): Promise<ReadonlySet<number>> {
  const parts = queries.map(
    (query, index) => sql`select ${sql.lit(index)} as position where exists (${query})`,
  );
  const { rows } = await sql<{ readonly position: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Set(rows.map(({ position }) => position));
}

/** While replicas are upgraded, those of a version that knows no dates write too: what they write counts from now. */
async function dateUndated(db: Db, id: string, now: number): Promise<void> {
  for (const [table, alsoHolds] of UNDATED) {
    await sql`update ${sql.table(table)} set at = ${now} where queue_id = ${id} and at = 0${alsoHolds}`.execute(
      db,
    );
  }
}

/** When the entry that has been in the queue for longest came. */
async function oldestLife(db: Db, id: string): Promise<number> {
  const rows = await db.selectFrom("live_entries").select("json").where("queue_id", "=", id).execute();
  return Math.min(Number.POSITIVE_INFINITY, ...rows.map(({ json }) => submittedAt(json)));
}

/** A damaged entry keeps everything: what belongs to it is unknown. */
function submittedAt(json: string): number {
  try {
    const entry: unknown = JSON.parse(json);
    const at = typeof entry === "object" && entry !== null && "submittedAt" in entry ? entry.submittedAt : 0;
    return typeof at === "number" ? at : 0;
  } catch {
    return 0;
  }
}

/** The version up to which the events are not needed; 0 where all are. */
async function moveLogBeginning(
  db: Db,
  { id, key }: SweptQueue,
  { now, retentionMs }: SweepOptions,
): Promise<number> {
  const kept = await db
    .selectFrom("log_beginnings")
    .select(["version", "at", "is_used"])
    .where("queue_id", "=", id)
    .orderBy("version")
    .execute();
  const newest = kept.at(-1);
  if (newest === undefined || newest.at <= now - retentionMs / BEGINNINGS_PER_RETENTION) {
    await inTransaction(db, async (transaction) => {
      await lockQueue(transaction, key);
      await saveLogBeginning(transaction, await readQueue(transaction, id), now);
    });
  }
  const usable = kept.findLast(({ at }) => at < now - retentionMs);
  if (usable === undefined) return kept.find(({ is_used }) => is_used === 1)?.version ?? 0;
  if (usable.is_used !== 1) {
    await inTransaction(db, (transaction) => useLogBeginning(transaction, id, usable.version));
  }
  return usable.version;
}

async function removeSlices(
  db: Db,
  table: keyof StoreTables,
  key: readonly string[],
  condition: RawBuilder<unknown>,
  { rowsAtOnce = ROWS_AT_ONCE, pause, isStopped }: SweepOptions,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let removed = 0;
  while (!isStopped()) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${condition} limit ${sql.lit(rowsAtOnce)}
      )`.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < BigInt(rowsAtOnce)) break;
    await pause();
  }
  return removed;
}

/** Lists that no table refers to. */
async function sweepLists(db: Db, options: SweepOptions): Promise<number> {
  const { rowsAtOnce = ROWS_AT_ONCE, pause, isStopped } = options;
  const unused = await nothingRefersToIt();
  let removed = 0;
  let after = "";
  while (!isStopped()) {
    const slice = await db
      .selectFrom("target_lists")
      .select("digest")
      .where("digest", ">", after)
      .orderBy("digest")
      .limit(rowsAtOnce)
      .execute();
    const last = slice.at(-1);
    if (last === undefined) break;
    removed += await removeUnused(db, sql`digest > ${after} and digest <= ${last.digest} and ${unused}`);
    after = last.digest;
    await pause();
  }
  return removed;
}

async function nothingRefersToIt(): Promise<RawBuilder<unknown>> {
  const referring = (await storeSchema()).flatMap(({ name, references }) =>
    references.filter(({ table }) => table === "target_lists").map(({ column }) => ({ name, column })),
  );
  return sql.join(
    referring.map(
      ({ name, column }) => sql`not exists (
        select 1 from ${sql.table(name)} as referring where referring.${sql.ref(column)} = target_lists.digest)`,
    ),
    sql` and `,
  );
}

async function removeUnused(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  try {
    const { numAffectedRows = 0n } = await sql`delete from target_lists where ${condition}`.execute(db);
    return Number(numAffectedRows);
  } catch (error) {
    if (failedWith(error, STILL_REFERRED)) return 0;
    throw error;
  }
}
