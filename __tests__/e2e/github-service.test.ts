/** The service as it is configured for GitHub, on the counterpart: what it tests there is what lands there. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import { readConfig } from "../../src/service/config.js";
import { NEEDED_PERMISSIONS } from "../../src/service/forge/github/access-needs.js";
import { type RunningService, startService } from "../../src/service/main.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { until } from "../support/until.js";

jest.setTimeout(60_000);

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TOKEN = "mq_a-token-of-the-test";
const TEST_BRANCH = "refs/heads/mq-merge/";

let github: GitHub;
let folder: string;
let service: RunningService | null;

beforeEach(async () => {
  // What the App is documented to need is enough.
  const permissions = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));
  github = await openGitHub({ permissions });
  folder = await mkdtemp(join(tmpdir(), "on-github-"));
  service = null;
});
afterEach(async () => {
  await service?.stop();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(git: string): Promise<MergeQueueClient> {
  const config = readConfig({
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_GIT: git,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
    MERGE_QUEUE_POLL_INTERVAL: "50ms",
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: folder,
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_LOG_LEVEL: "silent",
    MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
    MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
  });
  service = await startService(config, "1.0.0");
  const credential = { kind: "token", token: TOKEN } as const;
  return new MergeQueueClient({ apiUrl: service.apiUrl, credential, userAgent: "merge-queue/test" });
}

it.each(["clone", "api"])("a pull request lands as it was tested, by an App (%s)", async (git) => {
  github.protect("main", { checks: ["build"] });
  const { number, headSha } = await github.openPullRequest({
    title: "Greet",
    files: { "hello.txt": "Hello\n" },
  });
  github.reportCheck(headSha, "build", "success");
  // The branch moves on, so that the two have to be merged.
  await github.pushToBranch("main", { "beside.txt": "beside\n" });
  const client = await start(git);
  await client.createQueue({ repo: SHOP, targetBranch: "main" });
  await client.submitPullRequest({ repo: SHOP, targetBranch: "main", pr: { number } });

  const testBranches = () => github.world.git.refsBelow(TEST_BRANCH);
  await until(() => testBranches().length === 1, testBranches);
  const [[, tested] = []] = testBranches();
  if (tested === undefined) throw new Error("there was a test branch a moment ago");
  github.reportCheck(tested, "build", "success");

  await until(
    () => github.tip("main") === tested,
    () => github.calls.slice(-5),
  );
  await until(() => testBranches().length === 0, testBranches);
  if (git === "api") {
    expect(await readdir(folder)).not.toContain("repositories");
    expect(github.calls.filter(({ route }) => route.startsWith("git "))).toEqual([]);
    return;
  }
  const clone = await readFile(join(folder, "repositories/github.com/acme/shop.git/config"), "utf8");
  expect(clone).not.toMatch(/authorization|github_pat|ghs_/i);
});
