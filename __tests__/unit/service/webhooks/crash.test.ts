/** A process that is killed at any moment loses no webhook and invents none. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { systemClock } from "../../../../src/service/app/open-work.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { ONLY_PROCESS } from "../../../../src/service/ports/session.js";
import { SqlWebhookStore } from "../../../../src/service/store/sql/sql-webhook-store.js";
import { openSqlite } from "../../../../src/service/store/sqlite/open-sqlite-store.js";
import { DeliveryPump } from "../../../../src/service/webhooks/delivery-pump.js";
import { addressRules } from "../../../../src/service/webhooks/private-addresses.js";
import { webhookSender } from "../../../../src/service/webhooks/send-webhook.js";
import { CommittingProcess } from "../../../support/committing-process.js";
import { seededChance } from "../../../support/seeded-chance.js";
import { aQueueName } from "../../../support/stored-queue.js";
import { countOf } from "../../../support/test-size.js";
import { waitUntil } from "../../../support/wait-until.js";
import { type WebhookReceiver, webhookReceiver } from "../../../support/webhook-receiver.js";

const ROUNDS = countOf("WEBHOOK_KILLS", { reduced: 2, share: 2, full: 50 });
const MOST_COMMITS = 40;

let folder: string;
let receiver: WebhookReceiver;
let telling: CommittingProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "webhooks-crash-"));
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await telling?.kill();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

it("tells everything that was decided, and nothing else, through kills at any moment", async () => {
  const chance = seededChance(Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000));
  const path = join(folder, "crash.sqlite");
  const proxy = await countingProxy();
  // Nothing of ours goes through the proxy of the surroundings, also where Node is told to use it.
  const environment = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: "" };
  const program = new URL("../../../support/tell-until-killed.ts", import.meta.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    telling = new CommittingProcess(path, program, { words: [receiver.url], environment });
    await telling.acknowledge(chance.whole(1, MOST_COMMITS));
    await telling.kill();
  }
  const { store, db } = await openSqlite({ path, engine: "1.0.0" });
  const webhooks = new SqlWebhookStore(db);
  const pump = new DeliveryPump({
    store: webhooks,
    send: webhookSender({ rules: addressRules("allow"), version: "1.0.0" }),
    // What those killed had claimed is free: this process has the store for itself.
    ...{ clock: systemClock, log: SILENT_LOG, session: ONLY_PROCESS },
  });
  pump.start();
  await waitUntil("all deliveries", async () => (await webhooks.list())[0]?.waiting === 0);
  const version = (await store.load(aQueueName()))?.version ?? 0;
  const told = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  const decided = Array.from({ length: version }, (_, index) => `m${index + 1}`);
  const story = `MERGE_QUEUE_TEST_SEED=${chance.seed}`;
  expect({ story, told: [...told].toSorted() }).toEqual({ story, told: decided.toSorted() });
  expect(proxy.requests()).toBe(0);
  await pump.stop();
  await store.close();
  await proxy.close();
}, 600_000);

async function countingProxy() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(502).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
