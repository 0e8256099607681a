/**
 * The whole story on GitHub: people label three pull requests, the workflow's step submits each with the built action, the
 * service as it is started tests and lands, and CI works in commits that it checked out. Polls are an hour apart, so that
 * what happens here happens because GitHub told of it.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { type ActionRun, type RunningAction, runAction, startAction } from "../support/action-runner.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { StoryCi } from "../support/github-story/story-ci.js";
import {
  belongingsOfOthers,
  openCast,
  type StoryCast,
  TEST_SCRIPT,
} from "../support/github-story/story-people.js";
import { isJsonObject, type JsonObject } from "../support/json-object.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { HAS_SSH, newSshKey } from "../support/signing-keys.js";
import { itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const TOKEN = "mq_the-token-of-the-workflow";
const SECRET = "a-secret-that-both-sides-know";
const LABEL = "ready-to-land";
const COMMITTER = "queue@acme.example";
/** null: this machine has no `ssh-keygen`, and then the branch requires no signatures. */
const KEY = HAS_SSH ? newSshKey() : null;
const run = promisify(execFile);

let folder: string;
let github: GitHub;
let ci: StoryCi;
let service: ServeProcess;
let apiUrl: string;
let cast: StoryCast;
let lines: readonly JsonObject[];
let results: { readonly [Name in keyof Omit<StoryCast, "bystander">]: ActionRun };
let othersBefore: unknown;
let tipBefore: CommitId | null;
let metrics = "";
/** CI waits with the first verdict until all three are in the line. */
let letCiGo: () => void = () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "github-story-"));
  github = await openGitHub({ webhookSecret: SECRET, files: { "test.sh": TEST_SCRIPT } });
  github.protect("main", { checks: ["tests"] });
  if (KEY !== null) {
    await github.addSigningKey(COMMITTER, KEY.publicKey);
    github.ruleset({ name: "signed", rules: [{ type: "required_signatures" }] });
  }
  const gate = new Promise<void>((resolve) => {
    letCiGo = resolve;
  });
  ci = new StoryCi({
    github,
    passes: async (commit) => {
      const passed = await passesInItsFiles(commit);
      if (isOnTestBranch(commit)) await gate;
      return passed;
    },
    durationMs: () => 50,
  });
  // Each was tested by itself before the branch went on.
  cast = await openCast(github, async () =>
    until(
      () => ci.verdicts.length >= 6,
      () => ci.verdicts,
    ),
  );
  await until(
    () => ci.verdicts.length >= 7,
    () => ci.verdicts,
  );
  othersBefore = await belongingsOfOthers(github, cast);
  tipBefore = github.tip("main");
  await serve();
  await live();
});
afterAll(async () => {
  await service.kill();
  letCiGo();
  await ci.stop();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function passesInItsFiles(commit: CommitId): Promise<boolean> {
  const checkout = await mkdtemp(join(folder, "checkout-"));
  await run("git", ["clone", "--quiet", "--no-checkout", "--", github.world.git.repository.folder, checkout]);
  await run("git", ["-C", checkout, "checkout", "--quiet", "--detach", commit]);
  return run("sh", ["test.sh"], { cwd: checkout }).then(
    () => true,
    () => false,
  );
}

function testBranches(): readonly CommitId[] {
  return github.world.git.refsBelow("refs/heads/mq-merge/").map(([, commit]) => commit);
}

function isOnTestBranch(commit: CommitId): boolean {
  return testBranches().includes(commit);
}

async function serve(): Promise<void> {
  const port = await freePort();
  service = new ServeProcess({
    folder,
    environment: {
      MERGE_QUEUE_FORGE: "github",
      MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
      MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
      MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
      MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
      MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: SECRET,
      MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
      MERGE_QUEUE_POLL_INTERVAL: "1h",
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: join(folder, "data"),
      MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
      MERGE_QUEUE_LOG_LEVEL: "info",
      ...(KEY === null
        ? {}
        : { MERGE_QUEUE_SIGNING_KEY: KEY.privateKey, MERGE_QUEUE_COMMITTER_EMAIL: COMMITTER }),
    },
  });
  await service.says(/serves http/);
  apiUrl = `http://127.0.0.1:${port}/v1`;
  github.webhooks.url = new URL("/github/webhooks", apiUrl).href;
}

/** As the workflow's step calls it: the event is the very one that GitHub told of. */
function step(
  operation: string,
  event: unknown,
  inputs: Readonly<Record<string, string>> = {},
): RunningAction {
  return startAction({
    eventName: "pull_request",
    event,
    inputs: { operation, "api-url": apiUrl, "api-token": TOKEN, ...inputs },
  });
}

async function labelled(number: number): Promise<unknown> {
  await github.addLabel(number, LABEL);
  const { deliveries } = github.webhooks;
  const told = deliveries.findLast(({ event, action }) => event === "pull_request" && action === "labeled");
  return JSON.parse(told?.body ?? "null");
}

async function submitted(number: number): Promise<RunningAction> {
  const wait = { wait: "true", "poll-interval": "100ms", "wait-timeout": "50s" };
  const action = step("submit", await labelled(number), wait);
  await action.logMatches(new RegExp(`#${number} TESTING`));
  return action;
}

async function live(): Promise<void> {
  const created = await runAction({
    inputs: {
      ...{ operation: "create-queue", "api-url": apiUrl, "api-token": TOKEN, "target-branch": "main" },
      ...{ concurrency: "3", "queue-config": "stateLabelsEnabled: true\n" },
    },
  });
  expect(created.errors).toEqual([]);
  const clean = await submitted(cast.clean);
  const breaking = await submitted(cast.breaking);
  const wait = { wait: "true", "poll-interval": "100ms", "wait-timeout": "50s" };
  const conflicting = step("submit", await labelled(cast.conflicting), wait);
  await service.says(/"event":"testRunConflicted"/);
  letCiGo();
  results = {
    clean: await clean.finished,
    breaking: await breaking.finished,
    conflicting: await conflicting.finished,
  };
  await until(() => stillShown().length === 0, stillShown);
  metrics = (
    await runAction({
      inputs: { operation: "metrics", "api-url": apiUrl, "api-token": TOKEN, "metrics-file": "metrics.txt" },
    })
  ).file("metrics.txt");
  service.signal("SIGTERM");
  const { stdout, stderr } = await service.ended;
  lines = `${stdout}\n${stderr}`.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? [value] : [];
  });
}

