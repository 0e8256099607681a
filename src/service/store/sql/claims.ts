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

export interface ClaimRequest {
  readonly claimant: Claimant;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly isDue: Fragment;
  readonly order: Fragment;
  readonly limit: number;
  /** Keys of rows that this process has already. */
  readonly held: readonly (readonly (string | number)[])[];
  /** What is answered of each row beside its columns. */
  readonly also?: Fragment;
  /** What the claim sets beside its own columns, by column. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** Claims rows that are due and free: never claimed, given back, or claimed by a session that has ended. */
export async function claimRows<Row>(
  db: Kysely<StoreTables>,
  table: "effects" | "posted_runs" | LeasedTable,
  { claimant, key, isDue, order, limit, held, also, set = {} }: ClaimRequest,
): Promise<readonly (Row & ClaimColumns)[]> {
  if (limit <= 0) return [];
  const columns = sql.join(key.map((column) => sql.ref(`${table}.${column}`)));
  const more = Object.entries(set).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`);
  const isElsewhere = held.map((values) => sql`and not (${columnsAre(key, values)})`);
  const { rows } = await sql<Row & ClaimColumns>`
    with free as materialized (
      select ${columns} from ${sql.table(table)}
      where ${isDue} and ${isFree(db, claimant)}
        ${sql.join(isElsewhere, sql` `)}
      order by ${order} limit ${limit} ${hasRowLocks(db) ? sql`for update skip locked` : sql``}
    )
    update ${sql.table(table)} set session = ${claimant.session}, claim = claim + 1 ${sql.join(more, sql` `)}
    where (${columns}) in (select * from free)
    returning * ${also === undefined ? sql`` : sql`, ${also}`}`.execute(db);
  return rows;
}

/** For so long a replica of the version before leaves a claimed row alone: it knows no sessions. */
const LEASE_MS = 30_000;
/** What a claim sets in these tables, and what giving back sets. */
export const NOT_LEASED = { session: null, claimed_by: null, claimed_until: 0 } as const;

export function lease(now: number) {
  return { claimed_by: null, claimed_until: now + LEASE_MS } as const;
}

/** No replica of the version before has it. */
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

function columnsAre(key: readonly string[], values: readonly (string | number)[]): Fragment {
  return sql.join(
    key.map((column, index) => sql`${sql.ref(column)} = ${values[index]}`),
    sql` and `,
  );
}
