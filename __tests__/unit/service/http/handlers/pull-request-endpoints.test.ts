/** Cancelling, restarting, looking up and setting targets: what happens, and what is refused. */
import { describe, expect, it } from "@jest/globals";
import type { EndpointName } from "../../../../../src/contract/endpoints.js";
import { ALL_TARGETS, targetList } from "../../../../../src/domain/impacted-targets.js";
import { picture } from "../../../../../src/engine/explain/picture.js";
import { apiWorld, no } from "../../../../support/api-world.js";
import { headOf } from "../../../../support/fake-commits.js";
import {
  cancelled,
  entryNumbered,
  factsOf,
  failed,
  landed,
  passed,
  pushed,
  runNamed,
  submitted,
} from "../../../../support/queue-builder.js";

const ONE = { pr: { number: 1 } };

/** A queue with one entry under test. */
async function worldOfOne(...options: Parameters<typeof apiWorld>) {
  const world = await apiWorld(...options);
  world.forge.tell(1);
  await world.happens(submitted(1));
  return world;
}

describe("cancelling", () => {
  it("takes the pull request out, and says who did", async () => {
    const world = await worldOfOne();
    expect(await world.call("cancelPullRequest", ONE)).toMatchObject({ status: 200, body: {} });
    expect((await world.queue()).entries).toEqual([]);
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({
      state: "CANCELLED",
      stateReason: "API_REQUESTED",
      stateReasonText: "#1 was cancelled through the API.",
    });
  });

  it("is heard while the entry lands, though the landing decides", async () => {
    const world = await worldOfOne();
    await world.happens(passed("1"));
    expect(await world.call("cancelPullRequest", ONE)).toMatchObject({ status: 200 });
    await world.happens(landed());
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({ state: "MERGED" });
  });

  it.each(["never submitted", "gone already"])("is refused for what was %s", async (what) => {
    const world = await worldOfOne();
    await world.happens(cancelled(1));
    const number = what === "gone already" ? 1 : 8;
    expect(await world.call("cancelPullRequest", { pr: { number } })).toMatchObject({
      status: 404,
      body: no(
        "PR_NOT_IN_QUEUE",
        `pull request #${number} is not in the queue of main: submit it with \`merge-queue submit ${number} --branch main\``,
      ),
    });
  });
});

describe("restarting tests", () => {
  it("starts a new run in place while one is under way", async () => {
    const world = await worldOfOne();
    await world.happens(submitted(2));
    const { id } = runNamed(await world.queue(), "1");
    expect(await world.call("restartTestsOnPullRequest", ONE)).toMatchObject({ status: 200, body: {} });
    const queue = await world.queue();
    expect(runNamed(queue, "1").id).not.toBe(id);
    expect(queue.line.flatMap(({ entries }) => entries)).toEqual([1, 2]);
  });

  it("works on a failure that is not settled", async () => {
    const world = await worldOfOne();
    await world.happens(submitted(2), failed("1+2"));
    expect(entryNumbered(await world.queue(), 2).state).toBe("pendingFailure");
    expect(await world.call("restartTestsOnPullRequest", { pr: { number: 2 } })).toMatchObject({
      status: 200,
    });
    expect(entryNumbered(await world.queue(), 2).state).toBe("testing");
  });

  it.each([
    ["upper", "NOT_READY"],
    ["lower", "not_ready"],
  ] as const)("is refused in any other state, which is named (%s)", async (stateCase, state) => {
    const world = await apiWorld({ stateCase });
    await world.happens(submitted(1, { facts: { draft: true } }));
    expect(await world.call("restartTestsOnPullRequest", ONE)).toMatchObject({
      status: 409,
      body: no(
        "PR_TESTS_NOT_RESTARTABLE",
        `pull request #1 is ${state}: only running or failed tests can be restarted`,
      ),
    });
  });

  it("is refused for what is not in the queue", async () => {
    const world = await worldOfOne();
    await world.happens(passed("1"), landed());
    expect(await world.call("restartTestsOnPullRequest", ONE)).toMatchObject({
      status: 404,
      body: no(
        "PR_NOT_IN_QUEUE",
        "pull request #1 is not in the queue of main: submit it with `merge-queue submit 1 --branch main`",
      ),
    });
  });
});

