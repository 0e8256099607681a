/** Webhooks over any SQL database that Kysely speaks to. */
import type { Kysely } from "kysely";
import { WEBHOOK_EVENTS, type WebhookEvent, wantsEvent } from "../../../domain/webhook-event.js";
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type DeliveryClaim,
  type Destination,
  MAX_ENDPOINTS,
  type NewEndpoint,
  type WebhookEndpoint,
  type WebhookStore,
} from "../../ports/webhook-store.js";
import { inTransaction } from "./in-transaction.js";
import type { StoreTables } from "./tables.js";
import { claimDeliveries, giveBack, isClaimed, nextAttemptAt, settleAttempt } from "./webhook-deliveries.js";
import {
  destinationOf,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  type Subscription,
  subscriptionOf,
} from "./webhook-endpoints.js";
import { newDelivery } from "./webhook-outbox.js";
import { chunks } from "./writing.js";

type Db = Kysely<StoreTables>;

export class SqlWebhookStore implements WebhookStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(endpoint: NewEndpoint): Promise<"added" | "tooMany"> {
    return inTransaction(this.#db, async (db, mayBeSaved) => {
      if (mayBeSaved && (await findEndpoint(db, endpoint.id)) !== undefined) return "added";
      const { count } = await db
        .selectFrom("webhook_endpoints")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_ENDPOINTS) return "tooMany";
      await insertEndpoint(db, endpoint);
      return "added";
    });
  }

  list(): Promise<readonly WebhookEndpoint[]> {
    return listEndpoints(this.#db);
  }

  /** Its messages are removed once they are old. */
  async remove(endpoint: string): Promise<"removed" | "noSuchEndpoint"> {
    return this.#db.transaction().execute(async (db) => {
      await db.deleteFrom("webhook_deliveries").where("endpoint_id", "=", endpoint).execute();
      const { numDeletedRows } = await db
        .deleteFrom("webhook_endpoints")
        .where("id", "=", endpoint)
        .executeTakeFirst();
      return numDeletedRows === 1n ? "removed" : "noSuchEndpoint";
    });
  }

  /** Rotated a second time, the secret that receivers have would be gone. */
  async rotateSecret(endpoint: string, secret: string, until: number): Promise<"rotated" | "noSuchEndpoint"> {
    return inTransaction(this.#db, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable("webhook_endpoints")
        .set((eb) => ({ secret, earlier_secret: eb.ref("secret"), earlier_secret_until: until }))
        .where("id", "=", endpoint)
        .where("secret", "!=", secret)
        .executeTakeFirst();
      const isRotated = numUpdatedRows === 1n || (await findEndpoint(db, endpoint))?.secret === secret;
      return isRotated ? "rotated" : "noSuchEndpoint";
    });
  }

  /** Deliveries come before endpoints in every transaction, so that no two wait for each other. */
  async enable(endpoint: string): Promise<"enabled" | "noSuchEndpoint"> {
    return this.#db.transaction().execute(async (db) => {
      await db
        .updateTable("webhook_deliveries")
        .set({ not_before: 0 })
        .where("endpoint_id", "=", endpoint)
        .where((eb) => eb("done", "=", eb.lit(0)))
        .execute();
      const { numUpdatedRows } = await db
        .updateTable("webhook_endpoints")
        .set({ disabled_at: null, disabled_reason: "", failing_since: null })
        .where("id", "=", endpoint)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? "enabled" : "noSuchEndpoint";
    });
  }

  async destination(endpoint: string, now: number): Promise<Destination | null> {
    const row = await findEndpoint(this.#db, endpoint);
    return row === undefined ? null : destinationOf(row, now);
  }

  async replay(endpoint: string, since: number): Promise<number | null> {
    return this.#db.transaction().execute(async (db) => {
      const row = await findEndpoint(db, endpoint);
      if (row === undefined) return null;
      const messages = await wantedSince(db, subscriptionOf(row), since);
      for (const message of messages) await deliverAnew(db, endpoint, message);
      return messages.length;
    });
  }

  claim(claim: DeliveryClaim): Promise<readonly ClaimedDelivery[]> {
    return claimDeliveries(this.#db, claim);
  }

  isClaimed(delivery: ClaimedDelivery): Promise<boolean> {
    return isClaimed(this.#db, delivery);
  }

  giveBack(delivery: ClaimedDelivery): Promise<void> {
    return giveBack(this.#db, delivery);
  }

  settle(delivery: ClaimedDelivery, outcome: AttemptOutcome) {
    return this.#db.transaction().execute((db) => settleAttempt(db, delivery, outcome));
  }

  nextAttemptAt(after: number): Promise<number | null> {
    return nextAttemptAt(this.#db, after);
  }

  async forget(before: number): Promise<number> {
    return this.#db.transaction().execute(async (db) => {
      const old = await db
        .selectFrom("webhook_messages")
        .select("id")
        .where("at", "<", before)
        .where("id", "not in", undelivered(db))
        .execute();
      for (const some of chunks(old.map(({ id }) => id))) {
        await db.deleteFrom("webhook_deliveries").where("message_id", "in", some).execute();
        await db.deleteFrom("webhook_messages").where("id", "in", some).execute();
      }
      return old.length;
    });
  }
}

/** Messages that an endpoint still has to get. */
function undelivered(db: Db) {
  return db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhook_endpoints", "webhook_endpoints.id", "webhook_deliveries.endpoint_id")
    .select("message_id")
    .where((eb) => eb("done", "=", eb.lit(0)))
    .where("disabled_at", "is", null);
}

async function wantedSince(
  db: Db,
  { filters, repositories }: Subscription,
  since: number,
): Promise<readonly string[]> {
  const events: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((event) => wantsEvent(filters, event));
  if (events.length === 0) return [];
  const rows = await db
    .selectFrom("webhook_messages")
    .select(["id", "repository"])
    .where("at", ">=", since)
    .where("event", "in", events)
    .orderBy("at")
    .execute();
  return rows
    .filter(({ repository }) => repositories.length === 0 || repositories.includes(repository))
    .map(({ id }) => id);
}

/** An attempt under way loses its claim. The number of the claim goes on to grow. */
async function deliverAnew(db: Db, endpoint: string, message: string): Promise<void> {
  const row = newDelivery(message, endpoint);
  const { claim: _unchanged, ...again } = row;
  await db
    .insertInto("webhook_deliveries")
    .values(row)
    .onConflict((conflict) => conflict.columns(["message_id", "endpoint_id"]).doUpdateSet(again))
    .execute();
}
