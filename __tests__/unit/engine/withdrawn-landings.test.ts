/** A landing that does not come about says who or what was in its way, and costs nobody else anything. */
import { describe, expect, it } from "@jest/globals";
import { testRunId } from "../../../src/domain/ids.js";
import type { PullRequestFacts, UnmetRule } from "../../../src/domain/pull-request.js";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import { afterAnotherLanded } from "../../support/lanes-under-way.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  changed,
  differs,
  entryNumbered,
  failed,
  type Happening,
  landed,
  landingRefused,
  movedTo,
  observed,
  onTip,
  passed,
  prepared,
  pushed,
  runNamed,
  story,
  submitted,
  timelineOf,
  turned,
} from "../../support/queue-builder.js";

const three = after(aQueue(), ...allSubmitted(1, 2, 3));
const lanes = afterAnotherLanded();
const optimistic = after(
  aQueue({ canOptimisticallyMerge: true, pendingFailureDepth: 1 }),
  ...allSubmitted(1, 2, 3),
);
const head = headOf(2, 1).slice(0, 8);

/** The branch stands where it stood: somebody was seen to have moved just before the push. */
const withdrawn: Happening = {
  holdsBuilds: false,
  events: ({ landing, now, tip }) =>
    landing === null ? [] : [{ kind: "landingRefused", at: now, run: landing.run, tip }],
};

describe("a landing that was withdrawn, on a branch that did not move", () => {
  it("leaves the other lanes their runs", () => {
    const { queue, endedRuns } = story(lanes, passed("3"), prepared(), pushed(3), withdrawn);
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running");
    expect(endedRuns.map(({ run }) => run.own)).toEqual([[3]]);
    expect(runNamed(queue, "1").id).toBe(runNamed(lanes, "1").id);
  });

  it("has those go who were pushed to, and those ahead of them land", () => {
    const told = story(three, passed("1+2"), passed("1"), pushed(2), withdrawn);
    expect(picture(told.queue)).toBe("main <- #1 landing <- #3+1 running");
    expect(told.concluded).toMatchObject([{ facts: { number: 2 }, reason: { code: "PR_PUSHED_TO" } }]);
    expect(timelineOf(told, 3)[0]).toBe(
      `testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #2 was pushed to: its head is now ${head}; the tests of #3 start again without it.`,
    );
  });

  it("tells those who stay who left, and why", () => {
    const told = story(three, passed("1+2"), passed("1"), pushed(1), withdrawn);
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(timelineOf(told, 2).slice(1, 2)).toEqual([
      `testsPassed to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #1 was pushed to: its head is now ${headOf(1, 1).slice(0, 8)}; that was while it was landing, so the tests of #2 start again.`,
    ]);
  });

  it("has one that was to land on another's pass go back to its own test", () => {
    const told = story(optimistic, passed("1+2"), pushed(2), withdrawn);
    expect(picture(told.queue)).toBe("main <- #1 running <- #3+1 running");
    expect(timelineOf(told, 1)).toEqual([
      "testing to testsPassed: SUCCESSOR_TEST_RUN_PASSED #2 passed on top of #1, so #1 is proven too.",
      `testsPassed to testing: PREREQUISITE_MERGE_ITEM_CANCELLED #2 was pushed to: its head is now ${head}; that was while it was landing, so #1 goes by its own tests.`,
    ]);
  });

  it("has one whose own test has failed meanwhile go by that", () => {
    const told = story(optimistic, failed("1"), passed("1+2"), cancelled(2), withdrawn);
    expect(timelineOf(told, 1)[2]).toContain(
      "testsPassed to pendingFailure: PREREQUISITE_MERGE_ITEM_CANCELLED",
    );
  });

  describe("for a rule of the branch that a pull request no longer meets", () => {
    const unmet = (rule: UnmetRule["rule"]): Partial<PullRequestFacts> => ({
      mergeability: "not_mergeable",
      unmetRules: [{ rule, words: "0 of 1 approvals" }],
    });

    it("fails that one by name, and the others go on without it", () => {
      const told = story(three, passed("1+2"), passed("1"), observed(2, unmet("pullRequest")), withdrawn);
      expect(picture(told.queue)).toBe("main <- #1 landing <- #3+1 running");
      expect(told.concluded).toMatchObject([
        {
          facts: { number: 2 },
          ended: "failed",
          reason: {
            code: "GITHUB_API_BRANCH_PROTECTION_UNMET",
            sentence: "#2 no longer meets the rules of `main`: 0 of 1 approvals.",
          },
        },
      ]);
    });

    it("lands it all the same where the push had arrived", () => {
      const told = story(three, passed("1+2"), passed("1"), observed(2, unmet("pullRequest")), landed());
      expect(told.concluded.map(({ ended }) => ended)).toEqual(["merged", "merged"]);
    });

    it.each(["check", "branch"] as const)("does not end it for a rule of the kind %s", (rule) => {
      const told = story(three, passed("1+2"), passed("1"), observed(2, unmet(rule)));
      expect(entryNumbered(told.queue, 2).leaving).toBeNull();
    });

    it("does not end one that is not landing", () => {
      const told = story(three, observed(2, unmet("pullRequest")));
      expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    });
  });

  it("tells so too when nobody is seen to leave", () => {
    const told = story(three, passed("1"), withdrawn);
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(timelineOf(told, 1)[1]).toBe(
      "testsPassed to pending: PREREQUISITE_MERGE_ITEM_CANCELLED The landing of #1 was withdrawn just before the push, so the tests of #1 start again.",
    );
  });

  it("has those go who were cancelled meanwhile", () => {
    const told = story(three, passed("1"), cancelled(1), withdrawn);
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(told.concluded).toMatchObject([{ facts: { number: 1 }, reason: { code: "API_REQUESTED" } }]);
  });
});

