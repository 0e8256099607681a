/** Each command against a scripted service: what it sends, what it says in words and as JSON, and how it ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { aQueueReply, PULL_REQUEST, QUEUE, submitted, TOKEN } from "../../../support/client-samples.js";
import { type CommandRun, callCommand, ENVIRONMENT } from "../../../support/command-line.js";
import {
  answers,
  answersJson,
  type FaultyServer,
  resetsBeforeHeaders,
} from "../../../support/faulty-server.js";
import {
  bodyOf,
  endpointsOf,
  OK,
  refuses,
  type Script,
  startScriptedService,
} from "../../../support/scripted-service.js";

const HEAD = "5b1d".repeat(10);
let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function call(script: Script, words: readonly string[], stdin = ""): Promise<CommandRun> {
  server = await startScriptedService(script);
  const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
  const [command = "", ...rest] = words;
  return callCommand([command, "--retries", "0", ...rest], { environment, stdin });
}

function sent(): readonly unknown[] {
  return (server?.requests ?? []).map(bodyOf);
}

const on412 = ["412", "--branch", "main"];
const onMain = ["--branch", "main"];

describe("submit", () => {
  it("submits, with priority and batching as they were given", async () => {
    const words = ["submit", ...on412, "--priority", "HIGH", "--no-batch"];
    const run = await call({ submitPullRequest: [OK] }, words);
    expect(run).toEqual({ exitCode: 0, stdout: "#412 is submitted to the queue of main.\n", stderr: "" });
    expect(sent()).toEqual([{ ...PULL_REQUEST, priority: "high", noBatch: true }]);
    expect(server?.requests[0]?.headers).toMatchObject({
      "x-api-token": TOKEN,
      "user-agent": expect.stringMatching(/^merge-queue-cli\/\d+\.\d+\.\d+$/),
    });
  });

  it("is done when the pull request is in the queue already", async () => {
    const script: Script = {
      submitPullRequest: [refuses(409, "ALREADY_IN_QUEUE")],
      getSubmittedPullRequest: [answersJson(200, submitted())],
    };
    const run = await call(script, ["submit", ...on412, "--json"]);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual({
      command: "submit",
      exitCode: 0,
      message: "#412 is in the queue of main already.",
      result: "alreadyInQueue",
      httpStatus: 409,
      attempts: 1,
    });
  });

  it("takes the pull request of the CI system that it runs in", async () => {
    server = await startScriptedService({ submitPullRequest: [OK] });
    const environment = {
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_API_URL: server.apiUrl,
      BUILDKITE: "true",
      BUILDKITE_REPO: "git@github.com:acme/shop.git",
      BUILDKITE_PULL_REQUEST: "412",
      BUILDKITE_PULL_REQUEST_BASE_BRANCH: "main",
    };
    expect(await callCommand(["submit"], { environment })).toMatchObject({ exitCode: 0 });
    expect(sent()).toEqual([PULL_REQUEST]);
    const another = await callCommand(["submit", "413"], { environment });
    expect(another.stderr).toContain("--branch is missing");
    const elsewhere = await callCommand(["submit", "--repo", "acme/other"], { environment });
    expect(elsewhere.stderr).toContain("pull request is missing");
  });
});

describe("a call that lacks everything", () => {
  it("names all that is missing in one answer", async () => {
    const { exitCode, stderr } = await callCommand(["status"], { environment: {} });
    expect(exitCode).toBe(2);
    for (const part of ["--api-url", "API token", "--repo", "--branch", "pull request"])
      expect(stderr).toMatch(new RegExp(`${part}[^.]* is missing`));
  });
});

describe("status", () => {
  it("says the state, the reason and the place in line", async () => {
    const state = submitted({ state: "pending", stateReasonText: "#412 waits for its turn." });
    const queue = aQueueReply({
      state: "PAUSED",
      enqueuedPullRequests: [submitted({ prNumber: 410 }), submitted()],
    });
    const script: Script = {
      getSubmittedPullRequest: [answersJson(200, state)],
      getQueue: [answersJson(200, queue)],
    };
    const run = await call(script, ["status", ...on412]);
    expect(run).toEqual({
      exitCode: 0,
      stdout: [
        "#412 is PENDING: #412 waits for its turn.",
        "  Title     Add retry to uploader (by mona)",
        "  Priority  medium",
        "  Position  2, behind #410",
        "  Queue     PAUSED",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  it("answers the question when the pull request has failed, and asks for no place", async () => {
    const state = submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, state)] }, [
      "status",
      ...on412,
      "--json",
    ]);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      message: "#412 is FAILED.",
      response: state,
      position: null,
      queueState: null,
    });
    // The state, why, and the failed test runs.
    expect(new Set(server && endpointsOf(server))).toEqual(new Set(["getSubmittedPullRequest"]));
  });

  it("says why it has not landed, and who paused the queue and why", async () => {
    const why = {
      sentence: "First in `main`, but the queue is paused: nothing starts or lands until it is resumed.",
      needsAction: false,
      pageUrl: "https://queue.example.com/github.com/acme/shop/pull/412?branch=main",
    };
    const queue = aQueueReply({ state: "PAUSED", stateReason: "mona paused it: release freeze." });
    const script: Script = {
      getSubmittedPullRequest: [answersJson(200, submitted({ why }))],
      getQueue: [answersJson(200, queue)],
    };
    const { stdout } = await call(script, ["status", ...on412]);
    expect(stdout).toContain(`\n  Why       ${why.sentence}\n`);
    expect(stdout).toContain("\n  Queue     PAUSED: mona paused it: release freeze.\n");
    expect(stdout).toMatch(/\n {2}Page {6}https:\/\/queue\.example\.com\/\S+\/pull\/412\?branch=main\n$/);
    const json = (await call(script, ["status", ...on412, "--json"])).stdout;
    expect(JSON.parse(json)).toMatchObject({ sentence: why.sentence, pageUrl: why.pageUrl });
  });

  it("says once why it ended", async () => {
    const sentence = "It landed on `main` with its tests passed.";
    const why = { sentence, needsAction: false };
    const state = submitted({
      ...{ state: "MERGED", isCurrentlySubmittedToQueue: false },
      ...{ stateReasonText: sentence, why },
    });
    const { stdout } = await call({ getSubmittedPullRequest: [answersJson(200, state)] }, [
      "status",
      ...on412,
    ]);
    expect(stdout.split(sentence)).toHaveLength(2);
  });

  it("is the same against a service that refuses the question why", async () => {
    const script: Script = {
      getSubmittedPullRequest: [
        answersJson(200, submitted()),
        refuses(400, "VALIDATION_FAILED"),
        answersJson(200, submitted()),
      ],
      getQueue: [answersJson(200, aQueueReply())],
    };
    const { exitCode, stdout, stderr } = await call(script, ["status", ...on412]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain("Why");
  });

  it("names the failed test run, its check and the last lines of its output", async () => {
    const timeline = [{ timestamp: "2026-03-02T09:14:05Z", state: "FAILURE", testRunId: "run-1" }];
    const state = submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false, timeline });
    const check = {
      name: "tests",
      url: "file:///srv/run-1.log",
      status: "COMPLETED",
      conclusion: "FAILURE",
      output: "expected 4\n\u001b[31mgot 5",
    };
    const details = { testedPullRequests: [], checkSuites: [{ checkRuns: [check] }] };
    const script = {
      getSubmittedPullRequest: [answersJson(200, state)],
      getMergeQueueTestingDetails: [answersJson(200, details)],
    };
    const run = await call(script, ["status", ...on412]);
    expect(run.stdout.split("\n").slice(-4)).toEqual([
      "  test run run-1 failed: `tests` is FAILURE, output: /srv/run-1.log on the service's machine",
      "  | expected 4",
      "  | got 5",
      "",
    ]);
  });

  it("says what a pull request that is not ready waits for", async () => {
    const readiness = {
      requiresImpactedTargets: true,
      hasImpactedTargets: false,
      doesBaseBranchMatch: false,
      gitHubMergeability: "NOT_MERGEABLE",
    };
    const state = submitted({ state: "NOT_READY", readiness, isCurrentlySubmittedToQueue: false });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, state)] }, ["status", ...on412]);
    expect(run.stdout).toContain(
      "Waits for its base to be the queue's branch; impacted targets of its head commit; the forge to report it as mergeable (now not_mergeable)",
    );
  });

  it("names the rules that a pull request does not meet, where the service does", async () => {
    const readiness = {
      requiresImpactedTargets: false,
      doesBaseBranchMatch: true,
      gitHubMergeability: "not_mergeable",
      unmetRules: ["1 of 2 approvals", "`build` is running"],
    };
    const state = submitted({ state: "NOT_READY", readiness });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, state)] }, ["status", ...on412]);
    expect(run.stdout).toContain("Waits for 1 of 2 approvals; `build` is running");
  });

  it("leaves the place out when the service does not show the queue", async () => {
    const script: Script = { getSubmittedPullRequest: [answersJson(200, submitted())] };
    const run = await call(script, ["status", ...on412]);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toBe("Not shown: reading the queue: not found (404 NOT_FOUND): no, for a reason\n");
    expect(run.stdout).not.toContain("Position");
  });

  it("prints hostile titles as one harmless line", async () => {
    const prTitle = "x\n::set-output name=state::MERGED\u001b[2J##[error]y";
    const state = submitted({ prTitle, isCurrentlySubmittedToQueue: false });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, state)] }, ["status", ...on412]);
    expect(run.stdout).toContain("  Title     x ::set-output name=state::MERGED# #[error]y (by mona)\n");
  });
});

describe("cancel and delete-queue", () => {
  it.each([
    ["cancel", { cancelPullRequest: [OK] }, "#412 is removed from the queue of main.", "cancelled"],
    [
      "cancel",
      { cancelPullRequest: [refuses(404, "PR_NOT_IN_QUEUE")] },
      "#412 is not in the queue of main.",
      "notInQueue",
    ],
    ["delete-queue", { deleteQueue: [OK] }, "The queue of main is deleted.", "deleted"],
    [
      "delete-queue",
      { deleteQueue: [refuses(404, "MERGE_QUEUE_NOT_FOUND")] },
      "main has no queue.",
      "noSuchQueue",
    ],
  ])("%s is done when nothing is left to do", async (command, script, message, result) => {
    const words = command === "cancel" ? on412 : onMain;
    const run = await call(script, [command, ...words, "--json"]);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ command, message, result });
    expect(sent()).toEqual([command === "cancel" ? PULL_REQUEST : QUEUE]);
  });
});

describe("restart-tests", () => {
  it("restarts", async () => {
    const script: Script = {
      getSubmittedPullRequest: [answersJson(200, submitted())],
      restartTestsOnPullRequest: [OK],
    };
    const run = await call(script, ["restart-tests", ...on412]);
    expect(run).toEqual({ exitCode: 0, stdout: "The tests of #412 are restarted.\n", stderr: "" });
  });
});

describe("set-impacted-targets", () => {
  const words = ["set-impacted-targets", "412", ...onMain, "--sha", HEAD];
  const pr = { number: 412, sha: HEAD };

  it.each([
    ["arguments", ["web", "[slug]", "a b", " ", "web"], "", ["web", "[slug]", "a b"]],
    ["arguments that look like options", ["--", "-x", "--all"], "", ["-x", "--all"]],
    ["a list on stdin", ["--file", "-"], "web\r\napi\n\nweb\n", ["web", "api"]],
    ["a JSON array", ["--file", "-"], '["web", {"label": "//api"}]', ["web", "//api"]],
    ["an argument that means all", ["ALL"], "", "ALL"],
    ["an argument that means all in small letters", [" all"], "", "ALL"],
    ["a line that means all", ["--file", "-"], "ALL\n", "ALL"],
    ["a line that means all, with spaces around it", ["--file", "-"], " ALL \n", "ALL"],
    ["an object", ["--file", "-"], '{"impactedTargets": ["web"]}', ["web"]],
    ["an option that means all", ["--all"], "", "ALL"],
    ["an argument that means none", ["[]"], "", []],
    ["an array that means none", ["--file", "-"], "[]", []],
  ])("sends %s", async (_, targets, stdin, impactedTargets) => {
    const run = await call({ setImpactedTargets: [OK] }, [...words, ...targets], stdin);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(sent()).toEqual([{ ...QUEUE, pr, impactedTargets }]);
  });

  it.each([
    ["no line", ["--file", "-"], "\n"],
    ["an empty argument", [""], ""],
    ["only empty names", ["--file", "-"], '[""]'],
  ])("sends ALL for %s, and warns", async (_, targets, stdin) => {
    const run = await call({ setImpactedTargets: [OK] }, [...words, ...targets, "--json"], stdin);
    expect(run.stderr).toMatch(
      /^merge-queue set-impacted-targets: the list of targets is empty, so "ALL" is sent/,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({
      exitCode: 0,
      message: "#412 impacts everything at 5b1d5b1d5b1d.",
      warnings: [expect.stringContaining("is empty")],
      sentAs: "all",
    });
    expect(sent()).toEqual([{ ...QUEUE, pr, impactedTargets: "ALL" }]);
  });

  it.each([
    ["among others", ["web", "ALL"], "", ["web", "ALL"]],
    ["with a space before it", ["--file", "-"], "a\n ALL", ["a", " ALL"]],
    ["in small letters", ["web", "all"], "", ["web", "all"]],
  ])("sends ALL as a name %s, and warns", async (_, targets, stdin, impactedTargets) => {
    const run = await call({ setImpactedTargets: [OK] }, [...words, ...targets], stdin);
    expect(run.stderr).toMatch(
      /^merge-queue set-impacted-targets: A target is named " ?(?:ALL|all)": it does not mean all/,
    );
    expect(sent()).toEqual([{ ...QUEUE, pr, impactedTargets }]);
  });

  it("reads a file, and sends ALL with a warning when it is too large for a request", async () => {
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-cli-"));
    try {
      const path = join(folder, "targets");
      writeFileSync(
        path,
        Array.from({ length: 21 }, (_, index) => `${index}-${"x".repeat(2 ** 20)}`).join("\n"),
      );
      const run = await call({ setImpactedTargets: [OK] }, [...words, "--file", path]);
      expect(run.exitCode).toBe(0);
      expect(run.stderr).toMatch(/exceeds the 20 MiB limit of a request, so "ALL" was sent/);
      expect(sent()).toEqual([{ ...QUEUE, pr, impactedTargets: "ALL" }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("sends ALL once when the service takes no list of that size, and warns", async () => {
    const script: Script = { setImpactedTargets: [refuses(413, "PAYLOAD_TOO_LARGE"), OK] };
    const run = await call(script, [...words, "web"]);
    expect(run).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("refused the list as too large"),
    });
  });
});

describe("testing-details", () => {
  const run412 = "0c9b7a3e-5d14-8f0e-8f8b-2a51f8f0a911";
  const details = {
    requiredStatuses: ["tests"],
    testBranch: `mq-merge/pr-412/${run412}`,
    testBranchSha: HEAD,
    status: "in_progress",
    checkSuites: [{ checkRuns: [{ name: "tests", url: "https://ci/1", status: "IN_PROGRESS" }] }],
    statusChecks: [{ context: "lint", state: "SUCCESS" }],
    testedPullRequests: [{ prNumber: 412, prUrl: "", title: "Add retry" }],
    dependentPrs: [410],
  };

  it("takes the run whose branch the CI system builds", async () => {
    server = await startScriptedService({ getMergeQueueTestingDetails: [answersJson(200, details)] });
    const ci = { BUILDKITE: "true", BUILDKITE_BRANCH: `${details.testBranch}-bisection` };
    const environment = { ...ENVIRONMENT, ...ci, MERGE_QUEUE_API_URL: server.apiUrl };
    expect(await callCommand(["testing-details", ...onMain], { environment })).toMatchObject({ exitCode: 0 });
    expect(sent()).toEqual([{ ...QUEUE, testRunId: `${run412}-bisection` }]);
    const feature = { ...environment, BUILDKITE_BRANCH: "feature" };
    const run = await callCommand(["testing-details", ...onMain], { environment: feature });
    expect(run.stderr).toContain("test run is missing");
  });

  it("shows what a run tests, found by its branch", async () => {
    const script: Script = { getMergeQueueTestingDetails: [answersJson(200, details)] };
    const run = await call(script, ["testing-details", details.testBranch, ...onMain]);
    expect(sent()).toEqual([{ ...QUEUE, testRunId: run412 }]);
    expect(run.stdout.split("\n")).toEqual([
      `Test run ${run412} is in_progress.`,
      `  Branch    ${details.testBranch} at ${HEAD}`,
      "  Tests     #412 Add retry",
      "  On top of #410",
      "  Requires  tests",
      "  Check     tests: IN_PROGRESS https://ci/1",
      "  Status    lint: SUCCESS",
      "",
    ]);
  });
});

describe("get-queue", () => {
  it("shows the pull requests in order, and the settings", async () => {
    const queue = aQueueReply({
      enqueuedPullRequests: [submitted({ priorityName: "custom", priorityValue: 7 })],
    });
    const run = await call({ getQueue: [answersJson(200, queue)] }, ["get-queue", ...onMain]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(
      /^The queue of main in acme\/shop is RUNNING, with 1 pull request\.\n {2}#412 {5}TESTING {10}7 {7}Add retry/,
    );
    expect(run.stdout).not.toContain("requiredStatuses");
    expect(run.stdout).toMatch(
      /\n {2}mode=single\n {2}concurrency=1\n[^]*\n {2}\d+ settings with default values; --all shows them\n$/,
    );
  });

  it("shows every setting with --all, and otherwise those that differ from the defaults", async () => {
    const queue = answersJson(200, aQueueReply({ mergeMethod: "rebase", pendingFailureDepth: 2 }));
    const all = await call({ getQueue: [queue] }, ["get-queue", ...onMain, "--all"]);
    expect(all.stdout).toContain("\n  requiredStatuses=[]\n");
    expect(all.stdout).not.toContain("--all");
    const some = await call({ getQueue: [queue] }, ["get-queue", ...onMain]);
    expect(some.stdout).toContain("\n  pendingFailureDepth=2\n");
    expect(some.stdout).toContain("\n  mergeMethod=rebase\n");
  });
});

describe("create-queue", () => {
  it("creates with defaults", async () => {
    const run = await call({ createQueue: [OK] }, ["create-queue", ...onMain]);
    expect(run).toEqual({ exitCode: 0, stdout: "The queue of main is created.\n", stderr: "" });
    expect(sent()).toEqual([QUEUE]);
  });

  it("sets what creating does not take afterwards", async () => {
    const changed = answersJson(200, aQueueReply({ mode: "parallel", concurrency: 4, batch: true }));
    const script: Script = { createQueue: [OK], updateQueue: [changed] };
    const config = "mode: parallel\nbatch: true\nconcurrency: 2\n";
    const words = ["create-queue", ...onMain, "--config", "-", "--set", "concurrency=4"];
    const run = await call(script, words, config);
    expect(run.exitCode).toBe(0);
    expect(sent()).toEqual([
      { ...QUEUE, mode: "parallel", concurrency: 4 },
      { ...QUEUE, batch: true },
    ]);
  });

  it("says that the queue is there when only its settings were refused", async () => {
    const script: Script = { createQueue: [OK], updateQueue: [refuses(400, "VALIDATION_FAILED")] };
    const run = await call(script, ["create-queue", ...onMain, "--set", "batch=true", "--json"]);
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      message: expect.stringMatching(
        /^The queue of main is created, but some of its settings.*VALIDATION_FAILED/,
      ),
      error: "refused",
      result: "created",
    });
  });
});

describe("update-queue", () => {
  it("gives each setting the type that the API asks for", async () => {
    const settings = {
      state: "paused",
      concurrency: "4",
      batch: "true",
      enqueueingLabel: "123",
      requiredStatuses: "build, all\nlint",
      allowedBotSubmitters: '["a[bot]"]',
      batchingRules: '[{"targetPattern": "db*", "policy": "isolate"}]',
      skippedChecks: '{"docs": "pass", "lint": "FAIL"}',
      testBranchTrigger: "draft",
      createPrsForTestingBranches: "true",
    };
    const typed: Parameters<typeof aQueueReply>[0] = {
      state: "PAUSED",
      concurrency: 4,
      batch: true,
      enqueueingLabel: "123",
      requiredStatuses: ["build, all", "lint"],
      allowedBotSubmitters: ["a[bot]"],
      batchingRules: [{ targetPattern: "db*", policy: "isolate" }],
      skippedChecks: { docs: "pass", lint: "fail" },
      testBranchTrigger: "draft",
      createPrsForTestingBranches: true,
    };
    const words = Object.entries(settings).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
    const run = await call({ updateQueue: [answersJson(200, aQueueReply(typed))] }, [
      "update-queue",
      ...onMain,
      ...words,
    ]);
    expect(run.stdout).toMatch(/^The queue of main is updated, and PAUSED\.\n/);
    expect(sent()).toEqual([{ ...QUEUE, ...typed }]);
  });

  it("clears a list", async () => {
    await call({ updateQueue: [answersJson(200, aQueueReply())] }, [
      "update-queue",
      ...onMain,
      "--set",
      "allowedBotSubmitters=[]",
    ]);
    expect(sent()).toEqual([{ ...QUEUE, allowedBotSubmitters: [] }]);
  });

  it("shows the settings that it reads where the service answers without them", async () => {
    const queue = aQueueReply({ state: "PAUSED", concurrency: 4, enqueuedPullRequests: [] });
    const script = { updateQueue: [OK], getQueue: [answersJson(200, queue)] };
    const run = await call(script, ["update-queue", ...onMain, "--set", "concurrency=4"]);
    if (run.exitCode === 0)
      expect(run.stdout).toMatch(/\n {2}concurrency=4\n {2}\d+ settings unchanged; --all shows them\n$/);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toMatch(/^The queue of main is updated, and PAUSED\.\n/);
    expect(run.stdout).toContain("concurrency=4");
    expect(run.stdout).not.toContain("enqueuedPullRequests");
    expect(server === undefined ? [] : endpointsOf(server)).toEqual(["updateQueue", "getQueue"]);
  });

  it("fails where the service answers without the settings, and then shows other ones", async () => {
    const script = { updateQueue: [OK], getQueue: [answersJson(200, aQueueReply({ concurrency: 1 }))] };
    const run = await call(script, ["update-queue", ...onMain, "--set", "concurrency=4"]);
    expect(run).toMatchObject({ exitCode: 3, stdout: "" });
    expect(run.stderr).toContain("the queue has other settings: concurrency is 1, not 4");
    expect(server === undefined ? [] : endpointsOf(server)).toEqual(["updateQueue", "getQueue"]);
  });
});

describe("metrics", () => {
  const text = '# HELP mq_depth_current x\nmq_depth_current{branch="\\u200d"} 1\n';

  it("hands the text on as it came", async () => {
    const run = await call({ getMergeQueueMetrics: [answers(200, text)] }, ["metrics"]);
    expect(run).toEqual({ exitCode: 0, stdout: text, stderr: "" });
    expect(server?.requests[0]?.path).toBe("/v1/getMergeQueueMetrics?repo=acme%2Fshop&repoHost=github.com");
  });

  it("keeps a terminal safe from it", async () => {
    server = await startScriptedService({
      getMergeQueueMetrics: [answers(200, 'a 1\nb{c="\u001b[2J"} 2\n')],
    });
    const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
    const run = await callCommand(["metrics"], { environment, isTerminal: true });
    expect(run.stdout).toBe('a 1\nb{c=""} 2\n');
  });

  it("puts it in a field of the JSON document", async () => {
    const script: Script = { getMergeQueueMetrics: [answers(200, text)] };
    const run = await call(script, ["metrics", "--repo", "*", "--json"]);
    expect(JSON.parse(run.stdout)).toEqual({
      command: "metrics",
      exitCode: 0,
      metrics: text,
      httpStatus: 200,
      attempts: 1,
    });
    expect(server?.requests[0]?.path).toBe("/v1/getMergeQueueMetrics");
  });
});

describe("a service that says no, or nothing", () => {
  it.each([
    ["a refusal", refuses(404, "PR_NOT_FOUND"), 1, "not-found", /PR_NOT_FOUND/],
    [
      "an unknown token",
      refuses(401, "INVALID_TOKEN"),
      1,
      "unauthorized",
      /MERGE_QUEUE_API_TOKEN.*merge-queue login/,
    ],
    ["a narrow token", refuses(403, "INSUFFICIENT_PERMISSIONS"), 1, "forbidden", /wider scope/],
    ["an unknown endpoint", refuses(404, "NOT_FOUND"), 1, "not-found", /--api-url.*\/v1/],
    ["a page of a proxy", answers(404, "<html>no</html>"), 3, "not-found", /HTML/],
    [
      "a failure of the service",
      refuses(500, "INTERNAL_ERROR"),
      3,
      "server-failed",
      /INTERNAL_ERROR.*Try again later/,
    ],
    [
      "too many requests",
      refuses(429, "RATE_LIMIT_EXCEEDED"),
      3,
      "rate-limited",
      /RATE_LIMIT.*Try again later/,
    ],
    ["an answer that is none", answers(200, "hello"), 3, "bad-answer", /not JSON/],
    ["a lost connection", resetsBeforeHeaders, 3, "unreachable", /https_proxy/],
  ])("ends with an exit code and one line: %s", async (_, answer, exitCode, error, line) => {
    const run = await call({ getSubmittedPullRequest: [answer] }, ["status", ...on412, "--json"]);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toMatch(line);
    expect(run.stderr).toMatch(/^merge-queue status: reading the pull request: [^\n]+\n$/);
    expect(JSON.parse(run.stdout)).toMatchObject({ command: "status", exitCode, error });
  });

  it("says when it may be done nevertheless", async () => {
    const run = await call({ submitPullRequest: [resetsBeforeHeaders] }, ["submit", ...on412]);
    expect(run.stderr).toContain("The request may have been carried out.");
  });

  it("never shows the token", async () => {
    const run = await call({ submitPullRequest: [answers(400, `bad token ${TOKEN}`)] }, [
      "submit",
      ...on412,
      "--json",
    ]);
    expect(run.exitCode).toBe(1);
    expect(`${run.stdout}${run.stderr}`).not.toContain(TOKEN);
  });

  it.each([
    [
      "tells of each repetition",
      [],
      /^cancelling the pull request: attempt 1 failed \(server-failed\), .* \(503: no, for a reason\)\n$/,
    ],
    ["tells of none when it is to be quiet", ["--quiet"], /^$/],
  ])("%s", async (_, words, line) => {
    server = await startScriptedService({
      cancelPullRequest: [refuses(503, "INTERNAL_ERROR"), OK],
      getSubmittedPullRequest: [answersJson(200, submitted())],
    });
    const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
    const run = await callCommand(["cancel", ...on412, ...words], { environment });
    expect(run).toMatchObject({ exitCode: 0, stdout: "#412 is removed from the queue of main.\n" });
    expect(run.stderr).toMatch(line);
  });
});
