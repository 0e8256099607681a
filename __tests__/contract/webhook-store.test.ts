/** Every store of webhooks keeps the promises of the port. A new store is one more line here. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import type { DescribeDecision } from "../../src/service/ports/webhook-store.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/storage/postgres/open-postgres-store.js";
import { SqlWebhookStore } from "../../src/service/storage/sql/sql-webhook-store.js";
import { webhookOutbox } from "../../src/service/storage/sql/webhook-outbox.js";
import { openSqlite } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { webhookStoreContract } from "./webhook-store.js";

const ENGINE = "1.2.3-test";

describe("sqlite", () =>
  webhookStoreContract(async (describeDecision) => {
    const onCommit = [webhookOutbox(describeDecision)];
    const { store, db } = await openSqlite({ path: ":memory:", engine: ENGINE, onCommit });
    return { queues: store, webhooks: new SqlWebhookStore(db), close: () => store.close() };
  }));
describe("postgres", () => {
  let database: TestDatabase;
  let opened: PostgresStore;
  let describeDecision: DescribeDecision = () => [];
  beforeAll(async () => {
    database = await migratedDatabase();
    const onCommit = [webhookOutbox((...decision) => describeDecision(...decision))];
    opened = await openPostgresStore({ url: database.url, engine: ENGINE, onCommit });
  }, 60_000);
  afterAll(async () => {
    await opened.store.close();
    await database.drop();
  });
  webhookStoreContract(async (describeNow) => {
    describeDecision = describeNow;
    await onPostgres(
      database.url,
      "truncate queues, target_lists, webhook_endpoints, webhook_messages, webhook_deliveries cascade",
    );
    const { store, db } = opened;
    return { queues: store, webhooks: new SqlWebhookStore(db), close: () => Promise.resolve() };
  });
});
