/** In parallel mode only those whose impacted targets overlap wait for each other. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  cancelled,
  changed,
  conflicted,
  differs,
  entryNumbered,
  failed,
  happening,
  landed,
  landingRefused,
  minutesPassed,
  movedTo,
  passed,
  prepared,
  pushed,
  restarted,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
  unbuilt,
} from "../../support/queue-builder.js";

const parallel = aQueue({ mode: "parallel", concurrency: 10 });
const four = after(
  parallel,
  submitted(1, touching("front")),
  submitted(2, touching("back")),
  submitted(3, touching("front", "back")),
  submitted(4, touching("docs")),
);
const lanes = "main <- #1 running <- #2 running <- #3+1+2 running <- #4 running";

describe("lanes", () => {
  it("are of those that share a target: each is tested on those ahead in its own lane", () => {
    expect(picture(four)).toBe(lanes);
  });

  it("reach through others to those without a target in common", () => {
    const queue = after(
      parallel,
      submitted(1, touching("a")),
      submitted(2, touching("a", "b")),
      submitted(3, touching("b")),
    );
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
  });

  it("join at one that touches everything: it depends on all ahead, and all behind on it", () => {
    const queue = after(
      parallel,
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, { targets: ALL_TARGETS }),
      submitted(4, touching("a")),
      submitted(5, touching("elsewhere")),
    );
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2 running <- #3+1+2 running <- #4+1+2+3 running <- #5+1+2+3 running",
    );
  });

  it("leave out one that touches nothing", () => {
    const queue = after(
      parallel,
      submitted(1, { targets: ALL_TARGETS }),
      submitted(2, touching()),
      submitted(3, touching()),
      submitted(4, { targets: ALL_TARGETS }),
    );
    expect(picture(queue)).toBe("main <- #1 running <- #2 running <- #3 running <- #4+1 running");
  });

  it("fail apart: only those behind in the same lane go on without", () => {
    const { queue } = story(four, unbuilt(failed("1")));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 building <- #4 running | retrying #1 building");
  });

  it("are cancelled apart", () => {
    const told = story(four, cancelled(1));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running <- #4 running");
    expect(timelineOf(told, 3)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #1 was cancelled; the tests of #3 start again without it.",
    );
  });

  it("are pushed to apart", () => {
    const { queue, endedRuns } = story(four, pushed(2));
    expect(picture(queue)).toBe("main <- #1 running <- #3+1 running <- #4 running");
    expect(endedRuns.map(({ run }) => run.own)).toEqual([[2], [3]]);
  });
});

describe("landing beside others", () => {
  const besideDocs = after(four, passed("4"), landed());

  it("keeps the runs of the other lanes", () => {
    expect(picture(besideDocs)).toBe("main <- #1 running <- #2 running <- #3+1+2 running");
    expect(runNamed(besideDocs, "1").id).toBe(runNamed(four, "1").id);
    expect(runNamed(besideDocs, "1").passedBy).toEqual([4]);
  });

  it("does not wait for those ahead in the line", () => {
    expect(picture(after(four, passed("4")))).toBe(
      "main <- #1 running <- #2 running <- #3+1+2 running <- #4 landing",
    );
  });

  it("first puts what was tested on what landed since, then pushes exactly that", () => {
    const preparing = story(besideDocs, passed("1"));
    const [order] = preparing.effects;
    expect(order).toMatchObject({
      kind: "prepareLanding",
      onto: besideDocs.tip,
      testedOn: namedCommit("v1"),
      tested: runNamed(four, "1").commits[0],
      heads: [{ pullRequest: 1 }],
      mergeMethod: "squash",
    });
    const pushing = story(preparing.queue, prepared());
    expect(pushing.effects).toMatchObject([
      {
        kind: "land",
        targetBranch: "main",
        expectedTip: besideDocs.tip,
        newTip: pushing.queue.landing?.commit?.newTip,
        tree: pushing.queue.landing?.commit?.tree,
      },
    ]);
    expect(picture(after(pushing.queue, landed()))).toBe("main <- #2 running <- #3+2 running");
  });

  it("keeps a record of why it was right", () => {
    const { queue } = story(besideDocs, passed("1"), prepared());
    const { id, testedOn, commits } = runNamed(four, "1");
    expect(queue.landing?.proof).toEqual({
      kind: "disjoint",
      testedOn,
      tested: commits[0],
      passedBy: [4],
    });
    expect(queue.landing?.run).toBe(id);
  });

  it("pushes the very commit that was tested where nothing else landed since", () => {
    const { effects } = story(four, passed("4"));
    expect(effects).toMatchObject([{ kind: "land", newTip: runNamed(four, "4").commits[0] }]);
  });

  it("is tested again on the tip when it comes out otherwise there", () => {
    const told = story(besideDocs, passed("1"), differs());
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(runNamed(told.queue, "1").testedOn).toBe(besideDocs.tip);
    expect(timelineOf(told, 1)[1]).toBe(
      "testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH What landed on `main` since touches the same files as #1 in `src/shared.ts`, so #1 counts as touching everything and its tests start again there.",
    );
    expect(story(told.queue, passed("1")).effects).toMatchObject([{ kind: "land" }]);
  });

  it("has somebody who asked to leave go when it comes out otherwise", () => {
    const { queue, concluded } = story(besideDocs, passed("1"), cancelled(1), differs());
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(concluded).toMatchObject([{ facts: { number: 1 }, state: "cancelled" }]);
  });

  it("has everything tested again when the branch went elsewhere meanwhile", () => {
    const told = story(besideDocs, passed("1"), prepared(), unbuilt(landingRefused("v2")));
    expect(picture(told.queue)).toBe("main <- #1 building <- #2 building <- #3+1+2 building");
    expect(timelineOf(told, 2)[0]).toContain("MANUAL_PUSH_TO_TARGET_BRANCH `main` is now at");
  });

  it("takes one after the other, each on top of the one before", () => {
    const passing = after(four, passed("4"), passed("1"), passed("2"), landed());
    expect(picture(passing)).toBe("main <- #1 landing <- #2 passed <- #3+1+2 running");
    const next = after(passing, prepared(), landed());
    expect(picture(next)).toBe("main <- #2 landing <- #3+2 running");
    expect(next.landing?.proof).toMatchObject({ kind: "disjoint", passedBy: [4, 1] });
  });

  it("believes the first answer to a preparation, and none that comes late", () => {
    const ready = after(besideDocs, passed("1"), prepared());
    expect(after(ready, prepared())).toEqual(ready);
    expect(after(ready, differs())).toEqual(ready);
    const { id: run } = runNamed(ready, "2");
    const stray = happening(({ now }) => ({
      kind: "landingPrepared",
      at: now,
      run,
      newTip: namedCommit("stray"),
      tree: ready.landing?.commit?.tree ?? failure(),
    }));
    const preparing = after(besideDocs, passed("1"));
    expect(after(preparing, stray)).toEqual(preparing);
    const other = happening(({ now }) => ({ kind: "landingDiffers", at: now, run, files: [] }));
    expect(after(preparing, other)).toEqual(preparing);
  });
});

describe("a branch that moves under several lanes", () => {
  it("has every lane tested again when somebody pushed to it", () => {
    const { queue, endedRuns } = story(four, movedTo("v2"));
    expect(picture(queue)).toBe(lanes);
    expect(endedRuns).toHaveLength(4);
    expect(queue.runs.every(({ testedOn }) => testedOn === namedCommit("v2"))).toBe(true);
  });

  it("goes back to where runs were tested, which hold there as before", () => {
    const back = after(four, passed("4"), landed(), movedTo("v1"));
    expect(picture(back)).toBe("main <- #1 running <- #2 running <- #3+1+2 running");
    expect(runNamed(back, "1")).toEqual(runNamed(four, "1"));
    expect(story(back, passed("1")).effects).toMatchObject([
      { kind: "land", newTip: runNamed(four, "1").commits[0] },
    ]);
  });

  it("has merged by hand what was pushed from the test branch of one lane", () => {
    const [, both = failure()] = runNamed(four, "1+2+3").commits;
    const push = happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: both }));
    const told = story(four, push);
    const { queue, concluded } = told;
    expect(picture(queue)).toBe("main <- #3 running <- #4 running");
    expect(timelineOf(told, 4)[0]).toBe(
      `testing to pending: MANUAL_PUSH_TO_TARGET_BRANCH \`main\` is now at ${both.slice(0, 8)}, so the tests of #4 start again there.`,
    );
    expect(runNamed(queue, "3").id).toBe(runNamed(four, "1+2+3").id);
    expect(concluded.map(({ facts, reason }) => [facts.number, reason?.code])).toEqual([
      [1, "MANUAL_MERGE"],
      [2, "MANUAL_MERGE"],
    ]);
  });
});

describe("impacted targets that change", () => {
  it("have the entry depend on whom it was not tested with", () => {
    const told = story(four, targetsSet(4, headOf(4), targetList(["docs", "front"])));
    expect(picture(told.queue)).toBe(
      "main <- #1 running <- #2 running <- #3+1+2 running <- #4+1+2+3 running",
    );
    expect(timelineOf(told, 4)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST Impacted targets make #4 depend on #1 now, so the tests start again on top of it.",
    );
  });

  it("have those behind depend on the entry", () => {
    const told = story(four, targetsSet(1, headOf(1), targetList(["front", "docs"])));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2 running <- #3+1+2 running <- #4+1 running");
    expect(timelineOf(told, 4)[0]).toContain("make #4 depend on #1 now");
  });

  it("are believed for less only from the next run on", () => {
    const fewer = after(four, targetsSet(3, headOf(3), targetList(["front"])));
    expect(picture(fewer)).toBe(lanes);
    expect(runNamed(fewer, "1+2+3").id).toBe(runNamed(four, "1+2+3").id);
    expect(picture(after(fewer, restarted(3)))).toBe(
      "main <- #1 running <- #2 running <- #3+1 running <- #4 running",
    );
  });

  it("leave a dependency alone that another run was built on", () => {
    const fewer = after(four, targetsSet(2, headOf(2), targetList(["other"])));
    expect(runNamed(fewer, "1+2+3").id).toBe(runNamed(four, "1+2+3").id);
    const done = after(fewer, passed("2"), landed());
    expect(picture(done)).toBe("main <- #1 running <- #3+1 running <- #4 running");
    expect(runNamed(done, "1+3").id).toBe(runNamed(four, "1+2+3").id);
  });

  it("remember all that it had during a run, over several changes", () => {
    const twice = after(
      four,
      targetsSet(3, headOf(3), targetList(["x"])),
      targetsSet(3, headOf(3), targetList(["y"])),
    );
    expect(entryNumbered(twice, 3).earlierTargets).toEqual(targetList(["front", "back", "x"]));
    expect(picture(twice)).toBe(lanes);
  });

  it("have it tested again where others have landed beside it that it may depend on", () => {
    const told = story(four, passed("4"), landed(), targetsSet(1, headOf(1), targetList(["front", "docs"])));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2 running <- #3+1+2 running");
    expect(runNamed(told.queue, "1").testedOn).toBe(told.queue.tip);
    expect(runNamed(told.queue, "2").id).toBe(runNamed(four, "2").id);
  });

  it("say so where that is why it is tested again", () => {
    const told = story(four, passed("4"), landed(), targetsSet(1, headOf(1), targetList(["front", "docs"])));
    expect(timelineOf(told, 1)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST #1 has more impacted targets since #4 landed beside its tests, so those of #1 start again.",
    );
    expect(timelineOf(told, 3)[0]).toContain("so those of #3 start again.");
  });

  it.each<[string, ImpactedTargets]>([
    ["are fewer", targetList(["back"])],
    ["are none", targetList([])],
    ["are the same in another order", targetList(["back", "front"])],
  ])("restart nothing that others have landed beside when they %s", (_, targets) => {
    const overtaken = after(four, passed("4"), landed());
    const told = story(overtaken, targetsSet(3, headOf(3), targets));
    expect(told.endedRuns).toEqual([]);
    expect(picture(told.queue)).toBe(picture(overtaken));
    const twice = story(told.queue, targetsSet(3, headOf(3), targetList(["front", "back"])));
    expect(twice.endedRuns).toEqual([]);
  });

  it("have one tested without another that it was built on, once that one has left its targets", () => {
    const told = story(four, targetsSet(2, headOf(2), targetList(["other"])), restarted(2));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2 running <- #3+1 running <- #4 running");
    expect(timelineOf(told, 3)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST Impacted targets no longer make #3 depend on #2, so the tests start again without it.",
    );
  });

  it("change nothing about what is landing already", () => {
    const landing = after(four, passed("4"), landed(), passed("1"));
    const late = after(landing, targetsSet(1, headOf(1), targetList(["front", "docs"])));
    expect(late.landing).toEqual(landing.landing);
    expect(picture(after(late, prepared(), landed()))).toContain("main <- #2 running");
  });

  it("of another head are no targets of this one", () => {
    expect(after(four, targetsSet(4, headOf(4, 1), ALL_TARGETS))).toEqual(four);
  });

  it("hold at once for one that waits", () => {
    const waiting = after(
      parallel,
      changed({ concurrency: 1 }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      targetsSet(2, headOf(2), targetList(["a"])),
    );
    expect(entryNumbered(waiting, 2).earlierTargets).toBeNull();
    expect(picture(after(waiting, changed({ concurrency: 2 })))).toBe("main <- #1 running <- #2+1 running");
  });

  it("are waited for, and never guessed", () => {
    const queue = after(parallel, submitted(1, touching("a")), submitted(2), minutesPassed(200));
    expect(picture(queue)).toBe("main <- #1 running | not ready #2");
    expect(picture(after(queue, targetsSet(2, headOf(2), targetList(["b"]))))).toBe(
      "main <- #1 running <- #2 running",
    );
  });
});

describe("a conflict in one lane", () => {
  it("holds up nobody in another one, and is decided when its own predecessors have landed", () => {
    const held = after(four, unbuilt(restarted(3)), conflicted("1+2+3", 3));
    expect(picture(held)).toBe("main <- #1 running <- #2 running <- #3+1+2 conflicted at #3 <- #4 running");
    const half = after(held, passed("1"), landed());
    expect(picture(half)).toBe("main <- #2 running <- #3+2 conflicted at #3 <- #4 running");
    const { queue, concluded } = story(half, passed("2"), prepared(), landed());
    expect(picture(queue)).toBe("main <- #4 running");
    expect(concluded.at(-1)).toMatchObject({
      facts: { number: 3 },
      reason: {
        code: "START_TEST_RUN_MERGE_CONFLICT",
        sentence:
          "#3 conflicts with `main`, where #1 and #2 landed before it in `src/shared.ts`; update it and submit it again.",
      },
    });
  });
});

describe("an urgent entry in parallel mode", () => {
  const urgent = { priority: 0 };

  it("interrupts only those of its own lane", () => {
    const told = story(four, submitted(5, { ...urgent, ...touching("back") }));
    expect(picture(told.queue)).toBe(
      "main <- #5 running <- #1 running <- #2+5 running <- #3+5+1+2 running <- #4 running",
    );
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[2], [3]]);
    expect(timelineOf(told, 2)[0]).toBe(
      "testing to pending: SKIP_THE_LINE_INTERRUPTED #5 is urgent and goes first, so the tests of #2 start again.",
    );
  });

  it("takes the slot of one behind it in its lane", () => {
    const narrow = after(
      parallel,
      changed({ concurrency: 2 }),
      submitted(1, touching("front")),
      submitted(2, touching("back")),
      submitted(3, touching("docs")),
    );
    expect(picture(after(narrow, submitted(5, { ...urgent, ...touching("back") })))).toBe(
      "main <- #5 running <- #1 running | waiting #2 #3",
    );
  });

  it("takes the slot of the last one when it shares its lane with nobody", () => {
    const narrow = after(
      parallel,
      changed({ concurrency: 2 }),
      submitted(1, touching("front")),
      submitted(2, touching("back")),
    );
    const told = story(narrow, submitted(5, { ...urgent, ...touching("docs") }));
    expect(picture(told.queue)).toBe("main <- #5 running <- #1 running | waiting #2");
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[2]]);
  });

  it("sends back with a predecessor whoever was tested on it", () => {
    const narrow = after(
      parallel,
      changed({ concurrency: 3 }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("b")),
      passed("2+3"),
      changed({ concurrency: 2 }),
    );
    expect(picture(narrow)).toBe("main <- #1 running <- #2 running <- #3+2 passed");
    expect(picture(after(narrow, submitted(5, { ...urgent, ...touching("z") })))).toBe(
      "main <- #5 running <- #1 running | waiting #2 #3",
    );
  });
});

function failure(): never {
  throw new Error("the story tells otherwise");
}
