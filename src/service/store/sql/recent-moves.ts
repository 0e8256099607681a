/** What entries of all queues did lately, in one statement that reads nothing of earlier history. */
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { queueId } from "../../../domain/ids.js";
import { ENTRY_STATES } from "../../../domain/states.js";
import type { Durations, MoveGroup } from "../../ports/moves.js";
import { oneOf } from "./json-checks.js";
import { damaged } from "./records.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

const isEntryState = oneOf(ENTRY_STATES);

export async function movesSince(
  db: Db,
  since: number,
  boundsMs: readonly number[],
): Promise<readonly MoveGroup[]> {
  const rows = await recentMoves(db, since, boundsMs).execute();
  return rows.map((row) => {
    const { from_state: from, to_state: to } = row;
    if (!isEntryState(to) || !(from === null || isEntryState(from))) {
      throw damaged(`a transition of queue ${row.queue_id}`);
    }
    return {
      queueId: queueId(row.queue_id),
      from,
      to,
      wasBeside: row.was_beside === 1,
      count: Number(row.count),
      lasted: durations(row.lasted_bucket, row.lasted_sum),
      sinceAdmission: durations(row.admission_bucket, row.admission_sum),
      isFirstState: row.is_first_state === 1,
    };
  });
}

function recentMoves(db: Db, since: number, boundsMs: readonly number[]) {
  const moves = db
    .selectFrom("transitions")
    .select((eb) => [
      "queue_id",
      "from_state",
      "to_state",
      "lasted_ms",
      "since_admission_ms",
      eb.fn.coalesce("was_beside", eb.lit(0)).as("was_beside"),
      sql<number>`case when ${eb.ref("lasted_ms")} = ${eb.ref("since_admission_ms")} then 1 else 0 end`.as(
        "is_first_state",
      ),
      bucket(eb, "lasted_ms", boundsMs).as("lasted_bucket"),
      bucket(eb, "since_admission_ms", boundsMs).as("admission_bucket"),
    ])
    .where("at", ">=", since);
  const alike = [
    "queue_id",
    "from_state",
    "to_state",
    "was_beside",
    "is_first_state",
    "lasted_bucket",
    "admission_bucket",
  ] as const;
  return db
    .selectFrom(moves.as("moves"))
    .select((eb) => [
      ...alike,
      eb.fn.countAll().as("count"),
      eb.fn.sum("lasted_ms").as("lasted_sum"),
      eb.fn.sum("since_admission_ms").as("admission_sum"),
    ])
    .groupBy(alike);
}

/** Null for null. The bounds are literals: the database has to see that both mentions of the expression are one. */
function bucket(
  eb: ExpressionBuilder<StoreTables, "transitions">,
  column: "lasted_ms" | "since_admission_ms",
  boundsMs: readonly number[],
) {
  const cases = boundsMs.map(
    (bound, index) => sql`when ${eb.ref(column)} <= ${sql.lit(bound)} then ${sql.lit(index)}`,
  );
  return sql<
    number | null
  >`case when ${eb.ref(column)} is null then null ${sql.join(cases, sql` `)} else ${sql.lit(boundsMs.length)} end`;
}

function durations(bucketIndex: number | null, sum: number | string | bigint | null): Durations | null {
  return bucketIndex === null ? null : { bucket: bucketIndex, sumMs: Number(sum) };
}
