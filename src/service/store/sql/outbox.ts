/** The effects of decisions: saved with the decision, then done, or retried later. */
import { type Kysely, sql } from "kysely";
import { type EffectId, type QueueId, queueId } from "../../../domain/ids.js";
import { beginningOf } from "../../../domain/words.js";
import type { Effect } from "../../../engine/model/effect.js";
import type {
  EffectClaim,
  LandingFate,
  MarkedDone,
  OutboxSize,
  QueueStore,
  SettledLanding,
  StoredEffect,
} from "../../ports/queue-store.js";
import type { Claim } from "../../ports/session.js";
import { claimRows, giveBackRow, isRowClaimed, isStill, nextDueAt, type WorkTable } from "./claims.js";
import { readJson } from "./records.js";
import { isEffect, isQueueName } from "./stored-values.js";
import type { StoreTables } from "./tables.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

/** In characters. */
const LONGEST_ERROR = 4096;

const EFFECTS: WorkTable = {
  ...{ name: "effects", key: ["queue_id", "effect_id"], isOpen: sql`done = 0`, isLeased: false },
};

/** A new effect is due immediately, even when the clocks of the event and of the reader differ. */
export async function appendEffects(
  db: Db,
  queueId: QueueId,
  effects: readonly Effect[],
  at: number,
): Promise<void> {
  const rows = effects.map((effect) => ({
    queue_id: queueId,
    effect_id: effect.id,
    run_id: effect.run,
    json: JSON.stringify(effect),
    attempts: 0,
    not_before: 0,
    done: 0,
    fate: null,
    last_error: null,
    at,
    session: null,
    claim: 0,
  }));
  for (const some of chunks(rows)) await db.insertInto("effects").values(some).execute();
}

export async function pendingEffects(db: Db, now: number, limit: number): Promise<readonly StoredEffect[]> {
  const rows = await pending(db)
    .innerJoin("queues", "queues.id", "effects.queue_id")
    .select(["queues.id", "queues.name", "effects.json", "effects.attempts", "effects.not_before"])
    .where("effects.not_before", "<=", now)
    .orderBy("queues.number")
    .orderBy("effects.effect_id")
    .limit(limit)
    .execute();
  return rows.map(orderOf);
}

/** An effect waits for earlier ones on the same test run; one without a run waits for all earlier ones. */
const IS_FIRST_OF_ITS_RUN = sql`not exists (
  select 1 from effects as earlier
  where earlier.queue_id = effects.queue_id and earlier.effect_id < effects.effect_id and earlier.done = 0
    and (earlier.run_id = effects.run_id or earlier.run_id is null or effects.run_id is null))`;

/** The commit of a waiting effect may be missed at this moment; the next sweep finds it. */
const IS_WAITED_FOR = sql<boolean | number>`exists (
  select 1 from effects as later
  where later.queue_id = effects.queue_id and later.effect_id > effects.effect_id and later.done = 0
    and (later.run_id = effects.run_id or later.run_id is null or effects.run_id is null))`.as("isWaitedFor");

export async function claimEffects(
  db: Db,
  { claimant, now, limit, held, unserved }: EffectClaim,
): Promise<readonly StoredEffect[]> {
  const isServed = unserved.length === 0 ? sql`` : sql`and queue_id not in (${sql.join(unserved)})`;
  const rows = await claimRows<OrderRow>(db, EFFECTS, {
    ...{ claimant, now, limit },
    and: sql`${isServed} and ${IS_FIRST_OF_ITS_RUN}`,
    order: sql`at, effect_id`,
    held: held.map(({ queueId: queue, effect }) => [queue, effect.id]),
    also: sql`queue_id as id, (select name from queues where queues.id = effects.queue_id) as name`,
  });
  return rows
    .map((row) => ({ ...orderOf(row), claim: { session: claimant.session, number: row.claim } }))
    .sort((one, other) => one.effect.id - other.effect.id);
}

/** Whether no later claim on the effect exists. */
export async function isClaimed(db: Db, { queueId: queue, effect, claim }: StoredEffect): Promise<boolean> {
  return claim === undefined || isRowClaimed(db, EFFECTS, [queue, effect.id], claim);
}

