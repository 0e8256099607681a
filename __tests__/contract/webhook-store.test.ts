/** Every store of webhooks keeps the promises of the port. A new store is one more line here. */
import { SqlWebhookStore } from "../../src/service/store/sql/sql-webhook-store.js";
import { webhookOutbox } from "../../src/service/store/sql/webhook-outbox.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { webhookStoreContract } from "./webhook-store.js";

describeSqlStores("queues, target_lists, webhook_endpoints, webhook_messages, webhook_deliveries", (open) =>
  webhookStoreContract(async (describeDecision) => {
    const { store, db, close } = await open(webhookOutbox(describeDecision));
    return { queues: store, webhooks: new SqlWebhookStore(db), close };
  }),
);
