/** The service as operators run it tells a receiver of a pull request's way, while they add the receiver beside it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { pullRequestNumber } from "../../src/domain/ids.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { payloadOf } from "../support/told-by-story.js";
import { waitUntil } from "../support/wait-until.js";
import { type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.js";

const run = promisify(execFile);
const REPO = { host: "github.com", owner: "acme", name: "shop" };

let service: ServiceOnRepository;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await webhookReceiver();
  service = await ServiceOnRepository.start({
    token: "mq_the-token-of-a-service-with-webhooks",
    files: { "README.md": "Shop\n" },
    names: ["github.com/acme/shop"],
    settings: () => ({
      MERGE_QUEUE_TEST_COMMAND: "true",
      MERGE_QUEUE_POLL_INTERVAL: "100ms",
      MERGE_QUEUE_PUBLIC_URL: "https://queue.example.com/",
      MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8",
    }),
  });
});
afterEach(async () => {
  await service.stop();
  await receiver.close();
});

/** In a process of its own, as an operator calls it while the service has the store. */
async function webhooks(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const program = join(ROOT, "bin/merge-queue.js");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    MERGE_QUEUE_DATA: join(service.folder, "data"),
    MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8",
  };
  const { stdout } = await run(process.execPath, [program, "webhooks", ...words, "--json"], {
    env: environment,
  });
  return payloadOf(stdout);
}

itInCi("tells of a pull request from its submission to its merge, signed, each thing once", async () => {
  const { client, repository, base } = service;
  await client.createQueue({ repo: REPO, targetBranch: "main" });
  const { id, secret } = await webhooks(
    "add",
    receiver.url,
    "--events",
    "pull_request.*",
    "--repo",
    "acme/shop",
  );
  await repository.commit({ files: { "a.txt": "a\n" }, parents: [base], refs: ["refs/pull/1/head"] });
  await client.submitPullRequest({ repo: REPO, targetBranch: "main", pr: { number: pullRequestNumber(1) } });
  await receiver.until(4);
  const webhook = new Webhook(String(secret));
  const told = receiver.received.map(({ headers, body }) => {
    const strings = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return webhook.verify(body, strings);
  });
  const ofThisOne = { pr_number: 1, repository: REPO, target_branch: "main", batched: false };
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining(
      ["submitted", "queued", "testing", "merged"].map((action) =>
        expect.objectContaining({
          ...ofThisOne,
          type: `pull_request.${action}`,
          http_details_url: "https://queue.example.com/github.com/acme/shop/pull/1?branch=main",
        }),
      ),
    ),
  );
  await waitUntil("what is settled", async () => {
    const { endpoints } = await webhooks("list");
    expect(endpoints).toMatchObject([{ id, givenUp: 0, failingSince: null }]);
    return JSON.stringify(endpoints).includes('"waiting":0');
  });
});
