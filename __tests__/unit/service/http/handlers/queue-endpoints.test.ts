/** Creating, changing, showing and deleting queues: what happens, and what is refused. */
import { describe, expect, it } from "@jest/globals";
import {
  DEFAULT_QUEUE_SETTINGS,
  type QueueSettings,
  SETTING_NAMES,
  settingRow,
} from "../../../../../src/domain/queue-settings.js";
import { presentConfiguration } from "../../../../../src/service/http/serialize.js";
import { type ApiWorld, apiWorld, MAIN, no, ON_MAIN } from "../../../../support/api-world.js";
import { isJsonObject } from "../../../../support/json-object.js";
import { createMemoryPageSessionStore } from "../../../../support/memory-page-session-store.js";
import {
  BEGINNING,
  cancelled,
  landed,
  passed,
  submitted,
  turned,
} from "../../../../support/queue-builder.js";

function rules(...targetPatterns: readonly string[]): QueueSettings["batchingRules"] {
  return targetPatterns.map((targetPattern) => ({ targetPattern, policy: "isolate" }));
}

const RELEASE = { targetBranch: "release/1.x" };

describe("creating a queue", () => {
  it("makes it with the defaults and what was asked for", async () => {
    const world = await apiWorld();
    expect(await world.call("createQueue", { ...RELEASE, mode: "PARALLEL", concurrency: 7 })).toMatchObject({
      status: 200,
      body: {},
    });
    const queue = await world.queue({ ...MAIN, ...RELEASE });
    expect(queue).toMatchObject({
      targetBranch: "release/1.x",
      state: "running",
      settings: { ...DEFAULT_QUEUE_SETTINGS, mode: "parallel", concurrency: 7 },
      entries: [],
    });
  });

  it.each<[object, number, ReturnType<typeof no>]>([
    [{}, 409, no("QUEUE_ALREADY_EXISTS", "branch main already has a queue")],
    [
      { repo: { ...ON_MAIN.repo, host: "GitHub.com", name: "MONO" } },
      409,
      no("QUEUE_ALREADY_EXISTS", "branch main already has a queue"),
    ],
    [
      { repo: { ...ON_MAIN.repo, name: "Other" } },
      404,
      no(
        "REPOSITORY_NOT_FOUND",
        "this service does not serve github.com/octo/other: its operator adds it to MERGE_QUEUE_REPOSITORIES, and `merge-queue doctor` checks the access",
      ),
    ],
    [
      { targetBranch: "nowhere" },
      400,
      no("VALIDATION_FAILED", "targetBranch: github.com/octo/mono has no branch nowhere"),
    ],
    [
      { targetBranch: "a b" },
      400,
      no("VALIDATION_FAILED", "targetBranch: not a valid branch name, it has a space"),
    ],
    [
      { ...RELEASE, concurrency: 1001 },
      400,
      no("VALIDATION_FAILED", "concurrency: expected a whole number from 1 to 1000"),
    ],
    [{ ...RELEASE, batch: true }, 400, no("VALIDATION_FAILED", 'the body: does not know "batch"')],
  ])("is refused for %j", async (wishes, status, body) => {
    const world = await apiWorld();
    expect(await world.call("createQueue", wishes)).toMatchObject({ status, body });
    expect(await world.queues.list()).toHaveLength(1);
  });
});

describe("deleting a queue", () => {
  it("works on an empty one, once", async () => {
    const world = await apiWorld();
    expect(await world.call("deleteQueue")).toMatchObject({ status: 200, body: {} });
    expect(await world.call("deleteQueue")).toMatchObject({ status: 404 });
    expect(await world.queues.list()).toEqual([]);
  });

  it("is refused while anything is in it, ready or not", async () => {
    const world = await apiWorld();
    await world.happens(submitted(1, { facts: { draft: true } }), submitted(2));
    const refusal = (text: string) => ({
      status: 400,
      body: no("QUEUE_NOT_EMPTY", `${text} still queued on main`),
    });
    expect(await world.call("deleteQueue")).toMatchObject(refusal("2 pull requests are"));
    await world.happens(cancelled(2));
    expect(await world.call("deleteQueue")).toMatchObject(refusal("1 pull request is"));
  });
});

