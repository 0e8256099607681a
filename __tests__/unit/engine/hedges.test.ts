/**
 * Slots that nobody needs test what would be tested if one ahead came out otherwise than planned. When it does, nothing
 * starts from the beginning; until then hedges decide nothing.
 */
import { describe, expect, it } from "@jest/globals";
import { commitId } from "../../../src/domain/ids.js";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { provenFailures } from "../../../src/engine/planning/blame.js";
import { headOf } from "../../support/fake-commits.js";
import {
  abandoned,
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
  passed,
  prepared,
  pushed,
  reported,
  restarted,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";
import { liveRandomly } from "../../support/random-life.js";

const hedging = { hedging: true, concurrency: 8 } as const;
const two = after(aQueue(hedging), ...allSubmitted(1, 2));
const three = after(aQueue(hedging), ...allSubmitted(1, 2, 3));

describe("a slot that nobody needs", () => {
  it("tests an entry without one ahead that has no verdict yet", () => {
    expect(picture(two)).toBe("main <- #1 running <- #2+1 running | hedging #2 running");
  });

  it("goes to the likeliest first: where fewest ahead are open", () => {
    const pictureWith = (concurrency: number) =>
      picture(after(aQueue({ ...hedging, concurrency }), ...allSubmitted(1, 2, 3)));
    const line = "main <- #1 running <- #2+1 running <- #3+1+2 running";
    expect(pictureWith(3)).toBe(line);
    expect(pictureWith(4)).toBe(`${line} | hedging #2 running`);
    expect(pictureWith(5)).toBe(`${line} | hedging #2 running, #3+2 running`);
    expect(pictureWith(6)).toBe(`${line} | hedging #2 running, #3+2 running, #3+1 running`);
  });

  it("goes to the likeliest of all lanes first, wherever they stand", () => {
    const queue = after(
      aQueue({ ...hedging, mode: "parallel", concurrency: 5 }),
      ...[1, 2, 3].map((number) => submitted(number, touching("a"))),
      ...[4, 5].map((number) => submitted(number, touching("b"))),
      changed({ concurrency: 7 }),
    );
    expect(queue.hedges.map(({ own }) => own[0])).toEqual([2, 5]);
  });

  it("tests nobody with one that does not merge", () => {
    const queue = after(
      aQueue(hedging),
      submitted(1),
      unbuilt(submitted(2)),
      submitted(3),
      conflicted("1+2", 2),
    );
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 conflicted at #2 <- #3+1 running | hedging #2 building, #3 running",
    );
  });

  it("tests nobody without one that passed, or that lands", () => {
    const testing = "#3+1+2 running <- #4+1+2+3 running";
    const four = after(three, changed({ concurrency: 20 }), submitted(4));
    expect(picture(after(four, passed("1+2")))).toBe(
      `main <- #1 running <- #2+1 passed <- ${testing} | hedging #2 running, #3+2 running, #4+2+3 running, #4+1+2 running`,
    );
    const landing = after(four, changed({ canOptimisticallyMerge: true }), passed("1+2"));
    expect(picture(landing)).toBe(
      `main <- #1 landing <- #2+1 landing <- ${testing} | hedging #4+1+2 running`,
    );
  });

  it("tests nobody that lands, also where somebody else turns out to be ahead of it", () => {
    const lanes = after(
      aQueue({ ...hedging, mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      passed("2"),
      targetsSet(2, headOf(2), targetList(["a", "b"])),
    );
    expect(picture(lanes)).toBe("main <- #1 running <- #2 landing");
  });

  it("tests no entry in more than two other ways", () => {
    const { hedges } = after(three, changed({ concurrency: 20 }), submitted(4));
    const ways = hedges.map(({ own }) => own[0]);
    expect(ways).toEqual([2, 3, 3, 4, 4]);
  });

  it("stays free without hedging", () => {
    const queue = after(aQueue({ concurrency: 8 }), ...allSubmitted(1, 2));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running");
  });

  it("stays free while the queue is paused", () => {
    const queue = after(aQueue({ ...hedging, concurrency: 2 }), ...allSubmitted(1, 2), turned("paused"));
    expect(picture(after(queue, passed("1")))).toBe("main (paused) <- #1 passed <- #2+1 running");
    expect(picture(after(queue, changed({ concurrency: 8 })))).toBe(
      "main (paused) <- #1 running <- #2+1 running",
    );
  });

  it("is used once the queue drains", () => {
    expect(picture(after(two, turned("draining")))).toBe(
      "main (draining) <- #1 running <- #2+1 running | hedging #2 running",
    );
  });
});

it.each([8, 14, 19, 22])(
  "no test is begun to be ended at once, and each has its own id, in life %i",
  (seed) => {
    const ids = new Set<string>();
    let begun = 0;
    liveRandomly(seed, (queue, event) => {
      const decision = decide(queue, event);
      const ended = decision.effects.flatMap((effect) =>
        effect.kind === "discardTestRun" ? [effect.run] : [],
      );
      for (const effect of decision.effects) {
        if (effect.kind !== "startTestRun") continue;
        expect(ended).not.toContain(effect.run);
        ids.add(effect.run);
        begun += 1;
      }
      return decision;
    });
    expect(begun).toBeGreaterThan(5);
    expect(ids.size).toBe(begun);
  },
);

describe("a hedge gives way", () => {
  const full = after(aQueue({ ...hedging, concurrency: 5 }), ...allSubmitted(1, 2, 3));

  it("to an entry that waits, the least likely one first", () => {
    const { queue, effects } = story(full, submitted(4));
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running <- #4+1+2+3 running | hedging #2 running",
    );
    expect(effects.map(({ kind }) => kind)).toEqual(["discardTestRun", "startTestRun"]);
  });

  it("to all of them, so that nobody ever waits for one", () => {
    expect(picture(after(full, ...allSubmitted(4, 5, 6)))).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running <- #4+1+2+3 running <- #5+1+2+3+4 running | waiting #6",
    );
  });

  it("when there are fewer slots from now on", () => {
    expect(picture(after(full, changed({ concurrency: 4 })))).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running | hedging #2 running",
    );
  });

  it("to halves of a batch that share the slots", () => {
    const batches = aQueue({
      hedging: true,
      concurrency: 4,
      bisectionConcurrency: 0,
      batch: true,
      batchingMinSize: 2,
    });
    const queue = after(batches, ...allSubmitted(1, 2, 3, 4), ...allSubmitted(5, 6));
    expect(picture(queue)).toBe(
      "main <- #1&#2 running <- #3&#4+1+2 running <- #5&#6+1+2+3+4 running | hedging #3&#4 running",
    );
    expect(picture(after(queue, failed("1+2")))).toBe(
      "main <- #3&#4 running <- #5&#6+3+4 running | bisecting #1 running, #2 running",
    );
  });

  it("no more when it has its verdict", () => {
    const queue = after(full, passed("2"), failed("2+3"), ...allSubmitted(4, 5, 6));
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running <- #4+1+2+3 running <- #5+1+2+3+4 running | hedging #2 passed, #3+2 failed | waiting #6",
    );
  });
});

