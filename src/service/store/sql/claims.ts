/**
 * How processes share rows of work. A claim writes the session of the process and the next number into the row; settling
 * counts only while both are unchanged. A claim lasts as long as its session: one process's on SQLite, on Postgres that of
 * a connection with a lock (`postgres-session.ts`).
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Claim, Claimant } from "../../ports/session.js";
import { hasRowLocks } from "./row-locks.js";
import type { ClaimColumns, COMMANDS, STATUSES, StoreTables } from "./tables.js";

type Fragment = RawBuilder<unknown>;
/** Tables with `LeaseColumns`. */
type LeasedTable = "webhook_deliveries" | typeof COMMANDS | typeof STATUSES;

/** The first of the two numbers of a session's advisory lock: "MrgQ". */
export const SESSION_LOCKS = 0x4d726751;

/** Asks for the numbers of all sessions that are alive. */
export const LIVE_SESSIONS = `
  select objid::bigint from pg_locks
  where locktype = 'advisory' and objsubid = 2 and classid = ${SESSION_LOCKS}
    and database = (select oid from pg_database where datname = current_database())`;

/** Notifications on it let processes look for work. */
export const WORK_CHANNEL = "merge_queue_work";

/** A table of work, whose rows processes claim. */
export interface WorkTable {
  readonly name: "effects" | "posted_runs" | LeasedTable;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Without parameters, as in the index over open rows: a parameter would not use it. */
  readonly isOpen: Fragment;
  /** It has `LeaseColumns`. */
  readonly isLeased: boolean;
}

/** The values of a table's key. */
type RowKey = readonly (string | number)[];

export interface ClaimRequest {
  readonly claimant: Claimant;
  /** null: the table's rows are due as long as they are open. */
  readonly now: number | null;
  /** What else a row needs to be claimed, for the end of a condition. */
  readonly and?: Fragment;
  readonly order: Fragment;
  readonly limit: number;
  /** Keys of rows that this process has already. */
  readonly held: readonly RowKey[];
  /** What is answered of each row beside its columns. */
  readonly also?: Fragment;
  /** What the claim sets beside its own columns, by column. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** Claims rows that are due and free: never claimed, given back, or claimed by a session that has ended. */
export async function claimRows<Row>(
  db: Kysely<StoreTables>,
  table: WorkTable,
  { claimant, now, and = sql``, order, limit, held, also, set = {} }: ClaimRequest,
): Promise<readonly (Row & ClaimColumns)[]> {
  if (limit <= 0) return [];
  const name = sql.table(table.name);
  const key = sql.join(table.key.map((column) => sql.ref(`${table.name}.${column}`)));
  const isElsewhere = held.map((values) => sql`and not (${isRow(table, values)})`);
  const more = { ...(table.isLeased && now !== null && lease(now)), ...set };
  const { rows } = await sql<Row & ClaimColumns>`
    with free as materialized (
      select ${key} from ${name}
      where ${isDue(table, now)} and ${isFree(db, claimant)} ${and} ${sql.join(isElsewhere, sql` `)}
      order by ${order} limit ${limit} ${hasRowLocks(db) ? sql`for update skip locked` : sql``}
    )
    update ${name} set session = ${claimant.session}, claim = claim + 1 ${assignments(more)}
    where (${key}) in (select * from free)
    returning * ${also === undefined ? sql`` : sql`, ${also}`}`.execute(db);
  return rows;
}

/** Matches open rows whose time has come, claimed or not. */
export function isDue({ isOpen, isLeased }: WorkTable, now: number | null): Fragment {
  const isTime = now === null ? sql`` : sql`and not_before <= ${now}`;
  return sql`${isOpen} ${isTime} ${isLeased && now !== null ? sql`and ${isNotLeased(now)}` : sql``}`;
}

/** Ends a claim; the row is due as before. Changes nothing if it was claimed again since. */
export async function giveBackRow(
  db: Kysely<StoreTables>,
  table: WorkTable,
  key: RowKey,
  claim: Claim,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { session, ...lease } = NOT_LEASED;
  await sql`
    update ${sql.table(table.name)} set session = ${session} ${assignments({ ...(table.isLeased && lease), ...set })}
    where ${isRow(table, key)} and ${table.isOpen} and ${isStill(claim)}`.execute(db);
}

/** False: the row is settled, or another process has claimed it since. */
export async function isRowClaimed(
  db: Kysely<StoreTables>,
  table: WorkTable,
  key: RowKey,
  claim: Claim,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table.name)}
    where ${isRow(table, key)} and ${table.isOpen} and ${isStill(claim)}`.execute(db);
  return rows.length > 0;
}

/** When the first open row is due after this time; null: none is. */
export async function nextDueAt(
  db: Kysely<StoreTables>,
  { name, isOpen }: WorkTable,
  after: number,
  and: Fragment = sql``,
): Promise<number | null> {
  const { rows } = await sql<{ readonly next: number | null }>`
    select min(not_before) as next from ${sql.table(name)} where ${isOpen} and not_before > ${after} ${and}`.execute(
    db,
  );
  return rows[0]?.next ?? null;
}

function isRow({ key }: WorkTable, values: RowKey): Fragment {
  const parts = key.map((column, index) => sql`${sql.ref(column)} = ${values[index]}`);
  return sql.join(parts, sql` and `);
}

/** For the end of a list of assignments. */
function assignments(columns: Readonly<Record<string, unknown>>): Fragment {
  const all = Object.entries(columns).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`);
  return sql.join(all, sql` `);
}

