/** A landing of several that does not come about, where some of them ask to leave: the others hear only of themselves. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import { afterAnotherLanded } from "../../support/lanes-under-way.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  changed,
  differs,
  happening,
  landed,
  landingFailed,
  landingRefused,
  onTip,
  passed,
  prepared,
  pushed,
  runNamed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
} from "../../support/queue-builder.js";

const lanes = afterAnotherLanded();
const pair = after(
  aQueue({ mode: "parallel", batch: true, batchingMinSize: 2, concurrency: 10 }),
  submitted(1, touching("a")),
  submitted(2, touching("a")),
  submitted(3, { ...touching("b"), noBatch: true }),
  submitted(4, { ...touching("c"), noBatch: true }),
  passed("3"),
  landed(),
  passed("1+2"),
);
const onAnother = after(lanes, changed({ canOptimisticallyMerge: true }), passed("1+2"));
const short = headOf(2, 1).slice(0, 8);

describe("a landing that comes out otherwise", () => {
  it("has all of a batch count as touching everything", () => {
    const told = story(pair, differs());
    expect(picture(told.queue)).toBe("main <- #1&#2 running <- #4+1+2 running");
    expect(timelineOf(told, 2)[0]).toBe(
      "testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH What landed on `main` since touches the same files as #1 and #2 in `src/shared.ts`, so #1 and #2 count as touching everything and their tests start again there.",
    );
  });

  it("ends its run, and those that were tested without what it touches now, each once", () => {
    const told = story(pair, differs());
    const ended = [runNamed(pair, "1+2").id, runNamed(pair, "4").id];
    expect(told.endedRuns.map(({ run }) => run.id)).toEqual(ended);
    expect(told.effects.flatMap((effect) => (effect.kind === "discardTestRun" ? effect.run : []))).toEqual(
      ended,
    );
  });

  it("speaks of nobody who has left", () => {
    const told = story(pair, cancelled(2), differs());
    expect(picture(told.queue)).toBe("main <- #1 running <- #4+1 running");
    expect(timelineOf(told, 1)[0]).toBe(
      "testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH What landed on `main` since touches the same files as #1 in `src/shared.ts`, so #1 counts as touching everything and its tests start again there.",
    );
  });

  it("ends no run where there was none", () => {
    const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip));
    const told = story(direct, differs());
    expect(told.endedRuns).toEqual([]);
    expect(told.effects.map(({ kind }) => kind)).toEqual(["startTestRun"]);
  });
});

describe("a landing that was withdrawn, on a branch that did not move", () => {
  const withdrawn = happening((queue) => ({
    kind: "landingRefused",
    at: queue.now,
    run: queue.landing?.run ?? runNamed(queue, "1+2").id,
    tip: queue.tip,
  }));

  it("has the rest of the batch tested again", () => {
    const told = story(pair, prepared(), pushed(2), withdrawn);
    expect(picture(told.queue)).toBe("main <- #1 running <- #4 running");
    expect(timelineOf(told, 1)[0]).toBe(
      `testsPassed to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #2 was pushed to: its head is now ${short}; that was while it was landing, so the tests of #1 start again.`,
    );
  });
});

describe("a landing that is prepared, and not wanted any more", () => {
  it("tells one that was to land on the pass of one that left", () => {
    expect(timelineOf(story(onAnother, pushed(2), prepared()), 1)).toEqual([
      `testsPassed to testing: PREREQUISITE_MERGE_ITEM_CANCELLED #2 was pushed to: its head is now ${short}; that was while it was landing, so #1 goes by its own tests.`,
    ]);
  });
});

describe("a landing that was refused, since the branch moved", () => {
  it("leaves one its own test that holds where the branch is now", () => {
    const told = story(onAnother, prepared(), landingRefused("v1"));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running <- #3 running");
    expect(runNamed(told.queue, "1").id).toBe(runNamed(lanes, "1").id);
    expect(timelineOf(told, 1)[0]).toBe(
      `testsPassed to testing: MANUAL_PUSH_TO_TARGET_BRANCH \`main\` is now at ${namedCommit("v1").slice(0, 8)}, so #1 goes by its own tests.`,
    );
  });
});

describe("a landing that cannot be made", () => {
  const code = "GITHUB_API_MERGE_PR_FAILED";

  it("fails those who stay, and lets those go who asked to", () => {
    const both = after(aQueue(), ...allSubmitted(1, 2, 3), passed("1+2"), passed("1"));
    const told = story(both, cancelled(2), landingFailed(code));
    expect(picture(told.queue)).toBe("main <- #3 running");
    expect(told.concluded.map(({ state, reason }) => [state, reason?.sentence])).toEqual([
      ["failed", "#1: It cannot land."],
      ["cancelled", "#2 was cancelled."],
    ]);
  });

  it("ends the runs of what was to land, and no others", () => {
    const told = story(pair, landingFailed(code));
    expect(picture(told.queue)).toBe("main <- #4 running");
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[1, 2]]);
    expect(runNamed(told.queue, "4").id).toBe(runNamed(pair, "4").id);
  });

  it("names no run that failed, since none did", () => {
    const { transitions } = story(pair, turned("paused"), landingFailed(code));
    expect(transitions.map(({ pullRequest, to, run }) => [pullRequest, to, run])).toEqual([
      [1, "failed", null],
      [2, "failed", null],
    ]);
  });
});
