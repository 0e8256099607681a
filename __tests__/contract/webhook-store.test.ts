/** Every store of webhooks keeps the promises of the port. A new store is one more line here. */
import { describe } from "@jest/globals";
import { webhookOutbox } from "../../src/service/storage/sql/webhook-outbox.js";
import { openSqliteStore } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { webhookStoreContract } from "./webhook-store.js";

describe("sqlite", () =>
  webhookStoreContract(async (describeDecision) => {
    const store = await openSqliteStore({
      path: ":memory:",
      engine: "1.2.3-test",
      onCommit: [webhookOutbox(describeDecision)],
    });
    return { queues: store, webhooks: store.webhooks };
  }));