describe("a landing that was refused, since the branch moved", () => {
  it("takes one that was to land on another's pass straight back to waiting", () => {
    const told = story(optimistic, passed("1+2"), landingRefused("v2"));
    const short = namedCommit("v2").slice(0, 8);
    expect(timelineOf(told, 1).slice(1, 2)).toEqual([
      `testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH \`main\` is now at ${short}, so the tests of #1 start again there.`,
    ]);
  });

  it("tells one that was to merge directly", () => {
    const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip), prepared());
    expect(timelineOf(story(direct, landingRefused("v2")), 1)[0]).toBe(
      `testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH \`main\` is now at ${namedCommit("v2").slice(0, 8)}, so #1 did not merge directly.`,
    );
  });
});

describe("a landing that was taken up again", () => {
  const takenUp: Happening = {
    holdsBuilds: false,
    events: ({ landing, now }) =>
      landing === null ? [] : [{ kind: "landingTakenUp", at: now, run: landing.run }],
  };
  const once = after(three, passed("1"), takenUp);
  const run = once.landing?.run ?? testRunId("none");
  const at = once.now;
  const elsewhere = namedCommit("v2");
  const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "It cannot land." } as const;

  it.each<[string, QueueEvent]>([
    ["was refused before", { kind: "landingRefused", at, run, tip: elsewhere, takeUps: 0 }],
    ["failed before", { kind: "landingFailed", at, run, reason, takeUps: 0 }],
    [
      "was refused later, which nobody can have seen",
      { kind: "landingRefused", at, run, tip: elsewhere, takeUps: 2 },
    ],
  ])("is under way still when somebody says that it %s", (_when, event) => {
    expect(decide(once, event).queue).toEqual(once);
  });

  it("is over when the last to take it up says so", () => {
    const twice = after(once, takenUp);
    expect(decide(twice, { kind: "landingRefused", at, run, tip: elsewhere, takeUps: 1 }).queue).toEqual(
      twice,
    );
    expect(
      decide(twice, { kind: "landingRefused", at, run, tip: elsewhere, takeUps: 2 }).queue,
    ).toMatchObject({ landing: null, tip: elsewhere });
    expect(decide(once, { kind: "landingFailed", at, run, reason, takeUps: 1 }).queue.landing).toBeNull();
  });

  it("is over, too, when a version before says so, which did not tell how often it was taken up", () => {
    expect(decide(once, { kind: "landingRefused", at, run, tip: elsewhere }).queue.landing).toBeNull();
    expect(decide(once, { kind: "landingFailed", at, run, reason }).queue.landing).toBeNull();
  });

  it("has landed, whoever says so", () => {
    expect(picture(after(once, landed()))).toBe("main <- #2 running <- #3+2 running");
  });

  it("can be no other one, and none that is not pushed yet", () => {
    const preparing = after(lanes, passed("3"));
    expect(after(preparing, takenUp)).toEqual(preparing);
    const other: QueueEvent = { kind: "landingTakenUp", at, run: runNamed(once, "1+2").id };
    expect(decide(once, other).queue).toEqual(once);
    expect(after(three, takenUp)).toEqual(three);
  });
});