/**
 * The oldest version whose store this program takes over claims for a time, and knows no sessions. `npm run upgrade`
 * replaces its replicas one by one: for so long it leaves alone a row that is claimed here.
 */
const LEASE_MS = 30_000;
/** What giving back sets in these tables. */
export const NOT_LEASED = { session: null, claimed_by: null, claimed_until: 0 } as const;

function lease(now: number) {
  return { claimed_by: null, claimed_until: now + LEASE_MS } as const;
}

/** No replica of that version has it. */
export function isNotLeased(now: number, table = ""): Fragment {
  const column = (name: string) => sql.ref(`${table}${name}`);
  return sql`(${column("session")} is not null or ${column("claimed_until")} <= ${now})`;
}

/** For the end of a condition; null: matches all. One parameter, however many repositories there are. */
export function isOfThese<Tables>(
  db: Kysely<Tables>,
  repository: Fragment,
  keys: readonly string[] | null,
): Fragment {
  if (keys === null) return sql``;
  return hasRowLocks(db)
    ? sql`and ${repository} = any(${keys})`
    : sql`and ${repository} in (select value from json_each(${JSON.stringify(keys)}))`;
}

/** Matches the row unless it was claimed again since. */
export function isStill({ session, number }: Claim): RawBuilder<boolean> {
  return sql<boolean>`session = ${session} and claim = ${number}`;
}

/** Matches a row that was never claimed, was given back, is the claimant's, or whose session has ended. */
export function isFree<Tables>(
  db: Kysely<Tables>,
  claimant: Claimant,
  session = sql.ref("session"),
): Fragment {
  return sql`(${session} is null or ${session} = ${claimant.session} ${orHasEnded(db, claimant, session)})`;
}

/** On Postgres a session is alive while its lock is held; one that was alive a moment ago may be about to take it again. */
function orHasEnded<Tables>(db: Kysely<Tables>, { spared }: Claimant, session: Fragment): Fragment {
  if (spared === null) return sql``;
  const isSpared = spared.length === 0 ? sql`false` : sql`${session} in (${sql.join(spared)})`;
  const isAlive = hasRowLocks(db) ? sql`${session} in (${sql.raw(LIVE_SESSIONS)})` : sql`false`;
  return sql`or not (${isSpared} or ${isAlive})`;
}
