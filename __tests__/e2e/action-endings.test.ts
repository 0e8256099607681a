/** When a step ends, through the built action: after a cancelled job, at an unknown state, at a switch of protocols. */

import { afterEach, describe, expect, it } from "@jest/globals";
import { RUNNER_ENDS_MS, runAction, startAction } from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import { answersJson, type Fault, FaultyServer, hangs, late, says } from "../support/faulty-server.js";
import { endpointsOf, OK, refuses, type Script, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { until } from "../support/until.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function service(script: Script): Promise<FaultyServer> {
  server = await startScriptedService(script);
  return server;
}

const inState = (state: string, changes: Parameters<typeof submitted>[0] = {}) =>
  answersJson(200, submitted({ state, ...changes }));
const absent = refuses(404, "PR_NOT_IN_QUEUE");
const waiting = { operation: "submit", wait: "true", "poll-interval": "100ms", "cancel-on-abort": "true" };

describe("a job that is cancelled while the step waits", () => {
  async function cancelledBy(cancellations: readonly Fault[], signal: NodeJS.Signals = "SIGINT") {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [refuses(404, "PR_NOT_FOUND"), inState("TESTING")],
      cancelPullRequest: cancellations,
    });
    const action = startAction(onPullRequest(apiUrl, waiting));
    await action.logMatches(/#412 TESTING/);
    const signalledAt = performance.now();
    action.signal(signal);
    const run = await action.finished;
    return { run, tookMs: performance.now() - signalledAt };
  }

  itInCi("gives a slow service the time that the runner leaves", async () => {
    const { run, tookMs } = await cancelledBy([late(3000, OK)]);
    expect(run.warnings).toEqual([]);
    expect(run).toMatchObject({ exitCode: 1, outputs: { "is-submitted": "false", state: "CANCELLED" } });
    expect(run.summary).toContain("was removed from the queue");
    expect(tookMs).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
  });

  it("tries again when the service fails in passing", async () => {
    const { run, tookMs } = await cancelledBy([refuses(503, "SERVICE_UNAVAILABLE"), OK]);
    expect(run).toMatchObject({ warnings: [], outputs: { "is-submitted": "false", state: "CANCELLED" } });
    expect(tookMs).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
  });

  itInAll("ends before the runner sends another signal", async () => {
    const { run, tookMs } = await cancelledBy([hangs]);
    expect(run.warnings).toEqual([expect.stringMatching(/^#412 may still be in the queue/)]);
    expect(run.summary).toContain("may still be in the queue");
    expect(tookMs).toBeGreaterThan(5000);
    expect(tookMs).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
  });

  it("hurries at SIGTERM, which a kill follows soon", async () => {
    const { run, tookMs } = await cancelledBy([hangs], "SIGTERM");
    expect(run.warnings).toEqual([expect.stringMatching(/^#412 may still be in the queue/)]);
    expect(tookMs).toBeLessThan(RUNNER_ENDS_MS.SIGTERM);
  });

  itInCi("takes back a submission that arrives seconds later", async () => {
    const scripted = await service({
      submitPullRequest: [hangs],
      cancelPullRequest: [absent, absent, absent, OK],
    });
    const action = startAction(onPullRequest(scripted.apiUrl, waiting));
    await until(() => endpointsOf(scripted).includes("submitPullRequest"));
    const signalledAt = performance.now();
    action.signal("SIGINT");
    const run = await action.finished;
    expect(performance.now() - signalledAt).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
    expect(run).toMatchObject({ warnings: [], outputs: { "is-submitted": "false" } });
  });
});

describe("the report of a step", () => {
  const status = { operation: "status", wait: "true", "poll-interval": "100ms", "wait-timeout": "5s" };

  it("counts only the others after the pull request has merged", async () => {
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("TESTING"), inState("MERGED")],
      getQueue: [
        answersJson(200, aQueueReply({ enqueuedPullRequests: [submitted(), submitted({ prNumber: 7 })] })),
      ],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.summary).toMatch(/\| Queue \| \*\*RUNNING\*\*.*, 1 pull request in it \|/);
  });

  it("warns of a paused queue, in the log and as an annotation", async () => {
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("PENDING"), inState("PENDING"), inState("CANCELLED")],
      getQueue: [answersJson(200, aQueueReply({ state: "PAUSED", enqueuedPullRequests: [submitted()] }))],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.warnings).toEqual([
      expect.stringMatching(/^#412 waits in the queue of main, which is PAUSED/),
    ]);
    expect(run.stdout).toMatch(/#412 PENDING; .*position 1.*; the queue is PAUSED/);
  });

  it("repeats who paused the queue and why, once for each reason", async () => {
    const paused = (stateReason: string) =>
      answersJson(200, aQueueReply({ state: "PAUSED", stateReason, enqueuedPullRequests: [submitted()] }));
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("PENDING"), inState("PENDING"), inState("CANCELLED")],
      getQueue: [paused("mona paused it: ::error::release freeze.")],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.warnings).toEqual([
      "#412 waits in the queue of main, which is PAUSED: mona paused it: ::error::release freeze.",
    ]);
    expect(run.errors).toEqual([expect.stringMatching(/^#412 is CANCELLED/)]);
    expect(run.stdout).toContain("; the queue is PAUSED: mona paused it: ::error::release freeze");
  });

  it("has a line about a service that does not answer", async () => {
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("TESTING"), says(Buffer.from("")), inState("MERGED")],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.stdout).toMatch(
      /#412 TESTING; the service has not answered since \d\d:\d\d:\d\d UTC; retrying/,
    );
  });

  it("shows a warning where the step warns, and a failure that it only shows", async () => {
    const failed = inState("FAILED", { isCurrentlySubmittedToQueue: false });
    const { apiUrl } = await service({ getSubmittedPullRequest: [failed] });
    const warned = await runAction(onPullRequest(apiUrl, { ...status, "on-error": "warn" }));
    expect([warned.exitCode, warned.summary]).toEqual([0, expect.stringContaining("\n⚠️ #412 is FAILED")]);
    const shown = await runAction(onPullRequest(apiUrl, { operation: "status" }));
    expect([shown.exitCode, shown.summary]).toEqual([0, expect.stringContaining("\n❌ #412 is FAILED")]);
  });

  it("names each failed test run, its check and its output", async () => {
    const timeline = [{ timestamp: "2026-03-02T09:14:05Z", state: "FAILURE", testRunId: "run-1" }];
    const output = "expected 4\n::error::<b>got</b> 5";
    const check = {
      name: "tests",
      url: "https://ci.test/9",
      status: "COMPLETED",
      conclusion: "FAILURE",
      output,
    };
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("FAILED", { isCurrentlySubmittedToQueue: false, timeline })],
      getMergeQueueTestingDetails: [
        answersJson(200, { testedPullRequests: [], checkSuites: [{ checkRuns: [check] }] }),
      ],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.stdout).toMatch(
      /^#412 test run run-1 failed: `tests` is FAILURE, output: https:\/\/ci.test\/9$/m,
    );
    expect(run.stdout).toMatch(/^\| ::error::<b>got<\/b> 5$/m);
    expect(run.summary).toContain(
      "| Failed, attempt 1 | test run run-1<br>[tests](https&#58;//ci.test/9) FAILURE |",
    );
    expect(run.summary).toContain("<code>::error::&#60;b&#62;got&#60;/b&#62; 5</code>");
    expect(run.outputs).toMatchObject({
      "failed-check": "tests",
      "test-run-id": "run-1",
      "test-run-url": "https://ci.test/9",
    });
    expect(JSON.parse(run.outputs["failed-test-runs"] ?? "")).toMatchObject([
      { id: "run-1", attempt: 1, checks: [{ output: output.split("\n") }] },
    ]);
  });
});