/** What keeps people from seeing how it ended, a while after the queue has settled. */
function stillShown(): readonly unknown[] {
  const numbers = [cast.clean, cast.breaking, cast.conflicting];
  const untold = numbers.filter((number) => !isToldToTheEnd(number)).map((number) => ({ untold: number }));
  const checks = queueChecks().filter(({ conclusion }) => conclusion === null);
  const drafts = [...github.world.pulls.values()].filter(
    ({ headRef, state }) => headRef.startsWith("mq-merge/") && state === "open",
  );
  const isOpen = github.pull(cast.clean).state === "open" ? ["the clean one is open"] : [];
  return [...untold, ...checks, ...drafts.map(({ number }) => number), ...testBranches(), ...isOpen];
}

function isToldToTheEnd(number: number): boolean {
  const { headSha } = github.pull(number);
  const isChecked = queueChecks().some((check) => check.headSha === headSha && check.conclusion !== null);
  const labels = labelsOf(number).filter((label) => label.startsWith("merge-queue-"));
  return isChecked && labels.length === 1 && /merged|failed/.test(labels[0] ?? "");
}

function labelsOf(number: number): readonly string[] {
  return github.pull(number).labels.flatMap((label) => (isJsonObject(label) ? [String(label["name"])] : []));
}

function queueChecks() {
  return github.world.checkRuns.filter(({ name }) => name === "Merge Queue");
}

function statesOf(number: number): readonly unknown[] {
  return lines
    .filter((line) => line["msg"] === "moved" && line["pullRequest"] === number)
    .map((line) => line["to"]);
}

async function commentsOn(number: number): Promise<readonly string[]> {
  return (await github.comments(number)).map(({ body }) => String(body));
}

