/** What a version does not act on is refused, never accepted for show; some of it is acted on where there is GitHub. */
import { describe, expect, it } from "@jest/globals";
import { endpoints } from "../../../../../src/contract/endpoints.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../../../../src/domain/queue-settings.js";
import {
  settingsChange,
  wantedSettings,
  wantedSettingsProblem,
} from "../../../../../src/service/http/handlers/wanted-settings.js";

const GITHUB = { name: "github" };
const PLAIN_GIT = { name: "plain-git", onlyCheck: "tests", hasNoHeadChecks: true } as const;

const SEEN: Partial<QueueSettings> = {
  commentsEnabled: false,
  statusCheckEnabled: false,
  stateLabelsEnabled: true,
  createPrsForTestingBranches: true,
  skippedChecks: { docs: "pass" },
};
const WANTED = { ...DEFAULT_QUEUE_SETTINGS, ...SEEN };

it("takes on GitHub what is seen there", () => {
  expect(settingsChange(DEFAULT_QUEUE_SETTINGS, WANTED, GITHUB)).toEqual({ ok: true, changed: SEEN });
});

describe("which checks keep a pull request waiting", () => {
  const { readinessChecks: _, ...older } = DEFAULT_QUEUE_SETTINGS;

  it.each([
    ["a new queue", DEFAULT_QUEUE_SETTINGS],
    ["a queue that was made before it was known", older],
  ])("is the default of %s, and may be changed and changed back", (__, current) => {
    const change = (from: QueueSettings, readinessChecks?: "reported" | "required") =>
      settingsChange(
        from,
        wantedSettings(from, readinessChecks === undefined ? {} : { readinessChecks }),
        GITHUB,
      );
    expect(change(current)).toEqual({ ok: true, changed: {} });
    expect(change(current, "reported")).toEqual({ ok: true, changed: {} });
    expect(change(current, "required")).toEqual({ ok: true, changed: { readinessChecks: "required" } });
    const required = { ...current, readinessChecks: "required" } as const;
    expect(change(required)).toEqual({ ok: true, changed: {} });
    expect(change(required, "reported")).toEqual({ ok: true, changed: { readinessChecks: "reported" } });
  });

  it("is refused where there is no GitHub, with what holds", () => {
    const wanted = wantedSettings(older, { readinessChecks: "required" });
    expect(settingsChange(older, wanted, PLAIN_GIT)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('readinessChecks (only "reported")'),
    });
  });
});

it("refuses elsewhere what nobody would see", () => {
  expect(settingsChange(DEFAULT_QUEUE_SETTINGS, WANTED, PLAIN_GIT)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("commentsEnabled (only true)"),
  });
});

describe("landing without a retest", () => {
  const wanted = wantedSettings(DEFAULT_QUEUE_SETTINGS, { landWithoutRetest: "always" });

  it("is stored under its older name, which the newer one outweighs", () => {
    expect(settingsChange(DEFAULT_QUEUE_SETTINGS, wanted, GITHUB)).toEqual({
      ok: true,
      changed: { directMergeMode: "always" },
    });
    const both = { landWithoutRetest: "off", directMergeMode: "always" } as const;
    expect(wantedSettings(DEFAULT_QUEUE_SETTINGS, both).directMergeMode).toBe("off");
  });

  it("is refused by name where no pull request has checks of its own, and may be turned off there", () => {
    expect(settingsChange(DEFAULT_QUEUE_SETTINGS, wanted, PLAIN_GIT)).toEqual({
      ok: false,
      problem:
        "landWithoutRetest (older name directMergeMode): this code host runs no checks on the head of a pull request " +
        'that could stand for a test run; expected "off"',
    });
    expect(settingsChange(wanted, DEFAULT_QUEUE_SETTINGS, PLAIN_GIT)).toMatchObject({ ok: true });
  });
});

describe("what starts CI on a test branch", () => {
  const opens = (wishes: Parameters<typeof wantedSettings>[1], current = false) =>
    wantedSettings({ ...DEFAULT_QUEUE_SETTINGS, createPrsForTestingBranches: current }, wishes)
      .createPrsForTestingBranches;

  it("is the push of the branch in a new queue, and what it was in an old one", () => {
    expect(DEFAULT_QUEUE_SETTINGS.createPrsForTestingBranches).toBe(false);
    expect([opens({}, false), opens({}, true)]).toEqual([false, true]);
  });

  it("is said by testBranchTrigger, or by its older name where that is not given", () => {
    expect(opens({ testBranchTrigger: "draft" })).toBe(true);
    expect(opens({ testBranchTrigger: "push" }, true)).toBe(false);
    expect(opens({ createPrsForTestingBranches: true })).toBe(true);
    expect(opens({ createPrsForTestingBranches: false }, true)).toBe(false);
    expect(opens({ testBranchTrigger: "draft", createPrsForTestingBranches: false })).toBe(true);
  });
});

