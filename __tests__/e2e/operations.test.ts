/** Every operation of the built action, as a runner runs it, against this repository's own service on real git. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type ActionCall,
  type ActionRun,
  RUNNER_ENDS_MS,
  runAction,
  startAction,
} from "../support/action-runner.js";
import { pullRequestEvent } from "../support/action-samples.js";
import { nodesToTry } from "../support/node-versions.js";
import { type RealPullRequest, RealService, TOKEN } from "../support/real-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

const MAX_BODY_BYTES = 20_971_520;
const NO_SUCH_PULL_REQUEST = 999_999;
const UNKNOWN_RUN = "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11";

/** Outputs that have nothing to say of a pull request that is in the queue. */
const NO_OUTPUTS = {
  "pull-request-url": "",
  "test-run-url": "",
  "impacted-targets-count": "",
  "impacted-targets-all": "",
  "impacted-targets-reason": "",
  "impacted-targets-hint": "",
  "impacted-targets-result": "",
  "error-kind": "",
  "failed-check": "",
  "failed-test-runs": "",
  "test-run-id": "",
};

// Each test starts a few processes, and many may share few cores.
type Inputs = Readonly<Record<string, string>>;

describe.each(nodesToTry())("$title", ({ path }) => {
  // Shown as skipped, with the reason in the title, where the machine does not have that Node.
  const suite = path === null ? describe.skip : describe;
  const node = path ?? process.execPath;
  let service: RealService;

  beforeAll(async () => {
    if (path !== null) service = await RealService.start();
  });

  afterAll(async () => {
    if (path !== null) await service.stop();
  });

  /** A step whose event is that of the pull request. */
  function onPullRequest(operation: string, pr: RealPullRequest, inputs: Inputs = {}): ActionCall {
    const { number, headSha: sha, targetBranch: ref } = pr;
    return {
      node,
      inputs: { operation, "api-url": service.apiUrl, "api-token": TOKEN, ...inputs },
      event: pullRequestEvent({ number, head: { sha, ref: "change" }, base: { ref } }),
    };
  }

  /** A step of a workflow that somebody started by hand. */
  function onBranch(operation: string, branch: string, inputs: Inputs = {}): ActionCall {
    return {
      node,
      inputs: {
        operation,
        "api-url": service.apiUrl,
        "api-token": TOKEN,
        "target-branch": branch,
        ...inputs,
      },
      eventName: "workflow_dispatch",
    };
  }

  suite("submit", () => {
    itInCi("puts the pull request in the queue", async () => {
      const pr = await service.newPullRequest(await service.newQueue({ state: "PAUSED" }));
      const run = await runAction(onPullRequest("submit", pr, { priority: "high", "no-batch": "true" }));
      expectGreen(run, `#${pr.number} is submitted to the queue of ${pr.targetBranch}.`);
      expect(run.outputs).toEqual({
        ...NO_OUTPUTS,
        state: "NOT_READY",
        "is-submitted": "true",
        "is-final": "false",
        priority: "high",
        reason: `#${pr.number} was submitted.`,
        "queue-state": "PAUSED",
        outcome: "done",
        uploaded: "",
        response: "{}",
        "http-status": "200",
        attempts: "1",
        "duration-ms": expect.stringMatching(/^\d+$/),
      });
      expect(rowsOf(run)).toMatchObject({
        "Pull request": `[acme/shop#${pr.number}](https&#58;//github.com/acme/shop/pull/${pr.number}) → ${pr.targetBranch}`,
        Title: `Change ${pr.number} (by Ada Author)`,
        State: "**NOT_READY**",
        "Waits for": "the queue to admit it, which a paused or draining queue does not",
        Priority: "high",
        Queue: "**PAUSED**, single, concurrency 1, no batches, 1 pull request in it",
      });
      expect(await service.read(pr)).toMatchObject({ priorityName: "high", noBatch: true });
    });

    itInAll(
      "goes by its endpoint's name too, and rewrites the priority of what is in the queue",
      async () => {
        const pr = await service.newPullRequest(await service.newQueue({ state: "PAUSED" }));
        for (const priority of ["low", "7"]) {
          const run = await runAction(onPullRequest("submitPullRequest", pr, { priority }));
          expectGreen(run, `#${pr.number} is submitted to the queue of ${pr.targetBranch}.`);
          expect(run.outputs).toMatchObject({ "is-submitted": "true", priority });
        }
        expect((await service.queue(pr.targetBranch)).enqueuedPullRequests).toHaveLength(1);
      },
    );

    itInAll("is red when there is no such pull request, or no queue", async () => {
      const there = await service.newPullRequest(await service.newQueue());
      const absent = { ...there, number: NO_SUCH_PULL_REQUEST };
      expectRed(await runAction(onPullRequest("submit", absent)), 404, "not-found", /PR_NOT_FOUND/);
      const queueless = { ...there, targetBranch: await service.newBranch() };
      expectRed(
        await runAction(onPullRequest("submit", queueless)),
        404,
        "not-found",
        /MERGE_QUEUE_NOT_FOUND/,
      );
    });
  });

  suite("a wait", () => {
    const waiting = { wait: "true", "poll-interval": "100ms", "wait-timeout": "40s" };

    itInAll("is green when the pull request has landed", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      const action = startAction(onPullRequest("submit", pr, waiting));
      await action.logMatches(/ TESTING/);
      await service.decide(pr, "pass");
      const run = await action.finished;
      expectGreen(run, /#\d+ is MERGED after \d/);
      expect(run.outputs).toMatchObject({
        state: "MERGED",
        "is-submitted": "false",
        "is-final": "true",
        priority: "medium",
        reason: expect.stringMatching(/ landed: it passed test run /),
        "queue-state": "RUNNING",
        "http-status": "200",
        "error-kind": "",
      });
      expect(rowsOf(run)["History"]).toMatch(/TESTING [\d.]+ m?s → (TESTS_PASSED [\d.]+ m?s → )?MERGED$/);
      expect(await service.repository.git("log", "-1", "--format=%s", pr.targetBranch)).toBe(
        `Change ${pr.number} (#${pr.number})`,
      );
    });

    itInAll("is red with the queue's own reason when its tests fail", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      await service.decide(pr, "fail");
      const run = await runAction(onPullRequest("submit", pr, waiting));
      const reason = `#${pr.number} failed \`tests\` again with nothing else ahead, so the failure is its own.`;
      expectRed(run, 200, "failed", new RegExp(`^#${pr.number} is FAILED after .*: ${reason}$`));
      expect(run.outputs).toMatchObject({ state: "FAILED", "is-final": "true", reason });
    });

    itInAll("stays green with on-error: warn, and says in the outputs what happened", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      await service.decide(pr, "fail");
      const run = await runAction(onPullRequest("submit", pr, { ...waiting, "on-error": "warn" }));
      expect(run).toMatchObject({ exitCode: 0, errors: [] });
      expect(run.warnings).toEqual([expect.stringMatching(/ is FAILED after /)]);
      expect(run.outputs).toMatchObject({ state: "FAILED", "error-kind": "failed" });
      expect(run.summary).toMatch(/^### Merge queue: submit\n\n⚠️ #\d+ is FAILED after /);
    });

    itInAll("outlives a service that is killed and started again", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      const action = startAction(onPullRequest("submit", pr, waiting));
      await action.logMatches(/ TESTING/);
      await service.crash();
      await service.decide(pr, "pass");
      const run = await action.finished;
      expectGreen(run, /#\d+ is MERGED after \d/);
      expect(run.outputs).toMatchObject({ state: "MERGED", "error-kind": "" });
    });

    itInAll("is red at its end when the pull request has not left the queue by then", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const run = await runAction(onPullRequest("status", pr, { ...waiting, "wait-timeout": "1s" }));
      expectRed(run, null, "deadline-passed", /is still TESTING after .*wait-timeout/);
      expect(run.outputs).toMatchObject({ state: "TESTING", "is-submitted": "true", "is-final": "false" });
      expect(rowsOf(run)).toMatchObject({ State: "**TESTING**", History: expect.stringMatching(/^TESTING/) });
    });

    itInAll.each(["SIGINT", "SIGTERM"] as const)(
      "is over before the runner follows %s up, with outputs and summary, and leaves the queue alone",
      async (signal) => {
        const pr = await service.newPullRequest(await service.newQueue());
        const { run, ms } = await stopped(onPullRequest("submit", pr, waiting), signal);
        expect(ms).toBeLessThan(RUNNER_ENDS_MS[signal]);
        expectRed(run, null, "aborted", /^Stopped, because the job was cancelled\.$/);
        expect(run.outputs).toMatchObject({ state: "TESTING", "is-submitted": "true", "is-final": "false" });
        expect(rowsOf(run)["State"]).toBe("**TESTING**");
        expect(await service.read(pr)).toMatchObject({ isCurrentlySubmittedToQueue: true });
      },
    );

    itInAll("takes the pull request out of the queue on SIGTERM with cancel-on-abort", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      const { run, ms } = await stopped(
        onPullRequest("submit", pr, { ...waiting, "cancel-on-abort": "true" }),
        "SIGTERM",
      );
      expect(ms).toBeLessThan(RUNNER_ENDS_MS.SIGTERM);
      expectRed(run, null, "aborted", /job was cancelled/);
      expect(run.stdout).toContain(
        `#${pr.number} was removed from the queue, because the job was cancelled.`,
      );
      expect(run.outputs).toMatchObject({ "is-submitted": "false" });
      expect(await service.read(pr)).toMatchObject({
        state: "CANCELLED",
        isCurrentlySubmittedToQueue: false,
      });
    });

    itInAll("is red when somebody else takes the pull request out", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const action = startAction(onPullRequest("status", pr, waiting));
      await action.logMatches(/ TESTING/);
      expectGreen(await runAction(onPullRequest("cancel", pr)), / is removed /);
      expectRed(await action.finished, 200, "cancelled", /is CANCELLED after .*cancelled through the API/);
    });
  });

  suite("status", () => {
    itInAll("says where the pull request is, with those ahead of it", async () => {
      const ahead = await service.newPullRequestUnderTest(await service.newQueue());
      const pr = await service.newPullRequest(ahead.targetBranch);
      await runAction(onPullRequest("submit", pr));
      const run = await runAction(onPullRequest("getSubmittedPullRequest", pr));
      expectGreen(run, new RegExp(`^#${pr.number} is PENDING: `, "m"), "⏳");
      expect(run.outputs).toMatchObject({
        state: "PENDING",
        "is-submitted": "true",
        "queue-state": "RUNNING",
      });
      expect(rowsOf(run)["Position"]).toBe(`2, behind #${ahead.number}`);
      expect(JSON.parse(run.outputs["response"] ?? "")).toMatchObject({
        prNumber: pr.number,
        prSha: pr.headSha,
        state: "PENDING",
      });
    });

    itInAll("knows what has left the queue, and does not wait for it", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      expectGreen(await runAction(onPullRequest("cancel", pr)), / is removed /);
      const run = await runAction(onPullRequest("status", pr));
      expectGreen(run, `#${pr.number} is CANCELLED: #${pr.number} was cancelled through the API.`, "❌");
      expect(run.outputs).toMatchObject({ "is-submitted": "false", "is-final": "true" });
      expectRed(
        await runAction(onPullRequest("status", pr, { wait: "true" })),
        200,
        "cancelled",
        /CANCELLED/,
      );
    });

    itInAll("names the commit whose impacted targets are missing in parallel mode", async () => {
      const pr = await service.newPullRequest(await service.newQueue({ mode: "parallel" }));
      const run = await runAction(onPullRequest("submit", pr));
      expect(run.outputs).toMatchObject({
        state: "NOT_READY",
        reason: `#${pr.number} was submitted. Impacted targets for its head commit ${pr.headSha} are missing.`,
      });
    });

    itInAll("is red for a pull request that was never submitted", async () => {
      const pr = await service.newPullRequest(await service.newQueue());
      expectRed(await runAction(onPullRequest("status", pr)), 404, "not-found", /PR_NOT_FOUND/);
    });
  });

  suite("cancel", () => {
    itInAll("takes the pull request out, and is done the second time too", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const first = await runAction(onPullRequest("cancel", pr));
      expectGreen(first, `#${pr.number} is removed from the queue of ${pr.targetBranch}.`);
      expect(first.outputs).toMatchObject({
        state: "CANCELLED",
        "is-submitted": "false",
        "is-final": "true",
      });
      expect(rowsOf(first)).toMatchObject({ State: "**CANCELLED**" });
      const second = await runAction(onPullRequest("cancelPullRequest", pr));
      expectGreen(second, `#${pr.number} is not in the queue of ${pr.targetBranch}.`);
      expect(second.outputs).toMatchObject({ "is-submitted": "false", "http-status": "404" });
      expect(second.outputs["response"]).toContain("PR_NOT_IN_QUEUE");
    });

    itInAll("is red where there is no queue", async () => {
      const pr = await service.newPullRequest(await service.newBranch());
      expectRed(await runAction(onPullRequest("cancel", pr)), 404, "not-found", /MERGE_QUEUE_NOT_FOUND/);
    });
  });

  suite("restart-tests", () => {
    itInAll("begins another test run", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const before = await service.testRunOf(pr);
      const run = await runAction(onPullRequest("restart-tests", pr));
      expectGreen(run, `The tests of #${pr.number} start again.`);
      expect(run.outputs).toMatchObject({ "is-submitted": "true", "http-status": "200", attempts: "1" });
      await expect(service.testRunOf(pr, before)).resolves.toMatch(/^[\w-]{36}$/);
    });

    itInAll("is red with the queue's reason where no tests run", async () => {
      const ahead = await service.newPullRequestUnderTest(await service.newQueue());
      const pr = await service.newPullRequest(ahead.targetBranch);
      const absent = await runAction(onPullRequest("restart-tests", pr));
      expectRed(absent, 404, "not-found", /PR_NOT_IN_QUEUE/);
      await runAction(onPullRequest("submit", pr));
      const pending = await runAction(onPullRequest("restartTestsOnPullRequest", pr));
      expectRed(
        pending,
        409,
        "refused",
        /PR_TESTS_NOT_RESTARTABLE.* is PENDING: only running or failed tests/,
      );
    });
  });

  suite("set-impacted-targets", () => {
    let pr: RealPullRequest;
    let testRun = "";

    beforeAll(async () => {
      pr = await service.newPullRequestUnderTest(await service.newQueue());
      testRun = await service.testRunOf(pr);
    });

    const file = { "impacted-targets-file": "targets" };

    itInAll.each([
      ["a file of lines", file, "web\n//api:server\n", ["web", "//api:server"]],
      ["a JSON array in a file", file, '["web", "a,b", "web"]', ["web", "a,b"]],
      ["names in the workflow", { "impacted-targets": "web\napi" }, "", ["web", "api"]],
      ["[], which is nothing at all", { "impacted-targets": "[]" }, "", []],
    ])("uploads %s", async (_what, inputs, targets, expected) => {
      const run = await runAction({
        ...onPullRequest("set-impacted-targets", pr, inputs),
        files: { targets },
      });
      const noun = expected.length === 1 ? "target" : "targets";
      expectGreen(run, `${expected.length} impacted ${noun} uploaded for #${pr.number}.`);
      expect(run.warnings).toEqual([]);
      expect(run.outputs).toMatchObject({
        "impacted-targets-count": String(expected.length),
        "impacted-targets-all": "false",
        "impacted-targets-reason": "",
      });
      expect(rowsOf(run)).toMatchObject({
        "Head commit": pr.headSha,
        "Impacted targets": expect.stringMatching(new RegExp(`^${expected.length}`)),
      });
      expect(await service.targetsUnderTest(pr.targetBranch, testRun)).toEqual(expected);
    });

    it.each([
      ["ALL", { "impacted-targets": "ALL" }, 0],
      ["an empty file, with a warning", file, 1],
    ])("uploads %s as everything", async (_what, inputs, warnings) => {
      const targets = "";
      const run = await runAction({ ...onPullRequest("setImpactedTargets", pr, inputs), files: { targets } });
      expectGreen(run, `ALL targets are uploaded for #${pr.number}.`);
      expect(run.warnings).toHaveLength(warnings);
      expect(run.outputs).toMatchObject({ "impacted-targets-count": "", "impacted-targets-all": "true" });
      expect(rowsOf(run)["Impacted targets"]).toMatch(/^\*\*ALL\*\*, because the list /);
      expect(await service.targetsUnderTest(pr.targetBranch, testRun)).toEqual(["ALL"]);
    });

    itInAll("uploads a list of 20971520 bytes as it is, and one of a byte more as everything", async () => {
      const names = namesFilling(pr);
      const upload = async (targets: string) =>
        runAction({ ...onPullRequest("set-impacted-targets", pr, file), files: { targets } });
      const fitting = await upload(names.join("\n"));
      expectGreen(fitting, `${names.length} impacted targets uploaded for #${pr.number}.`);
      expect(fitting).toMatchObject({ warnings: [], outputs: { attempts: "1" } });
      const held = await service.targetsUnderTest(pr.targetBranch, testRun);
      expect(held?.length).toBe(names.length);
      expect(held?.at(-1)).toBe(names.at(-1));

      const tooLong = await upload(`${names.join("\n")}x`);
      expectGreen(tooLong, `ALL targets are uploaded for #${pr.number}.`);
      expect(tooLong.warnings).toEqual([
        expect.stringMatching(/^ALL is uploaded, because the list is too long/),
      ]);
      expect(tooLong.outputs["impacted-targets-reason"]).toMatch(/more than 20971520 bytes/);
      expect(rowsOf(tooLong)["Impacted targets"]).toMatch(/^\*\*ALL\*\*, because the list is too long/);
      expect(await service.targetsUnderTest(pr.targetBranch, testRun)).toEqual(["ALL"]);
    });

    it("is red for a pull request that the repository does not have", async () => {
      const absent = { ...pr, number: NO_SUCH_PULL_REQUEST };
      const run = await runAction(
        onPullRequest("set-impacted-targets", absent, { "impacted-targets": "web" }),
      );
      expectRed(run, 404, "not-found", /PR_NOT_FOUND/);
    });
  });

  suite("testing-details", () => {
    itInAll("shows the run that is named, or that tests the current branch", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const id = await service.testRunOf(pr);
      const GITHUB_REF = `refs/heads/mq-merge/pr-${pr.number}/${id}`;
      const runs = [
        await runAction(onBranch("testing-details", pr.targetBranch, { "test-run-id": id })),
        await runAction({
          ...onBranch("getMergeQueueTestingDetails", pr.targetBranch),
          environment: { GITHUB_REF },
        }),
      ];
      for (const run of runs) {
        expectGreen(run, "The test run of 1 pull request is in_progress.", "⏳");
        expect(rowsOf(run)).toMatchObject({
          "Test run": id,
          Tests: `#${pr.number} Change ${pr.number}`,
          "Required checks": "tests",
        });
        expect(JSON.parse(run.outputs["response"] ?? "")).toMatchObject({
          testBranch: `mq-merge/pr-${pr.number}/${id}`,
          testedPullRequests: [{ prNumber: pr.number }],
        });
      }
    });

    itInCi("is red for a run that the queue does not know", async () => {
      const run = await runAction(
        onBranch("testing-details", await service.newQueue(), { "test-run-id": UNKNOWN_RUN }),
      );
      expectRed(run, 404, "not-found", /TEST_RUN_NOT_FOUND/);
    });
  });

  suite("create-queue", () => {
    itInCi("creates the queue with everything that queue-config says in YAML", async () => {
      const branch = await service.newBranch();
      const config = "# ours\nconcurrency: 3\ntestingTimeoutMinutes: 30\nrequiredStatuses:\n  - tests\n";
      const run = await runAction(
        onBranch("create-queue", branch, { "queue-config": config, state: "draining" }),
      );
      expectGreen(run, `The queue of ${branch} is created and has its settings.`);
      expect(run.outputs).toMatchObject({ "queue-state": "DRAINING", "http-status": "200" });
      expect(rowsOf(run)).toMatchObject({
        "Queue of": `acme/shop → ${branch}`,
        Settings: expect.stringContaining("testingTimeoutMinutes: 30"),
      });
      expect(await service.queue(branch)).toMatchObject({
        state: "DRAINING",
        concurrency: 3,
        testingTimeoutMinutes: 30,
        requiredStatuses: ["tests"],
      });
    });

    itInCi("refuses to take over a queue that is there", async () => {
      const branch = await service.newQueue({ concurrency: 2 });
      const run = await runAction(onBranch("createQueue", branch, { concurrency: "9" }));
      expectRed(run, 409, "refused", /QUEUE_ALREADY_EXISTS/);
      expect(await service.queue(branch)).toMatchObject({ concurrency: 2 });
    });

    itInCi("says that the queue is there when the service refuses its settings", async () => {
      const branch = await service.newBranch();
      const config = "stateLabelsEnabled: true";
      const run = await runAction(
        onBranch("create-queue", branch, { batch: "true", "queue-config": config }),
      );
      expectRed(
        run,
        400,
        "refused",
        /is created, but its settings are not applied: .*stateLabelsEnabled.*update-queue\.$/,
      );
      expect(await service.queue(branch)).toMatchObject({ batch: false });
    });

    itInAll("is red for a branch and for a repository that the service does not have", async () => {
      const branch = await runAction(onBranch("create-queue", "nowhere"));
      expectRed(branch, 400, "refused", /has no branch nowhere/);
      const repository = await runAction(onBranch("create-queue", "main", { repository: "acme/other" }));
      expectRed(repository, 404, "not-found", /REPOSITORY_NOT_FOUND/);
    });
  });

  suite("update-queue", () => {
    it("changes what queue-config names in JSON, and nothing else", async () => {
      const branch = await service.newQueue({ concurrency: 2 });
      const run = await runAction(
        onBranch("update-queue", branch, {
          "queue-config": '{"testingTimeoutMinutes": 45}',
          state: "PAUSED",
        }),
      );
      expectGreen(run, `The queue of ${branch} has its new settings and is PAUSED.`);
      expect(run.outputs).toMatchObject({ "queue-state": "PAUSED", "http-status": "200" });
      expect(rowsOf(run)["Settings"]).toContain("testingTimeoutMinutes: 45");
      expect(await service.queue(branch)).toMatchObject({ concurrency: 2, testingTimeoutMinutes: 45 });
    });

    it("is red where there is no queue", async () => {
      const run = await runAction(onBranch("updateQueue", await service.newBranch(), { concurrency: "2" }));
      expectRed(run, 404, "not-found", /MERGE_QUEUE_NOT_FOUND/);
    });
  });

  suite("get-queue", () => {
    itInAll("shows state, settings and the pull requests in order", async () => {
      const first = await service.newPullRequestUnderTest(await service.newQueue());
      const second = await service.newPullRequest(first.targetBranch);
      await runAction(onPullRequest("submit", second));
      const run = await runAction(onBranch("get-queue", first.targetBranch));
      expectGreen(run, `The queue of ${first.targetBranch} is RUNNING.`);
      expect(run.outputs).toMatchObject({ "queue-state": "RUNNING", "http-status": "200", attempts: "1" });
      expect(rowsOf(run)).toMatchObject({
        Queue: "**RUNNING**, single, concurrency 1, no batches, 2 pull requests in it",
        "In the queue": `#${first.number} TESTING Change ${first.number}<br>#${second.number} PENDING Change ${second.number}`,
      });
      expect(JSON.parse(run.outputs["response"] ?? "")).toMatchObject({
        branch: first.targetBranch,
        enqueuedPullRequests: [{ prNumber: first.number }, { prNumber: second.number }],
      });
    });

    it("is red where there is no queue", async () => {
      const run = await runAction(onBranch("getQueue", await service.newBranch()));
      expectRed(run, 404, "not-found", /MERGE_QUEUE_NOT_FOUND/);
    });
  });

  suite("delete-queue", () => {
    itInAll("deletes an empty queue, and is done the second time too", async () => {
      const branch = await service.newQueue();
      expectGreen(await runAction(onBranch("delete-queue", branch)), `The queue of ${branch} is deleted.`);
      const second = await runAction(onBranch("deleteQueue", branch));
      expectGreen(second, `${branch} has no queue.`);
      expect(second.outputs).toMatchObject({ "http-status": "404", "error-kind": "" });
      await expect(service.queue(branch)).rejects.toThrow(/MERGE_QUEUE_NOT_FOUND/);
    });

    itInAll("is red while a pull request is in it", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const run = await runAction(onBranch("delete-queue", pr.targetBranch));
      expectRed(run, 400, "refused", /QUEUE_NOT_EMPTY.*1 pull request is still queued/);
      expect((await service.queue(pr.targetBranch)).enqueuedPullRequests).toHaveLength(1);
    });
  });

  suite("metrics", () => {
    itInAll("writes those of the repository to a file", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const inputs = { "metrics-file": "metrics.txt" };
      const run = await runAction(onBranch("metrics", "", inputs));
      expectGreen(run, / gauges read, and everything written to metrics\.txt\./);
      const series = `mq_depth_current{repo="acme/shop",branch="${pr.targetBranch}",queue_type="main"} 1`;
      expect(run.file("metrics.txt")).toContain(series);
      expect(run.outputs["response"]).toContain("mq_depth_current");
    });

    itInAll("reads those of all repositories", async () => {
      const run = await runAction(onBranch("getMergeQueueMetrics", "", { repository: "*" }));
      expectGreen(run, / gauges read\./);
      expect(rowsOf(run)["Repository"]).toBe("all");
    });

    itInAll("is red for a repository that the service does not have", async () => {
      const run = await runAction(onBranch("metrics", "", { repository: "acme/other" }));
      expectRed(run, 404, "not-found", /REPOSITORY_NOT_FOUND/);
    });
  });

  suite("any operation", () => {
    itInAll("explains a token that the service does not know", async () => {
      const run = await runAction(onBranch("get-queue", "main", { "api-token": "mq_another" }));
      expectRed(
        run,
        401,
        "unauthorized",
        /INVALID_TOKEN.*Set api-token .* to a token that this service knows/,
      );
      expect(`${run.stderr}${run.summary}${JSON.stringify(run.outputs)}`).not.toContain("mq_another");
    });

    itInCi("sends nothing on a dry run", async () => {
      const pr = await service.newPullRequestUnderTest(await service.newQueue());
      const inputs: Readonly<Record<string, Inputs>> = {
        submit: { wait: "true", "wait-timeout": "1s" },
        cancel: {},
        "restart-tests": {},
        status: { wait: "true", "wait-timeout": "1s" },
        "set-impacted-targets": { "impacted-targets": "web" },
        "testing-details": { "test-run-id": UNKNOWN_RUN },
        "create-queue": { batch: "true" },
        "delete-queue": {},
        "get-queue": {},
        "update-queue": { state: "PAUSED" },
        metrics: {},
      };
      const runs: ActionRun[] = [];
      const calls = await service.callsDuring(async () => {
        for (const [operation, own] of Object.entries(inputs)) {
          runs.push(await runAction(onPullRequest(operation, pr, { "dry-run": "true", ...own })));
        }
      });
      for (const run of runs) {
        expectGreen(run, "Dry run: the inputs are valid, and nothing was sent.");
        expect(run.stdout).toMatch(/Would send (GET|POST) http/);
      }
      expect(calls).toEqual([]);
      expect(await service.callsDuring(() => runAction(onPullRequest("get-queue", pr)))).toEqual([
        "getQueue",
      ]);
    });
  });
});

