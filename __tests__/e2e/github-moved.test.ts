/**
 * The built service on the counterpart of GitHub, while people move what it serves: the repository is renamed or
 * transferred while an entry is under test, the process is killed and starts again, and the default branch is renamed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import { type GitOverHttps, openGitOverHttps } from "../support/git-over-https.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const TOKEN = "mq_the-token-of-the-test";
const TEST_BRANCH = "refs/heads/mq-merge/";

let folder: string;
let github: GitHub;
let git: GitOverHttps;
let service: ServeProcess;
let client: MergeQueueClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "github-moved-"));
  github = await openGitHub();
  git = await openGitOverHttps(github, folder);
  github.protect("main", { checks: ["build"] });
  await serve();
});
afterEach(async () => {
  await service.kill();
  await git[Symbol.asyncDispose]();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

const queueOn = (targetBranch: string) => ({
  repo: { host: git.host, owner: "acme", name: "shop" },
  targetBranch,
});

async function serve(): Promise<void> {
  const port = await freePort();
  service = new ServeProcess({
    folder,
    environment: {
      MERGE_QUEUE_FORGE: "github",
      MERGE_QUEUE_REPOSITORIES: `${git.host}/acme/shop`,
      MERGE_QUEUE_GIT_CONFIG: git.gitConfigFile,
      MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
      MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
      MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
      MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
      MERGE_QUEUE_POLL_INTERVAL: "200ms",
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: join(folder, "data"),
      MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
    },
  });
  await service.says(/serves http/);
  const credential = { kind: "token", token: TOKEN } as const;
  const apiUrl = `http://127.0.0.1:${port}/v1`;
  client = new MergeQueueClient({ apiUrl, credential, userAgent: "merge-queue/test" });
}

async function submitted(targetBranch = "main"): Promise<number> {
  const { number, headSha } = await github.openPullRequest({ base: targetBranch });
  github.reportCheck(headSha, "build", "success");
  await client.submitPullRequest({ ...queueOn(targetBranch), pr: { number } });
  return number;
}

const testBranches = () => github.world.git.refsBelow(TEST_BRANCH);

async function underTest(number: number): Promise<CommitId> {
  const commit = () => testBranches().find(([ref]) => ref.startsWith(`${TEST_BRANCH}pr-${number}/`))?.[1];
  await until(() => commit() !== undefined, testBranches);
  const found = commit();
  if (found === undefined) throw new Error("the test branch is gone again");
  return found;
}

/** CI passes each test branch, and everything ends as in a repository that was never moved. */
async function expectLanding(number: number, targetBranch = "main"): Promise<void> {
  const passed = new Set<string | null>();
  await until(
    () => {
      for (const [, commit] of testBranches()) {
        if (!passed.has(commit)) github.reportCheck(commit, "build", "success");
        passed.add(commit);
      }
      return passed.has(github.tip(targetBranch));
    },
    () => github.calls.slice(-5),
  );
  const stillOpen = () => [
    ...testBranches(),
    ...github.world.checkRuns.filter(({ name, conclusion }) => name === "Merge Queue" && conclusion === null),
    ...(github.pull(number).state === "open" ? [number] : []),
  ];
  await until(() => stillOpen().length === 0, stillOpen);
  const { value } = await client.getSubmittedPullRequest({ ...queueOn(targetBranch), pr: { number } });
  expect(value.state).toBe("MERGED");
  const comments = (await github.comments(number)).map(({ body }) => String(body));
  expect(comments).toEqual([expect.stringContaining("### Merge Queue: Merged\n")]);
}

describe.each([
  ["renamed", "acme/store", false, itInAll],
  ["renamed, and another repository takes its name,", "acme/store", true, itInCi],
  ["transferred", "mega/shop", false, itInCi],
] as const)("a repository that is %s under test", (_how, to, isTaken, itInSome) => {
  itInSome("lands everything under its new name", async () => {
    await client.createQueue(queueOn("main"));
    const number = await submitted();
    await underTest(number);
    github.world.renamedTo = to;
    await service.kill();
    github.world.isFormerNameTaken = isTaken;
    github.forgetCalls();
    git.asked.splice(0);
    await serve();
    await expectLanding(number);
    await expectLanding(await submitted());
    // Programs of git that the killed process had started may end after it.
    const isNew = (path: string) => path.startsWith(`/${to}.git/`);
    expect(git.asked.slice(git.asked.findIndex(isNew)).filter((path) => !isNew(path))).toEqual([]);
    const writes = github.calls.filter(({ method, path }) => method !== "GET" && path.startsWith("/repos/"));
    expect(writes.filter(({ path }) => !path.startsWith(`/repos/${to}/`))).toEqual([]);
    expect(writes.length).toBeGreaterThan(0);
  });
});

itInCi("a default branch that is renamed under test is named, and its new name gets a queue", async () => {
  await client.createQueue(queueOn("main"));
  const number = await submitted();
  await underTest(number);
  await github.renameBranch("main", "trunk");
  const state = async () =>
    (await client.getSubmittedPullRequest({ ...queueOn("main"), pr: { number } })).value;
  await until(async () => (await state()).state === "CANCELLED", state);
  expect((await state()).stateReasonText).toContain("`trunk`");
  await service.says(/it was renamed to trunk\. To go on, create a queue for trunk/);
  await client.createQueue(queueOn("trunk"));
  await client.submitPullRequest({ ...queueOn("trunk"), pr: { number } });
  await expectLanding(number, "trunk");
});
