/** Deliveries that are still to be made: who works on them, and what became of each attempt. */
import type { Kysely } from "kysely";
import type { AttemptOutcome, Claim, ClaimedDelivery } from "../../ports/webhook-store.js";
import type { StoreTables } from "./tables.js";
import { destinationOf } from "./webhook-endpoints.js";

type Db = Kysely<StoreTables>;

/** In characters; more of an error message helps nobody. */
const LONGEST_ERROR = 500;

export async function claimDeliveries(db: Db, claim: Claim): Promise<readonly ClaimedDelivery[]> {
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("disabled_at", "is", null)
    .execute();
  const claimed: ClaimedDelivery[] = [];
  for (const endpoint of endpoints) {
    const room = claim.room(endpoint.id);
    if (room <= 0) continue;
    const destination = destinationOf(endpoint, claim.now);
    for (const { message_id: id, body, attempts, claimed_until } of await due(db, endpoint.id, claim, room)) {
      if (!(await take(db, endpoint.id, id, claimed_until, claim))) continue;
      claimed.push({ ...destination, message: { id, body }, attempts });
    }
  }
  return claimed;
}

function due(db: Db, endpoint: string, { now }: Claim, limit: number) {
  return open(db)
    .innerJoin("webhook_messages", "webhook_messages.id", "webhook_deliveries.message_id")
    .select(["message_id", "attempts", "claimed_until", "webhook_messages.body"])
    .where("endpoint_id", "=", endpoint)
    .where("not_before", "<=", now)
    .where("claimed_until", "<=", now)
    .orderBy("not_before")
    .orderBy("webhook_messages.at")
    .limit(limit)
    .execute();
}

/** Compare and set: of several who saw it free, one has it. */
async function take(
  db: Db,
  endpoint: string,
  message: string,
  seen: number,
  { taker, until }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ claimed_by: taker, claimed_until: until })
    .where("message_id", "=", message)
    .where("endpoint_id", "=", endpoint)
    .where("claimed_until", "=", seen)
    .where("done", "=", 0)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function renewClaims(
  db: Db,
  taker: string,
  deliveries: readonly ClaimedDelivery[],
  until: number,
): Promise<void> {
  for (const [endpoint, ofEndpoint] of Map.groupBy(deliveries, (delivery) => delivery.endpoint)) {
    const ids = ofEndpoint.map(({ message }) => message.id);
    await claimsOf(db, taker)
      .set({ claimed_until: until })
      .where("endpoint_id", "=", endpoint)
      .where("message_id", "in", ids)
      .execute();
  }
}

export async function releaseClaims(db: Db, taker: string): Promise<void> {
  await claimsOf(db, taker).set({ claimed_until: 0, claimed_by: null }).execute();
}

function claimsOf(db: Db, taker: string) {
  return db
    .updateTable("webhook_deliveries")
    .where("claimed_by", "=", taker)
    .where((eb) => eb("done", "=", eb.lit(0)));
}

export async function nextAttemptAt(db: Db, now: number): Promise<number | null> {
  const row = await open(db)
    .innerJoin("webhook_endpoints", "webhook_endpoints.id", "webhook_deliveries.endpoint_id")
    .select((eb) => eb.fn.min("not_before").as("next"))
    .where("disabled_at", "is", null)
    .where("claimed_until", "<=", now)
    .executeTakeFirst();
  return row?.next ?? null;
}

/** "lost": the delivery is no longer this taker's. */
export async function settleAttempt(
  db: Db,
  taker: string,
  { endpoint, message }: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<"settled" | "disabled" | "lost"> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set((eb) => ({
      ...resultOf(outcome),
      attempts: eb("attempts", "+", outcome.kind === "failed" ? 1 : 0),
      claimed_by: null,
      claimed_until: 0,
    }))
    .where("message_id", "=", message.id)
    .where("endpoint_id", "=", endpoint)
    .where("claimed_by", "=", taker)
    .where("done", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return "lost";
  if (outcome.kind === "delivered") return forgive(db, endpoint);
  return outcome.countsAgainst ? countFailure(db, endpoint, outcome) : "settled";
}

function resultOf(outcome: AttemptOutcome) {
  if (outcome.kind === "delivered") {
    return { done: 1, delivered_at: outcome.at, last_status: outcome.status, last_error: null };
  }
  const { status, error, nextAt, at } = outcome;
  const last = { last_status: status, last_error: error.slice(0, LONGEST_ERROR) };
  return nextAt === null ? { ...last, done: 1, not_before: at } : { ...last, not_before: nextAt };
}

async function forgive(db: Db, endpoint: string): Promise<"settled"> {
  await db
    .updateTable("webhook_endpoints")
    .set({ failing_since: null })
    .where("id", "=", endpoint)
    .where("failing_since", "is not", null)
    .execute();
  return "settled";
}

async function countFailure(
  db: Db,
  endpoint: string,
  { at, disable }: Extract<AttemptOutcome, { readonly kind: "failed" }>,
): Promise<"settled" | "disabled"> {
  await db
    .updateTable("webhook_endpoints")
    .set({ failing_since: at })
    .where("id", "=", endpoint)
    .where("failing_since", "is", null)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable("webhook_endpoints")
    .set({ disabled_at: at, disabled_reason: disable.reason.slice(0, LONGEST_ERROR) })
    .where("id", "=", endpoint)
    .where("disabled_at", "is", null)
    .where("failing_since", "<=", disable.ifFailingSince)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "disabled" : "settled";
}

/** The condition is a literal, as in the indexes over open deliveries: a parameter would not use them. */
function open(db: Db) {
  return db.selectFrom("webhook_deliveries").where((eb) => eb("done", "=", eb.lit(0)));
}