/** Names whose upload for the pull request has exactly the most bytes that a request may have. */
function namesFilling({ number, headSha: sha, targetBranch }: RealPullRequest): readonly string[] {
  const repo = { host: "github.com", owner: "acme", name: "shop" };
  const envelope = { repo, targetBranch, pr: { number, sha }, impactedTargets: [] };
  const room = MAX_BODY_BYTES - JSON.stringify(envelope).length;
  const name = (index: number) => `//services:${String(index).padStart(200, "0")}`;
  const bytesPerName = JSON.stringify(name(0)).length + ",".length;
  const count = Math.floor((room + ",".length) / bytesPerName);
  const rest = room + ",".length - count * bytesPerName;
  return Array.from(
    { length: count },
    (_, index) => name(index) + (index === count - 1 ? "x".repeat(rest) : ""),
  );
}

/** Ends the step as a cancelled job does, once it waits for tests that run; `ms` from the signal to the end. */
async function stopped(
  call: ActionCall,
  signal: NodeJS.Signals,
): Promise<{ readonly run: ActionRun; readonly ms: number }> {
  const action = startAction(call);
  await action.logMatches(/ TESTING/);
  const signalledAt = performance.now();
  action.signal(signal);
  const run = await action.finished;
  return { run, ms: performance.now() - signalledAt };
}

