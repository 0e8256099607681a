/** A failure is pending while somebody ahead may be the culprit; only then is the entry blamed, or tested again. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  cancelled,
  entryNumbered,
  failed,
  landed,
  mergedOutside,
  passed,
  reported,
  runNamed,
  story,
  submitted,
  turned,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));

describe("a failed entry", () => {
  it("stays while a predecessor may still be the culprit", () => {
    const queue = after(full, failed("1+2"));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 failed <- #3+1 running");
    expect(entryNumbered(queue, 2)).toMatchObject({
      state: "pendingFailure",
      reason: {
        code: "TEST_RUN_REQUIRED_STATUS_FAILED",
        sentence: "#2 failed `tests` on top of #1; #1 may be the cause until landed or gone.",
      },
    });
  });

  it("is tested once more on its own when those ahead have landed", () => {
    const { queue, concluded } = story(full, failed("1+2"), passed("1"), landed());
    expect(picture(queue)).toBe("main <- #3 running | retrying #2 running");
    expect(concluded.map(({ facts }) => facts.number)).toEqual([1]);
    expect(entryNumbered(queue, 2)).toMatchObject({
      state: "pendingFailure",
      reason: {
        code: "TEST_RUN_REQUIRED_STATUS_FAILED",
        sentence:
          "#2 failed `tests` on top of #1; #1 landed; before anybody is blamed it is tested once more.",
      },
    });
  });

  it("is blamed when it fails again after those ahead have landed", () => {
    const { queue, concluded } = story(full, failed("1+2"), passed("1"), landed(), failed("2"));
    expect(picture(queue)).toBe("main <- #3 running");
    expect(concluded.at(-1)).toMatchObject({
      facts: { number: 2 },
      state: "failed",
      reason: {
        code: "TEST_RUN_REQUIRED_STATUS_FAILED",
        sentence: "#2 failed `tests` again with nothing else ahead, so the failure is its own.",
      },
    });
  });

  it("is not blamed while those ahead are only about to land", () => {
    const { queue, concluded } = story(full, failed("1+2"), passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 failed <- #3+1 running");
    expect(concluded).toEqual([]);
  });

  it("is blamed when it fails again with nothing ahead", () => {
    const { queue, concluded, transitions } = story(full, failed("1"), failed("1"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          code: "TEST_RUN_REQUIRED_STATUS_FAILED",
          sentence: "#1 failed `tests` again with nothing else ahead, so the failure is its own.",
        },
      },
    ]);
    expect(transitions.filter(({ pullRequest }) => pullRequest === 1).map(({ to }) => to)).toEqual([
      "pendingFailure",
      "failed",
    ]);
  });

  it("lands when it passes the second time, and once more behind those that went on", () => {
    const back = story(full, failed("1"), passed("1"));
    expect(picture(back.queue)).toBe("main <- #2 running <- #3+2 running <- #1+2+3 running");
    const { queue, concluded } = story(
      back.queue,
      passed("2"),
      passed("2+3"),
      landed(),
      passed("3+1"),
      landed(),
    );
    expect(picture(queue)).toBe("main <- #1 landing");
    expect(concluded.map(({ facts, state }) => `#${facts.number} ${state}`)).toEqual([
      "#2 merged",
      "#3 merged",
    ]);
  });

  it.each([
    ["is cancelled", cancelled(1), "PREREQUISITE_MERGE_ITEM_CANCELLED", "#1 was cancelled;"],
    [
      "is merged by hand",
      mergedOutside(1),
      "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED",
      "#1 was merged outside the queue;",
    ],
  ])("is tested again in its place when the one ahead %s", (_, end, code, sentence) => {
    const { queue, transitions } = story(full, failed("1+2"), end);
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 2,
        from: "pendingFailure",
        to: "pending",
        reason: { code, sentence: `${sentence} the tests of #2 start again without it.` },
      }),
    );
  });

  it("is tested again in its place when the one ahead fails too", () => {
    const { queue, transitions } = story(full, failed("1+2"), failed("1"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running | retrying #1 running");
    expect(transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 2,
        from: "pendingFailure",
        to: "pending",
        reason: {
          code: "PREREQUISITE_MERGE_ITEM_FAILED",
          sentence:
            "#1 failed `tests`; before anybody is blamed it is tested once more; the tests of #2 start again without it.",
        },
      }),
    );
  });

  it("keeps its slot to nobody", () => {
    expect(picture(after(full, submitted(4), failed("1+2")))).toBe(
      "main <- #1 running <- #2+1 failed <- #3+1 running <- #4+1+3 running",
    );
  });
});

describe("a failure behind another one that is cleared", () => {
  const witnessed = after(
    aQueue({ pendingFailureDepth: 1 }),
    submitted(1),
    submitted(2),
    turned("paused"),
    failed("1"),
    failed("1+2"),
  );
  const cleared = after(witnessed, passed("1"), turned("running"));

  it("still counts: its run is kept, and is settled once that one has landed", () => {
    const { id } = runNamed(witnessed, "1+2");
    expect(runNamed(cleared, "1+2")).toMatchObject({ id, progress: { kind: "failed" } });
    expect(entryNumbered(after(cleared, landed()), 2).reason?.sentence).toBe(
      "#2 failed `tests` on top of #1; #1 landed; before anybody is blamed it is tested once more.",
    );
  });

  it("has to be proven on what was cleared, by the second test of its own", () => {
    expect(picture(witnessed)).toBe("main (paused) <- #1 failed <- #2+1 failed");
    expect(picture(cleared)).toBe("main <- #1 landing <- #2+1 failed");
    const { queue, concluded } = story(cleared, landed(), failed("2"));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([
      { facts: { number: 1 }, state: "merged" },
      { facts: { number: 2 }, state: "failed" },
    ]);
  });
});

describe("a pass without one in doubt that is cleared then", () => {
  it("is invalidated, and tested again on top of it", () => {
    const told = after(full, failed("1+2"), passed("1+3"));
    expect(picture(told)).toBe("main <- #1 running <- #2+1 failed <- #3+1 passed");
    const { queue, endedRuns, effects } = story(told, passed("1+2"), passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 running");
    expect(endedRuns.map(({ run }) => run.own)).toEqual([[3]]);
    expect(effects.filter(({ kind }) => kind === "land")).toHaveLength(1);
  });
});

describe("those behind a failed entry", () => {
  it("are tested without it at once", () => {
    const { transitions } = story(full, failed("1+2"));
    expect(transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 3,
        to: "pending",
        reason: {
          code: "PREREQUISITE_MERGE_ITEM_FAILED",
          sentence: "#2 failed `tests`, so the tests of #3 start again without it.",
        },
      }),
    );
  });

  it("land without it as soon as it is tested once more, and not before", () => {
    const waiting = after(full, failed("1+2"), passed("1+3"), passed("1"));
    expect(picture(waiting)).toBe("main <- #1 landing <- #2+1 failed <- #3+1 passed");
    const retried = story(waiting, landed());
    expect(picture(retried.queue)).toBe("main <- #3 landing | retrying #2 running");
    const done = story(retried.queue, landed(), failed("2"));
    expect(picture(done.queue)).toBe("main");
    expect(done.concluded.map(({ state }) => state)).toEqual(["merged", "failed"]);
  });

  it("keep their runs when it is blamed", () => {
    const outdated = after(full, failed("1+2"));
    const done = after(outdated, passed("1"), landed(), failed("2"));
    expect(picture(done)).toBe("main <- #3 running");
    expect(runNamed(done, "3").id).toBe(runNamed(outdated, "1+3").id);
  });
});

describe("a failed check that passes when it is run again", () => {
  const cleared = story(full, failed("1+2"), reported("1+2", { tests: "success" }));

  it("clears the entry", () => {
    expect(entryNumbered(cleared.queue, 2).state).toBe("testsPassed");
  });

  it("has those behind tested on top of it again", () => {
    expect(picture(cleared.queue)).toBe("main <- #1 running <- #2+1 passed <- #3+1+2 running");
    expect(cleared.transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 3,
        to: "pending",
        reason: {
          code: "PREREQUISITE_MERGE_ITEM_FAILED",
          sentence: "#2 is no longer in doubt, so the tests of #3 start again on top of it.",
        },
      }),
    );
  });
});