describe("who paused a queue", () => {
  const reasonOf = async (world: ApiWorld) => {
    const { body } = await world.call("getQueue");
    return isJsonObject(body) ? body["stateReason"] : null;
  };

  it("is in the answers until it is resumed, and after the next pause without a name it is not", async () => {
    const world = await apiWorld({ pauses: createMemoryPageSessionStore() });
    const { body } = await world.call("updateQueue", { state: "PAUSED" });
    const reason =
      "administrator paused it at 2026-01-01 00:00 UTC. Nothing starts or lands until it is resumed.";
    expect(body).toMatchObject({ state: "PAUSED", stateReason: reason });
    expect(await reasonOf(world)).toBe(reason);
    await world.call("updateQueue", { state: "RUNNING" });
    expect(await reasonOf(world)).toBeUndefined();
    await world.happens(turned("paused"));
    expect(await reasonOf(world)).toBeUndefined();
  });

  it("remains with the reason when a program pauses it again", async () => {
    const pauses = createMemoryPageSessionStore();
    const world = await apiWorld({ pauses });
    await world.happens(turned("paused"));
    const { id } = await world.queue();
    await pauses.notePause(id, { version: 1, at: BEGINNING, by: "mona", reason: "release freeze" });
    await world.call("updateQueue", { state: "PAUSED", concurrency: 7 });
    expect(await reasonOf(world)).toMatch(/^mona paused it .*: release freeze\. /);
  });
});

