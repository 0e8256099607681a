/** The service as it is started, on a counterpart of GitHub: what people say there is done because GitHub tells of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type RunningService, startService } from "../../src/service/app/main.js";
import { readConfig } from "../../src/service/settings/config.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "../support/github/open-git-hub.js";
import { isJsonObject } from "../support/json-object.js";
import { itInAll } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const TOKEN = "a-token-for-this-test";
const SECRET = "a-webhook-secret-for-this-test";
const ON_MAIN = { repo: { host: "example.com", owner: "acme", name: "shop" }, targetBranch: "main" };
const LABEL = "merge-queue-submit";

let folder: string;
let github: GitHub;
let service: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-ears-"));
  github = await openGitHub({ webhookSecret: SECRET });
  github.protect("main", { checks: ["tests"] });
  github.world.permissions.set("ada", "write");
  github.world.permissions.set("triager", "triage");
  // Whatever happens here at first happens because it was heard of.
  service = await startService(config("1h"), "1.0.0");
  await call("createQueue");
  github.webhooks.url = new URL("/github/webhooks", service.apiUrl).href;
});
afterAll(async () => {
  await service.stop();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

function config(pollInterval: string) {
  return readConfig({
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: folder,
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `example.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_TOKEN: SERVICE_TOKEN,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: SECRET,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
    MERGE_QUEUE_POLL_INTERVAL: pollInterval,
    MERGE_QUEUE_LOG_LEVEL: process.env["LL"] ?? "silent",
  });
}

async function call(name: string, more: object = {}): Promise<unknown> {
  const response = await fetch(`${service.apiUrl}/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": TOKEN },
    body: JSON.stringify({ ...ON_MAIN, ...more }),
  });
  const body: unknown = await response.json();
  return body;
}

async function stateOf(number: number): Promise<unknown> {
  const body = await call("getSubmittedPullRequest", { pr: { number } });
  return isJsonObject(body) ? body["state"] : null;
}

/** Its own tests, which the branch demands. */
function pass(number: number): void {
  github.reportCheck(github.pull(number).headSha, "tests", "success");
}

/** They are under way, so that nothing is ready. */
function begin(number: number): void {
  github.reportCheck(github.pull(number).headSha, "tests", null);
}

function reactions(): readonly string[] {
  return github.world.reactions.map(({ on, content }) => `${on} ${content}`);
}

itInAll("lands what a label submits, and hears at once how its tests ended", async () => {
  const { number } = await github.openPullRequest({ files: { "a.txt": "a\n" } });
  begin(number);
  await github.addLabel(number, LABEL);
  await until(async () => (await stateOf(number)) === "NOT_READY");
  await github.removeLabel(number, LABEL, "triager");
  await until(async () => (await stateOf(number)) === "CANCELLED");
  await github.addLabel(number, LABEL);
  await until(async () => (await stateOf(number)) === "NOT_READY");
  pass(number);
  await until(async () => (await stateOf(number)) === "TESTING");
  const testBranches = () => github.world.git.refsBelow("refs/heads/mq-merge/");
  await until(() => testBranches().length > 0);
  const [[, tested] = []] = testBranches();
  if (tested === undefined) throw new Error("there is nothing to test");
  github.reportCheck(tested, "tests", "success");
  await until(async () => (await stateOf(number)) === "MERGED");
  expect(github.tip("main")).toBe(tested);
});

itInAll("does as comments say, by whoever may, and answers with a reaction", async () => {
  const { number } = await github.openPullRequest({ files: { "b.txt": "b\n" }, author: "guest" });
  pass(number);
  const comments = {
    refused: await github.comment("guest", number, "/merge"),
    merge: await github.comment("ada", number, "Fine.\n\n/merge --priority high"),
  };
  await until(async () => (await stateOf(number)) === "TESTING");
  const cancelled = await github.comment("guest", number, "/cancel");
  await until(async () => (await stateOf(number)) === "CANCELLED");
  await github.comment("ada", number, "/merge");
  await until(async () => (await stateOf(number)) === "TESTING");
  await github.pushToPullRequest(number, { "b.txt": "more\n" });
  await until(async () => (await stateOf(number)) === "CANCELLED");
  await until(() => reactions().length === 4, reactions);
  expect(reactions().map((text) => text.replace(/^\D*/, ""))).toEqual([
    `${comments.refused} -1`,
    `${comments.merge} +1`,
    `${cancelled} +1`,
    expect.stringContaining(" +1"),
  ]);
});

it("finds with the next poll what no webhook told of", async () => {
  github.webhooks.url = null;
  const labelled = await github.openPullRequest({ files: { "c.txt": "c\n" } });
  const commented = await github.openPullRequest({ files: { "d.txt": "d\n" } });
  for (const { number } of [labelled, commented]) begin(number);
  await github.addLabel(labelled.number, LABEL);
  await github.comment("ada", commented.number, "/merge");
  await service.stop();
  service = await startService(config("300ms"), "1.0.0");
  const states = async () => Promise.all([labelled, commented].map(({ number }) => stateOf(number)));
  await until(async () => (await states()).every((state) => state === "NOT_READY"), states);
  await github.removeLabel(labelled.number, LABEL);
  await until(async () => (await stateOf(labelled.number)) === "CANCELLED");
});