describe("three pull requests that people label", () => {
  itInCi("go through the line, each to its own end", () => {
    const begins = ["notReady", "pending"];
    expect(statesOf(cast.clean)).toEqual([...begins, "testing", "testsPassed", "merged"]);
    // Tested on top of another one, and once more alone before it is blamed.
    expect(statesOf(cast.breaking)).toEqual([...begins, "testing", "pendingFailure", "failed"]);
    expect(statesOf(cast.conflicting)).toEqual([...begins, "failed"]);
  });

  itInCi("tell the workflows that submitted them how they ended", () => {
    expect(results.clean).toMatchObject({ exitCode: 0, errors: [], outputs: { state: "MERGED" } });
    expect(results.breaking).toMatchObject({ exitCode: 1, outputs: { state: "FAILED" } });
    expect(results.conflicting).toMatchObject({ exitCode: 1, outputs: { state: "FAILED" } });
  });

  itInCi("change the target branch by exactly what was tested", async () => {
    const { git } = github.world;
    const landed = (await git.repository.git("rev-list", "--reverse", `${tipBefore}..main`)).split("\n");
    const passed = ci.verdicts.filter(({ branch, passed }) => branch.startsWith("mq-merge/") && passed);
    expect(landed).toEqual(passed.map(({ commit }) => commit).filter((commit) => landed.includes(commit)));
    expect(landed).toHaveLength(1);
    if (KEY !== null) expect(await git.tell("verify-commit", ...landed)).not.toBeNull();
    expect(await git.repository.git("show", "main:price.txt")).toBe("1");
  });

  itInCi("each have one comment with the state, and one more if they left without landing", async () => {
    expect(await commentsOn(cast.clean)).toEqual([expect.stringMatching(/### Merge Queue: Merged\n/)]);
    expect(await commentsOn(cast.breaking)).toEqual([
      expect.stringMatching(/### Merge Queue: Failed\n[^]*tests/),
      expect.stringMatching(/### Merge Queue: Left without landing \(yours\)\n\n@ada: [^]*Push a fix/),
    ]);
    expect(await commentsOn(cast.conflicting)).toEqual([
      expect.stringMatching(/### Merge Queue: Failed\n[^]*price\.txt/),
      expect.stringMatching(/### Merge Queue: Left without landing \(conflict\)\n\n@\w+: [^]*price\.txt/),
    ]);
  });

  itInCi("each have one check run at their head, which says the same", () => {
    const checks = queueChecks().map(({ headSha, conclusion }) => [headSha, conclusion] as const);
    const { clean, breaking, conflicting } = cast;
    expect(checks).toHaveLength(3);
    expect(new Map(checks)).toEqual(
      new Map<string, string | null>([
        [github.pull(clean).headSha, "success"],
        [github.pull(breaking).headSha, "failure"],
        [github.pull(conflicting).headSha, "failure"],
      ]),
    );
  });

  itInCi(
    "have the label of their state beside the one that people gave them, and what landed is closed",
    () => {
      const shown = [cast.clean, cast.breaking, cast.conflicting].map((number) => [
        github.pull(number).state,
        ...labelsOf(number),
      ]);
      expect(shown).toEqual([
        ["closed", LABEL, "merge-queue-merged"],
        ["open", LABEL, "merge-queue-failed"],
        ["open", LABEL, "merge-queue-failed"],
      ]);
    },
  );

  itInCi("are counted", () => {
    const counted = ["merged", "failed", "cancelled"].map((conclusion) => {
      const line = new RegExp(
        `mq_pr_conclusions_1h_total.*queue_type="main",conclusion="${conclusion}"\\} (\\d+)`,
      );
      return line.exec(metrics)?.[1];
    });
    expect(counted).toEqual(["1", "2", "0"]);
    expect(metrics).toMatch(/^mq_depth_current\{.*queue_type="main"\} 0$/m);
  });
});

itInCi("nothing is left behind, and nothing of anybody else's is touched", async () => {
  expect(testBranches()).toEqual([]);
  const open = [...github.world.pulls.values()].filter(({ state }) => state === "open");
  const own = [cast.bystander, cast.breaking, cast.conflicting];
  expect(open.map(({ number }) => number)).toEqual(own);
  expect(await belongingsOfOthers(github, cast)).toEqual(othersBefore);
  expect(lines.filter(({ level }) => level === "error" || level === 50)).toEqual([]);
});