describe("updating a queue", () => {
  const version = async (world: ApiWorld) => (await world.queues.read(MAIN))?.version;

  it("changes what is asked for and answers with everything", async () => {
    const world = await apiWorld();
    const before = presentConfiguration(await world.queue(), "upper");
    const { status, body } = await world.call("updateQueue", {
      concurrency: 5,
      testingTimeoutMinutes: 0,
      mergeMethod: "MERGE_COMMIT",
      notReadyTimeoutHours: 24,
      requiredStatuses: ["unit", "lint", "unit"],
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...before,
        concurrency: 5,
        bisectionConcurrency: 5,
        testingTimeoutMinutes: 0,
        mergeMethod: "merge_commit",
        notReadyTimeoutHours: 24,
        requiredStatuses: ["unit", "lint"],
      },
    });
  });

  it.each([
    ["RUNNING", "running"],
    ["paused", "paused"],
    ["Draining", "draining"],
  ])("sets the state %s", async (state, expected) => {
    const world = await apiWorld();
    await world.happens(turned(expected === "running" ? "paused" : "running"));
    expect((await world.call("updateQueue", { state, concurrency: 9 })).body).toMatchObject({
      state: expected.toUpperCase(),
      concurrency: 9,
    });
    expect(await world.queue()).toMatchObject({ state: expected, settings: { concurrency: 9 } });
  });

  it.each([
    {},
    { state: "RUNNING" },
    { concurrency: 3, bisectionConcurrency: 3 },
    { requiredStatuses: [] },
    { deleteRequiredStatuses: false },
    { batch: false, isBatching: false, batchingMode: "none", pendingFailureDepth: 0, batchingRules: [] },
  ])("with %j changes nothing", async (wishes) => {
    const world = await apiWorld();
    const before = await version(world);
    expect((await world.call("updateQueue", wishes)).status).toBe(200);
    expect(await version(world)).toBe(before);
  });

  it("reads the names of older clients, and prefers the newer", async () => {
    const world = await apiWorld();
    await world.call("updateQueue", { testingTimeoutMins: 30 });
    expect((await world.queue()).settings.testingTimeoutMinutes).toBe(30);
    await world.call("updateQueue", { testingTimeoutMins: 40, testingTimeoutMinutes: 50 });
    expect((await world.queue()).settings.testingTimeoutMinutes).toBe(50);
  });

  it.each<Partial<QueueSettings>>([
    { bisectionConcurrency: 0 },
    { bisectionConcurrency: 1000 },
    { pendingFailureDepth: 1000 },
    { canOptimisticallyMerge: true },
    { batch: true, batchingMaxWaitTimeMinutes: 0, batchingMinSize: 1 },
    { batch: true, batchingMaxWaitTimeMinutes: 10_080, batchingMinSize: 1000 },
    { directMergeMode: "always" },
    { optimizationMode: "bisection_skip_redundant_tests" },
    { batchingRules: rules("*", "web", "docs/*") },
    { hedging: true },
  ])("takes %j, and gives it back", async (settings) => {
    const world = await apiWorld();
    expect(await world.call("updateQueue", settings)).toMatchObject({ status: 200, body: settings });
    expect((await world.call("getQueue")).body).toMatchObject(settings);
    expect((await world.queue()).settings).toMatchObject(settings);
  });

  it("answers with nothing that the API does not know", async () => {
    const { body } = await (await apiWorld()).call("updateQueue");
    expect(body).not.toHaveProperty("priorityAgeingHours");
  });

  it("changes the mode at once where nothing is tested, and after a switch where something is", async () => {
    const world = await apiWorld();
    const mode = { mode: "parallel" };
    expect((await world.call("updateQueue", mode)).body).toMatchObject({ state: "RUNNING", ...mode });
    expect((await world.call("updateQueue", { mode: "single" })).body).toMatchObject({ state: "RUNNING" });
    await world.happens(submitted(1));
    const switching = { status: 200, body: { state: "SWITCHING_MODES", mode: "single" } };
    expect(await world.call("updateQueue", mode)).toMatchObject(switching);
    await world.happens(passed("1"), landed());
    expect((await world.call("getQueue")).body).toMatchObject({ state: "RUNNING", ...mode });
  });

  it("drops required statuses only when told to", async () => {
    const world = await apiWorld({}, { requiredStatuses: ["unit"] });
    await world.call("updateQueue", { requiredStatuses: [] });
    expect((await world.queue()).settings.requiredStatuses).toEqual(["unit"]);
    await world.call("updateQueue", { deleteRequiredStatuses: true });
    expect((await world.queue()).settings.requiredStatuses).toEqual([]);
  });

  it.each<[object, string]>([
    [{ concurrency: 0 }, "concurrency: expected a whole number from 1 to 1000"],
    [{ state: "SWITCHING_MODES" }, "state: expected one of RUNNING, PAUSED, DRAINING"],
    [{ colour: "red" }, 'the body: does not know "colour"'],
    [
      { requiredStatuses: ["unit"], deleteRequiredStatuses: true },
      "requiredStatuses and deleteRequiredStatuses: expected one of them, not both",
    ],
    [
      { requiredStatuses: [], deleteRequiredStatuses: true },
      "requiredStatuses and deleteRequiredStatuses: expected one of them, not both",
    ],
    [{ requiredStatuses: ["unit", " "] }, "requiredStatuses[1]: expected the name of a check"],
    [
      { requiredStatuses: Array.from({ length: 101 }, (_, index) => `check ${index}`) },
      "requiredStatuses: expected at most 100 names",
    ],
    [{ mode: "graph" }, "mode: expected one of single, parallel"],
    [{ bisectionConcurrency: 1001 }, "bisectionConcurrency: expected a whole number from 0 to 1000"],
    [{ pendingFailureDepth: -1 }, "pendingFailureDepth: expected a whole number from 0 to 1000"],
    [
      { batchingMaxWaitTimeMinutes: 10_081 },
      "batchingMaxWaitTimeMinutes: expected a whole number from 0 to 10080",
    ],
    [{ batchingMinSize: 0 }, "batchingMinSize: expected a whole number from 1 to 1000"],
    [
      { batchingRules: [...rules("web", "docs/*"), ...rules("w*b*")] },
      "batchingRules[2].targetPattern: expected the name of a target, or its beginning followed by a final *",
    ],
    [
      { batchingRules: rules(...Array.from({ length: 101 }, (_, index) => `target ${index}`)) },
      "batchingRules: expected at most 100 rules",
    ],
    [{ priorityAgeingHours: 1 }, 'the body: does not know "priorityAgeingHours"'],
  ])("is refused for %j", async (wishes, problem) => {
    const world = await apiWorld();
    const before = await version(world);
    expect(await world.call("updateQueue", { ...wishes, testingTimeoutMinutes: 1 })).toMatchObject({
      status: 400,
      body: no("VALIDATION_FAILED", problem),
    });
    expect(await version(world)).toBe(before);
  });

  it("refuses every setting that is not built, unless it is in force, and changes nothing with it", async () => {
    const other = {
      createPrsForTestingBranches: true,
      skippedChecks: { docs: "pass" },
      commentsEnabled: false,
      commandsEnabled: false,
      statusCheckEnabled: false,
      extensionEnabled: false,
      enqueueingLabel: "go",
      labelCommandsEnabled: false,
      stateLabelsEnabled: true,
      allowedBotSubmitters: ["bot"],
      readinessChecks: "required",
      checkGraceMinutes: 0,
      messageTemplate: "{{title}}",
      showAsMerged: "head-push",
      testBranchConstructionMode: "push_new_branch_from_temp",
    };
    const notBuilt = SETTING_NAMES.filter((name) => settingRow(name).codeHost !== undefined);
    expect(Object.keys(other).toSorted()).toEqual(notBuilt.toSorted());
    const world = await apiWorld();
    const before = await version(world);
    for (const [name, value] of Object.entries(other)) {
      for (const state of ["RUNNING", "PAUSED"]) {
        const answer = await world.call("updateQueue", { [name]: value, concurrency: 3, state });
        expect(answer).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_FAILED" } } });
        const isForGitHub = notBuilt.some((one) => one === name && settingRow(one).codeHost === "github");
        const why = isForGitHub ? "only with GitHub as the code host" : "not implemented yet";
        expect(JSON.stringify(answer.body)).toContain(`"${why}: ${name} (only `);
      }
    }
    expect(await version(world)).toBe(before);
  });

  describe("while it switches modes", () => {
    async function switching(): Promise<ApiWorld> {
      const world = await apiWorld();
      await world.happens(submitted(1));
      expect((await world.call("updateQueue", { mode: "parallel" })).body).toMatchObject({
        state: "SWITCHING_MODES",
      });
      return world;
    }

    it.each([
      { concurrency: 9 },
      { concurrency: 9, state: "PAUSED" },
      { concurrency: 9, mode: "single" },
      { batch: true, mode: "parallel" },
    ])("has %j wait, all of it", async (wishes) => {
      const world = await switching();
      const before = await version(world);
      expect(await world.call("updateQueue", wishes)).toMatchObject({
        status: 409,
        body: no("MODE_CHANGE_IN_PROGRESS", "the queue of main is switching modes: try again later"),
      });
      expect(await version(world)).toBe(before);
    });

    it.each([{}, { mode: "parallel" }, { mode: "parallel", state: "RUNNING" }])(
      "knows that %j was asked for already",
      async (wishes) => {
        const world = await switching();
        const before = await version(world);
        expect(await world.call("updateQueue", wishes)).toMatchObject({ status: 200 });
        expect(await version(world)).toBe(before);
      },
    );

    it.each(["PAUSED", "DRAINING"])("is %s when that is over, if told so", async (state) => {
      const world = await switching();
      expect(await world.call("updateQueue", { state })).toMatchObject({
        status: 200,
        body: { state: "SWITCHING_MODES", mode: "single" },
      });
      await world.happens(cancelled(1));
      expect((await world.call("getQueue")).body).toMatchObject({ state, mode: "parallel" });
    });

    it.each([
      [{ mode: "single" }, "RUNNING"],
      [{ mode: "single", state: "PAUSED" }, "PAUSED"],
    ])("calls the switch off for %j", async (wishes, state) => {
      const world = await switching();
      expect(await world.call("updateQueue", wishes)).toMatchObject({
        status: 200,
        body: { state, mode: "single" },
      });
      expect(await world.queue()).toMatchObject({ modeSwitch: null });
    });
  });
});
