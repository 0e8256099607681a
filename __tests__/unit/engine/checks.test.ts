/** The required checks decide a run, and only they. */
import { describe, expect, it } from "@jest/globals";
import { verdictOn } from "../../../src/domain/check-verdict.js";
import type { SkippedChecks } from "../../../src/domain/queue-settings.js";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  abandoned,
  after,
  aQueue,
  builds,
  changed,
  entryNumbered,
  happening,
  notStarted,
  reported,
  restarted,
  runNamed,
  story,
  submitted,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const settings = { requiredStatuses: ["unit", "lint"] };
const one = after(aQueue(settings), submitted(1));

describe("required checks", () => {
  it("all have to pass", () => {
    expect(picture(after(one, reported("1", { unit: "success" })))).toBe("main <- #1 running");
    expect(picture(after(one, reported("1", { unit: "success" }), reported("1", { lint: "success" })))).toBe(
      "main <- #1 landing",
    );
  });

  it.each(["success", "neutral", "skipped"] as const)("pass when they end %s", (conclusion) => {
    expect(picture(after(one, reported("1", { unit: conclusion, lint: "success" })))).toBe(
      "main <- #1 landing",
    );
  });

  it.each(["failure", "timed_out", "action_required", "stale"] as const)(
    "fail when they end %s",
    (conclusion) => {
      const { concluded } = story(
        one,
        reported("1", { lint: conclusion }),
        reported("1", { lint: conclusion }),
      );
      expect(concluded).toMatchObject([
        {
          state: "failed",
          reason: {
            sentence: "#1 failed `lint` again with nothing else ahead, so the failure is its own.",
          },
        },
      ]);
    },
  );

  it("decide nothing while they are under way", () => {
    expect(picture(after(one, reported("1", { unit: null, lint: "success" })))).toBe("main <- #1 running");
  });

  it("decide nothing before they are over, whatever is said of them, nor after without a conclusion", () => {
    const said = (status: "in_progress" | "completed", conclusion: "failure" | null) =>
      happening((queue) => ({
        kind: "checksReported",
        at: queue.now,
        run: runNamed(queue, "1").id,
        checks: [{ name: "unit", url: "", status, conclusion }],
      }));
    expect(picture(after(one, said("in_progress", "failure")))).toBe("main <- #1 running");
    expect(picture(after(one, said("completed", null)))).toBe("main <- #1 running");
  });

  it("count in their newest version", () => {
    const again = after(one, reported("1", { unit: "success" }), reported("1", { unit: null }));
    expect(picture(after(again, reported("1", { lint: "success" })))).toBe("main <- #1 running");
  });

  it("are the only ones that count", () => {
    expect(picture(after(one, reported("1", { coverage: "failure" })))).toBe("main <- #1 running");
  });

  it("are at least one: nothing passes by saying nothing", () => {
    const { runs } = after(one, reported("1", { unit: "success" }));
    const verdicts = runs.map((run) => verdictOn({ ...run, requiredStatuses: [] }).kind);
    expect(verdicts).toEqual(["open"]);
  });

  it("cannot take a pass back", () => {
    const passing = after(after(one, turned("paused")), reported("1", { unit: "success", lint: "success" }));
    expect(after(passing, reported("1", { unit: "failure" }))).toEqual(passing);
  });

  it("may be heard of before CI is known to have started", () => {
    const early = after(aQueue(settings), unbuilt(submitted(1)), reported("1", { unit: "success" }));
    const { id, testedOn } = runNamed(early, "1");
    expect(picture(early)).toBe("main <- #1 building");
    expect(runNamed(early, "1").checks).toHaveLength(1);
    expect([id, testedOn]).toEqual([runNamed(early, "1").id, early.tip]);
  });

  it("are told with the reason of a pass", () => {
    const passing = after(one, turned("paused"), reported("1", { unit: "success", lint: "success" }));
    expect(entryNumbered(passing, 1).reason).toEqual({
      code: "TEST_RUN_PASSED",
      sentence: "#1 passed `unit` and `lint`.",
    });
  });
});

