/** A single entry whose failure is proven is tested once more beside the line, and its successors land meanwhile. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { considered } from "../../../src/engine/planning/landable.js";
import {
  after,
  allSubmitted,
  aQueue,
  builds,
  cancelled,
  changed,
  conflicted,
  entryNumbered,
  failed,
  landed,
  landingRefused,
  minutesPassed,
  movedTo,
  notStarted,
  onTip,
  passed,
  prepared,
  pushed,
  reported,
  restarted,
  runNamed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const urgent = { priority: 0 } as const;
const three = after(aQueue(), ...allSubmitted(1, 2, 3));
const beside = after(three, failed("1"));

describe("an entry that is retried", () => {
  it("is tested alone beside the line, and holds up nobody", () => {
    expect(picture(beside)).toBe("main <- #2 running <- #3+2 running | retrying #1 running");
    const on = story(beside, passed("2"), landed(), passed("3"), landed());
    expect(picture(on.queue)).toBe("main | retrying #1 running");
    expect(on.concluded.map(({ facts, state }) => `#${facts.number} ${state}`)).toEqual([
      "#2 merged",
      "#3 merged",
    ]);
  });

  it("is in pending failure all the time, with the reason, and stands behind the line", () => {
    const waiting = after(three, ...allSubmitted(4), unbuilt(failed("1")));
    expect(picture(waiting)).toBe("main <- #2 building <- #3+2 building | retrying #1 building | waiting #4");
    const told = story(waiting, builds("1"));
    for (const queue of [waiting, told.queue, after(waiting, turned("paused"), restarted(1))])
      expect(entryNumbered(queue, 1).state).toBe("pendingFailure");
    expect(entryNumbered(told.queue, 1).reason).toEqual({
      code: "TEST_RUN_REQUIRED_STATUS_FAILED",
      sentence: "#1 failed `tests`; before anybody is blamed it is tested once more.",
    });
    expect(told.transitions).toEqual([]);
    expect([...considered(told.queue)].map(({ facts }) => facts.number)).toEqual([2, 3, 1, 4]);
  });

  it("is blamed when it fails again, whatever landed meanwhile", () => {
    const told = story(beside, passed("2"), landed(), failed("1"));
    expect(picture(told.queue)).toBe("main <- #3 running");
    expect(timelineOf(told, 1)).toEqual([
      "pendingFailure to failed: TEST_RUN_REQUIRED_STATUS_FAILED #1 failed `tests` again with nothing else ahead, so the failure is its own.",
    ]);
    expect(runNamed(told.queue, "3").id).toBe(runNamed(beside, "2+3").id);
  });

  it("is tested where the branch is, when others push to it", () => {
    const moved = story(beside, movedTo("v2"));
    expect(picture(moved.queue)).toBe("main <- #2 running <- #3+2 running | retrying #1 running");
    expect(runNamed(moved.queue, "1").testedOn).toBe(moved.queue.tip);
    expect(moved.queue.tip).not.toBe(beside.tip);
    expect(story(moved.queue, failed("1")).concluded).toMatchObject([{ facts: { number: 1 } }]);
  });

  it.each([
    ["is cancelled", cancelled(1)],
    ["is pushed to", pushed(1)],
  ])("leaves when it %s, and nobody is tested again", (_, end) => {
    const told = story(beside, end);
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[1]]);
  });

  it("is retried anew with another head", () => {
    const again = after(beside, pushed(1), submitted(1), cancelled(2), cancelled(3), failed("1"));
    expect(picture(again)).toBe("main | retrying #1 running");
  });

  it("may be restarted, and is still retried only once", () => {
    const told = story(beside, restarted(1));
    expect(picture(told.queue)).toBe(picture(beside));
    expect(runNamed(told.queue, "1").id).not.toBe(runNamed(beside, "1").id);
    expect(story(told.queue, failed("1")).concluded).toMatchObject([
      { facts: { number: 1 }, ended: "failed" },
    ]);
  });

  it("is blamed when its second test takes too long", () => {
    const told = story(after(aQueue(), submitted(1)), minutesPassed(300), minutesPassed(300));
    expect(told.concluded).toMatchObject([{ ended: "failed", reason: { code: "TEST_RUN_TIMEOUT" } }]);
  });

  it("is evicted when it does not merge on the branch any more", () => {
    const told = story(after(three, unbuilt(failed("1"))), unbuilt(conflicted("1", 1)));
    expect(told.concluded).toMatchObject([
      { ended: "failed", reason: { code: "START_TEST_RUN_MERGE_CONFLICT" } },
    ]);
    expect(picture(told.queue)).toBe("main <- #2 building <- #3+2 building");
  });

  it("is settled once a paused queue runs again", () => {
    const paused = after(beside, turned("paused"));
    expect(picture(after(paused, failed("1")))).toBe(
      "main (paused) <- #2 running <- #3+2 running | retrying #1 failed",
    );
    expect(story(paused, failed("1"), turned("running")).concluded).toMatchObject([{ ended: "failed" }]);
    const passes = after(paused, passed("1"));
    expect(picture(passes)).toBe("main (paused) <- #2 running <- #3+2 running | retrying #1 passed");
    expect(picture(after(passes, turned("running")))).toBe(
      "main <- #2 running <- #3+2 running <- #1+2+3 running",
    );
  });

  it("is worked off while the queue drains", () => {
    const told = story(beside, turned("draining"), passed("1"));
    expect(picture(told.queue)).toBe("main (draining) <- #2 running <- #3+2 running <- #1+2+3 running");
  });

  it("is merged directly past by nobody", () => {
    const queue = after(
      aQueue({ directMergeMode: "always" }),
      submitted(1),
      failed("1"),
      submitted(2, onTip),
    );
    expect(picture(queue)).toBe("main <- #2 running | retrying #1 running");
  });

  it("is one of many when CI is down: each is tested twice", () => {
    const told = story(beside, failed("2"), failed("3"));
    expect(picture(told.queue)).toBe("main | retrying #1 running, #2 running, #3 running");
    expect(told.concluded).toEqual([]);
  });

  it("may be one that wants no batch, beside batches", () => {
    const queue = after(
      aQueue({ batch: true, batchingMinSize: 2 }),
      submitted(1, { noBatch: true }),
      ...allSubmitted(2, 3),
      failed("1"),
    );
    expect(picture(queue)).toBe("main <- #2&#3 running | retrying #1 running");
  });
});

describe("a slot for a retry", () => {
  const batching = { batch: true, batchingMinSize: 2, bisectionConcurrency: 1 } as const;

  it("is one of those of the line", () => {
    const full = after(three, ...allSubmitted(4, 5), failed("1"));
    expect(picture(full)).toBe("main <- #2 running <- #3+2 running | retrying #1 running | waiting #4 #5");
    expect(picture(after(full, passed("2"), landed()))).toBe(
      "main <- #3 running <- #4+3 running | retrying #1 running | waiting #5",
    );
  });

  it("is taken before all that wait, and before the line", () => {
    const narrow = after(three, submitted(4), turned("paused"), failed("1"), changed({ concurrency: 1 }));
    const waits = after(narrow, turned("running"));
    expect(picture(waits)).toBe("main <- #2 pending <- #3 pending | retrying #1 running | waiting #4");
    expect(picture(after(waits, failed("1")))).toBe("main <- #2 running <- #3 pending | waiting #4");
  });

  it("is waited for where there is none, in pending failure", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      ...["a", "b", "c", "d"].map((target, index) => submitted(index + 1, touching(target))),
      changed({ concurrency: 2 }),
      failed("1"),
    );
    expect(picture(lanes)).toBe("main <- #2 running <- #3 running | retrying #1 pending | waiting #4");
    expect(entryNumbered(lanes, 1).state).toBe("pendingFailure");
    expect(picture(after(lanes, passed("2")))).toBe(
      "main <- #2 landing <- #3 running | retrying #1 running | waiting #4",
    );
  });

  it("is no slot of the parts of a split batch", () => {
    const queue = after(
      aQueue(batching),
      submitted(1, { noBatch: true }),
      ...allSubmitted(2, 3),
      failed("1"),
      failed("2+3"),
    );
    expect(picture(queue)).toBe("main | retrying #1 running | bisecting #2 running, #3 pending");
    expect(picture(after(queue, failed("1")))).toBe("main | bisecting #2 running, #3 pending");
  });

  it("is shared with these where they share the slots", () => {
    const queue = after(
      aQueue({ ...batching, bisectionConcurrency: 0, concurrency: 2 }),
      submitted(1, { noBatch: true }),
      ...allSubmitted(2, 3),
      failed("1"),
      failed("2+3"),
    );
    expect(picture(queue)).toBe("main | retrying #1 running | bisecting #2 running, #3 pending");
  });

  it("is given up by a hedge", () => {
    const hedging = after(aQueue({ hedging: true, concurrency: 4 }), ...allSubmitted(1, 2, 3));
    expect(picture(hedging)).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running | hedging #2 running",
    );
    expect(picture(after(hedging, failed("1")))).toBe(
      "main <- #2 running <- #3+2 running | hedging #3 running | retrying #1 running",
    );
  });
});

describe("an entry that passed its second test", () => {
  const back = after(beside, passed("1"));

  it("lands on it when that is a test of what is in the line", () => {
    const told = story(after(aQueue(), submitted(1), failed("1")), passed("1"));
    expect(picture(told.queue)).toBe("main <- #1 landing");
    expect(timelineOf(told, 1)).toEqual([
      "pendingFailure to testsPassed: TEST_RUN_PASSED #1 passed `tests`.",
    ]);
  });

  it("is tested again behind all that are tested, and interrupts none of them", () => {
    const told = story(beside, passed("1"));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running <- #1+2+3 running");
    expect(told.effects.filter(({ kind }) => kind === "land")).toEqual([]);
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[1]]);
    expect(timelineOf(told, 1)).toEqual([
      "pendingFailure to testsPassed: TEST_RUN_PASSED #1 passed `tests`.",
      "testsPassed to pending: TEST_RUN_PASSED #1 passed alone when it was tested once more; now tested with what is ahead in the line.",
      "pending to testing",
    ]);
  });

  it("never lands past what landed meanwhile on its test beside the line", () => {
    const told = story(beside, passed("2"), passed("2+3"), landed(), landed(), passed("1"));
    expect(picture(told.queue)).toBe("main <- #1 running");
    expect(runNamed(told.queue, "1").testedOn).toBe(told.queue.tip);
  });

  it("comes before all that have no run yet, and before all that wait", () => {
    const narrow = after(beside, submitted(4), turned("paused"), restarted(3), changed({ concurrency: 2 }));
    const queue = after(narrow, turned("running"), passed("1"));
    expect(picture(queue)).toBe("main <- #2 running <- #1+2 running <- #3 pending | waiting #4");
  });

  it("comes behind an urgent one in any case", () => {
    const narrow = after(aQueue({ concurrency: 2 }), submitted(1), failed("1"), submitted(2));
    const queue = after(narrow, changed({ concurrency: 1 }), submitted(3, urgent));
    expect(picture(queue)).toBe("main <- #3 pending | retrying #1 running | waiting #2");
    expect(picture(after(queue, passed("1")))).toBe("main <- #3 running <- #1 pending | waiting #2");
  });

  it("goes in front of all when it is urgent itself", () => {
    const queue = after(aQueue(), submitted(1, urgent), submitted(2), failed("1"), submitted(3), passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 running <- #3+1+2 running");
  });

  it("is blamed for its next failure, when all ahead have landed", () => {
    const told = story(back, failed("2+3+1"), passed("2"), landed());
    expect(picture(told.queue)).toBe("main <- #3 running <- #1+3 failed");
    expect(entryNumbered(told.queue, 1).reason?.sentence).toBe(
      "#1 failed `tests` on top of #2 and #3; #2 and #3 may be the cause until landed or gone.",
    );
    const done = story(told.queue, passed("3"), landed());
    expect(picture(done.queue)).toBe("main");
    expect(timelineOf(done, 1)).toEqual([
      "pendingFailure to failed: TEST_RUN_REQUIRED_STATUS_FAILED #1 failed `tests` again on top of #2 and #3; #2 and #3 landed, so the failure is its own.",
    ]);
  });

  it("is not blamed for a failure with one ahead that leaves", () => {
    const queue = after(back, failed("2+3+1"), cancelled(2));
    expect(picture(queue)).toBe("main <- #3 running <- #1+3 running");
  });

  it("may have its next test cancelled by CI twice too", () => {
    const interrupted = reported("1", { tests: "cancelled" });
    const one = after(
      aQueue(),
      submitted(1),
      failed("1"),
      interrupted,
      interrupted,
      turned("paused"),
      passed("1"),
    );
    const again = after(one, movedTo("v2"), turned("running"), passed("1"), landingRefused("v3"));
    expect(picture(again)).toBe("main <- #1 running");
    expect(again.line[0]).toMatchObject({ isRetried: true, interruptions: 0 });
  });

  it("is not retried again after an urgent one took its place", () => {
    const narrow = after(back, changed({ concurrency: 2 }), submitted(4, urgent));
    expect(picture(narrow)).toBe("main <- #4 running <- #2+4 running | waiting #1 #3");
    const formed = after(narrow, passed("4"), landed(), passed("2"), landed());
    expect(picture(formed)).toBe("main <- #1 running <- #3+1 running");
    const told = story(formed, failed("1"));
    expect(told.concluded).toMatchObject([{ facts: { number: 1 }, ended: "failed" }]);
  });

  it("is not retried again after a switch of the mode took its place", () => {
    const switched = after(
      back,
      turned("paused"),
      changed({ mode: "parallel" }),
      passed("2"),
      passed("2+3"),
      passed("2+3+1"),
    );
    expect(picture(switched)).toBe("main (paused) | waiting #1 #2 #3");
    expect(story(switched, turned("running"), failed("1")).concluded).toMatchObject([{ ended: "failed" }]);
  });

  it("is not retried again when it cannot be tested with others", () => {
    const held = after(beside, unbuilt(passed("1")));
    const alone = after(held, notStarted("2+3+1", "START_TEST_RUN_RETRY_EXHAUSTED"));
    expect(picture(alone)).toBe("main <- #2 running <- #3+2 running | bisecting #1 running");
    expect(story(alone, failed("1")).concluded).toMatchObject([{ facts: { number: 1 }, ended: "failed" }]);
  });

  it("lands past other lanes that landed meanwhile", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("a")),
      failed("1"),
    );
    expect(picture(lanes)).toBe("main <- #2 running <- #3 running | retrying #1 running");
    const other = after(lanes, passed("2"), landed(), passed("1"));
    expect(picture(other)).toBe("main <- #3 running <- #1+3 running");
    const alone = after(lanes, cancelled(3), passed("2"), landed(), passed("1"));
    expect(picture(alone)).toBe("main <- #1 landing");
    expect(alone.landing?.proof.kind).toBe("disjoint");
    expect(picture(after(alone, prepared(), landed()))).toBe("main");
  });
});

describe("an entry that an earlier version retries in its place", () => {
  const retried = inPlace(after(aQueue(), submitted(1)));
  const full = after(retried, ...allSubmitted(2, 3));

  it("goes on there: nobody lands past it", () => {
    expect(picture(full)).toBe("main <- #1 running again <- #2 running <- #3+2 running");
    expect(picture(after(full, passed("2")))).toBe("main <- #1 running again <- #2 passed <- #3+2 running");
    expect(entryNumbered(full, 1).state).toBe("testing");
  });

  it("lands when it passes, and those behind are tested on top of it", () => {
    const told = story(full, passed("1"), landed());
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(told.queue.line.some(({ isSuspect }) => isSuspect)).toBe(false);
  });

  it("is blamed when it fails", () => {
    const told = story(full, failed("1"));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(told.concluded).toMatchObject([{ facts: { number: 1 }, ended: "failed" }]);
  });

  it("is not retried when it was cleared and fails later", () => {
    const urgentFirst = after(
      retried,
      turned("paused"),
      passed("1"),
      turned("running"),
      landingRefused("v2"),
    );
    expect(picture(urgentFirst)).toBe("main <- #1 running");
    expect(story(urgentFirst, failed("1")).concluded).toMatchObject([{ facts: { number: 1 } }]);
  });

  it("names those that landed below when somebody urgent was let in before it", () => {
    const told = story(retried, submitted(2, urgent), failed("2+1"), passed("2"), landed());
    expect(told.concluded.find(({ ended }) => ended === "failed")).toMatchObject({
      facts: { number: 1 },
      reason: { sentence: "#1 failed `tests` again on top of #2; #2 landed, so the failure is its own." },
    });
  });

  it("is cleared by a hedge, with the verdict that this has come to", () => {
    const hedged = after(full, changed({ hedging: true, concurrency: 6 }), submitted(4, urgent), passed("1"));
    expect(picture(hedged)).toContain("hedging");
    expect(picture(after(hedged, cancelled(4)))).toMatch(/^main <- #1 landing /);
  });

  it("lands on the pass of a witness that was tested with it", () => {
    const witnessed = after(
      retried,
      changed({ pendingFailureDepth: 1, canOptimisticallyMerge: true }),
      turned("paused"),
    );
    expect(picture(after(witnessed, failed("1")))).toBe("main (paused) <- #1 failed again");
  });
});

/** As versions before stored it: in the line, in doubt, and under test. */
function inPlace(queue: Queue): Queue {
  return { ...queue, line: queue.line.map((batch) => ({ ...batch, isRetried: true, isSuspect: true })) };
}