describe("looking a pull request up", () => {
  it("finds the live entry, not an earlier stay", async () => {
    const world = await worldOfOne();
    await world.happens(cancelled(1), submitted(1));
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({
      state: "TESTING",
      isCurrentlySubmittedToQueue: true,
    });
  });

  it("finds the last of the stays that are over", async () => {
    const world = await worldOfOne();
    await world.happens(cancelled(1), submitted(1), passed("1"), landed());
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({
      state: "MERGED",
      isCurrentlySubmittedToQueue: false,
    });
  });

  it("says the same each time, until something about the entry or its queue changes", async () => {
    const world = await apiWorld();
    await world.happens(submitted(1));
    const look = async () => (await world.call("getSubmittedPullRequest", ONE)).body;
    const first = await look();
    expect(await look()).toEqual(first);
    await world.happens(cancelled(1));
    expect(await look()).toMatchObject({ state: "CANCELLED", readiness: { requiresImpactedTargets: false } });
    await world.call("updateQueue", { mode: "parallel" });
    expect(await look()).toMatchObject({ state: "CANCELLED", readiness: { requiresImpactedTargets: true } });
  });

  it("is refused for what was never submitted", async () => {
    expect(await (await apiWorld()).call("getSubmittedPullRequest", ONE)).toMatchObject({
      status: 404,
      body: no(
        "PR_NOT_FOUND",
        "pull request #1 was never submitted to the queue of main: submit it with `merge-queue submit 1 --branch main`",
      ),
    });
  });
});

describe("setting targets", () => {
  const set = async (world: Awaited<ReturnType<typeof apiWorld>>, pr: object, impactedTargets: unknown) =>
    world.call("setImpactedTargets", { pr, impactedTargets });

  it("keeps them for the head that is named, and tells the queue when it has that head", async () => {
    const world = await worldOfOne();
    const sha = headOf(1).toUpperCase();
    expect(await set(world, { number: 1, sha }, ["web", "", "api", "web"])).toMatchObject({
      status: 200,
      body: {},
    });
    expect(entryNumbered(await world.queue(), 1).targets).toEqual(targetList(["web", "api"]));
  });

  it("means the current head when none is named", async () => {
    const world = await apiWorld();
    world.forge.tell(1, { headSha: headOf(1, 3) });
    await set(world, { number: 1 }, "IMPACTS_ALL");
    const { id } = await world.queue();
    const { number } = factsOf(1);
    expect(await world.queues.store.loadTargets(id, number, headOf(1, 3))).toEqual(ALL_TARGETS);
    expect(await world.queues.store.loadTargets(id, number, headOf(1))).toBeNull();
  });

  it("leaves an entry with another head alone", async () => {
    const world = await worldOfOne();
    const before = await world.queue();
    await set(world, { number: 1, sha: headOf(1, 1) }, ["web"]);
    expect(await world.queue()).toEqual(before);
  });

  it("replaces what was uploaded before, and takes an empty list for what it says", async () => {
    const world = await worldOfOne();
    await set(world, { number: 1 }, ["web"]);
    await set(world, { number: 1 }, []);
    expect(entryNumbered(await world.queue(), 1).targets).toEqual(targetList([]));
  });

  it("takes a list that holds the word ALL for a list", async () => {
    const world = await worldOfOne();
    await set(world, { number: 1 }, ["ALL"]);
    expect(entryNumbered(await world.queue(), 1).targets).toEqual(targetList(["ALL"]));
  });

  it("again with the same changes nothing", async () => {
    const world = await worldOfOne();
    await set(world, { number: 1 }, ["web"]);
    const before = await world.queues.read({
      repository: { host: "github.com", owner: "octo", name: "mono" },
      targetBranch: "main",
    });
    await set(world, { number: 1 }, ["web"]);
    expect(await world.queues.list()).toEqual([before]);
  });

  it("is refused for an unknown pull request and for half a commit id", async () => {
    const world = await worldOfOne();
    expect(await set(world, { number: 2 }, [])).toMatchObject({
      status: 404,
      body: no(
        "PR_NOT_FOUND",
        "there is no pull request #2: check the number; with plain git it is refs/pull/<number>/head, which `git push` creates",
      ),
    });
    expect(await set(world, { number: 1, sha: "5b1d" }, [])).toMatchObject({
      status: 400,
      body: no("VALIDATION_FAILED", "pr.sha: expected a full commit id of 40 or 64 hexadecimal digits"),
    });
  });
});

