/**
 * `landWithoutRetest` on the built service and GitHub's counterpart: after ten tested landings, a head that its own CI
 * tested lands without a test run, and any other is tested first. What lands has the tree that was tested.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import type { JobStep } from "../support/github/checks.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import type { Pull } from "../support/github/pull.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { until } from "../support/until.js";

const TOKEN = "mq_a-token-of-the-test";
const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const MAIN = { repo: SHOP, targetBranch: "main" };
const PAGES = "/github.com/acme/shop";
const TEST_BRANCHES = "refs/heads/mq-merge/";
const STEPS: readonly JobStep[] = [{ name: "Run make test", conclusion: "success" }];

type Jobs = Readonly<Record<string, "success" | "skipped">>;
const WHOLE: Jobs = { build: "success", integration: "success" };
const SHORT: Jobs = { build: "success", integration: "skipped" };

let folder = "";
let github: GitHub;
let service: ServeProcess;
let client: MergeQueueClient;
let url = "";
/** CI of test branches waits while this is set. */
let isHeld = false;
const reported = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "land-without-retest-"));
  github = await openGitHub({ webhookSecret: "a-secret-that-both-sides-know" });
  // A commit that no test branch had has no checks of its own: the App may bypass the rule that demands them.
  const parameters = { required_status_checks: [{ context: "build" }] };
  github.ruleset({ rules: [{ type: "required_status_checks", parameters }], bypass: ["merge-queue[bot]"] });
  url = `http://127.0.0.1:${await freePort()}`;
  github.webhooks.url = `${url}/github/webhooks`;
  const environment = {
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
    MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: github.webhooks.secret,
    MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
    MERGE_QUEUE_POLL_INTERVAL: "100ms",
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_LISTEN: new URL(url).host,
  };
  service = new ServeProcess({ folder, environment });
  await service.says(/serves http/);
  const credential = { kind: "token", token: TOKEN } as const;
  client = new MergeQueueClient({ apiUrl: `${url}/v1`, credential, userAgent: "merge-queue/test" });
});
afterAll(async () => {
  await service.kill();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

function ci(headSha: CommitId, headBranch: string, event: "push" | "pull_request", jobs: Jobs): void {
  const run = github.workflowRun({ headSha, headBranch, name: "CI", event });
  for (const [name, conclusion] of Object.entries(jobs)) github.reportJob(run, name, conclusion, STEPS);
  github.changeWorkflowRun(run, "completed", "success");
}

/** CI runs everything on each new test branch. */
function testBranches(): readonly string[] {
  const refs = github.world.git.refsBelow(TEST_BRANCHES);
  for (const [ref, commit] of isHeld ? [] : refs) {
    if (reported.has(ref)) continue;
    reported.add(ref);
    ci(commit, ref.slice("refs/heads/".length), "push", WHOLE);
  }
  return refs.map(([ref]) => ref);
}

/** On the tip of `main`, and tested by its own CI. */
async function pullRequest(title: string, jobs: Jobs = WHOLE): Promise<Pull> {
  const pull = await github.openPullRequest({ title, files: { [`${title}.txt`]: "changed\n" } });
  ci(pull.headSha, pull.headRef, "pull_request", jobs);
  return pull;
}

async function submit({ number }: Pull): Promise<void> {
  await client.submitPullRequest({ ...MAIN, pr: { number } });
}

async function submitted({ number }: Pull) {
  return (await client.getSubmittedPullRequest({ ...MAIN, pr: { number } })).value;
}

async function untilMerged(pull: Pull): Promise<void> {
  const state = async () => {
    testBranches();
    return (await submitted(pull)).state;
  };
  await until(
    async () => (await state()) === "MERGED",
    async () => program("why", String(pull.number), "--branch", "main"),
  );
}

/** Until then a head that contains the new tip is not known to. */
async function untilTipIsRead(): Promise<void> {
  await until(() => testBranches().length === 0, testBranches);
  github.forgetCalls();
  const reads = () => github.calls.filter(({ route }) => route.startsWith("git ")).length;
  await until(() => reads() > 4, reads);
}

async function land(pull: Pull): Promise<void> {
  await submit(pull);
  await untilMerged(pull);
  await untilTipIsRead();
}

/** What programs get of the page of a pull request. */
async function answer({ number }: Pull): Promise<unknown> {
  const headers = { "x-api-token": TOKEN };
  return (await fetch(`${url}${PAGES}/pull/${number}.json?branch=main`, { headers })).json();
}

async function program(...words: readonly string[]) {
  const env = {
    PATH: process.env["PATH"],
    MERGE_QUEUE_API_URL: `${url}/v1`,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "github.com/acme/shop",
    MERGE_QUEUE_DATA: join(folder, "data"),
  };
  return new Promise<string>((resolve) => {
    execFile(process.execPath, [join(ROOT, "bin/merge-queue.js"), ...words], { env }, (error, ...output) =>
      resolve(`${String(error?.code ?? 0)} ${output.join("")}`),
    );
  });
}

async function treeOf(commit: CommitId | null): Promise<string> {
  return github.world.git.repository.tree(commit ?? "");
}

describe("a queue with landWithoutRetest", () => {
  itInCi(
    "tests ten, lands a proven head without a run, and tests one whose base moved and one of two tiers",
    async () => {
      await client.createQueue({ ...MAIN, concurrency: 1 });
      await client.updateQueue({ ...MAIN, landWithoutRetest: "always" });
      // One after the other: runs that pass together land together, and ten landings are needed.
      const ten: Pull[] = [];
      while (ten.length < 10) {
        const pull = await pullRequest(`first-${ten.length}`);
        await submit(pull);
        await untilMerged(pull);
        ten.push(pull);
      }
      await untilTipIsRead();
      for (const pull of ten) expect(await answer(pull)).toMatchObject({ testRuns: [{ state: "passed" }] });
      const branches = reported.size;
      expect(branches).toBe(10);

      const proven = await pullRequest("proven");
      const behind = await pullRequest("behind");
      const before = github.tip("main");
      await land(proven);
      expect(reported.size).toBe(branches);
      const landed = github.tip("main");
      expect(await treeOf(landed)).toBe(await treeOf(proven.headSha));
      expect(await github.world.git.repository.git("rev-parse", "main^")).toBe(before);
      expect(await answer(proven)).toMatchObject({
        testRuns: [],
        landing: { from: before, landed, tested: proven.headSha, run: null },
      });
      const why = await program("why", String(proven.number), "--branch", "main");
      expect(why).toMatch(
        /^0 [\s\S]*landed without a test run: `build` succeeded on its own head, which contains the tip; the last 10 test branches executed the same 2 jobs\./,
      );

      await land(behind);
      const run = { state: "passed", testBranchSha: github.tip("main") };
      expect(await answer(behind)).toMatchObject({
        testRuns: [run],
        landing: { from: landed, landed: github.tip("main"), tested: github.tip("main") },
      });
      expect(await treeOf(github.tip("main"))).not.toBe(await treeOf(behind.headSha));
      expect(reported.size).toBe(branches + 1);

      const twoTiers = await pullRequest("two-tiers", SHORT);
      isHeld = true;
      await submit(twoTiers);
      await until(() => testBranches().length === 1, testBranches);
      expect(await program("why", String(twoTiers.number), "--branch", "main")).toContain(
        "It does not land on its own checks, because the job `CI / integration` was skipped on its head and executed on a test branch.",
      );
      isHeld = false;
      await untilMerged(twoTiers);
      expect(await answer(twoTiers)).toMatchObject({ testRuns: [{ testBranchSha: github.tip("main") }] });

      await shownAndVerified(proven);
    },
  );
});

/** On the pages, in the figures, and by `verify`, each of 13 landings is as it was tested, one of them by its own head. */
async function shownAndVerified({ number }: Pull): Promise<void> {
  const signedIn = await fetch(`${url}/sign-in`, {
    method: "POST",
    headers: { origin: url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ token: TOKEN }),
    redirect: "manual",
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const page = async (path: string) =>
    (await fetch(url + PAGES + path, { headers: { cookie, accept: "text/html" } })).text();
  expect(await page(`/pull/${number}?branch=main`)).toContain(
    "No test run: on its head, which contained the newest commit of the branch, build (CI) succeeded.",
  );
  expect(await page("/insights?branch=main")).toContain("1 landed without a test run");
  const checkout = github.world.git.repository.folder;
  expect(await program("verify", "main", "--checkout", checkout)).toBe(
    `0 All 13 commits of main since ${await firstCommit()} were landed by the queue as tested.\n` +
      "  1 landed without a test run, on the checks of the pull request's own head.\n",
  );
}

async function firstCommit(): Promise<string> {
  const first = await github.world.git.repository.git("rev-list", "--max-parents=0", "main");
  return first.slice(0, 12);
}
