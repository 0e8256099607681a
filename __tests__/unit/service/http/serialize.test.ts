/** How queues, entries and states read on the wire. */
import { describe, expect, it } from "@jest/globals";
import { DEFAULT_QUEUE_SETTINGS } from "../../../../src/domain/queue-settings.js";
import type { EntryState, Queue } from "../../../../src/engine/model/queue.js";
import {
  presentConfiguration,
  presentEntry,
  presentEntryState,
  presentQueue,
  presentSubmitted,
} from "../../../../src/service/http/serialize.js";
import { headOf, namedCommit } from "../../../support/fake-commits.js";
import {
  after,
  aQueue,
  cancelled,
  entryNumbered,
  failed,
  landed,
  passed,
  story,
  submitted,
  turned,
} from "../../../support/queue-builder.js";

const ENTRY_1 = {
  id: "0c9b7a3e-5d14-8f0e-8f8b-000000000001",
  state: "TESTING",
  stateChangedAt: "2026-01-01T00:00:00.000Z",
  priorityValue: 100,
  priorityName: "medium",
  usedDefaultPriorityName: "medium",
  skipTheLine: false,
  noBatch: false,
  prNumber: 1,
  prTitle: "Change 1",
  prSha: headOf(1),
  prBaseBranch: "main",
  prAuthor: "mona",
};

describe("the state of an entry", () => {
  it.each<[EntryState, string, string]>([
    ["notReady", "NOT_READY", "not_ready"],
    ["pending", "PENDING", "pending"],
    ["testing", "TESTING", "testing"],
    ["testsPassed", "TESTS_PASSED", "tests_passed"],
    ["pendingFailure", "PENDING_FAILURE", "pending_failure"],
    ["merged", "MERGED", "merged"],
    ["failed", "FAILED", "failed"],
    ["cancelled", "CANCELLED", "cancelled"],
  ])("%s is %s, or %s", (state, upper, lower) => {
    expect([presentEntryState(state, "upper"), presentEntryState(state, "lower")]).toEqual([upper, lower]);
  });
});

describe("an entry", () => {
  it("is shown with every documented field", () => {
    const entry = entryNumbered(after(aQueue(), submitted(1)), 1);
    expect(presentEntry({ ...entry, reason: null }, "upper")).toEqual(ENTRY_1);
  });

  it("names its priority, custom where it has no name, and is first at 0", () => {
    const queue = after(
      aQueue({ concurrency: 1 }),
      submitted(1, { priority: 0, noBatch: true }),
      submitted(2, { priority: 10 }),
      submitted(3, { priority: 7 }),
    );
    const shown = queue.entries.map((entry) => {
      const { priorityValue, priorityName, usedDefaultPriorityName, skipTheLine, noBatch } = presentEntry(
        entry,
        "upper",
      );
      return [priorityValue, priorityName, usedDefaultPriorityName, skipTheLine, noBatch];
    });
    expect(shown).toEqual([
      [0, "urgent", undefined, true, true],
      [10, "high", undefined, false, false],
      [7, "custom", undefined, false, false],
    ]);
  });

  it("tells its reason as a code, and alone as a sentence too", () => {
    const queue = after(aQueue(), submitted(1, { facts: { draft: true, baseBranch: "next" } }));
    expect(presentSubmitted(entryNumbered(queue, 1), queue, "upper")).toEqual({
      ...ENTRY_1,
      state: "NOT_READY",
      prBaseBranch: "next",
      stateReason: "API_REQUESTED",
      stateReasonText: "#1 was submitted.",
      readiness: {
        hasImpactedTargets: false,
        requiresImpactedTargets: false,
        doesBaseBranchMatch: false,
        gitHubMergeability: "mergeable",
      },
      forceEnqueued: false,
      isCurrentlySubmittedToQueue: true,
      verifiedByTestRun: null,
    });
  });

  it("names each rule of its branch that it does not meet", () => {
    const unmetRules = [
      { rule: "pullRequest", words: "1 of 2 approvals" },
      { rule: "check", words: "`build` is running" },
    ] as const;
    const facts = { mergeability: "not_mergeable", unmetRules } as const;
    const queue = after(aQueue(), submitted(1, { facts }));
    expect(presentSubmitted(entryNumbered(queue, 1), queue, "upper")).toMatchObject({
      stateReasonText: "#1 was submitted. It is not ready: 1 of 2 approvals; `build` is running.",
      readiness: {
        gitHubMergeability: "not_mergeable",
        unmetRules: ["1 of 2 approvals", "`build` is running"],
      },
    });
  });

  it.each([
    ["beside its reason", {}, "#1 was submitted. Impacted targets for its head commit H are missing."],
    ["unless they are there", { targets: { kind: "all" } } as const, "#1 was submitted."],
  ])("names the commit that impacted targets are missing for in parallel mode, %s", (_when, more, says) => {
    const queue = after(aQueue({ mode: "parallel" }), submitted(1, { facts: { draft: true }, ...more }));
    const { stateReasonText } = presentSubmitted(entryNumbered(queue, 1), queue, "upper");
    expect(stateReasonText).toBe(says.replace("H", entryNumbered(queue, 1).facts.headSha));
  });

  it("names that commit also where there is no other reason, and not once it has ended", () => {
    const queue = after(aQueue({ mode: "parallel" }), submitted(1));
    const entry = { ...entryNumbered(queue, 1), reason: null };
    const says = `Impacted targets for its head commit ${entry.facts.headSha} are missing.`;
    expect(presentSubmitted(entry, queue, "upper").stateReasonText).toBe(says);
    const ended = { ...entry, state: "cancelled", ended: "cancelled" } as const;
    expect(presentSubmitted(ended, queue, "upper")).not.toHaveProperty("stateReasonText");
  });

  it("that has landed is no longer in the queue, and names the run that verified it", () => {
    const told = story(aQueue(), submitted(1, { targets: { kind: "all" } }), passed("1"), landed());
    const [entry] = told.concluded;
    const [ended] = told.endedRuns;
    expect(entry && presentSubmitted(entry, told.queue, "lower")).toMatchObject({
      state: "merged",
      stateReason: "MERGE_GRAPH_MERGE",
      readiness: { hasImpactedTargets: true },
      isCurrentlySubmittedToQueue: false,
      verifiedByTestRun: ended?.run.id,
    });
  });
});

