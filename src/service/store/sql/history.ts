/**
 * What a queue leaves behind: events, transitions, concluded entries, ended runs and landings. Rows are added and kept as
 * they are, but for the time at which a newer submission of the same pull request took the place of a concluded entry.
 */

import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { PullRequestNumber, QueueId, TestRunId } from "../../../domain/ids.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../../engine/model/decision.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { movesOf } from "../../ports/moves.js";
import type { LoggedLanding } from "../../ports/queue-history.js";
import type { RecordedDecision, StoredEvent, Version } from "../../ports/queue-store.js";
import { type StoredEndedRun, storedRun, testRunOf } from "../../ports/stored-run.js";
import { exitColumns } from "./exits.js";
import { entryColumns, readJson, readLongLists, readRecord, recordColumns } from "./records.js";
import { isEntry, isEvent, isLandingRecord, isStoredEndedRun, isTransition } from "./stored-values.js";
import type { StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

/** The long lists that come with it are saved. */
export async function appendHistory(
  db: Db,
  before: Queue,
  happened: StoredEvent,
  decision: Decision,
): Promise<void> {
  const queueId = decision.queue.id;
  const { version } = happened;
  await appendEvent(db, queueId, happened);
  await appendTransitions(db, version, before, decision);
  await appendConcluded(db, queueId, decision.concluded, decision.queue.now);
  await appendEndedRuns(db, queueId, decision.endedRuns);
  await appendLanding(db, queueId, version, decision.landed);
}

async function appendEvent(db: Db, queueId: QueueId, happened: StoredEvent): Promise<void> {
  await db
    .insertInto("events")
    .values({ queue_id: queueId, version: happened.version, ...eventColumns(happened) })
    .execute();
}

/** Whether the queue went through exactly this, event and decision. */
export async function hasHappened(db: Db, queueId: QueueId, happened: StoredEvent): Promise<boolean> {
  const stored = await db
    .selectFrom("events")
    .select(["json", "targets_digest", "decision_digest", "engine"])
    .where("queue_id", "=", queueId)
    .where("version", "=", happened.version)
    .executeTakeFirst();
  // Rows of SQLite have no prototype.
  return isDeepStrictEqual({ ...stored }, eventColumns(happened));
}

function eventColumns({ event, recorded }: StoredEvent) {
  return {
    ...recordColumns(event, "targets" in event ? event.targets : null),
    decision_digest: recorded?.digest ?? null,
    engine: recorded?.engine ?? null,
  };
}

async function appendTransitions(db: Db, version: Version, before: Queue, decision: Decision): Promise<void> {
  const moves = movesOf(before, decision);
  const rows = decision.transitions.map((transition, position) => ({
    queue_id: decision.queue.id,
    version,
    position,
    at: transition.at,
    pull_request: transition.pullRequest,
    from_state: transition.from,
    to_state: transition.to,
    json: JSON.stringify(transition),
    lasted_ms: moves[position]?.lastedMs ?? null,
    since_admission_ms: moves[position]?.sinceAdmissionMs ?? null,
    was_beside: moves[position]?.wasBeside === true ? 1 : 0,
  }));
  for (const some of chunks(rows)) await db.insertInto("transitions").values(some).execute();
}

async function appendConcluded(
  db: Db,
  queueId: QueueId,
  concluded: readonly Entry[],
  now: number,
): Promise<void> {
  const numbers = concluded.map(({ facts }) => facts.number);
  for (const some of chunks(numbers)) {
    await db
      .updateTable("concluded_entries")
      .set({ replaced_at: now })
      .where("queue_id", "=", queueId)
      .where("pull_request", "in", some)
      .where("replaced_at", "is", null)
      .execute();
  }
  const rows = concluded.map((entry) => ({
    queue_id: queueId,
    sequence: entry.sequence,
    pull_request: entry.facts.number,
    replaced_at: isNewest(entry, concluded) ? null : now,
    ...entryColumns(entry),
    ...exitColumns(entry),
  }));
  for (const some of chunks(rows)) await db.insertInto("concluded_entries").values(some).execute();
}

/** One decision may conclude two submissions of a pull request. */
function isNewest({ facts, sequence }: Entry, concluded: readonly Entry[]): boolean {
  return !concluded.some((other) => other.facts.number === facts.number && other.sequence > sequence);
}

async function appendEndedRuns(db: Db, queueId: QueueId, ended: readonly EndedRun[]): Promise<void> {
  const rows = ended.map((end) => ({
    queue_id: queueId,
    run_id: end.run.id,
    at: end.endedAt,
    json: JSON.stringify({ ...end, run: storedRun(end.run) } satisfies StoredEndedRun),
  }));
  for (const some of chunks(rows)) await db.insertInto("ended_runs").values(some).execute();
}

async function appendLanding(
  db: Db,
  queueId: QueueId,
  version: Version,
  landed: LandingRecord | null,
): Promise<void> {
  if (landed === null) return;
  const row = { queue_id: queueId, version, json: JSON.stringify(landed) };
  await db.insertInto("landings").values(row).execute();
}

export async function findConcluded(
  db: Db,
  queueId: QueueId,
  pullRequest: PullRequestNumber,
): Promise<Entry | null> {
  const row = await db
    .selectFrom("concluded_entries")
    .select(["json", "targets_digest", "earlier_targets_digest"])
    .where("queue_id", "=", queueId)
    .where("pull_request", "=", pullRequest)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const lists = await readLongLists(db, [row]);
  return readRecord(row, lists, isEntry, `the last submission of #${pullRequest} in queue ${queueId}`);
}

export async function findEndedRun(db: Db, queueId: QueueId, run: TestRunId): Promise<EndedRun | null> {
  const row = await db
    .selectFrom("ended_runs")
    .select("json")
    .where("queue_id", "=", queueId)
    .where("run_id", "=", run)
    .executeTakeFirst();
  if (row === undefined) return null;
  const stored = readJson(row.json, isStoredEndedRun, `ended run ${run}`);
  return { ...stored, run: testRunOf(stored.run) };
}

export async function readLandings(
  db: Db,
  queueId: QueueId,
  limit: number,
  before: Version | null = null,
): Promise<readonly LandingRecord[]> {
  return (await readLoggedLandings(db, queueId, limit, before)).map(({ landing }) => landing);
}

/** Newest first. */
export async function readLoggedLandings(
  db: Db,
  queueId: QueueId,
  limit: number,
  before: Version | null = null,
): Promise<readonly LoggedLanding[]> {
  const ofQueue = db.selectFrom("landings").select(["version", "json"]).where("queue_id", "=", queueId);
  const rows = await (before === null ? ofQueue : ofQueue.where("version", "<", before))
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ version, json }) => ({
    version,
    landing: readJson(json, isLandingRecord, `landing ${version} of queue ${queueId}`),
  }));
}

