/** What people see of a whole service on GitHub's counterpart, in the default settings. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import { readConfig } from "../../src/service/config.js";
import { type RunningService, startService } from "../../src/service/main.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { until } from "../support/until.js";

jest.setTimeout(60_000);

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TOKEN = "mq_a-token-of-the-test";

let github: GitHub;
let folder: string;
let service: RunningService | null;

beforeEach(async () => {
  github = await openGitHub();
  folder = await mkdtemp(join(tmpdir(), "face-on-github-"));
  service = null;
});
afterEach(async () => {
  await service?.stop();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<MergeQueueClient> {
  const config = readConfig({
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
    MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
    MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
    MERGE_QUEUE_POLL_INTERVAL: "100ms",
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: folder,
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_LOG_LEVEL: "silent",
  });
  service = await startService(config, "1.0.0");
  const credential = { kind: "token", token: TOKEN } as const;
  return new MergeQueueClient({ apiUrl: service.apiUrl, credential, userAgent: "merge-queue/test" });
}

it("a pull request that lands has a draft for its tests, is told of, checked and closed", async () => {
  github.protect("main", { checks: ["build"] });
  const { number, headSha } = await github.openPullRequest({ files: { "hello.txt": "Hello\n" } });
  github.reportCheck(headSha, "build", "success");
  const client = await start();
  await client.createQueue({ repo: SHOP, targetBranch: "main" });
  await client.submitPullRequest({ repo: SHOP, targetBranch: "main", pr: { number } });

  const drafts = () =>
    [...github.world.pulls.values()].filter(({ headRef }) => headRef.startsWith("mq-merge/"));
  await until(() => drafts().length === 1, drafts);
  const [draft] = drafts();
  if (draft === undefined) throw new Error("there was a draft a moment ago");
  const title = `Merge Queue: test of pull request ${number} for main`;
  expect(draft).toMatchObject({ draft: true, base: "main", title });
  github.reportCheck(draft.headSha, "build", "success");
  await until(
    () => github.pull(number).state === "closed",
    () => github.calls.slice(-5),
  );
  const check = () => github.world.checkRuns.find(({ name }) => name === "Merge Queue");
  await until(() => check()?.conclusion === "success", check);
  const comments = await github.comments(number);
  expect(comments.map(({ body }) => String(body).split("\n")[1])).toEqual(["### Merge Queue: Merged"]);
});
