/**
 * A process of its own that commits decisions to the store named by its first argument, each of which tells the receiver
 * named by its second, and delivers meanwhile. It prints each version once it is acknowledged, and ends when killed.
 */
import { writeSync } from "node:fs";
import { systemClock } from "../../src/service/app/open-work.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { ONLY_PROCESS } from "../../src/service/ports/session.js";
import { SqlWebhookStore } from "../../src/service/store/sql/sql-webhook-store.js";
import { webhookOutbox } from "../../src/service/store/sql/webhook-outbox.js";
import { openSqlite } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { DeliveryPump } from "../../src/service/webhooks/delivery-pump.js";
import { addressRules } from "../../src/service/webhooks/private-addresses.js";
import { webhookSender } from "../../src/service/webhooks/send-webhook.js";
import { newSecret } from "../../src/service/webhooks/signature.js";
import { aDecision, aQueueName, aStoredQueue } from "./stored-queue.js";

const [path, url] = process.argv.slice(2);
if (path === undefined || url === undefined) throw new Error("name the file of the store and the receiver");
const repository = "github.com/octo/mono";
const { store, db } = await openSqlite({
  path,
  engine: "1.0.0",
  onCommit: [
    webhookOutbox((_before, { version }) => [
      { id: `m${version}`, event: "queue.state_changed", at: Date.now(), repository, body: "{}" },
    ]),
  ],
});
const webhooks = new SqlWebhookStore(db);
if ((await store.create(aQueueName(), aStoredQueue())) === "created") {
  await webhooks.add({ id: "a", url, filters: ["*"], repositories: [], secret: newSecret(), createdAt: 0 });
}
const pump = new DeliveryPump({
  store: webhooks,
  send: webhookSender({ rules: addressRules("allow"), version: "1.0.0" }),
  clock: systemClock,
  log: SILENT_LOG,
  session: ONLY_PROCESS,
});
pump.start();
let version = (await store.load(aQueueName()))?.version ?? 0;
for (;;) {
  await store.commit(aQueueName(), version, { kind: "timePassed", at: 0 }, aDecision(aStoredQueue()));
  version += 1;
  writeSync(1, `${version}\n`);
  pump.poke();
  // Lets the deliveries have their turn.
  await new Promise((resolve) => setImmediate(resolve));
}