/** `mark`: of what the step shows, as the operation itself succeeded. */
function expectGreen(run: ActionRun, sentence: string | RegExp, mark = "✅"): void {
  const pattern = typeof sentence === "string" ? new RegExp(escaped(sentence)) : sentence;
  expect(run.errors).toEqual([]);
  expect(run.stdout).toMatch(pattern);
  expect(run).toMatchObject({ exitCode: 0, stderr: "", outputs: { "error-kind": "" } });
  expect(run.summary).toMatch(new RegExp(`^### Merge queue: [a-z-]+\\n\\n${mark} `));
}

/** One annotation, and the same sentence in the summary; null where no answer has a status of interest. */
function expectRed(run: ActionRun, status: number | null, errorKind: string, sentence: RegExp): void {
  expect(run.errors).toEqual([expect.stringMatching(sentence)]);
  expect(run).toMatchObject({ exitCode: 1, stderr: "", outputs: { "error-kind": errorKind } });
  if (status !== null) expect(run.outputs["http-status"]).toBe(String(status));
  expect(run.summary).toMatch(/^### Merge queue: [a-z-]+\n\n❌ /);
}

/** The summary's table by the first cell of its rows. */
function rowsOf({ summary }: ActionRun): Readonly<Record<string, string>> {
  const rows = [...summary.matchAll(/^\| ([^|\n]+) \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, label = "", content = ""]) => [label, content]));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
