/** What one of several processes does for all, once in so long. */
import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.js";

/** Compare and set in one statement: the first process to ask moves the next turn. */
export async function takeTurn(
  db: Kysely<StoreTables>,
  what: string,
  now: number,
  everyMs: number,
): Promise<boolean> {
  const next_at = now + everyMs;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("turns")
    .values({ what, next_at })
    .onConflict((conflict) =>
      conflict
        .column("what")
        .doUpdateSet({ next_at })
        // One that is later than any turn was written by a clock that was ahead.
        .where((eb) => eb.or([eb("turns.next_at", "<=", now), eb("turns.next_at", ">", next_at)])),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
