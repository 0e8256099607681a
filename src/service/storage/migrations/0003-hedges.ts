/**
 * Brings queues of before there were hedges to what these need: no queue has any, and none wants any. What a queue was
 * created with says so too, so that its log is told from there.
 */
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { type Json, list, record, rewrite } from "./rewrite-json.js";

export const hedges: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await rewrite(db, { table: "queues", key: ["id"], column: "snapshot" }, withoutHedges);
  await rewrite(db, { table: "queues", key: ["id"], column: "birth" }, withoutHedging);
}

function withoutHedges(queue: Json): Json {
  return {
    ...withoutHedging(queue),
    hedges: [],
    line: list(queue["line"]).map(withoutLosses),
    beside: list(queue["beside"]).map(withoutLosses),
  };
}

function withoutHedging(queue: Json): Json {
  return { ...queue, settings: { ...record(queue["settings"]), hedging: false } };
}

function withoutLosses(batch: unknown): Json {
  return { ...record(batch), lostHedges: 0 };
}