describe("a hedge becomes the run of its entry", () => {
  it("when the one ahead fails, as far as it has come", () => {
    const { queue, effects, transitions } = story(three, failed("1"));
    expect(picture(queue)).toBe(
      "main <- #2 running <- #3+2 running | hedging #3 running | retrying #1 running",
    );
    expect(runNamed(queue, "2").id).toBe(runNamed(three, "2").id);
    expect(runNamed(queue, "2+3").id).toBe(runNamed(three, "2+3").id);
    expect(effects.filter(({ kind }) => kind === "startTestRun")).toMatchObject([{ own: [1] }, { own: [3] }]);
    expect(transitions.map(({ pullRequest }) => pullRequest)).toEqual([1]);
    expect(entryNumbered(queue, 2).reason).toEqual({
      code: "PREREQUISITE_MERGE_ITEM_FAILED",
      sentence:
        "#2 is not tested with #1 any more: tests without it were begun ahead of time, and count now.",
    });
  });

  it("with the verdict it has come to, which names those it was tested on", () => {
    const queue = after(three, passed("2+3"), cancelled(1));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 passed | hedging #3 running");
    expect(entryNumbered(queue, 3).reason?.sentence).toBe("#3 passed `tests` on top of #2.");
  });

  it("when the one ahead is not in doubt any more", () => {
    const pending = after(three, failed("1+2"));
    expect(picture(pending)).toBe(
      "main <- #1 running <- #2+1 failed <- #3+1 running | hedging #2 running, #3+1+2 running, #3 running",
    );
    const queue = after(pending, passed("1+2"));
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 passed <- #3+1+2 running | hedging #2 running, #3+2 running",
    );
    expect(runNamed(queue, "1+2+3").id).toBe(runNamed(three, "1+2+3").id);
    expect(entryNumbered(queue, 3).reason).toEqual({
      code: "PREREQUISITE_MERGE_ITEM_FAILED",
      sentence: "#3 is tested with #2 again: tests on top of it were begun ahead of time, and count now.",
    });
  });

  it("when the one ahead leaves", () => {
    const { queue, effects } = story(three, cancelled(1));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running | hedging #3 running");
    expect(effects.filter(({ kind }) => kind === "startTestRun")).toMatchObject([{ own: [3] }]);
    expect(entryNumbered(queue, 2).reason?.code).toBe("PREREQUISITE_MERGE_ITEM_CANCELLED");
  });

  it("and lands at once when it has passed", () => {
    const told = story(two, passed("2"), failed("1"), failed("1"));
    expect(picture(told.queue)).toBe("main <- #2 landing");
    expect(timelineOf(told, 2)).toEqual(["testing to testsPassed: TEST_RUN_PASSED #2 passed `tests`."]);
  });

  it("and lands with the one ahead that is cleared", () => {
    const told = after(three, failed("1+2"), passed("1+2+3"), passed("1+2"), passed("1"));
    expect(picture(told)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 landing");
    expect(picture(after(told, landed()))).toBe("main");
  });

  it("with its failure, for which nobody else is to blame then", () => {
    const told = story(two, failed("2"), cancelled(1));
    expect(picture(told.queue)).toBe("main | retrying #2 running");
    expect(timelineOf(told, 2)).toEqual([
      "testing to pendingFailure: TEST_RUN_REQUIRED_STATUS_FAILED #2 failed `tests`.",
    ]);
    expect(entryNumbered(told.queue, 2).reason?.sentence).toBe(
      "#2 failed `tests`; before anybody is blamed it is tested once more.",
    );
  });

  it("before its test branch is built, too", () => {
    const unready = after(aQueue(hedging), submitted(1), unbuilt(submitted(2)), builds("1+2"));
    expect(picture(unready)).toBe("main <- #1 running <- #2+1 running | hedging #2 building");
    const told = story(unready, cancelled(1), builds("2"));
    expect(picture(told.queue)).toBe("main <- #2 running");
    expect(timelineOf(told, 2)).toEqual([
      "testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #2 is not tested with #1 any more: tests without it were begun ahead of time, and count now.",
      "pending to testing",
    ]);
  });

  it("after those that landed since", () => {
    const queue = after(three, passed("1"), landed());
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running | hedging #3 running");
    const without = after(queue, failed("2"), failed("2"));
    expect(picture(without)).toBe("main <- #3 running");
    expect(runNamed(without, "3").id).toBe(runNamed(three, "1+3").id);
  });

  it("and clears it when it failed before", () => {
    const pending = after(two, failed("1+2"));
    expect(picture(pending)).toBe("main <- #1 running <- #2+1 failed | hedging #2 running");
    expect(picture(after(pending, passed("2"), cancelled(1)))).toBe("main <- #2 landing");
  });

  it("in lanes, past others that landed beside it", () => {
    const lanes = after(
      aQueue({ ...hedging, mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("a")),
    );
    expect(picture(lanes)).toBe("main <- #1 running <- #2 running <- #3+1 running | hedging #3 running");
    const beside = after(lanes, passed("2"), landed(), passed("3"), failed("1"), failed("1"));
    expect(beside.landing?.proof).toMatchObject({ kind: "disjoint", passedBy: [2] });
    expect(picture(after(beside, prepared(), landed()))).toBe("main");
  });
});

describe("a hedge ends", () => {
  it("when the one ahead passes", () => {
    const { queue, endedRuns } = story(two, passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 running");
    expect(endedRuns.map(({ run }) => run.id)).toEqual([runNamed(two, "2").id]);
  });

  it("when its entry leaves", () => {
    expect(picture(after(three, cancelled(2)))).toBe(
      "main <- #1 running <- #3+1 running | hedging #3 running",
    );
    expect(picture(after(two, pushed(2)))).toBe("main <- #1 running");
  });

  it("when others push to the branch", () => {
    const { queue } = story(two, movedTo("v2"));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 running");
    expect(runNamed(queue, "2").id).not.toBe(runNamed(two, "2").id);
  });

  it("when a landing was refused, since the branch is elsewhere", () => {
    const { queue } = story(three, passed("1"), landingRefused("v2"));
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running | hedging #2 running, #3+2 running, #3+1 running",
    );
    expect(queue.hedges.every(({ validForTip }) => validForTip === queue.tip)).toBe(true);
  });

  it("when somebody asks for the tests of its entry to start again", () => {
    const { queue } = story(two, failed("2"), restarted(2));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 running");
  });

  it("when hedging is turned off", () => {
    expect(picture(after(two, changed({ hedging: false })))).toBe("main <- #1 running <- #2+1 running");
  });

  it("when more is known of what it touches than when others landed beside it", () => {
    const lanes = after(
      aQueue({ ...hedging, mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("a")),
      passed("2"),
      landed(),
    );
    const { headSha } = entryNumbered(lanes, 3).facts;
    const told = story(lanes, targetsSet(3, commitId(headSha), targetList(["a", "b"])));
    expect(picture(told.queue)).toBe("main <- #1 running <- #3+1 running | hedging #3 running");
    expect(runNamed(told.queue, "3").id).not.toBe(runNamed(lanes, "3").id);
    expect(told.endedRuns).toHaveLength(2);
  });
});

describe("a hedge alone decides nothing:", () => {
  it("nothing lands on its pass", () => {
    const told = story(two, passed("2"));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 passed");
    expect(told.transitions).toEqual([]);
  });

  it("nobody is in doubt for its failure", () => {
    const told = story(three, failed("2"));
    expect(picture(told.queue)).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running | hedging #2 failed, #3+2 running, #3+1 running",
    );
    expect(told.transitions).toEqual([]);
  });

  it("its time runs out for itself only", () => {
    const begun = [reported("1", { tests: null }), reported("1+2", { tests: null })];
    const limited = after(two, changed({ testingTimeoutMinutes: 30 }), minutesPassed(20), ...begun);
    const told = story(limited, minutesPassed(5));
    expect(told.wakeAt).toBe(told.queue.now + 5 * 60_000);
    const late = story(told.queue, minutesPassed(5));
    expect(picture(late.queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 timed out");
    expect(late.transitions).toEqual([]);
  });

  it("what it does not merge with says nothing, and it is begun twice at most", () => {
    const unready = after(aQueue(hedging), submitted(1), unbuilt(submitted(2)), builds("1+2"));
    const once = after(unready, unbuilt(conflicted("2", 2)));
    expect(picture(once)).toBe("main <- #1 running <- #2+1 running | hedging #2 building");
    expect(picture(after(once, conflicted("2", 2)))).toBe("main <- #1 running <- #2+1 running");
  });

  it("when CI cancels it, that is not counted for its entry", () => {
    const told = after(two, reported("2", { tests: "cancelled" }));
    expect(picture(told)).toBe("main <- #1 running <- #2+1 running | hedging #2 running");
    expect(told.line[1]).toMatchObject({ interruptions: 0, lostHedges: 1 });
    expect(picture(after(told, reported("2", { tests: "cancelled" })))).toBe(
      "main <- #1 running <- #2+1 running",
    );
  });

  it("when it cannot start, nobody fails", () => {
    const unready = after(aQueue(hedging), submitted(1), unbuilt(submitted(2)), builds("1+2"));
    const hedge = runNamed(unready, "2");
    const told = story(unready, unbuilt(notStarted("2", "START_TEST_RUN_NO_REQUIRED_STATUSES")));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 building");
    expect(told.queue.line[1]).toMatchObject({ lostHedges: 1 });
    expect(told.endedRuns.map(({ run }) => run)).toEqual([hedge]);
  });

  it("when it will never have a verdict, nobody fails", () => {
    const told = story(two, abandoned("2"));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running | hedging #2 running");
    expect(told.queue.line[1]).toMatchObject({ lostHedges: 1 });
    expect(told.concluded).toEqual([]);
  });
});

describe("a single entry that failed with and without the only one ahead", () => {
  it("waits for that one, and holds up nobody", () => {
    const queue = after(three, failed("1+2"), failed("2"));
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 failed <- #3+1 running | hedging #2 failed, #3+1+2 running, #3 running",
    );
    expect(picture(after(queue, passed("1"), landed(), passed("3")))).toBe(
      "main <- #3 landing | retrying #2 running",
    );
  });
});

describe("a batch that failed with and without the only one ahead", () => {
  const inBatches = { ...hedging, batch: true, batchingMinSize: 2 } as const;
  const cautious = { ...inBatches, pendingFailureDepth: 1, canOptimisticallyMerge: true } as const;
  const four = after(aQueue(inBatches), ...allSubmitted(1, 2, 3, 4));
  const both = [failed("1+2+3+4"), failed("3+4")] as const;

  it("is not split while two are ahead", () => {
    const queue = after(four, ...allSubmitted(5, 6), failed("1+2+3+4+5+6"), failed("3+4+5+6"));
    expect(picture(queue)).toContain("#5&#6+1+2+3+4 failed");
  });

  it("is not split while the queue is paused", () => {
    expect(picture(after(four, turned("paused"), ...both))).toBe(
      "main (paused) <- #1&#2 running <- #3&#4+1+2 failed | hedging #3&#4 failed",
    );
  });

  it("is not split for a hedge that tests nothing any more", () => {
    const queue = { ...after(four, turned("paused"), ...both), state: "running" } as const;
    const hedges = queue.hedges.map((hedge) => ({ ...hedge, validForTip: null }));
    expect(provenFailures(queue)).toHaveLength(1);
    expect(provenFailures({ ...queue, hedges })).toEqual([]);
  });

  it("is not split while a witness may clear it", () => {
    const queue = after(aQueue(cautious), ...allSubmitted(1, 2, 3, 4, 5, 6), ...both);
    expect(picture(queue)).toContain("#3&#4+1+2 failed <- #5&#6+1+2+3+4 running");
    expect(picture(after(queue, passed("1+2+3+4+5+6")))).toBe(
      "main <- #1&#2 landing <- #3&#4+1+2 landing <- #5&#6+1+2+3+4 landing",
    );
  });

  it("is not split past a witness that passed", () => {
    const queue = after(
      aQueue(cautious),
      ...allSubmitted(1, 2, 3, 4, 5, 6),
      failed("1+2+3+4"),
      passed("3+4+5+6"),
      failed("3+4"),
      failed("1+2+3+4+5+6"),
    );
    expect(picture(queue)).toContain("#3&#4+1+2 failed <- #5&#6+1+2+3+4 failed");
    expect(queue.beside).toEqual([]);
  });

  it("waits for no witness that did not merge", () => {
    const queue = after(
      after(aQueue(cautious), ...allSubmitted(1, 2, 3, 4), unbuilt(submitted(5, { noBatch: true }))),
      conflicted("1+2+3+4+5", 5),
      builds("3+4+5"),
      builds("1+2+5"),
      failed("3+4+5"),
      ...both,
    );
    expect(picture(queue)).toContain("bisecting #3 running, #4 running");
  });

  it("is split at once, whatever becomes of that one", () => {
    const told = story(four, ...both);
    expect(picture(told.queue)).toBe("main <- #1&#2 running | bisecting #3 running, #4 running");
    expect(timelineOf(told, 3)[1]).toBe(
      "pendingFailure to pending: BISECTION_REQUIRED #3 and #4 failed `tests` together, with and without #1 and #2, so each half is tested alone to find the culprit.",
    );
  });
});
