/** What is due in the store, as replicas that share the work ask for it. */
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { EffectId, QueueId } from "../../../domain/ids.js";
import { queueId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { StoredEffect } from "../../ports/queue-store.js";
import { postpone } from "../sql/outbox.js";
import { readJson } from "../sql/records.js";
import { isEffect, isQueueName } from "../sql/stored-values.js";
import type { StoreTables } from "../sql/tables.js";

type Db = Kysely<StoreTables>;

/** What a job says of an order: everything else is in the store. */
export interface OrderKey {
  readonly queueId: QueueId;
  readonly effectId: EffectId;
}

/** The name under which somebody holds an order while at it. */
export function heldNameOf({ queueId: queue, effectId }: OrderKey): string {
  return `merge-queue order ${queue}/${effectId}`;
}

export class SharedWork {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Null: it is done, or there never was such an order. */
  async findOrder({ queueId: queue, effectId }: OrderKey): Promise<StoredEffect | null> {
    const row = await orders(this.#db)
      .where("effects.queue_id", "=", queue)
      .where("effects.effect_id", "=", effectId)
      .executeTakeFirst();
    return row === undefined ? null : orderOf(row);
  }

  /** Whether an order about the same test run was given before it and is not done. */
  async isBehindAnother({ queueId: queue, effect }: StoredEffect): Promise<boolean> {
    const rows = await orders(this.#db)
      .where("effects.queue_id", "=", queue)
      .where("effects.effect_id", "<", effect.id)
      .execute();
    return rows.some((row) => orderOf(row).effect.run === effect.run);
  }

  /** The next order about the same test run that is not done. */
  async nextBehind({ queueId: queue, effect }: StoredEffect): Promise<OrderKey | null> {
    const rows = await orders(this.#db)
      .where("effects.queue_id", "=", queue)
      .where("effects.effect_id", ">", effect.id)
      .orderBy("effects.effect_id")
      .execute();
    const next = rows.map(orderOf).find((order) => order.effect.run === effect.run);
    return next === undefined ? null : { queueId: next.queueId, effectId: next.effect.id };
  }

  /** Orders that are due and that nobody alive is at, oldest first within a queue. */
  async idleOrders(now: number, limit: number): Promise<readonly OrderKey[]> {
    const rows = await orders(this.#db)
      .where("effects.not_before", "<=", now)
      .where(
        sql<boolean>`not ${isHeld(sql`'merge-queue order ' || effects.queue_id || '/' || effects.effect_id`)}`,
      )
      .orderBy("queues.number")
      .orderBy("effects.effect_id")
      .limit(limit)
      .execute();
    return rows.map((row) => {
      const order = orderOf(row);
      return { queueId: order.queueId, effectId: order.effect.id };
    });
  }

  /** The order is not tried before; what `also` writes is saved with it. */
  async postpone(order: OrderKey, notBefore: number, error: string, also: (db: Db) => Promise<void>) {
    await this.#db.transaction().execute(async (db) => {
      await postpone(db, order.queueId, order.effectId, notBefore, error);
      await also(db);
    });
  }

  async overdueAlarms(now: number): Promise<readonly QueueName[]> {
    const rows = await liveNames(this.#db).where("wake_at", "<=", now).execute();
    return rows.map(nameOf);
  }

  /** Of every queue there is, whoever created it. */
  async names(): Promise<readonly QueueName[]> {
    return (await liveNames(this.#db).execute()).map(nameOf);
  }
}

/** True in a query when some session holds a lock of this name. */
export function isHeld(name: ReturnType<typeof sql>) {
  return sql<boolean>`exists (
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${name}, 0)
  )`;
}

/** The condition is a literal, as in the index over pending effects: a parameter would not use it. */
function orders(db: Db) {
  return db
    .selectFrom("effects")
    .innerJoin("queues", "queues.id", "effects.queue_id")
    .select(["queues.id", "queues.name", "effects.json", "effects.attempts", "effects.not_before"])
    .where((eb) => eb("effects.done", "=", eb.lit(0)));
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
    name: nameOf(row),
    queueId: queueId(row.id),
    effect: readJson(row.json, isEffect, `an effect of queue ${row.id}`),
    attempts: row.attempts,
    notBefore: row.not_before,
  };
}

function liveNames(db: Db) {
  const isLive = (eb: ExpressionBuilder<StoreTables, "queues">) => eb("deleted", "=", eb.lit(0));
  return db.selectFrom("queues").select(["id", "name"]).where(isLive).orderBy("number");
}

function nameOf(row: { readonly id: string; readonly name: string }): QueueName {
  return readJson(row.name, isQueueName, `the name of queue ${row.id}`);
}
