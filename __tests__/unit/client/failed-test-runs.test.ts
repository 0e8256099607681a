/** The failed test runs of a pull request, as a service of this or another version returns them. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type FailedTestRun, FailedTestRuns } from "../../../src/client/failed-test-runs.js";
import { failureLines, outputPlace } from "../../../src/client/failure-words.js";
import { waitForOutcome } from "../../../src/client/wait.js";
import { aClient, PULL_REQUEST, submitted } from "../../support/client-samples.js";
import { answersJson, type FaultyServer } from "../../support/faulty-server.js";
import { JumpingClock } from "../../support/jumping-clock.js";
import { bodyOf, refuses, type Script, startScriptedService } from "../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(script: Script): Promise<FaultyServer> {
  server = await startScriptedService(script);
  return server;
}

const at = (second: number) => `2026-03-02T09:14:${String(second).padStart(2, "0")}Z`;
const step = (state: string, testRunId?: string, reason = "test_run_required_status_failed") => ({
  timestamp: at(1),
  state,
  reason,
  ...(testRunId !== undefined && { testRunId }),
});

function withTimeline(state: string, timeline: ReturnType<typeof step>[], activeTestRunId?: string) {
  const active = activeTestRunId === undefined ? {} : { activeTestRunId };
  return answersJson(200, submitted({ state, timeline, ...active }));
}

function details(checkRuns: readonly object[], statusChecks: readonly object[] = []) {
  return answersJson(200, { testedPullRequests: [], checkSuites: [{ checkRuns }], statusChecks });
}

const tests = (output?: string) => ({
  name: "tests",
  url: "file:///srv/queue%20data/output/one.log",
  status: "COMPLETED",
  conclusion: "FAILURE",
  ...(output !== undefined && { output }),
});

async function read(script: Script): Promise<readonly FailedTestRun[] | null> {
  const { apiUrl } = await start(script);
  const runs = await new FailedTestRuns(aClient(apiUrl), PULL_REQUEST).read({});
  return runs?.failed ?? null;
}

describe("the failed test runs", () => {
  it("are those of the newest submission, oldest first, with each failed check", async () => {
    const timeline = [
      step("FAILURE", "run-2"),
      step("PENDING_FAILURE", "run-1"),
      step("TESTING", "run-1"),
      step("NOT_READY"),
      step("FAILURE", "run-0"),
      step("PENDING_FAILURE", "run-0"),
    ];
    const passed = { name: "lint", url: "", status: "COMPLETED", conclusion: "SUCCESS" };
    const status = { context: "deploy", state: "ERROR", url: "https://ci.test/9" };
    const runs = await read({
      getSubmittedPullRequest: [withTimeline("FAILED", timeline)],
      getMergeQueueTestingDetails: [details([passed, tests("a\nb\n")]), details([], [status])],
    });
    expect(runs).toEqual([
      {
        id: "run-1",
        attempt: 1,
        checks: [{ name: "tests", result: "FAILURE", url: tests().url, output: ["a", "b"] }],
      },
      {
        id: "run-2",
        attempt: 2,
        checks: [{ name: "deploy", result: "ERROR", url: "https://ci.test/9", output: [] }],
      },
    ]);
    expect(failureLines(runs ?? [])).toEqual([
      "test run run-1 failed: `tests` is FAILURE, output: /srv/queue data/output/one.log on the service's machine",
      "| a",
      "| b",
      "test run run-2 failed (attempt 2): `deploy` is ERROR, output: https://ci.test/9",
    ]);
  });

  it("are unknown to a service without timelines, and named by their ids without details", async () => {
    expect(
      await read({ getSubmittedPullRequest: [answersJson(200, submitted({ state: "FAILED" }))] }),
    ).toBeNull();
    await server?.close();
    const runs = await read({
      getSubmittedPullRequest: [withTimeline("FAILED", [step("FAILURE", "run-1")])],
      getMergeQueueTestingDetails: [refuses(404, "TEST_RUN_NOT_FOUND")],
    });
    expect(runs).toEqual([{ id: "run-1", attempt: 1, checks: [] }]);
    expect(failureLines(runs ?? [])).toEqual(["test run run-1 failed"]);
  });

  it("leave out a run that never started", async () => {
    const conflict = step("FAILURE", "run-3", "start_test_run_merge_conflict");
    expect(await read({ getSubmittedPullRequest: [withTimeline("FAILED", [conflict])] })).toEqual([]);
  });

  it("are bounded whatever the service returns", async () => {
    const timeline = [...Array(60).keys()].map((number) => step("PENDING_FAILURE", `run-${number}`));
    const many = [...Array(50).keys()].map(() => tests(`${"x".repeat(5000)}\n`.repeat(100)));
    const runs = await read({
      getSubmittedPullRequest: [withTimeline("PENDING_FAILURE", timeline)],
      getMergeQueueTestingDetails: [details(many)],
    });
    expect(runs?.map(({ attempt }) => attempt)).toEqual([56, 57, 58, 59, 60]);
    expect(runs?.[0]?.checks.length).toBe(10);
    const output = runs?.[0]?.checks[0]?.output ?? [];
    expect([output.length, output[0]?.length]).toEqual([20, 301]);
  });

  it.each([
    ["https://ci.test/1", "https://ci.test/1"],
    ["file://worker-2/srv/a.log", "/srv/a.log on worker-2"],
    ["file:///srv/%zz.log", "/srv/%zz.log on the service's machine"],
    ["javascript:alert(1)", ""],
    ["", ""],
  ])("have their output at %s", (url, place) => {
    expect(outputPlace(url)).toBe(place);
  });
});

describe("a wait", () => {
  it("notes a first failure, its retest and the second failure once each", async () => {
    const [first, retest] = [
      [step("PENDING_FAILURE", "run-1")],
      [step("FAILURE", "run-2"), step("PENDING_FAILURE", "run-1")],
    ];
    const pending = withTimeline("PENDING_FAILURE", first);
    const { apiUrl } = await start({
      getSubmittedPullRequest: [
        answersJson(200, submitted({ state: "PENDING_FAILURE" })),
        pending,
        pending,
        withTimeline("PENDING_FAILURE", first, "run-2"),
        answersJson(200, submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false })),
        withTimeline("FAILED", retest),
      ],
      getMergeQueueTestingDetails: [details([tests("first")]), details([tests("second")])],
    });
    const notes: string[] = [];
    const outcome = await waitForOutcome(aClient(apiUrl, { clock: new JumpingClock() }), PULL_REQUEST, {
      onTestRun: (note) => notes.push(note.kind === "failed" ? `failed ${note.run.id}` : `retest ${note.id}`),
    });
    expect(notes).toEqual(["failed run-1", "retest run-2", "failed run-2"]);
    expect(outcome.failedTestRuns.map(({ checks }) => checks[0]?.output)).toEqual([["first"], ["second"]]);
    const asked = server?.requests.filter((request) =>
      JSON.stringify(bodyOf(request)).includes("includeTimeline"),
    );
    expect(asked?.length).toBe(3);
  });

  it("goes on with a service that lacks all of it", async () => {
    const { apiUrl } = await start({
      getSubmittedPullRequest: [
        ...[1, 2, 3, 4, 5, 6].map(() => answersJson(200, submitted({ state: "PENDING_FAILURE" }))),
        answersJson(200, submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false })),
      ],
    });
    const outcome = await waitForOutcome(aClient(apiUrl, { clock: new JumpingClock() }), PULL_REQUEST, {
      onTestRun: () => {
        throw new Error("there is nothing to note");
      },
    });
    expect([outcome.state, outcome.failedTestRuns]).toEqual(["FAILED", []]);
    expect(server?.requests.length).toBe(8);
  });
});