describe("testing details", () => {
  it("are there for a live run, and with every target on the branch", async () => {
    const world = await worldOfOne();
    world.forge.tell(2);
    await world.happens(submitted(2));
    await world.call("setImpactedTargets", { ...ONE, impactedTargets: ["api"] });
    await world.call("setImpactedTargets", { pr: { number: 2 }, impactedTargets: ["web"] });
    const { id } = runNamed(await world.queue(), "1+2");
    expect(
      (await world.call("getMergeQueueTestingDetails", { testRunId: id.toUpperCase() })).body,
    ).toMatchObject({
      testBranch: `mq-merge/pr-2/${id}`,
      status: "in_progress",
      testedPullRequests: [{ prNumber: 2, prUrl: "https://github.com/octo/mono/pull/2", title: "Change 2" }],
      impactedTargets: ["api", "web"],
      impactedTargetsForTestedPrs: ["web"],
      dependentPrs: [1],
    });
  });

  it("are there for a part of a split batch, which can be looked up, restarted and cancelled too", async () => {
    const world = await apiWorld({}, { batch: true, batchingMinSize: 2 });
    world.forge.tell(1);
    await world.happens(submitted(1), submitted(2), failed("1+2"));
    const [part] = (await world.queue()).beside;
    const run = (await world.queue()).runs.find(({ batch }) => batch === part?.id);
    expect(await world.call("getMergeQueueTestingDetails", { testRunId: run?.id })).toMatchObject({
      status: 200,
      body: { status: "in_progress", testedPullRequests: [{ prNumber: 1 }], dependentPrs: [] },
    });
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({
      state: "TESTING",
      isCurrentlySubmittedToQueue: true,
    });
    expect(await world.call("restartTestsOnPullRequest", ONE)).toMatchObject({ status: 200 });
    expect(await world.call("cancelPullRequest", ONE)).toMatchObject({ status: 200 });
    expect((await world.call("getSubmittedPullRequest", ONE)).body).toMatchObject({ state: "CANCELLED" });
  });

  it("are there for a hedge, while its pull request is shown by its own run", async () => {
    const world = await apiWorld({}, { hedging: true });
    world.forge.tell(2);
    await world.happens(submitted(1), submitted(2), passed("2"));
    const { id } = runNamed(await world.queue(), "2");
    expect(await world.call("getMergeQueueTestingDetails", { testRunId: id })).toMatchObject({
      status: 200,
      body: { status: "succeeded", testedPullRequests: [{ prNumber: 2 }], dependentPrs: [] },
    });
    const two = { pr: { number: 2 } };
    expect((await world.call("getSubmittedPullRequest", two)).body).toMatchObject({ state: "TESTING" });
  });

  it("stay when the run has ended", async () => {
    const world = await worldOfOne();
    const { id } = runNamed(await world.queue(), "1");
    await world.happens(pushed(1));
    expect(picture(await world.queue())).not.toContain("#1");
    expect(await world.call("getMergeQueueTestingDetails", { testRunId: id })).toMatchObject({
      status: 200,
      body: { status: "cancelled", testBranch: `mq-merge/pr-1/${id}` },
    });
  });

  it("have the output of a failed check, and the timeline names the retest", async () => {
    const world = await worldOfOne();
    const { id } = runNamed(await world.queue(), "1");
    Object.assign(world.forge, {
      readOutput: async (_: unknown, run: string) => Promise.resolve(`of ${run}`),
    });
    await world.happens(failed("1"));
    expect((await world.call("getMergeQueueTestingDetails", { testRunId: id })).body).toMatchObject({
      checkSuites: [{ checkRuns: [{ name: "tests", conclusion: "FAILURE", output: `of ${id}` }] }],
    });
    const { body } = await world.call("getSubmittedPullRequest", { ...ONE, includeTimeline: true });
    const retest = (await world.queue()).runs.find(({ own }) => own.includes(factsOf(1).number));
    expect(body).toMatchObject({ state: "PENDING_FAILURE", activeTestRunId: retest?.id });
    expect(retest?.id).not.toBe(id);
    expect((await world.call("getSubmittedPullRequest", ONE)).body).not.toHaveProperty("activeTestRunId");
  });

  it.each(["00000000-0000-8000-8000-00000000ffff", "not-an-id", "../../x"])(
    "are refused for a run nobody knows: %s",
    async (testRunId) => {
      expect(await (await worldOfOne()).call("getMergeQueueTestingDetails", { testRunId })).toMatchObject({
        status: 404,
        body: no(
          "TEST_RUN_NOT_FOUND",
          "the queue has no test run with this id: expected the last segment of a test branch's name; `merge-queue status` names the failed test runs of a pull request",
        ),
      });
    },
  );
});

describe("an endpoint of a queue that is not there", () => {
  it.each<[EndpointName, object]>([
    ["submitPullRequest", ONE],
    ["cancelPullRequest", ONE],
    ["restartTestsOnPullRequest", ONE],
    ["getSubmittedPullRequest", ONE],
    ["setImpactedTargets", { ...ONE, impactedTargets: [] }],
    ["getMergeQueueTestingDetails", { testRunId: "00000000-0000-8000-8000-00000000ffff" }],
    ["deleteQueue", {}],
    ["getQueue", {}],
    ["updateQueue", { concurrency: 2 }],
  ])("%s says so", async (name, more) => {
    const world = await apiWorld();
    expect(await world.call(name, { ...more, targetBranch: "release/1.x" })).toMatchObject({
      status: 404,
      body: no(
        "MERGE_QUEUE_NOT_FOUND",
        "branch release/1.x of github.com/octo/mono has no queue: create it with `merge-queue create-queue --branch release/1.x`",
      ),
    });
  });
});