describe("what a skipped check counts as", () => {
  const OLD = DEFAULT_QUEUE_SETTINGS;
  const wanted = (wish: Readonly<Record<string, "pass" | "fail">>, current = OLD) =>
    settingsChange(current, wantedSettings(current, { skippedChecks: wish }), GITHUB);

  it("is replaced as a whole, and an empty one changes nothing of a queue that has none", () => {
    expect(wanted({})).toEqual({ ok: true, changed: {} });
    expect(wanted({ docs: "pass" })).toEqual({ ok: true, changed: { skippedChecks: { docs: "pass" } } });
    const set: QueueSettings = { ...OLD, skippedChecks: { docs: "pass" } };
    expect(wanted({ lint: "fail" }, set)).toEqual({ ok: true, changed: { skippedChecks: { lint: "fail" } } });
    expect(wanted({}, set)).toEqual({ ok: true, changed: { skippedChecks: {} } });
    expect(wantedSettings(set, {}).skippedChecks).toEqual({ docs: "pass" });
  });

  it("is refused on another code host, where no check is skipped", () => {
    const change = settingsChange(OLD, wantedSettings(OLD, { skippedChecks: { docs: "pass" } }), PLAIN_GIT);
    expect(change).toMatchObject({ ok: false, problem: expect.stringContaining("skippedChecks (only {})") });
  });

  it.each([
    [["docs"], "skippedChecks", "expected an object of check names, each with pass or fail"],
    [{ docs: true }, "skippedChecks.docs", "expected one of pass, fail"],
    [{ docs: "maybe" }, "skippedChecks.docs", "expected one of pass, fail"],
  ])("is not %j", (skippedChecks, path, message) => {
    const repo = { host: "github.com", owner: "acme", name: "shop" };
    const read = endpoints.updateQueue.request.safeParse({ repo, targetBranch: "main", skippedChecks });
    expect(read.error?.issues.map((one) => [one.path.join("."), one.message])).toEqual([[path, message]]);
  });

  it("has at most 100 names, and none that is blank", () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`check ${index}`, "pass"]));
    expect(wantedSettingsProblem({ skippedChecks: many as Record<string, "pass"> })).toBe(
      "skippedChecks: expected at most 100 names",
    );
    expect(wantedSettingsProblem({ skippedChecks: { " ": "pass" } })).toBe(
      "skippedChecks: expected the names of checks",
    );
    expect(wantedSettingsProblem({ skippedChecks: { docs: "fail" } })).toBeNull();
  });
});

it("takes no label for an order that shows a state", () => {
  expect(wantedSettingsProblem({ enqueueingLabel: "Merge-Queue-Testing" })).toContain("Merge-Queue-Testing");
  expect(wantedSettingsProblem({ enqueueingLabel: "merge-queue-submit" })).toBeNull();
});

it("takes no template that each test run would have to store at length", () => {
  const repo = { host: "github.com", owner: "acme", name: "shop" };
  const isTaken = (messageTemplate: string) =>
    endpoints.updateQueue.request.safeParse({ repo, targetBranch: "main", messageTemplate }).success;
  expect(["", "{{title}}", "x".repeat(4001)].map(isTaken)).toEqual([true, true, false]);
});

it("counts the newest of the names of a setting that are given", () => {
  const batch = (wishes: Parameters<typeof wantedSettings>[1]) =>
    wantedSettings(DEFAULT_QUEUE_SETTINGS, wishes).batch;
  expect([batch({ batchingMode: "SPECULATIVE" }), batch({ batchingMode: "NONE" })]).toEqual([true, false]);
  expect(batch({ batchingMode: "SPECULATIVE", isBatching: false })).toBe(false);
  expect(batch({ batchingMode: "NONE", isBatching: true })).toBe(true);
  expect(batch({ batchingMode: "NONE", isBatching: false, batch: true })).toBe(true);
});

it("takes every default for a value of its setting", () => {
  const { bisectionConcurrency: _, priorityAgeingHours: __, ...wishes } = DEFAULT_QUEUE_SETTINGS;
  const repo = { host: "github.com", owner: "acme", name: "shop" };
  const read = endpoints.updateQueue.request.safeParse({ repo, targetBranch: "main", ...wishes });
  expect(read.data).toEqual({ repo, targetBranch: "main", ...wishes });
});

describe("required checks with plain git", () => {
  const change = (requiredStatuses: string[]) =>
    settingsChange(DEFAULT_QUEUE_SETTINGS, { ...DEFAULT_QUEUE_SETTINGS, requiredStatuses }, PLAIN_GIT);

  it("may be the one that it reports", () => {
    expect(change(["tests"])).toMatchObject({ ok: true });
    expect(change([])).toEqual({ ok: true, changed: {} });
  });

  it("are refused by name when they are set, as they would never have a result", () => {
    expect(change(["tests", "build"])).toEqual({
      ok: false,
      problem:
        'requiredStatuses: this code host reports only the check "tests", and never "build"; expected "tests" alone, or deleteRequiredStatuses',
    });
  });

  it("are no reason to refuse another change of a queue that has them already", () => {
    const older = { ...DEFAULT_QUEUE_SETTINGS, requiredStatuses: ["build"] };
    expect(settingsChange(older, { ...older, concurrency: 7 }, PLAIN_GIT)).toEqual({
      ok: true,
      changed: { concurrency: 7 },
    });
  });
});