describe("a queue", () => {
  const numbers = (queue: Queue) =>
    presentQueue(queue, "upper").enqueuedPullRequests.map(({ prNumber }) => prNumber);

  it("lists what is in the line, then what waits by priority, last what is not ready", () => {
    const queue = after(
      aQueue({ concurrency: 2 }),
      submitted(9, { facts: { draft: true } }),
      submitted(1),
      submitted(2),
      submitted(3),
      submitted(4, { priority: 10 }),
      submitted(5),
    );
    expect(numbers(queue)).toEqual([1, 2, 4, 3, 5, 9]);
  });

  it("lists each entry once, whatever happens to it", () => {
    const queue = after(
      aQueue({ concurrency: 2 }),
      submitted(1),
      submitted(2),
      submitted(3),
      turned("paused"),
      submitted(4),
      cancelled(2),
    );
    expect(numbers(queue).toSorted()).toEqual([1, 3, 4]);
  });

  it("lists the parts of a split batch behind the line", () => {
    const batches = { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 0, concurrency: 2 };
    const queue = after(
      aQueue(batches),
      turned("paused"),
      submitted(1),
      submitted(2),
      submitted(3),
      submitted(4),
      submitted(5),
      turned("running"),
      failed("1+2"),
    );
    expect(queue.beside.map(({ entries }) => entries)).toEqual([[1], [2]]);
    expect(numbers(queue)).toEqual([3, 4, 5, 1, 2]);
  });

  it("lists first what lands directly, without a place", () => {
    const direct = { basedOn: namedCommit("v1"), ownChecksPassed: true };
    const queue = after(
      aQueue({ directMergeMode: "always", concurrency: 1 }),
      turned("paused"),
      submitted(1, { facts: direct }),
      submitted(2),
      turned("running"),
    );
    expect(queue.landing?.proof.kind).toBe("direct");
    expect(numbers(queue)).toEqual([1, 2]);
    expect(presentQueue(queue, "upper").enqueuedPullRequests[0]?.state).toBe("TESTS_PASSED");
  });

  it("shows every setting, with the bisection following concurrency until it has a number", () => {
    const queue = after(aQueue(), turned("draining"));
    const expected = {
      ...DEFAULT_QUEUE_SETTINGS,
      priorityAgeingHours: undefined,
      hedging: undefined,
      testBranchTrigger: "push",
      skippedChecks: {},
      readinessChecks: undefined,
      checkGraceMinutes: undefined,
      messageTemplate: undefined,
      showAsMerged: undefined,
      pauseOnRedTarget: false,
      state: "DRAINING",
      branch: "main",
      concurrency: 3,
      bisectionConcurrency: 3,
    };
    expect(presentConfiguration(queue, "upper")).toEqual(expected);
    const own = { ...queue, settings: { ...queue.settings, bisectionConcurrency: 0 } };
    expect(presentConfiguration(own, "lower")).toEqual({
      ...expected,
      state: "draining",
      bisectionConcurrency: 0,
    });
  });

  it("tells of hedging only where it is on, since other clients do not know of it", () => {
    expect(JSON.stringify(presentQueue(aQueue(), "upper"))).not.toContain("hedging");
    expect(presentConfiguration(aQueue({ hedging: true }), "upper")).toMatchObject({ hedging: true });
  });

  it("names which checks keep a pull request waiting only where that is not the default", () => {
    expect(JSON.stringify(presentQueue(aQueue(), "upper"))).not.toContain("readinessChecks");
    const queue = aQueue({ readinessChecks: "required" });
    expect(presentConfiguration(queue, "upper")).toMatchObject({ readinessChecks: "required" });
  });
});