interface OrderRow {
  readonly id: string;
  readonly name: string;
  readonly json: string;
  readonly attempts: number;
  readonly not_before: number;
}

function orderOf(row: OrderRow): StoredEffect {
  return {
    name: readJson(row.name, isQueueName, `the name of queue ${row.id}`),
    queueId: queueId(row.id),
    effect: readJson(row.json, isEffect, `an effect of queue ${row.id}`),
    attempts: row.attempts,
    notBefore: row.not_before,
  };
}

export async function nextEffectAt(db: Db, after: number): Promise<number | null> {
  return nextDueAt(db, EFFECTS, after);
}

/** Reads only the effects that are not done. */
export async function outboxSize(db: Db): Promise<OutboxSize> {
  const row = await pending(db)
    .select((eb) => [eb.fn.countAll().as("pending"), eb.fn.min("at").as("oldest")])
    .executeTakeFirstOrThrow();
  return { pending: Number(row.pending), oldestAt: row.oldest };
}

export async function markDone(
  db: Db,
  queueId: QueueId,
  effect: EffectId,
  claim?: Claim,
): Promise<MarkedDone> {
  const row = await rowOf(db, queueId, effect, claim)
    .set({ done: 1 })
    .returning(IS_WAITED_FOR)
    .executeTakeFirst();
  return { isWaitedFor: Boolean(row?.isWaitedFor) };
}

export async function landingFate(db: Db, queueId: QueueId, effect: EffectId): Promise<LandingFate | null> {
  const row = await db
    .selectFrom("effects")
    .select("fate")
    .where("queue_id", "=", queueId)
    .where("effect_id", "=", effect)
    .executeTakeFirst();
  const fate = row?.fate ?? null;
  return fate === "pushed" || fate === "withdrawn" ? fate : null;
}

/** Compare and set: a second call returns the fate that the first one stored. */
export async function settleLanding(
  db: Db,
  queueId: QueueId,
  effect: EffectId,
  fate: LandingFate,
): Promise<SettledLanding | null> {
  const { numUpdatedRows } = await db
    .updateTable("effects")
    .set({ fate })
    .where("queue_id", "=", queueId)
    .where("effect_id", "=", effect)
    .where("fate", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return { fate, isFirst: true };
  const settled = await landingFate(db, queueId, effect);
  return settled === null ? null : { fate: settled, isFirst: false };
}

export async function postpone(
  db: Db,
  ...[queueId, effect, notBefore, error, claim, isCounted = true]: Parameters<QueueStore["postpone"]>
): Promise<void> {
  await rowOf(db, queueId, effect, claim)
    .set((eb) => ({
      attempts: eb("attempts", "+", isCounted ? 1 : 0),
      not_before: notBefore,
      last_error: JSON.stringify(beginningOf(error, LONGEST_ERROR)),
      session: null,
    }))
    .execute();
}

export async function giveBack(db: Db, { queueId: queue, effect, claim }: StoredEffect): Promise<void> {
  if (claim !== undefined) await giveBackRow(db, EFFECTS, [queue, effect.id], claim);
}

/** Makes postponed effects due now. */
export async function hasten(db: Db, queueId: QueueId, now: number): Promise<void> {
  await db
    .updateTable("effects")
    .set({ not_before: now })
    .where("queue_id", "=", queueId)
    .where((eb) => eb("done", "=", eb.lit(0)))
    .where("not_before", ">", now)
    .execute();
}

/** With a claim: unless another claim followed. */
function rowOf(db: Db, queueId: QueueId, effect: EffectId, claim: Claim | undefined) {
  const named = db.updateTable("effects").where("queue_id", "=", queueId).where("effect_id", "=", effect);
  return claim === undefined ? named : named.where(isStill(claim));
}

/** The condition is a literal, as in the indexes over pending effects: a parameter would not use them. */
function pending(db: Db) {
  return db.selectFrom("effects").where((eb) => eb("done", "=", eb.lit(0)));
}
