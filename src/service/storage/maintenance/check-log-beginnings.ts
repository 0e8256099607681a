/** Whether each log may be told from where it is said to begin: a version there was, with every list that belongs to it. */
import { sql } from "kysely";
import { partsOfBeginning } from "../sql/log-beginnings.js";
import type { AnyDb } from "./any-tables.js";

interface BeginningKey {
  readonly queue: string;
  readonly version: number;
}

export async function checkLogBeginnings(db: AnyDb, tell: (problem: string) => void): Promise<void> {
  await checkVersions(db, tell);
  await checkUsed(db, tell);
  const { rows } = await sql<BeginningKey>`
    select queue_id as queue, version from log_beginnings order by queue_id, version`.execute(db);
  // One at a time: each is a whole queue.
  for (const key of rows) await checkLists(db, key, tell);
  await checkOrphans(db, tell);
}

async function checkVersions(db: AnyDb, tell: (problem: string) => void): Promise<void> {
  const { rows } = await sql<BeginningKey & { readonly now: number }>`
    select queue_id as queue, log_beginnings.version as version, queues.version as now
    from log_beginnings join queues on queues.id = log_beginnings.queue_id
    where log_beginnings.version > queues.version`.execute(db);
  for (const { now, ...key } of rows) tell(`${placeOf(key)}: the queue is at version ${now} only`);
}

async function checkUsed(db: AnyDb, tell: (problem: string) => void): Promise<void> {
  const { rows } = await sql<{ readonly queue: string }>`
    select queue_id as queue from log_beginnings where is_used = 1 group by queue_id having count(*) > 1`.execute(
    db,
  );
  for (const { queue } of rows) tell(`log_beginnings of queue ${queue}: its log begins more than once`);
}

async function checkLists(db: AnyDb, key: BeginningKey, tell: (problem: string) => void): Promise<void> {
  const { rows } = await sql<{ readonly json: string }>`
    select json from log_beginnings where queue_id = ${key.queue} and version = ${key.version}`.execute(db);
  const needed = digestsIn(rows[0]?.json ?? "");
  if (needed.size === 0) return;
  const kept = await sql<{ readonly digest: string }>`
    select digest from log_beginning_lists
    where queue_id = ${key.queue} and version = ${key.version}`.execute(db);
  for (const { digest } of kept.rows) needed.delete(digest);
  for (const digest of needed) tell(`${placeOf(key)}: log_beginning_lists does not keep its list ${digest}`);
}

/** None of what is damaged, which is told elsewhere. */
function digestsIn(json: string): Set<string> {
  try {
    const columns = partsOfBeginning(JSON.parse(json))?.columns ?? [];
    const digests = columns.flatMap((entry) => [entry.targets_digest, entry.earlier_targets_digest]);
    return new Set(digests.filter((digest) => digest !== null));
  } catch {
    return new Set();
  }
}

async function checkOrphans(db: AnyDb, tell: (problem: string) => void): Promise<void> {
  const { rows } = await sql<BeginningKey>`
    select distinct queue_id as queue, version from log_beginning_lists as list where not exists (
      select 1 from log_beginnings as beginning
      where beginning.queue_id = list.queue_id and beginning.version = list.version
    )`.execute(db);
  for (const { queue, version } of rows) {
    tell(
      `log_beginning_lists: keeps lists for version ${version} of ${queue}, which log_beginnings does not have`,
    );
  }
}

function placeOf({ queue, version }: BeginningKey): string {
  return `log_beginnings (${JSON.stringify(queue)}, ${version})`;
}
