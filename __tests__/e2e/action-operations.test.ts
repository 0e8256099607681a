/** The operations beside `submit`, each through the built action: what is sent, what is reported, what counts as done. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionCall, type ActionRun, runAction } from "../support/action-runner.js";
import { HEAD_SHA, onPullRequest } from "../support/action-samples.js";
import { aQueueReply, PULL_REQUEST, QUEUE, submitted } from "../support/client-samples.js";
import { answers, answersJson, breaksOff, type FaultyServer } from "../support/faulty-server.js";
import {
  bodyOf,
  endpointsOf,
  OK,
  refuses,
  type Script,
  startScriptedService,
} from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

let server: FaultyServer;

afterEach(async () => server.close());

async function run(script: Script, inputs: Readonly<Record<string, string>>, call: Partial<ActionCall> = {}) {
  server = await startScriptedService(script);
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

const settings = aQueueReply();

function expectGreen(result: ActionRun, sentence: RegExp): void {
  expect(result.errors).toEqual([]);
  expect(result.stdout).toMatch(sentence);
  expect(result.summary).toMatch(sentence);
  expect(result.exitCode).toBe(0);
}

describe("cancel", () => {
  itInCi("takes the pull request out of the queue", async () => {
    const out = submitted({ state: "cancelled", isCurrentlySubmittedToQueue: false });
    const result = await run(
      { cancelPullRequest: [OK], getSubmittedPullRequest: [answersJson(200, out)] },
      { operation: "cancel" },
    );
    expectGreen(result, /#412 is removed from the queue of main/);
    expect(bodyOf(server.requests[0])).toEqual(PULL_REQUEST);
    expect(result.outputs).toMatchObject({ state: "CANCELLED", "is-submitted": "false", "is-final": "true" });
  });

  itInAll.each([
    ["PR_NOT_IN_QUEUE", refuses(404, "PR_NOT_IN_QUEUE")],
    ["PR_NOT_FOUND", refuses(404, "PR_NOT_FOUND")],
  ])("is done when there is nothing to cancel: %s", async (_code, answer) => {
    const result = await run({ cancelPullRequest: [answer] }, { operation: "cancel" });
    expectGreen(result, /#412 is not in the queue of main/);
    expect(result.outputs).toMatchObject({ "is-submitted": "false", "http-status": "404" });
  });

  itInAll.each(["MERGE_QUEUE_NOT_FOUND", "NOT_FOUND"])("is not done when the 404 is %s", async (code) => {
    const result = await run({ cancelPullRequest: [refuses(404, code)] }, { operation: "cancel" });
    expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": "not-found" } });
  });
});

describe("restart-tests", () => {
  itInCi("restarts once", async () => {
    const result = await run(
      { restartTestsOnPullRequest: [OK], getSubmittedPullRequest: [answersJson(200, submitted())] },
      { operation: "restart-tests" },
    );
    expectGreen(result, /The tests of #412 start again/);
    expect(endpointsOf(server).filter((name) => name === "restartTestsOnPullRequest")).toHaveLength(1);
  });

  itInAll("reads the state back after a lost reply instead of restarting twice", async () => {
    const before = submitted({ state: "TESTING" });
    const after = submitted({ state: "PENDING", stateChangedAt: "2026-03-02T10:00:00.000Z" });
    const result = await run(
      {
        restartTestsOnPullRequest: [breaksOff("closes"), OK],
        getSubmittedPullRequest: [answersJson(200, before), answersJson(200, after)],
      },
      { operation: "restart-tests", retries: "3" },
    );
    expectGreen(result, /start again/);
    expect(endpointsOf(server).filter((name) => name === "restartTestsOnPullRequest")).toHaveLength(1);
  });

  it("says why it cannot", async () => {
    const result = await run(
      { restartTestsOnPullRequest: [refuses(409, "PR_TESTS_NOT_RESTARTABLE")] },
      { operation: "restart-tests" },
    );
    expect(result.errors).toEqual([expect.stringMatching(/409 PR_TESTS_NOT_RESTARTABLE/)]);
  });
});

describe("status", () => {
  it("says what a pull request waits for that is not ready", async () => {
    const readiness = {
      hasImpactedTargets: false,
      requiresImpactedTargets: true,
      doesBaseBranchMatch: false,
      gitHubMergeability: "NOT_MERGEABLE",
    };
    const result = await run(
      { getSubmittedPullRequest: [answersJson(200, submitted({ state: "notReady", readiness }))] },
      { operation: "getSubmittedPullRequest" },
    );
    expectGreen(result, /#412 is NOT_READY/);
    expect(result.summary).toMatch(/Waits for \| its base .*; impacted targets .*\(now not_mergeable\)/);
  });

  it("keeps a state that is not known, and does not call it final", async () => {
    const result = await run(
      { getSubmittedPullRequest: [answersJson(200, submitted({ state: "quantum" }))] },
      { operation: "status" },
    );
    expect(result).toMatchObject({ exitCode: 0, outputs: { state: "QUANTUM", "is-final": "false" } });
  });

  it("reports a failed pull request without failing itself", async () => {
    const result = await run(
      { getSubmittedPullRequest: [answersJson(200, submitted({ state: "FAILED" }))] },
      { operation: "status" },
    );
    expect(result).toMatchObject({ exitCode: 0, outputs: { state: "FAILED", "is-final": "true" } });
  });
});

describe("testing-details", () => {
  const id = "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11";
  const details = {
    requiredStatuses: ["unit"],
    testBranch: `mq-merge/pr-412/${id}`,
    testBranchSha: HEAD_SHA,
    status: "in_progress",
    checkSuites: [{ checkRuns: [{ name: "unit", url: "", status: "COMPLETED", conclusion: "SUCCESS" }] }],
    statusChecks: [{ context: "lint", state: "PENDING" }],
    testedPullRequests: [{ prNumber: 412, prUrl: "", title: "Add retry" }],
    dependentPrs: [409],
  };
  const answer = { getMergeQueueTestingDetails: [answersJson(200, details)] };

  it.each(
    rowsBySize([
      ["the input", { "test-run-id": id }, {}, id],
      ["a test branch as input", { "test-run-id": `mq-merge/pr-1/${id}` }, {}, id],
      ["the current branch", {}, { GITHUB_REF: `refs/heads/mq-merge/pr-412/${id}` }, id],
      ["a bisection's branch", {}, { GITHUB_REF: `refs/heads/x/${id}-bisection` }, `${id}-bisection`],
      [
        "the head of the test branch's own pull request",
        {},
        { GITHUB_HEAD_REF: `trunk-merge/pr-1/${id}` },
        id,
      ],
    ]),
  )("takes the run from %s", async (_from, inputs, environment, expected) => {
    const result = await run(answer, { operation: "testing-details", ...inputs }, { environment });
    expectGreen(result, /The test run of 1 pull request is in_progress/);
    expect(bodyOf(server.requests[0])).toEqual({ ...QUEUE, testRunId: expected });
    expect(result.summary).toContain("| Checks | unit: SUCCESS<br>lint: PENDING |");
    expect(JSON.parse(result.outputs["response"] ?? "")).toEqual(details);
  });
});

describe("create-queue", () => {
  itInCi("creates in one request what the endpoint takes", async () => {
    const result = await run(
      { createQueue: [OK] },
      { operation: "create-queue", mode: "parallel", concurrency: "5" },
    );
    expectGreen(result, /The queue of main is created/);
    expect(server.requests.map(bodyOf)).toEqual([{ ...QUEUE, mode: "parallel", concurrency: 5 }]);
  });

  itInAll("sets everything else in a second request", async () => {
    const asked = { batch: true, requiredStatuses: ["unit", "build (ubuntu, 24)"], state: "PAUSED" };
    const result = await run(
      { createQueue: [OK], updateQueue: [answersJson(200, { ...settings, ...asked })] },
      {
        operation: "create-queue",
        concurrency: "5",
        "queue-config": "# ours\nbatch: true\nrequiredStatuses:\n  - unit\n  - build (ubuntu, 24)",
        state: "paused",
      },
    );
    expectGreen(result, /is created and has its settings/);
    expect(server.requests.map(bodyOf)).toEqual([
      { ...QUEUE, concurrency: 5 },
      { ...QUEUE, ...asked },
    ]);
  });

  itInAll("says that the queue is there when only its settings could not be applied", async () => {
    const result = await run(
      { createQueue: [OK], updateQueue: [refuses(409, "MODE_CHANGE_IN_PROGRESS")] },
      { operation: "create-queue", batch: "true" },
    );
    expect(result).toMatchObject({ exitCode: 1, outputs: { "error-kind": "refused", "http-status": "409" } });
    expect(result.errors).toEqual([
      expect.stringMatching(
        /^The queue of main is created, but its settings are not applied: .*update-queue\.$/,
      ),
    ]);
  });

  itInAll("refuses to take over a queue that is there", async () => {
    const result = await run(
      { createQueue: [refuses(409, "QUEUE_ALREADY_EXISTS")] },
      { operation: "create-queue" },
    );
    expect(result.errors).toEqual([expect.stringMatching(/QUEUE_ALREADY_EXISTS/)]);
  });
});

describe("delete-queue", () => {
  itInAll.each([
    ["deleted", OK, /The queue of main is deleted/],
    ["absent", refuses(404, "MERGE_QUEUE_NOT_FOUND"), /main has no queue/],
  ])("is done when the queue is %s", async (_what, answer, sentence) => {
    expectGreen(await run({ deleteQueue: [answer] }, { operation: "delete-queue" }), sentence);
  });

  itInAll.each([
    ["not empty", refuses(400, "QUEUE_NOT_EMPTY", "3 pull requests are still queued"), /3 pull requests/],
    ["of an unknown repository", refuses(404, "REPOSITORY_NOT_FOUND"), /REPOSITORY_NOT_FOUND/],
  ])("is not done when the queue is %s", async (_what, answer, error) => {
    const result = await run({ deleteQueue: [answer] }, { operation: "delete-queue" });
    expect(result).toMatchObject({ exitCode: 1, errors: [expect.stringMatching(error)] });
  });
});

describe("the answer of the service", () => {
  const entries = Array.from({ length: 400 }, (_, index) => ({
    ...submitted({ prNumber: index + 1, prTitle: `Title of ${index}` }),
    noBatch: false,
  }));

  itInAll("is an output that is whole JSON, also when it is long", async () => {
    const queue = aQueueReply({ enqueuedPullRequests: entries.slice(0, 260) });
    const result = await run({ getQueue: [answersJson(200, queue)] }, { operation: "get-queue" });
    expect(result.outputs["response"]?.length).toBeGreaterThan(64 * 1024);
    expect(JSON.parse(result.outputs["response"] ?? "")).toEqual(queue);
  });

  itInAll("is marked as cut when it is longer than an output may be", async () => {
    const queue = aQueueReply({ enqueuedPullRequests: entries });
    const result = await run({ getQueue: [answersJson(200, queue)] }, { operation: "get-queue" });
    expect(JSON.parse(result.outputs["response"] ?? "")).toEqual({
      truncated: true,
      beginning: JSON.stringify(queue).slice(0, 16 * 1024),
    });
  });

  itInAll("is marked as cut when it is a long error", async () => {
    const script = { getQueue: [answersJson(500, { error: { code: "X", message: "é".repeat(900_000) } })] };
    const result = await run(script, { operation: "get-queue" });
    expect(JSON.parse(result.outputs["response"] ?? "")).toMatchObject({ truncated: true });
  });

  itInAll("gives outputs that are not longer than a person reads", async () => {
    const state = answersJson(200, submitted({ stateReasonText: "r".repeat(2_000_000) }));
    const result = await run({ getSubmittedPullRequest: [state] }, { operation: "status" });
    expect(result.outputs["reason"]).toBe(`${"r".repeat(4000)}…`);
    expect(JSON.parse(result.outputs["response"] ?? "")).toMatchObject({ truncated: true });
  });
});

describe("get-queue", () => {
  itInAll("shows state, settings and entries", async () => {
    const entry = { ...submitted({ prNumber: 7, prTitle: "First" }), noBatch: false };
    const queue = aQueueReply({ state: "draining", enqueuedPullRequests: [entry] });
    const result = await run(
      { getQueue: [answersJson(200, queue)] },
      { operation: "get-queue", "target-branch": "a/b" },
    );
    expectGreen(result, /The queue of a\/b is DRAINING/);
    expect(bodyOf(server.requests[0])).toEqual({ ...QUEUE, targetBranch: "a/b" });
    expect(result.outputs["queue-state"]).toBe("DRAINING");
    expect(result.summary).toContain("| In the queue | #7 TESTING First |");
    expect(result.summary).toContain("testingTimeoutMinutes: 300");
  });
});

describe("update-queue", () => {
  itInCi("sends only what the workflow says", async () => {
    const result = await run(
      { updateQueue: [answersJson(200, aQueueReply({ state: "PAUSED", testingTimeoutMinutes: 30 }))] },
      { operation: "update-queue", state: "PAUSED", "queue-config": '{"testingTimeoutMinutes": 30}' },
    );
    expectGreen(result, /has its new settings and is PAUSED/);
    expect(bodyOf(server.requests[0])).toEqual({ ...QUEUE, state: "PAUSED", testingTimeoutMinutes: 30 });
  });
});

describe("metrics", () => {
  const text = '# TYPE mq_depth_current gauge\nmq_depth_current{repo="acme/shop",branch="main"} 7\n';
  const answer = {
    getMergeQueueMetrics: [answers(200, text, { "content-type": "text/plain; version=0.0.4" })],
  };

  itInAll("asks for one repository and writes the file", async () => {
    const inputs = { operation: "metrics", "metrics-file": "metrics.txt" };
    const result = await run(answer, inputs);
    expectGreen(result, /1 gauge read, and everything written to metrics.txt/);
    expect(server.requests[0]).toMatchObject({
      method: "GET",
      path: "/v1/getMergeQueueMetrics?repo=acme%2Fshop&repoHost=github.com",
    });
    expect(result.file("metrics.txt")).toBe(text);
    expect(JSON.parse(result.outputs["response"] ?? "")).toBe(text);
  });

  itInAll("asks for all repositories", async () => {
    const result = await run(answer, { operation: "metrics", repository: "*" });
    expectGreen(result, /1 gauge read/);
    expect(server.requests[0]?.path).toBe("/v1/getMergeQueueMetrics");
  });
});

describe("an input that the operation does not use", () => {
  itInCi("is a warning", async () => {
    const result = await run(
      { deleteQueue: [OK] },
      { operation: "delete-queue", priority: "high", wait: "true" },
    );
    expect(result).toMatchObject({
      exitCode: 0,
      warnings: ["The operation delete-queue does not use priority, wait."],
    });
  });
});

describe("the summary", () => {
  itInCi("is left out when the workflow does not want it", async () => {
    const result = await run({ deleteQueue: [OK] }, { operation: "delete-queue", summary: "false" });
    expect(result).toMatchObject({ exitCode: 0, summary: "" });
  });
});

describe("the Node that npm runs on", () => {
  itInCi("runs the bundle as well", async () => {
    const node = process.env["npm_node_execpath"] ?? process.execPath;
    const result = await run({ deleteQueue: [OK] }, { operation: "delete-queue" }, { node });
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
  });
});
