/** `submit` through the built action: what it sends, what it says, and how waiting ends. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { RUNNER_ENDS_MS, runAction, startAction } from "../support/action-runner.js";
import { onPullRequest, TOKEN } from "../support/action-samples.js";
import { aQueueReply, submitted } from "../support/client-samples.js";
import {
  answers,
  answersJson,
  closesWithoutAnswer,
  type FaultyServer,
  hangs,
} from "../support/faulty-server.js";
import {
  bodyOf,
  endpointsOf,
  OK,
  refuses,
  type Script,
  startScriptedService,
} from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function service(script: Script): Promise<FaultyServer> {
  server = await startScriptedService(script);
  return server;
}

const inState = (state: string, changes: Parameters<typeof submitted>[0] = {}) =>
  answersJson(200, submitted({ state, ...changes }));

const absent = refuses(404, "PR_NOT_FOUND");

describe("submit", () => {
  itInCi("submits the event's pull request and reports its state and its queue", async () => {
    const { apiUrl, requests } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [inState("pending")],
      getQueue: [answersJson(200, aQueueReply({ enqueuedPullRequests: [queued(7), queued(412)] }))],
    });
    const run = await runAction(
      onPullRequest(apiUrl, { operation: "submit", priority: "high", "no-batch": "true" }),
    );
    expect(run.stderr).toBe("");
    expect(run.exitCode).toBe(0);
    expect(bodyOf(requests[0])).toEqual({
      repo: { host: "github.com", owner: "acme", name: "shop" },
      targetBranch: "main",
      pr: { number: 412 },
      priority: "high",
      noBatch: true,
    });
    expect(requests[0]?.headers["x-api-token"]).toBe(TOKEN);
    expect(requests[0]?.headers["user-agent"]).toBe(
      "merge-queue-action/0.1.0 (+https://github.com/acme/shop/actions/runs/4242)",
    );
    expect(run.outputs).toMatchObject({
      state: "PENDING",
      "is-submitted": "true",
      "is-final": "false",
      priority: "medium",
      "queue-state": "RUNNING",
      response: "{}",
      "http-status": "200",
      attempts: "1",
      "error-kind": "",
    });
    expect(run.summary).toContain("| State | **PENDING** |");
    expect(run.summary).toContain("| Position | 2, behind #7 |");
    expect(run.errors).toEqual([]);
  });

  it("takes the endpoint's own spelling", async () => {
    const { apiUrl, requests } = await service({ submitPullRequest: [OK] });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submitPullRequest" }));
    expect(run.exitCode).toBe(0);
    expect(requests[0]?.path).toBe("/v1/submitPullRequest");
  });

  it("calls a pull request that is in the queue already a success", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [refuses(409, "ALREADY_IN_QUEUE")],
      getSubmittedPullRequest: [inState("TESTING")],
    });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "TESTING", "http-status": "409" } });
  });

  it("does not report the end of an earlier stay as its own", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [inState("FAILED", merged)],
    });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { "is-submitted": "true", state: "", reason: "" } });
    expect(run.stdout).toMatch(/does not show the submission yet: it reports FAILED/);
  });

  itInCi("reads back whether a submission without an answer took place", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [closesWithoutAnswer],
      getSubmittedPullRequest: [inState("PENDING")],
    });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "PENDING", "is-submitted": "true" } });
  });

  itInAll.each([
    ["an error", answersJson(200, { error: { code: "QUEUE_PAUSED", message: "no" } }), "refused"],
    ["half of an object", answers(200, '{"error":'), "bad-answer"],
  ])("is not green when a success says %s", async (_what, answer, kind) => {
    const { apiUrl } = await service({ submitPullRequest: [answer] });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": kind } });
  });

  it("tells in the log what a success says in words of its own", async () => {
    const { apiUrl } = await service({ submitPullRequest: [answers(200, "come back later")] });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^submitting the pull request: answered in its own words: come back later$/m);
  });

  it("stays green when only the report cannot be completed", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [refuses(403, "NO")],
    });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { "is-submitted": "true", state: "" } });
  });

  itInCi("tries again when the service fails in passing, and says so once per attempt", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [refuses(503, "UPSTREAM_ERROR"), OK],
      getSubmittedPullRequest: [inState("PENDING")],
    });
    const run = await runAction(onPullRequest(apiUrl, { operation: "submit", retries: "3" }));
    expect(run).toMatchObject({ exitCode: 0, outputs: { attempts: "2" } });
    expect(
      run.stdout.match(/submitting the pull request: attempt 1 failed \(server-failed 503\)/g),
    ).toHaveLength(1);
  });
});

describe("submit with wait", () => {
  const waiting = { operation: "submit", wait: "true", "poll-interval": "100ms" };

  itInAll("ends green with the whole history once the pull request is merged", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("NOT_READY"), inState("testing"), inState("MERGED", merged)],
      getQueue: [answersJson(200, aQueueReply())],
    });
    const run = await runAction(onPullRequest(apiUrl, waiting));
    expect(run).toMatchObject({
      exitCode: 0,
      outputs: { state: "MERGED", "is-final": "true", "is-submitted": "false", reason: "it passed" },
    });
    expect(run.summary).toMatch(/\| History \| NOT_READY .* → TESTING .* → MERGED \|/);
    expect(run.stdout).toMatch(/#412 NOT_READY/);
    expect(run.stdout).toMatch(/#412 is MERGED after /);
  });

  itInCi.each(["FAILED", "CANCELLED"])(
    "ends red with the queue's own reason when it is %s",
    async (state) => {
      const { apiUrl } = await service({
        submitPullRequest: [OK],
        getSubmittedPullRequest: [
          absent,
          inState(state, { ...merged, stateReasonText: "tests failed on #412" }),
        ],
      });
      const run = await runAction(onPullRequest(apiUrl, waiting));
      expect(run).toMatchObject({ exitCode: 1, outputs: { state, "error-kind": state.toLowerCase() } });
      expect(run.errors).toEqual([
        expect.stringMatching(`^#412 is ${state} after .*: tests failed on #412$`),
      ]);
    },
  );

  itInCi("survives a service that fails in the middle", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [
        absent,
        inState("TESTING"),
        refuses(502, "UPSTREAM_ERROR"),
        inState("MERGED", merged),
      ],
    });
    expect(await runAction(onPullRequest(apiUrl, waiting))).toMatchObject({ exitCode: 0 });
  });

  itInAll("stops at its limit with the last state that was seen", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING")],
    });
    const run = await runAction(onPullRequest(apiUrl, { ...waiting, "wait-timeout": "700ms" }));
    expect(run).toMatchObject({
      exitCode: 1,
      outputs: { state: "TESTING", "is-final": "false", "error-kind": "deadline-passed" },
    });
    expect(run.errors).toEqual([
      expect.stringMatching(/^#412 is still TESTING after \d+ ms, the end of wait-timeout/),
    ]);
  });

  itInAll.each(["SIGINT", "SIGTERM"] as const)(
    "stops before the runner follows %s up, with outputs and summary",
    async (signal) => {
      const { apiUrl } = await service({
        submitPullRequest: [OK],
        getSubmittedPullRequest: [absent, inState("TESTING")],
      });
      const action = startAction(onPullRequest(apiUrl, waiting));
      await action.logMatches(/#412 TESTING/);
      const signalledAt = performance.now();
      action.signal(signal);
      const run = await action.finished;
      expect(performance.now() - signalledAt).toBeLessThan(RUNNER_ENDS_MS[signal]);
      expect(run).toMatchObject({ exitCode: 1, outputs: { state: "TESTING", "error-kind": "aborted" } });
      expect(run.summary).toContain("| State | **TESTING** |");
    },
  );

  itInCi("takes the pull request out of the queue when the job is cancelled and that is wished", async () => {
    const scripted = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING")],
      cancelPullRequest: [OK],
    });
    const action = startAction(onPullRequest(scripted.apiUrl, { ...waiting, "cancel-on-abort": "true" }));
    await action.logMatches(/#412 TESTING/);
    action.signal("SIGINT");
    expect(await action.finished).toMatchObject({ exitCode: 1, outputs: { "is-submitted": "false" } });
    expect(endpointsOf(scripted).at(-1)).toBe("cancelPullRequest");
  });

  itInAll("does not wait for a service that leaves the cancellation unanswered", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING")],
      cancelPullRequest: [hangs],
    });
    const action = startAction(onPullRequest(apiUrl, { ...waiting, "cancel-on-abort": "true" }));
    await action.logMatches(/#412 TESTING/);
    const signalledAt = performance.now();
    action.signal("SIGTERM");
    const run = await action.finished;
    expect(performance.now() - signalledAt).toBeLessThan(RUNNER_ENDS_MS.SIGTERM);
    expect(run.warnings).toEqual([expect.stringMatching(/^#412 may still be in the queue/)]);
    expect(run.outputs["is-submitted"]).toBe("true");
  });

  itInCi("takes back a submission that was cancelled before its answer came", async () => {
    const scripted = await service({ submitPullRequest: [hangs], cancelPullRequest: [OK] });
    const action = startAction(onPullRequest(scripted.apiUrl, { ...waiting, "cancel-on-abort": "true" }));
    await until(() => endpointsOf(scripted).includes("submitPullRequest"));
    action.signal("SIGINT");
    expect(await action.finished).toMatchObject({ exitCode: 1, outputs: { "error-kind": "aborted" } });
    expect(endpointsOf(scripted).slice(1)).toEqual(["submitPullRequest", "cancelPullRequest"]);
  });

  itInAll("warns of a submission that may still arrive after it was cancelled", async () => {
    const scripted = await service({ submitPullRequest: [hangs], cancelPullRequest: [absent] });
    const action = startAction(onPullRequest(scripted.apiUrl, { ...waiting, "cancel-on-abort": "true" }));
    await until(() => endpointsOf(scripted).includes("submitPullRequest"));
    const signalledAt = performance.now();
    action.signal("SIGINT");
    const run = await action.finished;
    // What the runner leaves is used, since the submission may arrive as long as that lasts.
    expect(performance.now() - signalledAt).toBeGreaterThan(6000);
    expect(performance.now() - signalledAt).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
    expect(run.outputs).toMatchObject({ "error-kind": "aborted", "is-submitted": "" });
    expect(run.warnings).toEqual([expect.stringMatching(/^#412 is not in the queue, but may still get in/)]);
    expect(endpointsOf(scripted).slice(-5)).toEqual(Array(5).fill("cancelPullRequest"));
  });

  itInAll.each(["MERGED", "FAILED"])(
    "does not take an earlier stay's %s for the end of this one",
    async (before) => {
      const [old, now] = [{ ...merged }, { stateChangedAt: "2026-03-02T10:00:00.000Z" }];
      const { apiUrl } = await service({
        submitPullRequest: [OK],
        getSubmittedPullRequest: [
          inState(before, old),
          inState(before, old),
          inState("TESTING", now),
          inState("CANCELLED", { ...old, ...now }),
        ],
      });
      const run = await runAction(onPullRequest(apiUrl, waiting));
      expect(run).toMatchObject({ exitCode: 1, outputs: { state: "CANCELLED", "error-kind": "cancelled" } });
      expect(run.summary).toMatch(/\| History \| TESTING .* → CANCELLED \|/);
    },
  );

  itInAll("ends at once on a final state, also when the queue itself is not shown", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("MERGED", merged)],
      getQueue: [hangs],
    });
    const run = await runAction(onPullRequest(apiUrl, waiting));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "MERGED" } });
    expect(Number(run.outputs["duration-ms"])).toBeLessThan(3000);
  });

  itInAll(
    "is green when what it submitted without an answer lands before it can submit it once more",
    async () => {
      const { apiUrl } = await service({
        submitPullRequest: [closesWithoutAnswer, refuses(400, "PR_NOT_ENQUEUEABLE")],
        getSubmittedPullRequest: [absent, inState("MERGED", merged)],
      });
      const run = await runAction(onPullRequest(apiUrl, { ...waiting, retries: "1" }));
      expect(run).toMatchObject({ exitCode: 0, outputs: { state: "MERGED", "error-kind": "" } });
    },
  );

  it("keeps an outcome that is known when the job is cancelled after it", async () => {
    const scripted = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("MERGED", merged)],
      getQueue: [hangs],
      cancelPullRequest: [OK],
    });
    const action = startAction(onPullRequest(scripted.apiUrl, { ...waiting, "cancel-on-abort": "true" }));
    await until(() => endpointsOf(scripted).includes("getQueue"));
    action.signal("SIGINT");
    expect(await action.finished).toMatchObject({
      exitCode: 0,
      outputs: { state: "MERGED", "error-kind": "" },
    });
    expect(endpointsOf(scripted)).not.toContain("cancelPullRequest");
  });

  itInAll("does not wait long for the place in line", async () => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING"), inState("MERGED", merged)],
      getQueue: [hangs],
    });
    const run = await runAction(onPullRequest(apiUrl, waiting));
    expect(run).toMatchObject({ exitCode: 0, outputs: { state: "MERGED" } });
    expect(Number(run.outputs["duration-ms"])).toBeLessThan(5000);
  });

  itInAll.each([
    ["timeout", { timeout: "600ms", "wait-timeout": "1h" }],
    ["wait-timeout", { timeout: "1h", "wait-timeout": "600ms" }],
  ])("ends with the earlier of two limits: %s", async (_which, limits) => {
    const { apiUrl } = await service({
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING")],
    });
    const run = await runAction(onPullRequest(apiUrl, { ...waiting, ...limits }));
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "deadline-passed" } });
  });
});

const merged = { isCurrentlySubmittedToQueue: false, stateReasonText: "it passed" };

function queued(prNumber: number) {
  return { ...submitted({ prNumber }), noBatch: false };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