export async function timeline(
  db: Db,
  queueId: QueueId,
  pullRequest: PullRequestNumber,
): Promise<readonly Transition[]> {
  const rows = await db
    .selectFrom("transitions")
    .select("json")
    .where("queue_id", "=", queueId)
    .where("pull_request", "=", pullRequest)
    .orderBy("version")
    .orderBy("position")
    .execute();
  return rows.map((row) => readJson(row.json, isTransition, `the timeline of #${pullRequest}`));
}

export async function readEvents(
  db: Db,
  queueId: QueueId,
  after: Version,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const rows = await db
    .selectFrom("events")
    .select(["version", "json", "targets_digest", "decision_digest", "engine"])
    .where("queue_id", "=", queueId)
    .where("version", ">", after)
    .orderBy("version")
    .limit(limit)
    .execute();
  const lists = await readLongLists(db, rows);
  return rows.map((row) => ({
    version: row.version,
    event: readRecord(row, lists, isEvent, `event ${row.version} of queue ${queueId}`),
    recorded: recordedDecision(row.decision_digest, row.engine),
  }));
}

function recordedDecision(digest: string | null, engine: string | null): RecordedDecision | null {
  return digest === null || engine === null ? null : { digest, engine };
}

/** The entries that left a queue, in order of submission: the newest of each pull request, without its targets. */
export async function newestSubmissions(
  db: Kysely<StoreTables>,
  queueId: QueueId,
  before: number | null,
  limit: number,
): Promise<readonly Entry[]> {
  const ofQueue = db
    .selectFrom("concluded_entries as ended")
    .select(["ended.sequence", "ended.json"])
    .where("ended.queue_id", "=", queueId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("concluded_entries as newer")
            .select("newer.sequence")
            .whereRef("newer.queue_id", "=", "ended.queue_id")
            .whereRef("newer.pull_request", "=", "ended.pull_request")
            .whereRef("newer.sequence", ">", "ended.sequence"),
        ),
      ),
    );
  const rows = await (before === null ? ofQueue : ofQueue.where("ended.sequence", "<", before))
    .orderBy("ended.sequence", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ sequence, json }) => {
    const submission = readJson(json, isEntry, `submission ${sequence} of queue ${queueId}`);
    return { ...submission, targets: null, earlierTargets: null };
  });
}
