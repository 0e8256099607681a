/** Writes the webhook messages of a decision in the transaction that saves it: a crash loses and invents none. */
import type { Kysely } from "kysely";
import { wantsEvent } from "../../../domain/webhook-event.js";
import type { DescribeDecision, WebhookMessage } from "../../ports/webhook-store.js";
import { NOT_LEASED } from "./claims.js";
import type { CommitHook } from "./commit-hook.js";
import type { StoreTables } from "./tables.js";
import { type Subscription, subscriptions } from "./webhook-endpoints.js";
import { chunks } from "./writing.js";

/** Nothing is written, and nothing asked, for a decision without messages. `onMessages` is called before they are saved. */
export function webhookOutbox(
  describe: DescribeDecision,
  onMessages: () => void = () => undefined,
): CommitHook {
  return async (db, saved, decision, before) => {
    const messages = describe(before, saved, decision);
    if (messages.length === 0) return;
    const listening = await subscriptions(db);
    const wanted = messages.filter((message) => listening.some((one) => wants(one, message)));
    if (wanted.length > 0) onMessages();
    await appendMessages(db, wanted);
    await appendDeliveries(db, wanted, listening);
  };
}

export function wants({ filters, repositories }: Subscription, message: WebhookMessage): boolean {
  const isOfRepository = repositories.length === 0 || repositories.includes(message.repository);
  return isOfRepository && wantsEvent(filters, message.event);
}

async function appendMessages(db: Kysely<StoreTables>, messages: readonly WebhookMessage[]): Promise<void> {
  const rows = messages.map(({ id, event, at, repository, body }) => ({ id, event, at, repository, body }));
  for (const some of chunks(rows)) await db.insertInto("webhook_messages").values(some).execute();
}

/** A new delivery is due immediately, even when the clocks of the event and of the sender differ. */
async function appendDeliveries(
  db: Kysely<StoreTables>,
  messages: readonly WebhookMessage[],
  listening: readonly Subscription[],
): Promise<void> {
  const rows = messages.flatMap((message) =>
    listening.filter((one) => wants(one, message)).map(({ id }) => newDelivery(message.id, id)),
  );
  for (const some of chunks(rows)) await db.insertInto("webhook_deliveries").values(some).execute();
}

export function newDelivery(message: string, endpoint: string) {
  return {
    message_id: message,
    endpoint_id: endpoint,
    attempts: 0,
    not_before: 0,
    ...NOT_LEASED,
    claim: 0,
    done: 0,
    delivered_at: null,
    last_status: null,
    last_error: null,
  };
}
