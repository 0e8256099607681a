/** A failure may be a flake: those behind are witnesses for it, and where the queue trusts them, their pass lands all. */
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
  notStarted,
  passed,
  restarted,
  runNamed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

/** Four in the line, with this pending failure depth. */
function four(pendingFailureDepth: number, canOptimisticallyMerge: boolean) {
  const settings = { concurrency: 6, pendingFailureDepth, canOptimisticallyMerge };
  return after(aQueue(settings), ...allSubmitted(1, 2, 3, 4));
}

describe("pending failure depth 0", () => {
  it("waits for nobody behind: a single is tested once more at once", () => {
    expect(picture(after(four(0, true), failed("1")))).toBe(
      "main <- #2 running <- #3+2 running <- #4+2+3 running | retrying #1 running",
    );
  });
});

describe("one that lands on the pass of its successor", () => {
  it("is not blamed for its own tests, which could not even be started", () => {
    const landing = after(four(1, true), unbuilt(restarted(1)), passed("1+2"));
    expect(picture(landing)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 running <- #4+1+2+3 running");
    expect(after(landing, notStarted("1", "START_TEST_RUN_RETRY_EXHAUSTED"))).toEqual(landing);
    const told = story(landing, conflicted("1", 1));
    expect(picture(told.queue)).toBe(picture(landing));
    expect(told.concluded).toEqual([]);
  });
});

describe("pending failure depth 1", () => {
  const outdated = after(four(1, false), failed("1"));

  it("keeps the next one behind on the failed one as a witness, and plans the others without", () => {
    expect(picture(outdated)).toBe("main <- #1 failed <- #2+1 running <- #3+2 running <- #4+2+3 running");
    expect(runNamed(outdated, "1+2").id).toBe(runNamed(four(1, false), "1+2").id);
  });

  it("blames nobody before the witness is done", () => {
    const { queue, concluded } = story(outdated, failed("1+2"));
    expect(concluded).toEqual([]);
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running <- #4+2+3 running | retrying #1 running");
  });

  it("blames it when the witness failed too and so did the second test", () => {
    const told = story(outdated, failed("1+2"), failed("1"));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running <- #4+2+3 running");
    expect(told.concluded).toMatchObject([{ facts: { number: 1 }, state: "failed" }]);
    expect(timelineOf(told, 2)).toContain(
      "pendingFailure to pending: PREREQUISITE_MERGE_ITEM_FAILED #1 failed `tests`; before anybody is blamed it is tested once more; the tests of #2 start again without it.",
    );
  });

  it("waits for a witness whose test was only ordered when the one ahead failed", () => {
    const queue = after(four(1, false), unbuilt(restarted(2)), failed("1"));
    expect(picture(queue)).toBe("main <- #1 failed <- #2+1 building <- #3+2 running <- #4+2+3 running");
  });

  it("waits for each witness once: a test begun later is begun without the one in doubt", () => {
    const without = "main <- #2 running <- #3+2 running <- #4+2+3 running | retrying #1 running";
    expect(picture(after(outdated, restarted(2)))).toBe(without);
    expect(picture(after(outdated, cancelled(2)))).toBe(
      "main <- #3 running <- #4+3 running | retrying #1 running",
    );
  });

  it("counts nobody as a witness who comes later", () => {
    const alone = after(aQueue({ pendingFailureDepth: 1 }), submitted(1), turned("paused"), failed("1"));
    expect(picture(after(alone, turned("running"), submitted(2)))).toBe(
      "main <- #2 running | retrying #1 running",
    );
    const behind = after(aQueue({ pendingFailureDepth: 1 }), submitted(1), submitted(2), failed("1+2"));
    expect(picture(after(behind, submitted(3)))).toBe("main <- #1 running <- #2+1 failed <- #3+1 running");
  });

  it("lands nobody past the one in doubt without optimistic merging, but once it is tested beside", () => {
    const held = after(four(1, false), failed("1"), passed("2+3"));
    expect(picture(held)).toBe("main <- #1 failed <- #2+1 running <- #3+2 passed <- #4+2+3 running");
    const queue = after(held, passed("1+2"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 passed <- #4+2+3 running | retrying #1 running");
    expect(picture(after(queue, passed("2")))).toBe(
      "main <- #2 landing <- #3+2 landing <- #4+2+3 running | retrying #1 running",
    );
  });

  it("marks nobody for a failure with the one in doubt on the same branch, and starts no test again", () => {
    const held = after(four(1, true), turned("paused"), failed("1"), turned("running"));
    const told = story(held, turned("paused"), failed("1+2"));
    expect(picture(told.queue)).toBe(
      "main (paused) <- #1 failed <- #2+1 failed <- #3+2 running <- #4+2+3 running",
    );
    expect(entryNumbered(told.queue, 2).state).toBe("pendingFailure");
    expect(told.endedRuns).toEqual([]);
    const settled = story(told.queue, turned("running"));
    expect(picture(settled.queue)).toBe(
      "main <- #2 running <- #3+2 running <- #4+2+3 running | retrying #1 running",
    );
    expect(settled.endedRuns.map(({ run }) => run.own)).toEqual([[1], [2]]);
  });

  it("marks one that failed with the one in doubt as soon as that one is cleared", () => {
    const held = after(four(1, false), turned("paused"), failed("1"), turned("running"), turned("paused"));
    const told = after(held, failed("1+2"), passed("1"));
    expect(picture(told)).toBe("main (paused) <- #1 passed <- #2+1 failed <- #3 pending <- #4 pending");
    expect(picture(after(told, turned("running")))).toBe(
      "main <- #1 landing <- #2+1 failed <- #3+1 running <- #4+1+3 running",
    );
  });

  it("makes witnesses of those that are tested with it, from the moment it is set", () => {
    const none = after(four(0, false), failed("1+2"));
    expect(picture(none)).toBe("main <- #1 running <- #2+1 failed <- #3+1 running <- #4+1+3 running");
    const set = after(none, changed({ pendingFailureDepth: 1 }));
    expect(picture(set)).toBe(picture(none));
    expect(picture(after(set, failed("1+3")))).toBe(
      "main <- #1 running <- #2+1 failed <- #3+1 failed <- #4+1+3 running",
    );
  });

  it("keeps what does not merge out for everybody: no pass can clear that", () => {
    const building = after(
      aQueue({ pendingFailureDepth: 1, canOptimisticallyMerge: true }),
      submitted(1),
      unbuilt(submitted(2)),
      submitted(3),
    );
    const { id: run } = runNamed(building, "1+2");
    const held = after(building, {
      holdsBuilds: false,
      events: ({ now }) => [
        {
          kind: "testRunConflicted",
          at: now,
          run,
          commits: [],
          pullRequest: runNamed(building, "1+2").own[0] ?? missing(),
          files: [],
        },
      ],
    });
    expect(picture(held)).toBe("main <- #1 running <- #2+1 conflicted at #2 <- #3+1 running");
  });
});

describe("pending failure depth 2", () => {
  it("keeps two levels of witnesses", () => {
    const queue = after(four(2, true), failed("1"));
    expect(picture(queue)).toBe("main <- #1 failed <- #2+1 running <- #3+1+2 running <- #4+2+3 running");
    expect(picture(after(queue, failed("1+2")))).toBe(
      "main <- #1 failed <- #2+1 failed <- #3+1+2 running <- #4+2+3 running",
    );
    expect(picture(after(queue, failed("1+2"), failed("1+2+3")))).toBe(
      "main <- #2 running <- #3+2 running <- #4+2+3 running | retrying #1 running",
    );
  });

  it("lands all that a witness far behind has proven, where the queue merges optimistically", () => {
    const told = story(four(2, true), failed("1"), failed("1+2"), passed("1+2+3"), landed());
    expect(picture(told.queue)).toBe("main <- #4 running");
    expect(told.concluded.map(({ state }) => state)).toEqual(["merged", "merged", "merged"]);
    expect(timelineOf(told, 2)).toContain(
      "pendingFailure to testsPassed: SUCCESSOR_TEST_RUN_PASSED #3 passed on top of #2, so #2 is proven too.",
    );
  });
});

describe("optimistic merging", () => {
  it("clears a failed head by the pass of its successor", () => {
    const told = story(four(1, true), failed("1"), passed("1+2"));
    expect(picture(told.queue)).toBe(
      "main <- #1 landing <- #2+1 landing <- #3+1+2 running <- #4+1+2+3 running",
    );
    expect(timelineOf(told, 1)).toEqual([
      "testing to pendingFailure: TEST_RUN_REQUIRED_STATUS_FAILED #1 failed `tests`.",
      "pendingFailure to testsPassed: SUCCESSOR_TEST_RUN_PASSED #2 passed on top of #1, so #1 is proven too.",
    ]);
    expect(timelineOf(told, 3)).toContain(
      "testing to pending: PREREQUISITE_MERGE_ITEM_FAILED #1 is no longer in doubt, so the tests of #3 start again on top of it.",
    );
    const done = story(told.queue, landed());
    expect(done.concluded).toMatchObject([
      { facts: { number: 1 }, state: "merged", verifiedBy: runNamed(told.queue, "1+2").id },
      { facts: { number: 2 }, state: "merged" },
    ]);
    expect(picture(done.queue)).toBe("main <- #3 running <- #4+3 running");
  });

  it("lands those ahead that are still tested", () => {
    const told = story(four(0, true), passed("1+2+3"));
    expect(picture(told.queue)).toBe(
      "main <- #1 landing <- #2+1 landing <- #3+1+2 landing <- #4+1+2+3 running",
    );
    expect(timelineOf(told, 2)).toEqual([
      "testing to testsPassed: SUCCESSOR_TEST_RUN_PASSED #3 passed on top of #2, so #2 is proven too.",
    ]);
  });

  it("hears no failure of what is landing on another's pass", () => {
    const told = story(four(0, true), passed("1+2"), failed("1"), landed());
    expect(picture(told.queue)).toBe("main <- #3 running <- #4+3 running");
    expect(told.concluded.map(({ state }) => state)).toEqual(["merged", "merged"]);
  });

  it("leaves the timeline of one that passed itself as it was", () => {
    const told = story(four(0, true), turned("paused"), passed("1"), passed("1+2"), turned("running"));
    expect(timelineOf(told, 1)).toEqual(["testing to testsPassed: TEST_RUN_PASSED #1 passed `tests`."]);
    expect(entryNumbered(told.queue, 1).reason?.code).toBe("TEST_RUN_PASSED");
  });

  it("lands nobody past one that it was tested without", () => {
    expect(picture(after(four(0, true), failed("1+2"), passed("1+3")))).toBe(
      "main <- #1 running <- #2+1 failed <- #3+1 passed <- #4+1+3 running",
    );
  });

  it("is off unless set: whoever is ahead lands on a pass of its own", () => {
    expect(picture(after(four(0, false), passed("1+2+3")))).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 passed <- #4+1+2+3 running",
    );
  });

  it("lands at once what passed before it was set", () => {
    const waiting = after(four(0, false), passed("1+2+3"));
    expect(picture(after(waiting, changed({ canOptimisticallyMerge: true })))).toBe(
      "main <- #1 landing <- #2+1 landing <- #3+1+2 landing <- #4+1+2+3 running",
    );
  });

  const settings = { batch: true, batchingMinSize: 2, pendingFailureDepth: 1, canOptimisticallyMerge: true };
  const batches = after(aQueue(settings), ...allSubmitted(1, 2, 3, 4), failed("1+2"));

  it("clears a whole batch", () => {
    expect(picture(batches)).toBe("main <- #1&#2 failed <- #3&#4+1+2 running");
    const told = story(batches, passed("1+2+3+4"), landed());
    expect(picture(told.queue)).toBe("main");
    expect(timelineOf(told, 2)[0]).toBe(
      "pendingFailure to testsPassed: SUCCESSOR_TEST_RUN_PASSED #3 and #4 passed on top of #2, so #2 is proven too.",
    );
  });

  it("splits the batch when the witness fails too", () => {
    expect(picture(after(batches, failed("1+2+3+4")))).toBe(
      "main <- #3&#4 running | bisecting #1 running, #2 running",
    );
  });
});

describe("a pass that clears one in doubt while another lane lands", () => {
  const settings = {
    mode: "parallel",
    concurrency: 6,
    pendingFailureDepth: 1,
    canOptimisticallyMerge: true,
  } as const;
  const docs = submitted(9, touching("docs"));
  const inOneLane = (...numbers: readonly number[]) =>
    numbers.map((number) => submitted(number, touching("a")));

  it("is waited for: the one in doubt is neither tested again nor blamed", () => {
    const other = after(aQueue(settings), docs, ...inOneLane(1, 2), failed("1"), passed("9"));
    expect(picture(other)).toBe("main <- #9 landing <- #1 failed <- #2+1 running");
    const told = story(other, passed("1+2"));
    expect(picture(told.queue)).toBe("main <- #9 landing <- #1 failed <- #2+1 passed");
    expect(told.concluded).toEqual([]);
    expect(picture(after(told.queue, landed()))).toBe("main <- #1 landing <- #2+1 landing");
  });

  it("keeps a batch whole", () => {
    const batches = aQueue({ ...settings, batch: true, batchingMinSize: 2 });
    const full = after(batches, submitted(8, touching("docs")), docs, ...inOneLane(1, 2, 3, 4));
    const outdated = after(full, failed("1+2"), passed("8+9"), passed("1+2+3+4"));
    expect(picture(outdated)).toBe("main <- #8&#9 landing <- #1&#2 failed <- #3&#4+1+2 passed");
    expect(picture(after(outdated, landed()))).toBe("main <- #1&#2 landing <- #3&#4+1+2 landing");
  });

  it("is of no use to those that land on passes of their own only", () => {
    const proven = { ...settings, canOptimisticallyMerge: false };
    const told = after(aQueue(proven), docs, ...inOneLane(1, 2), failed("1"), passed("9"), passed("1+2"));
    expect(picture(told)).toBe("main <- #9 landing <- #2 running | retrying #1 running");
  });
});

function missing(): never {
  throw new Error("the story tells otherwise");
}