describe("a landing that comes out otherwise", () => {
  it("tells one that was to land on another's pass", () => {
    const queue = after(lanes, changed({ canOptimisticallyMerge: true }), passed("1+2"));
    const told = story(queue, differs());
    expect(timelineOf(told, 1)[0]).toMatch(
      /^testsPassed to testing: MANUAL_PUSH_TO_TARGET_BRANCH What landed .*, so #1 goes by its own tests\.$/,
    );
  });

  it("tells one that was to merge directly", () => {
    const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip));
    expect(timelineOf(story(direct, differs()), 1)[0]).toBe(
      "testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH Put on `main`, #1 is not what its own checks tested in `src/shared.ts`, so it is tested first.",
    );
  });
});

describe("a landing that is prepared, and not wanted any more", () => {
  const preparing = after(lanes, passed("3"));

  it("waits with its pass while the queue is paused, and is prepared again when it runs", () => {
    const paused = story(preparing, turned("paused"), prepared());
    expect(paused.effects).toEqual([]);
    expect(picture(paused.queue)).toBe("main (paused) <- #1 running <- #2+1 running <- #3 passed");
    expect(paused.transitions).toEqual([]);
    expect(entryNumbered(paused.queue, 3).reason?.code).toBe("TEST_RUN_PASSED");
    const again = story(paused.queue, turned("running"));
    expect(again.effects).toMatchObject([{ kind: "prepareLanding", onto: lanes.tip }]);
    expect(picture(after(again.queue, prepared(), landed()))).toBe("main <- #1 running <- #2+1 running");
  });

  it("waits while a paused queue switches its mode", () => {
    const queue = after(preparing, turned("paused"), changed({ mode: "single" }), prepared());
    expect(queue.landing).toBeNull();
    expect(picture(queue)).toContain("(switchingModes) <- #1 running <- #2+1 running <- #3 passed");
  });

  it("is pushed by a queue that drains", () => {
    expect(story(preparing, turned("draining"), prepared()).effects).toMatchObject([{ kind: "land" }]);
  });

  it("is none of one that was cancelled meanwhile", () => {
    const { queue, effects, concluded } = story(preparing, cancelled(3), prepared());
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running");
    expect(effects.map(({ kind }) => kind)).toEqual(["discardTestRun"]);
    expect(concluded).toMatchObject([{ facts: { number: 3 }, reason: { code: "API_REQUESTED" } }]);
  });

  it("has the others of it land without the one that left", () => {
    const both = after(lanes, passed("1+2"), passed("1"));
    const told = story(after(both, pushed(2), prepared()));
    expect(picture(told.queue)).toBe("main <- #1 landing <- #3 running");
    expect(told.queue.landing?.commit).toBeNull();
  });

  it("tells one that was to land on another's pass", () => {
    const queue = after(lanes, changed({ canOptimisticallyMerge: true }), passed("1+2"), turned("paused"));
    expect(timelineOf(story(queue, prepared()), 1)).toEqual([
      "testsPassed to testing: API_REQUESTED The queue was paused before #2 landed, so #1 goes by its own tests.",
    ]);
  });

  it("has one that was to merge directly wait", () => {
    const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip), turned("paused"));
    const told = story(direct, prepared());
    expect(picture(told.queue)).toBe("main (paused) | waiting #1");
    expect(timelineOf(told, 1)).toEqual([
      "testsPassed to pending: API_REQUESTED The queue was paused before #1 landed, so #1 waits until the queue runs.",
    ]);
    expect(picture(after(told.queue, turned("running"), prepared(), landed()))).toBe("main");
  });

  it("is nothing of a branch that somebody moved while the queue was paused", () => {
    const paused = after(preparing, turned("paused"), prepared(), movedTo("v2"));
    expect(picture(paused)).toBe("main (paused) <- #1 pending <- #2 pending <- #3 pending");
  });
});

it("a direct merge that is withdrawn for its checks is tested", () => {
  const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip), prepared());
  const told = story(direct, observed(1, { ...onTip.facts, ownChecksPassed: false }), withdrawn);
  expect(picture(told.queue)).toBe("main <- #1 running");
  expect(timelineOf(told, 1)[0]).toBe(
    "testsPassed to pending: PREREQUISITE_MERGE_ITEM_CANCELLED The landing of #1 was withdrawn just before the push, so #1 goes by its own tests.",
  );
});
