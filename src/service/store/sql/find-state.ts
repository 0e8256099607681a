/** Finds a queue that other processes write too, together with what they changed. */
import { type CompiledQuery, type Kysely, sql } from "kysely";
import type { StoredQueue } from "../../ports/queue-store.js";
import { serverNow } from "./in-transaction.js";
import { type Check, listOf, number, orNull, record, text } from "./json-checks.js";
import {
  type EntryRow,
  entriesIn,
  type FoundQueue,
  isLive,
  type LiveQueue,
  type RunRow,
  runsIn,
  withKey,
} from "./queue-rows.js";
import { readJson } from "./records.js";
import { hasRowLocks } from "./row-locks.js";
import { isQueueName, isQueueSnapshot } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

interface FoundRow extends FoundQueue {
  /** `QueueState` as JSON text; null: the caller has seen this version, or there is no server. */
  readonly state: string | null;
}

/** A queue as it is, from a server that others write to as well. */
export interface FoundState extends FoundQueue {
  /** null: the caller has seen this version, or it has to be read by `readQueue`. */
  readonly current: StoredQueue | null;
}

/** Asked for with every request, so its text is made once. */
const FIND_STATE = new WeakMap<Db, CompiledQuery<FoundRow>>();

/**
 * The live queue that has the key, and on a server its state unless it is still at the version that was seen: one statement, which needs no
 * transaction around it to be of one moment.
 */
export async function findState(
  db: Db,
  key: string,
  seen: StoredQueue | undefined,
): Promise<FoundState | undefined> {
  const known = [seen?.queue.id ?? "", seen?.version ?? 0] as const;
  const compiled = FIND_STATE.get(db) ?? withState(db, key, known).compile();
  FIND_STATE.set(db, compiled);
  const parameters = hasRowLocks(db) ? [...known, key] : [key];
  const { rows } = await db.executeQuery<FoundRow>({ ...compiled, parameters });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { state, ...found } = row;
  return { ...found, current: state === null ? null : readState(found, state) };
}

function withState(db: Db, key: string, [id, version]: readonly [string, number]) {
  if (!hasRowLocks(db)) return withKey(db, key).select(sql<string | null>`null`.as("state"));
  const entries = sql`(
    select coalesce(json_agg(json_build_object('sequence', sequence, 'json', json,
      'targets_digest', targets_digest, 'earlier_targets_digest', earlier_targets_digest) order by sequence), '[]')
    from live_entries where queue_id = queues.id)`;
  const runs = sql`(
    select coalesce(json_agg(json_build_object('run_id', run_id, 'json', json)), '[]')
    from live_runs where queue_id = queues.id)`;
  const state = sql<string | null>`case when id = ${id} and version = ${version} then null else cast(
    json_build_object('name', name, 'snapshot', snapshot, 'wake_at', wake_at, 'entries', ${entries}, 'runs', ${runs})
    as text) end`;
  return db
    .selectFrom("queues")
    .select(["id", "key", "version", serverNow(db).as("foundAt"), state.as("state")])
    .where("key", "=", key)
    .where(isLive);
}

interface QueueState {
  readonly name: string;
  readonly snapshot: string;
  readonly wake_at: number | null;
  readonly entries: readonly EntryRow[];
  readonly runs: readonly RunRow[];
}

const isQueueState: Check<QueueState> = record<QueueState>({
  name: text(),
  snapshot: text(),
  wake_at: orNull(number()),
  entries: listOf(
    record<EntryRow>({
      sequence: number(),
      json: text(),
      targets_digest: orNull(text()),
      earlier_targets_digest: orNull(text()),
    }),
  ),
  runs: listOf(record<RunRow>({ run_id: text(), json: text() })),
});

/** null: long lists are to be read too, of the same moment. */
function readState({ id, version }: LiveQueue, json: string): StoredQueue | null {
  const state = readJson(json, isQueueState, `queue ${id}`);
  const hasLists = state.entries.some(
    ({ targets_digest, earlier_targets_digest }) =>
      targets_digest !== null || earlier_targets_digest !== null,
  );
  if (hasLists) return null;
  const snapshot = readJson(state.snapshot, isQueueSnapshot, `queue ${id}`);
  return {
    name: readJson(state.name, isQueueName, `the name of queue ${id}`),
    queue: {
      ...snapshot,
      entries: entriesIn(id, state.entries, new Map()),
      ...runsIn(id, state.runs, snapshot),
    },
    version,
    wakeAt: state.wake_at,
  };
}
