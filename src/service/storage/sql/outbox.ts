/** Orders to the world that a decision gave: written with it, then done, or tried again later. */
import type { Kysely } from "kysely";
import { type EffectId, type QueueId, queueId } from "../../../domain/ids.js";
import type { Effect } from "../../../engine/effect.js";
import type { LandingFate, OutboxSize, SettledLanding, StoredEffect } from "../../ports/queue-store.js";
import { chunks } from "./chunks.js";
import { readJson } from "./records.js";
import { isEffect, isQueueName } from "./stored-values.js";
import type { StoreTables } from "./tables.js";

type Db = Kysely<StoreTables>;

/** In characters; more of an error message helps nobody. */
const LONGEST_ERROR = 4096;

/** A new effect is due at once, whatever the clocks of event and reader say. */
export async function appendEffects(
  db: Db,
  queueId: QueueId,
  effects: readonly Effect[],
  at: number,
): Promise<void> {
  const rows = effects.map((effect) => ({
    queue_id: queueId,
    effect_id: effect.id,
    json: JSON.stringify(effect),
    attempts: 0,
    not_before: 0,
    done: 0,
    fate: null,
    last_error: null,
    at,
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
  return rows.map((row) => ({
    name: readJson(row.name, isQueueName, `the name of queue ${row.id}`),
    queueId: queueId(row.id),
    effect: readJson(row.json, isEffect, `an effect of queue ${row.id}`),
    attempts: row.attempts,
    notBefore: row.not_before,
  }));
}

export async function nextEffectAt(db: Db, after: number): Promise<number | null> {
  const row = await pending(db)
    .select("not_before")
    .where("not_before", ">", after)
    .orderBy("not_before")
    .limit(1)
    .executeTakeFirst();
  return row?.not_before ?? null;
}

/** Reads the orders that are not done, and none that is. */
export async function outboxSize(db: Db): Promise<OutboxSize> {
  const row = await pending(db)
    .select((eb) => [eb.fn.countAll().as("pending"), eb.fn.min("at").as("oldest")])
    .executeTakeFirstOrThrow();
  return { pending: Number(row.pending), oldestAt: row.oldest };
}

export async function markDone(db: Db, queueId: QueueId, effect: EffectId): Promise<void> {
  await db
    .updateTable("effects")
    .set({ done: 1 })
    .where("queue_id", "=", queueId)
    .where("effect_id", "=", effect)
    .execute();
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

/** Compare and set: whoever comes second finds what the first one settled. */
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
  queueId: QueueId,
  effect: EffectId,
  notBefore: number,
  error: string,
): Promise<void> {
  await db
    .updateTable("effects")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      not_before: notBefore,
      last_error: JSON.stringify(error.slice(0, LONGEST_ERROR)),
    }))
    .where("queue_id", "=", queueId)
    .where("effect_id", "=", effect)
    .execute();
}

/** What was put off until later is due now. */
export async function hasten(db: Db, queueId: QueueId, now: number): Promise<void> {
  await db
    .updateTable("effects")
    .set({ not_before: now })
    .where("queue_id", "=", queueId)
    .where((eb) => eb("done", "=", eb.lit(0)))
    .where("not_before", ">", now)
    .execute();
}

/** The condition is a literal, as in the indexes over pending effects: a parameter would not use them. */
function pending(db: Db) {
  return db.selectFrom("effects").where((eb) => eb("done", "=", eb.lit(0)));
}