describe("a required check that was only skipped", () => {
  const skipping = (conclusions: Readonly<Record<string, "success" | "skipped" | "neutral">>) =>
    happening((queue) => ({
      kind: "checksReported",
      at: queue.now,
      run: runNamed(queue, "1").id,
      checks: Object.entries(conclusions).map(([name, conclusion]) => ({
        ...{ name, url: "", status: "completed", conclusion },
        ...(conclusion === "success" ? {} : { detail: `CI / ${name}` }),
      })),
    }));
  const withPolicies = (skippedChecks: SkippedChecks) =>
    after(aQueue({ ...settings, skippedChecks }), submitted(1));

  it("passes where another required check succeeded, and no other check makes up for it", () => {
    expect(picture(after(one, skipping({ unit: "skipped", lint: "success" })))).toBe("main <- #1 landing");
    const other = after(one, skipping({ unit: "skipped", lint: "neutral", coverage: "success" }));
    expect(picture(other)).toBe("main | retrying #1 running");
  });

  it("decides nothing while the others are open", () => {
    expect(picture(after(one, skipping({ unit: "skipped" })))).toBe("main <- #1 running");
  });

  it("fails the run where no required check was executed, by name and workflow", () => {
    const neither = skipping({ unit: "skipped", lint: "neutral" });
    const { concluded, transitions } = story(one, neither, neither);
    expect(transitions[0]?.reason).toEqual({
      code: "TEST_RUN_REQUIRED_STATUS_FAILED",
      sentence:
        "#1 failed: no required check executed: unit was skipped (CI / unit) and lint was neutral (CI / lint).",
    });
    expect(concluded).toMatchObject([{ state: "failed", facts: { number: 1 } }]);
  });

  it("is named alone where it is the only one", () => {
    const alone = after(aQueue({ requiredStatuses: ["integration"] }), submitted(1));
    const [first] = story(alone, skipping({ integration: "skipped" })).transitions;
    expect(first?.reason?.sentence).toContain(
      "no required check executed: integration was skipped (CI / integration)",
    );
  });

  it("needs no other one where skippedChecks has it pass", () => {
    const neither = skipping({ unit: "skipped", lint: "skipped" });
    expect(picture(after(withPolicies({ unit: "pass", lint: "pass" }), neither))).toBe("main <- #1 landing");
    expect(picture(after(withPolicies({ unit: "pass" }), neither))).toBe("main | retrying #1 running");
  });

  it("fails the run where skippedChecks says so, whatever else succeeded", () => {
    const { queue, transitions } = story(
      withPolicies({ unit: "fail" }),
      skipping({ unit: "skipped", lint: "success" }),
    );
    expect(picture(queue)).toBe("main | retrying #1 running");
    expect(transitions[0]?.reason?.sentence).toBe(
      "#1 had `unit` skipped (CI / unit), which skippedChecks counts as a failure.",
    );
  });

  it("goes by the policies that held when the run started, and only by own names", () => {
    const started = after(withPolicies({ unit: "pass", lint: "pass" }), turned("paused"));
    const neither = skipping({ unit: "skipped", lint: "skipped" });
    const later = after(started, changed({ skippedChecks: { unit: "fail" } }), neither);
    expect(picture(later)).toBe("main (paused) <- #1 passed");
    const ofConstructor = { ["constructor"]: "skipped" } as const;
    const named = aQueue({ requiredStatuses: ["constructor"], skippedChecks: { unit: "pass" } });
    expect(picture(after(named, submitted(1), skipping(ofConstructor)))).toBe("main | retrying #1 running");
  });
});

describe("a check that CI cancelled", () => {
  it("is told otherwise where its run tested something else", () => {
    const elsewhere = happening((queue) => ({
      kind: "checksReported",
      at: queue.now,
      run: runNamed(queue, "1").id,
      checks: [
        { name: "unit", url: "", status: "completed", conclusion: "cancelled", detail: "it tested a merge" },
      ],
    }));
    expect(story(one, elsewhere).transitions[0]?.reason?.sentence).toBe(
      "`unit` does not count (it tested a merge), so the tests of #1 start again.",
    );
  });

  const interrupted = reported("1", { unit: "cancelled" });

  it("has the entry tested again in its place", () => {
    const { queue, transitions } = story(one, interrupted);
    expect(picture(queue)).toBe("main <- #1 running");
    expect(runNamed(queue, "1").id).not.toBe(runNamed(one, "1").id);
    expect(transitions[0]).toMatchObject({
      from: "testing",
      to: "pending",
      reason: {
        code: "TEST_RUN_REQUIRED_STATUS_FAILED",
        sentence: "CI cancelled `unit`, so the tests of #1 start again.",
      },
    });
  });

  it("is a failure the third time, since it may go on for ever", () => {
    const thrice = after(one, interrupted, interrupted, interrupted);
    expect(picture(thrice)).toBe("main | retrying #1 running");
    const { queue, concluded } = story(thrice, interrupted, interrupted, interrupted);
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          sentence:
            "#1 had CI cancel `unit` every time again with nothing else ahead, so the failure is its own.",
        },
      },
    ]);
  });

  it("counts for the entry that it happened to, and for no other", () => {
    const two = after(aQueue(settings), submitted(1), submitted(2));
    const often = after(two, interrupted, interrupted);
    expect(often.line.map(({ interruptions }) => interruptions)).toEqual([2, 0]);
    const other = after(often, reported("1+2", { unit: "cancelled" }));
    expect(picture(other)).toBe("main <- #1 running <- #2+1 running");
    expect(other.line.map(({ interruptions }) => interruptions)).toEqual([2, 1]);
  });

  it("may happen as often in the second test", () => {
    const again = after(one, interrupted, interrupted, interrupted);
    expect(again.beside[0]).toMatchObject({ isRetried: true, interruptions: 0 });
    const { queue, concluded } = story(again, interrupted, interrupted);
    expect(picture(queue)).toBe("main | retrying #1 running");
    expect(concluded).toEqual([]);
    expect(picture(after(queue, reported("1", { unit: "success", lint: "success" })))).toBe(
      "main <- #1 landing",
    );
  });

  it("does not hide a failure", () => {
    const broken = reported("1", { unit: "cancelled", lint: "failure" });
    expect(story(one, broken, broken).concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          code: "TEST_RUN_REQUIRED_STATUS_FAILED",
          sentence: "#1 failed `lint` again with nothing else ahead, so the failure is its own.",
        },
      },
    ]);
  });

  it("does not count when it is not required", () => {
    expect(after(one, reported("1", { coverage: "cancelled" })).runs[0]?.id).toBe(runNamed(one, "1").id);
  });
});

