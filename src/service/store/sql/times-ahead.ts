/** Work that was put off, or claimed, under a clock that was ahead and has been set back: it would wait for that time. */
import { type Kysely, sql } from "kysely";
import { COMMANDS, STATUSES, type StoreTables } from "./tables.js";

/** The longest pause there is: before the last attempts at a webhook, with jitter. */
const LONGEST_PAUSE_MS = 12 * 3_600_000;
/** A process updates its claims every few seconds. */
const LONGEST_CLAIM_MS = 5 * 60_000;

/** Conditions as in the indexes, so that these are used. */
const OPEN_WORK = [
  ["effects", "not_before", LONGEST_PAUSE_MS, sql`done = 0`],
  ["webhook_deliveries", "not_before", LONGEST_PAUSE_MS, sql`done = 0`],
  ["webhook_deliveries", "claimed_until", LONGEST_CLAIM_MS, sql`done = 0`],
  [COMMANDS, "not_before", LONGEST_PAUSE_MS, sql`outcome is null`],
  [COMMANDS, "claimed_until", LONGEST_CLAIM_MS, sql`outcome is null`],
  [STATUSES, "not_before", LONGEST_PAUSE_MS, sql`done = 0`],
  [STATUSES, "claimed_until", LONGEST_CLAIM_MS, sql`done = 0`],
] as const;

/** Makes work due now that waits longer than any pause or claim lasts. Returns the number of rows. */
export async function endWrongWaits(db: Kysely<StoreTables>, now: number): Promise<number> {
  let ended = 0;
  for (const [table, column, longestMs, isOpen] of OPEN_WORK) {
    const time = sql.ref(column);
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} set ${time} = ${now} where ${isOpen} and ${time} > ${now + longestMs}`.execute(
      db,
    );
    ended += Number(numAffectedRows);
  }
  return ended;
}

/** How many commands and statuses wait for GitHub, for the metrics. */
export async function gitHubWaiting(
  db: Kysely<StoreTables>,
): Promise<{ readonly commands: number; readonly statuses: number }> {
  const { commands } = await db
    .selectFrom(COMMANDS)
    .where("outcome", "is", null)
    .select((eb) => eb.fn.countAll().as("commands"))
    .executeTakeFirstOrThrow();
  const { statuses } = await db
    .selectFrom(STATUSES)
    .where("done", "=", 0)
    .select((eb) => eb.fn.countAll().as("statuses"))
    .executeTakeFirstOrThrow();
  return { commands: Number(commands), statuses: Number(statuses) };
}
