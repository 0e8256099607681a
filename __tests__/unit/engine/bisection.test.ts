/** A batch that failed is split beside the line until the culprit is found; the others land. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  changed,
  conflicted,
  entryNumbered,
  failed,
  landed,
  minutesPassed,
  movedTo,
  notStarted,
  passed,
  prepared,
  pushed,
  restarted,
  runNamed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const batching = aQueue({ batch: true, batchingMinSize: 4, testingTimeoutMinutes: 0 });
const four = after(batching, ...allSubmitted(1, 2, 3, 4));
const halves = after(four, failed("1+2+3+4"));
const two = after(batching, changed({ batchingMinSize: 2 }), ...allSubmitted(1, 2));

describe("a batch of eight with one culprit", () => {
  const eight = after(batching, changed({ batchingMinSize: 8 }), ...allSubmitted(1, 2, 3, 4, 5, 6, 7, 8));

  it("is split until the culprit is alone, while the others land", () => {
    const split = after(eight, failed("1+2+3+4+5+6+7+8", "tests"));
    expect(picture(split)).toBe("main | bisecting #1&#2&#3&#4 running, #5&#6&#7&#8 running");
    const landing = after(split, passed("5+6+7+8"), failed("1+2+3+4"));
    expect(picture(landing)).toBe("main <- #5&#6&#7&#8 landing | bisecting #1&#2 running, #3&#4 running");
    const quarter = after(landing, landed(), failed("3+4"), passed("1+2"));
    expect(picture(quarter)).toBe("main <- #1&#2 running | bisecting #3 running, #4 running");
    const single = after(quarter, passed("1+2"), landed(), failed("3"), passed("4"));
    expect(picture(single)).toBe("main <- #4 running | bisecting #3 running again");
  });

  it("lands seven and names the culprit", () => {
    const { queue, concluded } = story(
      eight,
      failed("1+2+3+4+5+6+7+8"),
      passed("5+6+7+8"),
      landed(),
      failed("1+2+3+4"),
      passed("1+2"),
      landed(),
      failed("3+4"),
      passed("4"),
      landed(),
      failed("3"),
      failed("3"),
    );
    expect(picture(queue)).toBe("main");
    expect(concluded.map(({ facts, state }) => `#${facts.number} ${state}`)).toEqual([
      ...["#5 merged", "#6 merged", "#7 merged", "#8 merged"],
      ...["#1 merged", "#2 merged", "#4 merged", "#3 failed"],
    ]);
    expect(concluded.at(-1)?.reason).toEqual({
      code: "TEST_RUN_REQUIRED_STATUS_FAILED",
      sentence: "#3 failed `tests` again with nothing else ahead, so the failure is its own.",
    });
  });

  it("finds two culprits as well", () => {
    const { queue, concluded } = story(
      eight,
      changed({ bisectionConcurrency: 8 }),
      failed("1+2+3+4+5+6+7+8"),
      failed("1+2+3+4"),
      failed("5+6+7+8"),
      passed("1+2"),
      landed(),
      failed("3+4"),
      failed("5+6"),
      passed("7+8"),
      passed("7+8"),
      landed(),
      ...[failed("3"), failed("3"), failed("6"), failed("6")],
      ...[passed("4"), passed("4"), landed(), passed("5"), passed("5"), landed()],
    );
    expect(picture(queue)).toBe("main");
    const failures = concluded.filter(({ state }) => state === "failed");
    expect(failures.map(({ facts }) => facts.number)).toEqual([3, 6]);
  });
});

describe("a split", () => {
  it("is told to each with the check that failed", () => {
    expect(timelineOf(story(four, failed("1+2+3+4", "tests")), 4).slice(0, 2)).toEqual([
      "testing to pendingFailure: TEST_RUN_REQUIRED_STATUS_FAILED #1, #2, #3 and #4 failed `tests`.",
      "pendingFailure to pending: BISECTION_REQUIRED #1, #2, #3 and #4 failed `tests` together, so each half is tested alone to find the culprit.",
    ]);
  });

  it("gives the first half the odd one", () => {
    const three = after(batching, changed({ batchingMinSize: 3 }), ...allSubmitted(1, 2, 3), failed("1+2+3"));
    expect(picture(three)).toBe("main | bisecting #1&#2 running, #3 running");
  });

  it("comes of a run that took too long, too", () => {
    const late = after(four, changed({ testingTimeoutMinutes: 10 }), minutesPassed(10));
    expect(picture(late)).toBe("main | bisecting #1&#2 running, #3&#4 running");
    expect(picture(after(late, minutesPassed(10)))).toBe(
      "main | bisecting #1 running, #2 running, #3 running, #4 pending",
    );
  });

  it("lets those behind go on at once, and tells them why", () => {
    const told = story(four, ...allSubmitted(5, 6, 7, 8), failed("1+2+3+4"));
    expect(picture(told.queue)).toBe("main <- #5&#6&#7&#8 running | bisecting #1&#2 running, #3&#4 running");
    expect(timelineOf(told, 6)).toContain(
      "testing to pending: PREREQUISITE_MERGE_ITEM_FAILED #1, #2, #3 and #4 failed `tests` together, so each half is tested alone to find the culprit; the tests of #5, #6, #7 and #8 start again without them.",
    );
  });

  it("of two batches at once gives each half a number of its own", () => {
    const paused = after(halves, turned("paused"), failed("1+2"), failed("3+4"));
    const { queue, endedRuns } = story(paused, turned("running"), changed({ bisectionConcurrency: 4 }));
    expect(picture(queue)).toBe("main | bisecting #1 running, #2 running, #3 running, #4 running");
    const ids = queue.beside.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(endedRuns.map(({ run }) => run.own)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("waits for whoever is ahead of the batch", () => {
    const behind = after(four, ...allSubmitted(5, 6, 7, 8), failed("1+2+3+4+5+6+7+8"));
    expect(picture(behind)).toBe("main <- #1&#2&#3&#4 running <- #5&#6&#7&#8+1+2+3+4 failed");
    expect(picture(after(behind, passed("1+2+3+4"), landed()))).toBe(
      "main | bisecting #5&#6 running, #7&#8 running",
    );
  });

  it("never lands a half from beside the line past one that is tested there", () => {
    const busy = after(halves, submitted(5, { noBatch: true }), passed("3+4"));
    expect(picture(busy)).toBe("main <- #5 running <- #3&#4+5 running | bisecting #1&#2 running");
  });
});

describe("a part that passes alone", () => {
  it("lands on that pass when it is what would be tested in the line", () => {
    const told = story(halves, passed("3+4"));
    expect(picture(told.queue)).toBe("main <- #3&#4 landing | bisecting #1&#2 running");
    expect(told.effects.map(({ kind }) => kind)).toEqual(["land"]);
  });

  it("is tested again at the end of the line otherwise", () => {
    const told = story(halves, passed("3+4"), passed("1+2"));
    expect(picture(told.queue)).toBe("main <- #3&#4 landing <- #1&#2+3+4 running");
    expect(timelineOf(told, 1)).toContain(
      "testsPassed to pending: BISECTION_TEST_RUN_PASSED #1 and #2 passed alone, so the culprit is another; now tested with what is ahead in the line.",
    );
  });

  it("goes before all that wait", () => {
    const busy = after(
      batching,
      changed({ concurrency: 1 }),
      ...allSubmitted(1, 2, 3, 4, 5, 6, 7, 8),
      failed("1+2+3+4"),
      ...allSubmitted(9, 10, 11, 12),
      passed("1+2"),
    );
    expect(picture(busy)).toBe(
      "main <- #5&#6&#7&#8 running <- #1&#2 pending | bisecting #3&#4 running | waiting #9 #10 #11 #12",
    );
    expect(picture(after(busy, passed("5+6+7+8"), landed()))).toBe(
      "main <- #1&#2 running | bisecting #3&#4 running | waiting #9 #10 #11 #12",
    );
  });

  it("goes in as many places as there are parts, the oldest first", () => {
    const paused = after(halves, turned("paused"), passed("3+4"), passed("1+2"));
    expect(picture(paused)).toBe("main (paused) | bisecting #1&#2 passed, #3&#4 passed");
    expect(picture(after(paused, turned("running")))).toBe("main <- #1&#2 landing <- #3&#4+1+2 running");
  });

  it("is not blamed for others: when two only fail together, the second one fails in the line", () => {
    const { queue, concluded } = story(
      two,
      ...[failed("1+2"), passed("1"), passed("2"), landed()],
      ...[failed("2"), failed("2")],
    );
    expect(picture(queue)).toBe("main");
    expect(concluded.map(({ facts, state }) => `#${facts.number} ${state}`)).toEqual([
      "#1 merged",
      "#2 failed",
    ]);
  });

  it("is split again when it fails in the line", () => {
    const rejoined = after(halves, passed("3+4"), passed("1+2"), landed());
    expect(picture(after(rejoined, failed("1+2")))).toBe("main | bisecting #1 running, #2 running");
  });

  it("keeps its test while the queue itself lands others", () => {
    const later = after(halves, passed("3+4"), landed());
    expect(runNamed(later, "1+2").id).toBe(runNamed(halves, "1+2").id);
    expect(picture(after(later, unbuilt(passed("1+2"))))).toBe("main <- #1&#2 building");
  });
});

describe("a flake in a half", () => {
  it("costs nobody the place: a single is tested once more before it is blamed", () => {
    const flaky = after(halves, failed("1+2"), failed("1"));
    expect(picture(flaky)).toBe("main | bisecting #3&#4 running, #1 running again, #2 running");
    expect(picture(after(flaky, passed("1")))).toBe(
      "main <- #1 landing | bisecting #3&#4 running, #2 running",
    );
  });
});

describe("the tests beside the line", () => {
  const urgent = { priority: 0 };

  it("are as many at once as tests in the line, where nothing else is set", () => {
    const narrow = after(
      four,
      changed({ concurrency: 1 }),
      submitted(5, { noBatch: true }),
      failed("1+2+3+4"),
    );
    expect(picture(narrow)).toBe("main <- #5 running | bisecting #1&#2 running, #3&#4 pending");
  });

  it("have slots of their own", () => {
    const own = after(
      four,
      changed({ bisectionConcurrency: 1 }),
      failed("1+2+3+4"),
      ...allSubmitted(5, 6, 7, 8),
    );
    expect(picture(own)).toBe("main <- #5&#6&#7&#8 running | bisecting #1&#2 running, #3&#4 pending");
    expect(picture(after(own, changed({ bisectionConcurrency: 2 })))).toBe(
      "main <- #5&#6&#7&#8 running | bisecting #1&#2 running, #3&#4 running",
    );
  });

  it("share the slots of the line without any of their own, and go first", () => {
    const shared = after(four, changed({ bisectionConcurrency: 0, concurrency: 1 }), failed("1+2+3+4"));
    expect(picture(shared)).toBe("main | bisecting #1&#2 running, #3&#4 pending");
    const behind = after(shared, submitted(5, { noBatch: true }), failed("1+2"));
    expect(picture(behind)).toBe("main | bisecting #3&#4 running, #1 pending, #2 pending | waiting #5");
  });

  it("give nobody a place who could not be tested, where they share the slots", () => {
    const shared = after(
      four,
      changed({ bisectionConcurrency: 0, concurrency: 1 }),
      failed("1+2+3+4"),
      submitted(5, { noBatch: true }),
      passed("1+2"),
    );
    expect(picture(shared)).toBe("main <- #1&#2 landing | bisecting #3&#4 running | waiting #5");
  });

  it("go before what has a place in the line, where they share the slots", () => {
    const settings = { batch: true, batchingMinSize: 2, concurrency: 2, bisectionConcurrency: 0 };
    const paused = after(
      aQueue(settings),
      ...allSubmitted(1, 2),
      submitted(5, { noBatch: true }),
      turned("paused"),
      failed("1+2"),
      restarted(5),
    );
    expect(picture(after(paused, turned("running")))).toBe(
      "main <- #5 pending | bisecting #1 running, #2 running",
    );
  });

  it("leave slots over to the line where they share them", () => {
    const shared = after(four, changed({ bisectionConcurrency: 0, concurrency: 3 }), failed("1+2+3+4"));
    expect(picture(after(shared, submitted(5, { noBatch: true }), submitted(6, { noBatch: true })))).toBe(
      "main <- #5 running | bisecting #1&#2 running, #3&#4 running | waiting #6",
    );
  });

  it("go on when an urgent one comes", () => {
    expect(picture(after(halves, submitted(5, urgent)))).toBe(
      "main <- #5 running | bisecting #1&#2 running, #3&#4 running",
    );
  });
});

describe("a queue that skips redundant tests", () => {
  const skipping = after(four, changed({ optimizationMode: "bisection_skip_redundant_tests" }));
  const proven = after(skipping, failed("1+2+3+4"), passed("1+2"));

  it("splits a half untested once the other one has passed", () => {
    expect(picture(proven)).toBe("main <- #1&#2 landing | bisecting #3 running, #4 running");
    const told = story(skipping, failed("1+2+3+4"), passed("1+2"));
    expect(timelineOf(told, 3).at(-2)).toBe(
      "testing to pending: BISECTION_REQUIRED One of #3 and #4 must be the culprit, so each half is tested alone to find the culprit.",
    );
  });

  it("blames a single after one test", () => {
    const { queue, concluded } = story(proven, failed("3"));
    expect(picture(queue)).toBe("main <- #1&#2 landing | bisecting #4 running");
    expect(concluded).toMatchObject([
      {
        facts: { number: 3 },
        state: "failed",
        reason: {
          code: "TEST_RUN_FAILED_BY_OPTIMIZATION",
          sentence: "#3 failed `tests` alone, and this queue does not test the same twice.",
        },
      },
    ]);
  });

  it("tests a single all the same when the other one has passed, since two may fail only together", () => {
    const rest = after(proven, passed("3"));
    expect(picture(rest)).toBe("main <- #1&#2 landing <- #3+1+2 running | bisecting #4 running");
  });

  it("tests one that was never split once more before it is blamed", () => {
    const single = after(skipping, submitted(5, { noBatch: true }), passed("1+2+3+4"), landed());
    expect(picture(after(single, failed("5")))).toBe("main | retrying #5 running");
  });

  it("knows no culprit in what was parted since it does not merge", () => {
    const eight = after(
      aQueue({ batch: true, batchingMinSize: 8, optimizationMode: "bisection_skip_redundant_tests" }),
      ...allSubmitted(1, 2, 3, 4, 5, 6, 7, 8),
      unbuilt(failed("1+2+3+4+5+6+7+8")),
      conflicted("1+2+3+4", 3),
    );
    expect(picture(eight)).toBe("main | bisecting #1&#2 running, #3&#4 running, #5&#6&#7&#8 building");
    expect(picture(after(eight, passed("1+2")))).toBe(
      "main <- #1&#2 landing | bisecting #3&#4 running, #5&#6&#7&#8 building",
    );
  });

  it("splits nothing while it is paused", () => {
    const paused = after(skipping, failed("1+2+3+4"), turned("paused"), passed("1+2"));
    expect(picture(paused)).toBe("main (paused) | bisecting #1&#2 passed, #3&#4 running");
    expect(picture(after(paused, turned("running")))).toBe(
      "main <- #1&#2 landing | bisecting #3 running, #4 running",
    );
  });

  it("tests both halves where it does not skip", () => {
    expect(picture(after(halves, passed("1+2")))).toBe("main <- #1&#2 landing | bisecting #3&#4 running");
  });
});

describe("while the culprit is looked for", () => {
  it("an entry may be cancelled, and only its own part starts again", () => {
    const told = story(halves, cancelled(2));
    expect(picture(told.queue)).toBe("main | bisecting #1 running, #3&#4 running");
    expect(runNamed(told.queue, "3+4").id).toBe(runNamed(halves, "3+4").id);
    expect(timelineOf(told, 1)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #2 was cancelled; the tests of #1 start again without it.",
    );
    expect(picture(after(told.queue, cancelled(1)))).toBe("main | bisecting #3&#4 running");
  });

  it("an entry may be pushed to", () => {
    const { queue, concluded } = story(halves, pushed(3));
    expect(picture(queue)).toBe("main | bisecting #1&#2 running, #4 running");
    expect(concluded).toMatchObject([{ state: "cancelled", reason: { code: "PR_PUSHED_TO" } }]);
  });

  it("a restart starts the tests of that part again", () => {
    const told = story(halves, restarted(1));
    expect(runNamed(told.queue, "1+2").id).not.toBe(runNamed(halves, "1+2").id);
    expect(runNamed(told.queue, "3+4").id).toBe(runNamed(halves, "3+4").id);
    expect(timelineOf(told, 2)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST The tests of #1 and #2 were restarted on request.",
    );
  });

  it("a push to the branch has every part tested again there", () => {
    const told = story(halves, movedTo("v2"));
    expect(picture(told.queue)).toBe("main | bisecting #1&#2 running, #3&#4 running");
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(timelineOf(told, 3)[0]).toContain("MANUAL_PUSH_TO_TARGET_BRANCH");
  });

  it("a paused queue splits nothing and lands nothing, and goes on when it runs again", () => {
    const paused = after(halves, turned("paused"), failed("1+2"), passed("3+4"));
    expect(picture(paused)).toBe("main (paused) | bisecting #1&#2 failed, #3&#4 passed");
    expect(picture(after(paused, turned("running")))).toBe(
      "main <- #3&#4 landing | bisecting #1 running, #2 running",
    );
  });

  it("a part that failed while paused may be restarted instead", () => {
    const paused = after(four, turned("paused"), failed("1+2+3+4"), restarted(1));
    expect(picture(paused)).toBe("main (paused) <- #1&#2&#3&#4 pending");
    expect(picture(after(paused, turned("running")))).toBe("main <- #1&#2&#3&#4 running");
  });

  it("a conflict splits a part, too, and fails who does not merge on the branch", () => {
    const building = after(four, unbuilt(failed("1+2+3+4")));
    expect(picture(after(building, conflicted("1+2", 2)))).toBe(
      "main | bisecting #1 running, #2 running, #3&#4 building",
    );
    const { queue, concluded } = story(building, conflicted("3+4", 3));
    expect(picture(queue)).toBe("main | bisecting #1&#2 building, #4 running");
    expect(concluded).toMatchObject([{ facts: { number: 3 }, state: "failed" }]);
  });

  it("a part that cannot be tested is split, and the one that cannot be tested alone fails for the reason given", () => {
    const building = after(four, unbuilt(failed("1+2+3+4")));
    const split = story(building, unbuilt(notStarted("1+2", "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH")));
    expect(picture(split.queue)).toBe("main | bisecting #3&#4 building, #1 building, #2 building");
    expect(split.concluded).toEqual([]);
    const { queue, concluded } = story(
      split.queue,
      notStarted("1", "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH"),
    );
    expect(picture(queue)).toBe("main | bisecting #3&#4 building, #2 building");
    expect(concluded.map(({ facts, reason }) => [facts.number, reason?.code])).toEqual([
      [1, "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH"],
    ]);
  });
});

describe("a batch that cannot be tested", () => {
  const building = after(batching, ...[1, 2, 3, 4].map((number) => unbuilt(submitted(number))));

  it("is split, and those behind go on without it", () => {
    const told = story(
      building,
      unbuilt(notStarted("1+2+3+4", "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH")),
    );
    expect(picture(told.queue)).toBe("main | bisecting #1&#2 building, #3&#4 building");
    expect(told.concluded).toEqual([]);
    expect(entryNumbered(told.queue, 1).reason).toEqual({
      code: "BISECTION_REQUIRED",
      sentence:
        "#1, #2, #3 and #4 could not be tested together (It cannot start), so each half is tested alone to find out whom that is about.",
    });
  });

  it("is not known to hold a culprit: whoever fails alone is tested once more", () => {
    const skipping = after(batching, changed({ optimizationMode: "bisection_skip_redundant_tests" }));
    const built = after(skipping, ...[1, 2, 3, 4].map((number) => unbuilt(submitted(number))));
    const split = after(built, notStarted("1+2+3+4", "START_TEST_RUN_RETRY_EXHAUSTED"));
    const other = after(split, passed("1+2"));
    expect(picture(other)).toBe("main <- #1&#2 landing | bisecting #3&#4 running");
    const pair = after(
      skipping,
      changed({ batchingMinSize: 2 }),
      unbuilt(submitted(1)),
      unbuilt(submitted(2)),
    );
    const singles = after(pair, notStarted("1+2", "START_TEST_RUN_RETRY_EXHAUSTED"), passed("1"), landed());
    expect(picture(after(singles, failed("2")))).toBe("main | retrying #2 running");
  });

  it("is tested alone when it is one that stands behind others, whoever is told of first", () => {
    const line = after(aQueue(), unbuilt(submitted(1)), unbuilt(submitted(2)));
    expect(picture(line)).toBe("main <- #1 building <- #2+1 building");
    const code = "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH";
    const alone = story(line, unbuilt(notStarted("1+2", code)));
    expect(picture(alone.queue)).toBe("main <- #1 building | bisecting #2 building");
    expect(entryNumbered(alone.queue, 2).reason?.sentence).toBe(
      "#2 could not be tested on top of #1 (It cannot start), so it is tested alone to find out whom that is about.",
    );
    const told = story(alone.queue, notStarted("1", code));
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([1]);
    expect(picture(told.queue)).toBe("main | bisecting #2 building");
  });

  it("fails as a whole where nobody of it can be the reason", () => {
    const told = story(building, notStarted("1+2+3+4", "START_TEST_RUN_NO_REQUIRED_STATUSES"));
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([1, 2, 3, 4]);
  });
});

describe("bisection in parallel mode", () => {
  const lanes = after(
    batching,
    changed({ mode: "parallel", concurrency: 5, batchingMinSize: 2 }),
    submitted(1, touching("a")),
    submitted(2, touching("a")),
    submitted(3, touching("b")),
    submitted(4, touching("b")),
  );

  it("lands a part past another lane that moved on, on the commit prepared there", () => {
    const queue = after(lanes, failed("1+2"), passed("3+4"), landed(), passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing | bisecting #2 running");
    expect(queue.landing?.proof.kind).toBe("disjoint");
    const rest = after(queue, prepared(), landed(), failed("2"), failed("2"));
    expect(picture(rest)).toBe("main");
  });

  it("has a part tested again in the line once its own lane moved on", () => {
    const same = after(lanes, submitted(5, touching("a")), submitted(6, touching("a")), failed("1+2"));
    expect(picture(same)).toBe("main <- #3&#4 running <- #5&#6 running | bisecting #1 running, #2 running");
    const moved = after(same, passed("5+6"), landed());
    expect(runNamed(moved, "1").id).toBe(runNamed(same, "1").id);
    expect(picture(after(moved, unbuilt(passed("1"))))).toBe(
      "main <- #3&#4 running <- #1 building | bisecting #2 running",
    );
  });
});