describe("a run that cannot start", () => {
  const building = after(aQueue(), unbuilt(submitted(1)), unbuilt(submitted(2)));

  it("fails the entries under test for the reason given", () => {
    const { queue, concluded } = story(building, notStarted("1", "START_TEST_RUN_INVALID_EVENT"));
    expect(picture(queue)).toBe("main <- #2 running");
    expect(concluded).toMatchObject([
      {
        facts: { number: 1 },
        state: "failed",
        reason: { code: "START_TEST_RUN_INVALID_EVENT", sentence: "#1: It cannot start." },
      },
    ]);
  });

  it("is not believed of a run that has started", () => {
    expect(after(one, notStarted("1", "START_TEST_RUN_INVALID_EVENT"))).toEqual(one);
  });

  it("is one that no check is required of", () => {
    const { id: run, contains } = runNamed(building, "1");
    const commits = contains.map(() => building.tip);
    const tree = runNamed(one, "1").tree;
    const { concluded } = story(
      building,
      happening(({ now }) => ({ kind: "testRunBuilt", at: now, run, commits, tree: tree ?? missing() })),
      happening(({ now }) => ({
        kind: "testRunStarted",
        at: now,
        run,
        requiredStatuses: [],
        requiredStatusesSource: "repo_provider_branch_protection",
      })),
    );
    expect(concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          code: "START_TEST_RUN_NO_REQUIRED_STATUSES",
          sentence:
            "No check is required of #1, so nothing could ever prove it; name one in requiredStatuses.",
        },
      },
    ]);
  });
});

describe("word of a run that is over", () => {
  it("changes nothing", () => {
    const { id: run } = runNamed(one, "1");
    const next = after(one, restarted(1));
    const late = happening(({ now }) => ({
      kind: "checksReported",
      at: now,
      run,
      checks: [{ name: "unit", url: "", status: "completed", conclusion: "failure" }],
    }));
    expect(after(next, late)).toEqual(next);
  });
});

function missing(): never {
  throw new Error("the story tells otherwise");
}

describe("a run that will never have a verdict", () => {
  const pair = after(aQueue(), submitted(1), submitted(2));

  it("fails the only entry under test for the reason given, and blames nobody", () => {
    const { queue, concluded, endedRuns } = story(pair, abandoned("1"));
    expect(picture(queue)).toBe("main <- #2 running");
    expect(concluded).toMatchObject([
      {
        facts: { number: 1 },
        state: "failed",
        reason: { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: "#1: It has no verdict." },
      },
    ]);
    expect(endedRuns.map(({ run }) => run.id)).toContain(runNamed(pair, "1").id);
  });

  it("has an entry tested alone that was tested on top of others", () => {
    const { queue, concluded } = story(pair, unbuilt(abandoned("1+2")));
    expect(picture(queue)).toBe("main <- #1 running | bisecting #2 building");
    expect(concluded).toEqual([]);
    expect(entryNumbered(queue, 2).reason?.sentence).toBe(
      "#2 could not be tested on top of #1 (It has no verdict), so it is tested alone to find out whom that is about.",
    );
    expect(story(queue, builds("2"), abandoned("2")).concluded).toMatchObject([
      { facts: { number: 2 }, state: "failed" },
    ]);
  });

  it("has the halves of a batch tested alone", () => {
    const four = after(
      aQueue({ batch: true, batchingMinSize: 4 }),
      ...[1, 2, 3, 4].map((number) => submitted(number)),
    );
    const { queue, concluded } = story(four, abandoned("1+2+3+4"));
    expect(picture(queue)).toBe("main | bisecting #1&#2 running, #3&#4 running");
    expect(concluded).toEqual([]);
  });

  it("is not believed of one that is not under way, or has a verdict", () => {
    const building = after(aQueue(), unbuilt(submitted(1)));
    expect(after(building, abandoned("1"))).toEqual(building);
    const passing = after(pair, turned("paused"), reported("1", { tests: "success" }));
    expect(after(passing, abandoned("1"))).toEqual(passing);
    const failing = after(pair, turned("paused"), reported("1+2", { tests: "failure" }));
    expect(after(failing, abandoned("1+2"))).toEqual(failing);
  });

  it("takes nothing from an entry that lands on the pass of another run", () => {
    const settings = { concurrency: 6, pendingFailureDepth: 1, canOptimisticallyMerge: true };
    const landing = after(
      aQueue(settings),
      submitted(1),
      submitted(2),
      restarted(1),
      reported("1+2", { tests: "success" }),
    );
    expect(picture(landing)).toBe("main <- #1 landing <- #2+1 landing");
    expect(after(landing, abandoned("1"))).toEqual(landing);
  });
});
