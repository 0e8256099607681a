/** What a queue leaves behind: events, transitions, concluded entries, ended runs and landings. Rows are added, never changed. */
import type { Kysely } from "kysely";
import type { PullRequestNumber, QueueId, TestRunId } from "../../../domain/ids.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../../engine/decision.js";
import type { Entry } from "../../../engine/queue.js";
import type { RecentActivity, RecordedDecision, StoredEvent, Version } from "../../ports/queue-store.js";
import { chunks } from "./chunks.js";
import { entryColumns, readJson, readLongLists, readRecord, recordColumns } from "./records.js";
import { isEndedRun, isEntry, isEvent, isLandingRecord, isTransition } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** The long lists that come with it are saved. */
export async function appendHistory(db: Db, happened: StoredEvent, decision: Decision): Promise<void> {
  const queueId = decision.queue.id;
  const { version } = happened;
  await appendEvent(db, queueId, happened);
  await appendTransitions(db, queueId, version, decision.transitions);
  await appendConcluded(db, queueId, decision.concluded);
  await appendEndedRuns(db, queueId, decision.endedRuns);
  await appendLanding(db, queueId, version, decision.landed);
}

async function appendEvent(
  db: Db,
  queueId: QueueId,
  { version, event, recorded }: StoredEvent,
): Promise<void> {
  const targets = "targets" in event ? event.targets : null;
  await db
    .insertInto("events")
    .values({
      queue_id: queueId,
      version,
      ...recordColumns(event, targets),
      decision_digest: recorded?.digest ?? null,
      engine: recorded?.engine ?? null,
    })
    .execute();
}

async function appendTransitions(
  db: Db,
  queueId: QueueId,
  version: Version,
  transitions: readonly Transition[],
): Promise<void> {
  const rows = transitions.map((transition, position) => ({
    queue_id: queueId,
    version,
    position,
    at: transition.at,
    pull_request: transition.pullRequest,
    from_state: transition.from,
    to_state: transition.to,
    json: JSON.stringify(transition),
  }));
  for (const some of chunks(rows)) await db.insertInto("transitions").values(some).execute();
}

async function appendConcluded(db: Db, queueId: QueueId, concluded: readonly Entry[]): Promise<void> {
  const rows = concluded.map((entry) => ({
    queue_id: queueId,
    sequence: entry.sequence,
    pull_request: entry.facts.number,
    ...entryColumns(entry),
  }));
  for (const some of chunks(rows)) await db.insertInto("concluded_entries").values(some).execute();
}

async function appendEndedRuns(db: Db, queueId: QueueId, ended: readonly EndedRun[]): Promise<void> {
  const rows = ended.map((end) => ({
    queue_id: queueId,
    run_id: end.run.id,
    json: JSON.stringify(end),
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
  return readRecord(row, lists, isEntry, `the last stay of #${pullRequest} in queue ${queueId}`);
}

export async function findEndedRun(db: Db, queueId: QueueId, run: TestRunId): Promise<EndedRun | null> {
  const row = await db
    .selectFrom("ended_runs")
    .select("json")
    .where("queue_id", "=", queueId)
    .where("run_id", "=", run)
    .executeTakeFirst();
  return row === undefined ? null : readJson(row.json, isEndedRun, `ended run ${run}`);
}

export async function readLandings(
  db: Db,
  queueId: QueueId,
  limit: number,
): Promise<readonly LandingRecord[]> {
  const rows = await db
    .selectFrom("landings")
    .select(["version", "json"])
    .where("queue_id", "=", queueId)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => readJson(row.json, isLandingRecord, `landing ${row.version} of queue ${queueId}`));
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

export async function recentActivity(db: Db, queueId: QueueId, since: number): Promise<RecentActivity> {
  const moves = await db
    .selectFrom("transitions")
    .select((eb) => ["from_state", "to_state", eb.fn.countAll().as("count")])
    .where("queue_id", "=", queueId)
    .where("at", ">=", since)
    .groupBy(["from_state", "to_state"])
    .execute();
  const count = (to: Entry["state"], from?: Entry["state"]) =>
    moves
      .filter((move) => move.to_state === to && (from === undefined || move.from_state === from))
      .reduce((sum, move) => sum + Number(move.count), 0);
  return {
    merged: count("merged"),
    failed: count("failed"),
    cancelled: count("cancelled"),
    restarts: count("pending", "testing"),
  };
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