describe("a state that is not known", () => {
  const status = { operation: "status", wait: "true", "poll-interval": "100ms", "wait-timeout": "5s" };

  it("is final once the pull request is out of the queue", async () => {
    const gone = inState("QUARANTINED", { isCurrentlySubmittedToQueue: false, stateReasonText: "it coughs" });
    const { apiUrl } = await service({ getSubmittedPullRequest: [inState("TESTING"), gone] });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run.errors).toEqual([expect.stringMatching(/#412 is QUARANTINED .*unknown state.*: it coughs/)]);
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: {
        state: "QUARANTINED",
        "is-final": "true",
        "is-submitted": "false",
        "error-kind": "unknown-state",
      },
    });
  });

  it("is no end while the pull request is in the queue", async () => {
    const { apiUrl } = await service({
      getSubmittedPullRequest: [inState("QUARANTINED"), inState("QUARANTINED"), inState("MERGED")],
    });
    const run = await runAction(onPullRequest(apiUrl, status));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "MERGED" } });
    expect(run.warnings).toEqual([expect.stringMatching(/QUARANTINED.*the wait continues/)]);
  });
});

describe("an answer that switches protocols", () => {
  itInAll.each([
    ["to another", "Upgrade: websocket\r\nConnection: Upgrade\r\n"],
    ["without saying to which", ""],
    ["with a body", "Content-Length: 2\r\n"],
  ])("ends the call: %s", async (_what, headers) => {
    const answer = Buffer.from(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n{}`);
    for (const stays of [true, false]) {
      const fault: Fault = stays ? (socket) => socket.write(answer) : says(answer);
      server = await FaultyServer.start([fault]);
      const inputs = { operation: "delete-queue", timeout: "5s", retries: "3" };
      const run = await runAction(onPullRequest(server.apiUrl, inputs));
      expect(run).toMatchObject({
        exitCode: 1,
        outputs: { "error-kind": "bad-answer", "http-status": "101" },
      });
      expect(Number(run.outputs["duration-ms"])).toBeLessThan(2000);
      await server.close();
    }
  });
});
