/** How a test run reads on the wire. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../../../../src/domain/impacted-targets.js";
import type { Queue, TestRun } from "../../../../../src/engine/model/queue.js";
import { presentTestRun } from "../../../../../src/service/http/handlers/get-merge-queue-testing-details.js";
import {
  after,
  aQueue,
  builds,
  conflicted,
  failed,
  minutesPassed,
  passed,
  reported,
  runNamed,
  submitted,
  unbuilt,
} from "../../../../support/queue-builder.js";

const BRANCH = "mq-merge/pr-2/some-run";

function shown(run: TestRun, isLive = true, targets: Readonly<Record<number, ImpactedTargets>> = {}) {
  return presentTestRun(run, {
    testBranch: BRANCH,
    isLive,
    urlOf: (pullRequest) => `https://forge.example/pull/${pullRequest}`,
    targetsOf: ({ pullRequest }) => targets[pullRequest] ?? null,
    output: "expected 4, got 5",
  });
}

const two = after(aQueue(), submitted(1), submitted(2));

describe("a test run", () => {
  it("is shown with every documented field", () => {
    const queue = after(two, minutesPassed(1), reported("1+2", { unit: "timed_out", tests: null }));
    const run = runNamed(queue, "1+2");
    expect(shown(run, true, { 1: targetList(["api", "web"]), 2: targetList(["web", "docs"]) })).toEqual({
      requiredStatuses: ["tests"],
      requiredStatusesSource: "merge_instance",
      testBranch: BRANCH,
      testBranchSha: run.commits.at(-1),
      createdAt: "2026-01-01T00:00:00.000Z",
      status: "in_progress",
      checkSuites: [
        {
          checkRuns: [
            {
              name: "unit",
              url: "https://ci.example/unit",
              status: "COMPLETED",
              conclusion: "TIMED_OUT",
              output: "expected 4, got 5",
            },
            { name: "tests", url: "https://ci.example/tests", status: "IN_PROGRESS" },
          ],
        },
      ],
      statusChecks: [],
      testedPullRequests: [{ prNumber: 2, prUrl: "https://forge.example/pull/2", title: "Change 2" }],
      impactedTargets: ["api", "web", "docs"],
      impactedTargetsForTestedPrs: ["web", "docs"],
      dependentPrs: [1],
    });
  });

  it("has no tip and no required checks until its branch is built", () => {
    const queue = after(aQueue(), unbuilt(submitted(1)));
    expect(shown(runNamed(queue, "1"))).toEqual({
      requiredStatuses: [],
      testBranch: BRANCH,
      testBranchSha: "",
      createdAt: "2026-01-01T00:00:00.000Z",
      status: "in_progress",
      checkSuites: [],
      statusChecks: [],
      testedPullRequests: [{ prNumber: 1, prUrl: "https://forge.example/pull/1", title: "Change 1" }],
      dependentPrs: [],
    });
  });

  it.each<[string, Queue, string]>([
    ["1+2", after(two, passed("1+2")), "succeeded"],
    ["1+2", after(two, failed("1+2")), "failed"],
    ["1+2", after(aQueue(), submitted(1), unbuilt(submitted(2)), conflicted("1+2", 2)), "failed"],
    ["1+2", after(aQueue(), submitted(1), unbuilt(submitted(2)), builds("1+2")), "in_progress"],
  ])("%s stands as its checks say (%#)", (name, queue, status) => {
    expect(shown(runNamed(queue, name)).status).toBe(status);
  });

  it("that ended without a verdict was cancelled; a verdict stays", () => {
    expect(shown(runNamed(two, "1+2"), false).status).toBe("cancelled");
    expect(shown(runNamed(after(two, passed("1+2")), "1+2"), false).status).toBe("succeeded");
    expect(shown(runNamed(after(two, failed("1+2")), "1+2"), false).status).toBe("failed");
  });
});

describe("the targets of a test run", () => {
  const run = runNamed(two, "1+2");
  const targets = ({ impactedTargets, impactedTargetsForTestedPrs }: ReturnType<typeof shown>) => [
    impactedTargets,
    impactedTargetsForTestedPrs,
  ];

  it("are left out where an upload is missing: part of them would read as all", () => {
    expect(targets(shown(run, true, { 1: targetList(["api"]) }))).toEqual([undefined, undefined]);
    expect(targets(shown(run, true, { 2: targetList(["web"]) }))).toEqual([undefined, ["web"]]);
  });

  it("are ALL as soon as one is", () => {
    expect(targets(shown(run, true, { 1: ALL_TARGETS, 2: targetList(["web"]) }))).toEqual([["ALL"], ["web"]]);
  });

  it("may be none", () => {
    expect(targets(shown(run, true, { 1: targetList([]), 2: targetList([]) }))).toEqual([[], []]);
  });
});
