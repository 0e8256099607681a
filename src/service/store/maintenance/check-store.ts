/** Checks a whole store for missing, damaged and leftover rows, and changes nothing. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { connect } from "../connect.js";
import type { Database } from "../database.js";
import { MIGRATIONS } from "../migrations/migrations.js";
import { partsOfBeginning } from "../sql/log-beginnings.js";
import { appliedMigrations, missingOf } from "../sql/migrate.js";
import { hasRowLocks } from "../sql/row-locks.js";
import { damageOf } from "./row-checks.js";
import {
  type AnyDb,
  type AnyRow,
  inSnapshot,
  type Reference,
  readRows,
  type StoreTable,
  storeSchema,
} from "./store-schema.js";

export interface StoreCheck {
  readonly schema: SchemaState;
  /** The newest change of the schema that the store has seen; null: it has none, so it is no store. */
  readonly version: string | null;
  readonly rows: number;
  /** One sentence each, the first so many. */
  readonly problems: readonly string[];
  readonly problemCount: number;
  /** Long lists that nothing refers to; they take room and do no harm. */
  readonly orphanedLists: number;
}

/** Rows are checked only in a store of this program's version: the meaning of others is unknown. */
export type SchemaState = "current" | "older" | "newer" | "none";

const MOST_PROBLEMS = 50;

export async function checkStore(
  database: Database,
  onRows: (table: string, rows: number) => void,
): Promise<StoreCheck> {
  const access = connect(database, "read");
  try {
    return await inSnapshot(access.db, (db) => checkSnapshot(db, onRows));
  } finally {
    await access.close();
  }
}

async function checkSnapshot(db: AnyDb, onRows: (table: string, rows: number) => void): Promise<StoreCheck> {
  const applied = await appliedMigrations(db);
  const found = new Findings();
  const version = applied.at(-1) ?? null;
  const schema = stateOf(applied);
  if (schema === "current") await checkRows(db, found, onRows);
  return { schema, version, ...found.told() };
}

export function stateOf(applied: readonly string[]): SchemaState {
  if (applied.length === 0) return "none";
  if (applied.some((name) => !Object.hasOwn(MIGRATIONS, name))) return "newer";
  return missingOf(applied, MIGRATIONS).length > 0 ? "older" : "current";
}

async function checkRows(
  db: AnyDb,
  found: Findings,
  onRows: (table: string, rows: number) => void,
): Promise<void> {
  const schema = await storeSchema();
  if (!hasRowLocks(db)) await checkFile(db, found);
  for (const table of schema) {
    let seen = 0;
    for await (const rows of readRows(db, table)) {
      for (const row of rows) checkRow(table, row, found);
      seen += rows.length;
      onRows(table.name, seen);
    }
    found.rows += seen;
    for (const reference of table.references) await checkReference(db, table, reference, found);
  }
  await checkLogs(db, found);
  await checkLogBeginnings(db, (problem) => found.add(problem));
  found.orphanedLists = await countOrphanedLists(db, schema);
}

function checkRow(table: StoreTable, row: AnyRow, found: Findings): void {
  const key = table.primaryKey.map((column) => JSON.stringify(row[column])).join(", ");
  const damage = damageOf(table.name, row);
  if (damage !== null) found.add(`${table.name} (${key}): ${damage}`);
  if (table.name !== "target_lists") return;
  const digest = createHash("sha256").update(String(row["names"])).digest("hex");
  if (digest !== row["digest"]) found.add(`target_lists (${key}): the names are not those of the digest`);
}

/** What SQLite finds out about its own file. */
async function checkFile(db: AnyDb, found: Findings): Promise<void> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`pragma integrity_check`.execute(db);
  for (const row of rows) {
    const said = String(Object.values(row)[0]);
    if (said !== "ok") found.add(`the SQLite file: ${said}`);
  }
}

async function checkReference(
  db: AnyDb,
  { name }: StoreTable,
  { column, table: to, key }: Reference,
  found: Findings,
): Promise<void> {
  const { rows } = await sql<{ readonly lost: string }>`
    select distinct ${sql.ref(column)} as lost from ${sql.table(name)} as referring
    where ${sql.ref(column)} is not null and not exists (
      select 1 from ${sql.table(to)} as referred where referred.${sql.ref(key)} = referring.${sql.ref(column)}
    ) limit ${sql.lit(MOST_PROBLEMS)}`.execute(db);
  for (const { lost } of rows)
    found.add(`${name}: refers to ${JSON.stringify(lost)}, which ${to} does not have`);
}

/** The events of each queue, from where its log begins to the newest, without a gap. */
async function checkLogs(db: AnyDb, found: Findings): Promise<void> {
  const { rows } = await sql<{
    readonly id: string;
    readonly version: number;
    readonly began: number;
    readonly first: number | null;
    readonly last: number | null;
    readonly count: number;
  }>`
    with logs as (
      select id, version, coalesce(
        (select max(version) from log_beginnings where queue_id = queues.id and is_used = 1), 0) as began
      from queues
    )
    select logs.id as id, logs.version as version, logs.began as began, min(events.version) as first,
      max(events.version) as last, count(events.version) as count
    from logs left join events on events.queue_id = logs.id and events.version > logs.began
    group by logs.id, logs.version, logs.began`.execute(db);
  for (const { id, version, began, first, last, count } of rows) {
    if (count === version - began && (last ?? began) === version) continue;
    const there = count === 0 ? "none" : `${count} from version ${String(first)} to ${String(last)}`;
    found.add(
      `events of queue ${id}: ${there}; its log begins after version ${began}, and the queue is at ${version}`,
    );
  }
}

async function countOrphanedLists(db: AnyDb, schema: readonly StoreTable[]): Promise<number> {
  const referring = schema.flatMap(({ name, references }) =>
    references.filter(({ table }) => table === "target_lists").map(({ column }) => ({ name, column })),
  );
  const unused = referring.map(
    ({ name, column }) => sql`not exists (
      select 1 from ${sql.table(name)} as referring where referring.${sql.ref(column)} = target_lists.digest)`,
  );
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from target_lists where ${sql.join(unused, sql` and `)}`.execute(db);
  return rows[0]?.count ?? 0;
}

class Findings {
  rows = 0;
  orphanedLists = 0;
  #count = 0;
  readonly #problems: string[] = [];

  add(problem: string): void {
    this.#count += 1;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
  }

  told(): Pick<StoreCheck, "rows" | "problems" | "problemCount" | "orphanedLists"> {
    const { rows, orphanedLists } = this;
    return { rows, problems: this.#problems, problemCount: this.#count, orphanedLists };
  }
}

interface BeginningKey {
  readonly queue: string;
  readonly version: number;
}

/** Whether each log can be replayed from its recorded beginning: that version existed, and all its lists are there. */
async function checkLogBeginnings(db: AnyDb, tell: (problem: string) => void): Promise<void> {
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

/** Without damaged rows, which are reported elsewhere. */
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
