/** Deliveries that are still to be made: who works on them, and what became of each attempt. */
import { type Kysely, sql } from "kysely";
import { beginningOf } from "../../../domain/words.js";
import type { AttemptOutcome, ClaimedDelivery, DeliveryClaim } from "../../ports/webhook-store.js";
import {
  claimRows,
  giveBackRow,
  isDue,
  isRowClaimed,
  isStill,
  NOT_LEASED,
  nextDueAt,
  type WorkTable,
} from "./claims.js";
import type { StoreTables } from "./tables.js";
import { destinationOf } from "./webhook-endpoints.js";

type Db = Kysely<StoreTables>;

/** In characters. */
const LONGEST_ERROR = 500;

const DELIVERIES: WorkTable = {
  name: "webhook_deliveries",
  key: ["endpoint_id", "message_id"],
  isOpen: sql`done = 0`,
  isLeased: true,
};

interface DeliveryRow {
  readonly message_id: string;
  readonly not_before: number;
  readonly attempts: number;
  readonly body: string;
  readonly at: number;
}

export async function claimDeliveries(db: Db, claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]> {
  const { claimant, now, mostPerEndpoint, held } = claim;
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("disabled_at", "is", null)
    .where(sql<boolean>`id in (select endpoint_id from webhook_deliveries where ${isDue(DELIVERIES, now)})`)
    .execute();
  const claimed: ClaimedDelivery[] = [];
  for (const endpoint of endpoints) {
    const heldOfIt = held.filter((delivery) => delivery.endpoint === endpoint.id);
    const message = sql`from webhook_messages where id = webhook_deliveries.message_id`;
    const rows = await claimRows<DeliveryRow>(db, DELIVERIES, {
      claimant,
      now,
      and: sql`and endpoint_id = ${endpoint.id}`,
      order: sql`not_before, (select at ${message})`,
      limit: mostPerEndpoint - heldOfIt.length,
      held: heldOfIt.map((delivery) => [delivery.endpoint, delivery.message.id]),
      also: sql`(select body ${message}) as body, (select at ${message}) as at`,
    });
    const destination = destinationOf(endpoint, now);
    for (const row of rows.toSorted((one, other) => one.not_before - other.not_before || one.at - other.at)) {
      const { message_id: id, body, attempts } = row;
      const mine = { session: claimant.session, number: row.claim };
      claimed.push({ ...destination, message: { id, body }, attempts, claim: mine });
    }
  }
  return claimed;
}

export async function isClaimed(db: Db, { endpoint, message, claim }: ClaimedDelivery): Promise<boolean> {
  return isRowClaimed(db, DELIVERIES, [endpoint, message.id], claim);
}

export async function giveBack(db: Db, { endpoint, message, claim }: ClaimedDelivery): Promise<void> {
  await giveBackRow(db, DELIVERIES, [endpoint, message.id], claim);
}

export async function nextAttemptAt(db: Db, after: number): Promise<number | null> {
  const isEnabled = sql`endpoint_id in (select id from webhook_endpoints where disabled_at is null)`;
  return nextDueAt(db, DELIVERIES, after, sql`and ${isEnabled}`);
}

/** "lost": another claim on the delivery followed. */
export async function settleAttempt(
  db: Db,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<"settled" | "disabled" | "lost"> {
  const { endpoint } = delivery;
  const { numUpdatedRows } = await claimed(db, delivery)
    .set((eb) => ({
      ...resultOf(outcome),
      ...NOT_LEASED,
      attempts: eb("attempts", "+", outcome.kind === "failed" ? 1 : 0),
    }))
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
  const last = { last_status: status, last_error: beginningOf(error, LONGEST_ERROR) };
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
    .set({ disabled_at: at, disabled_reason: beginningOf(disable.reason, LONGEST_ERROR) })
    .where("id", "=", endpoint)
    .where("disabled_at", "is", null)
    .where("failing_since", "<=", disable.ifFailingSince)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "disabled" : "settled";
}

function claimed(db: Db, { endpoint, message, claim }: ClaimedDelivery) {
  return db
    .updateTable("webhook_deliveries")
    .where("message_id", "=", message.id)
    .where("endpoint_id", "=", endpoint)
    .where("done", "=", 0)
    .where(isStill(claim));
}
