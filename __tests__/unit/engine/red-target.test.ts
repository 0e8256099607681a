/** The target branch itself fails: the queue notices before it evicts a third pull request, and pauses. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { explainWait } from "../../../src/engine/explain/wait.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  BEGINNING,
  cancelled,
  changed,
  clockSet,
  entryNumbered,
  failed,
  landed,
  minutesPassed,
  movedTo,
  observed,
  passed,
  reported,
  story,
  submitted,
  timelineOf,
  turned,
} from "../../support/queue-builder.js";
import {
  evicted,
  guarded,
  returned,
  tipFailed,
  tipIgnored,
  tipNotStarted,
  tipPassed,
  tipReports,
} from "../../support/tip-tests.js";

const MINUTE_MS = 60_000;
const waitOf = (queue: Queue, number: number) => explainWait(queue, entryNumbered(queue, number), queue.now);

const submittedFour = after(guarded(), ...allSubmitted(1, 2, 3, 4));
const doubted = story(submittedFour, ...evicted(1), ...evicted(2), ...evicted(3));
const red = story(doubted.queue, tipFailed());
const back = after(red.queue, returned(1), returned(2));

describe("before a third entry in a row is evicted for one check", () => {
  it("tests the tip alone, and keeps the entry meanwhile", () => {
    expect(doubted.concluded.map(({ facts }) => facts.number)).toEqual([1, 2]);
    expect(picture(doubted.queue)).toBe("main <- #4 running | retrying #3 failed | testing the tip");
    expect(doubted.effects.filter(({ kind }) => kind === "testTip")).toEqual([
      expect.objectContaining({ commit: namedCommit("v1"), requiredStatuses: [] }),
    ]);
    expect(waitOf(doubted.queue, 3)).toMatchObject({
      kind: "pendingFailure",
      sentence:
        "Second in `main`: it failed and is tested once more, because the failure may be a flake. " +
        "`main` alone is tested before the failure is blamed on a pull request. You need not do anything.",
    });
  });

  it("evicts it when the tip passes, and tests the tip again half an hour later", () => {
    const passing = story(doubted.queue, tipPassed());
    expect(passing.concluded.map(({ facts }) => facts.number)).toEqual([3]);
    expect(passing.effects.map(({ kind }) => kind)).toContain("discardTipTest");
    const soon = story(
      passing.queue,
      ...evicted(4),
      submitted(5),
      ...evicted(5),
      submitted(6),
      ...evicted(6),
    );
    expect(soon.concluded.map(({ facts }) => facts.number)).toEqual([4, 5, 6]);
    const later = story(passing.queue, ...evicted(4), minutesPassed(30), submitted(5), ...evicted(5));
    expect(later.concluded.map(({ facts }) => facts.number)).toEqual([4]);
    expect(picture(later.queue)).toBe("main | retrying #5 failed | testing the tip");
  });

  it("evicts without a test when something landed between them", () => {
    const told = story(submittedFour, ...evicted(1), ...evicted(2), passed("3"), landed(), ...evicted(4));
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([1, 2, 3, 4]);
    expect(told.effects.map(({ kind }) => kind)).not.toContain("testTip");
  });

  it("evicts without a test when they fail different checks", () => {
    const queue = after(guarded({ requiredStatuses: ["tests", "lint"] }), ...allSubmitted(1, 2, 3, 4));
    const told = story(queue, ...evicted(1), ...evicted(2, "lint"), ...evicted(3), ...evicted(4, "lint"));
    expect(told.concluded).toHaveLength(4);
    expect(told.effects.map(({ kind }) => kind)).not.toContain("testTip");
  });

  it("sees one check that all fail behind others that differ", () => {
    const queue = after(guarded({ requiredStatuses: ["tests", "lint"] }), ...allSubmitted(1, 2, 3));
    const both = (run: string) => reported(run, { tests: "failure", lint: "failure" });
    const told = story(queue, both("1"), both("1"), ...evicted(2, "lint"), ...evicted(3, "lint"));
    expect(told.concluded).toHaveLength(2);
    expect(picture(told.queue)).toContain("testing the tip");
  });

  it("evicts as before without the setting", () => {
    const off = after(guarded({ pauseOnRedTarget: false }), ...allSubmitted(1, 2, 3));
    const told = story(off, ...evicted(1), ...evicted(2), ...evicted(3));
    expect(told.concluded).toHaveLength(3);
    expect(told.queue.health).toBeUndefined();
  });

  it.each([
    ["skips every check", tipReports("skipped")],
    ["has no check that decides it", tipNotStarted("START_TEST_RUN_NO_REQUIRED_STATUSES")],
    ["may not have a test branch", tipNotStarted("START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH")],
    ["is ignored by CI, which works for entries", tipIgnored()],
  ])("evicts it when the tip %s, which proves nothing", (_, answer) => {
    const told = story(doubted.queue, ...[answer].flat());
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([3]);
    expect(told.queue.state).toBe("running");
  });

  it("tests the new tip when the branch moves during the test", () => {
    const moved = story(doubted.queue, movedTo("v2"));
    expect(moved.effects.map(({ kind }) => kind)).toContain("discardTipTest");
    // All tests start again on the new tip, so nothing is to be settled yet.
    expect(picture(moved.queue)).toBe("main <- #4 pending | retrying #3 running");
    const again = story(moved.queue, failed("3"));
    expect(picture(again.queue)).toBe("main <- #4 running | retrying #3 failed | testing the tip");
    expect(again.effects.find(({ kind }) => kind === "testTip")).toMatchObject({ commit: namedCommit("v2") });
  });

  it("ends the test when nothing waits for it any more", () => {
    const told = story(doubted.queue, cancelled(3), cancelled(4));
    expect(picture(told.queue)).toBe("main");
    expect(told.effects.map(({ kind }) => kind)).toContain("discardTipTest");
  });
});

describe("when the tip itself fails", () => {
  it("pauses once, with the cause, and blames nobody", () => {
    expect(picture(red.queue)).toBe("main (paused) <- #4 running | retrying #3 failed | tests is red");
    expect(red.concluded).toEqual([]);
    const again = story(red.queue, minutesPassed(5), tipFailed());
    expect(again.queue.state).toBe("paused");
    expect(again.concluded).toEqual([]);
    const why = "`main` itself fails `tests` since";
    expect(waitOf(red.queue, 4)).toMatchObject({ kind: "targetBroken", needsAction: false });
    expect(waitOf(red.queue, 4).sentence).toContain(why);
    expect(waitOf(red.queue, 3).sentence).toContain("The queue resumes by itself when `main` passes.");
    expect(waitOf(after(red.queue, submitted(9)), 9).sentence).toContain(`#9 is ready, but ${why}`);
  });

  it("admits the earlier two again in their places", () => {
    expect(red.effects.filter(({ kind }) => kind === "readmitEntry")).toEqual([
      expect.objectContaining({ pullRequest: 1, headSha: headOf(1) }),
      expect.objectContaining({ pullRequest: 2, headSha: headOf(2) }),
    ]);
    const told = story(red.queue, returned(2), returned(1));
    // The run of #4 goes on: it may be the repair.
    expect(picture(told.queue)).toBe(
      "main (paused) <- #4 running | retrying #3 failed | tests is red | not ready #2 #1",
    );
    expect(waitOf(told.queue, 1)).toMatchObject({ kind: "targetBroken", needsAction: false });
    const resumed = after(told.queue, turned("running"));
    expect(picture(resumed)).toBe("main <- #1 running <- #2 pending <- #4 pending | bisecting #3 running");
    const short = namedCommit("v1").slice(0, 8);
    expect(timelineOf(told, 1)).toEqual([
      `nowhere to notReady: TARGET_BRANCH_BROKEN \`main\` itself fails \`tests\` since ${short}, so the failure was not of #1: it is back in the queue, in its earlier place.`,
    ]);
    const earlier = doubted.concluded[0];
    expect(entryNumbered(told.queue, 1)).toMatchObject({
      id: earlier?.id,
      submittedAt: BEGINNING,
      priority: 100,
    });
    // Answers may come twice.
    expect(picture(after(told.queue, returned(1)))).toBe(picture(told.queue));
  });

  it.each([
    ["was pushed to", returned(1, { headSha: headOf(1, 1) })],
    ["is closed", returned(1, { state: "closed" })],
    ["is gone", returned(1, null)],
  ])("does not bring back what %s", (_, answer) => {
    const told = after(red.queue, answer, returned(1));
    expect(told.entries.map(({ facts }) => facts.number)).toEqual([3, 4]);
  });

  it("does not bring back what was submitted again", () => {
    const told = after(red.queue, submitted(1), returned(1));
    expect(told.entries.map(({ facts }) => facts.number)).toEqual([3, 4, 1]);
    expect(entryNumbered(told, 1).state).toBe("notReady");
    expect(after(told, cancelled(1), returned(1)).entries.map(({ facts }) => facts.number)).toEqual([3, 4]);
  });

  it("does not bring back what was submitted again before the tip was tested, and cancelled", () => {
    const again = [...evicted(1), submitted(1), cancelled(1)];
    const told = story(submittedFour, ...again, ...evicted(2), ...evicted(3), tipFailed());
    const effects = told.effects.flatMap((effect) =>
      effect.kind === "readmitEntry" ? effect.pullRequest : [],
    );
    expect(effects).toEqual([2]);
    expect(after(told.queue, returned(1)).entries.map(({ facts }) => facts.number)).toEqual([3, 4]);
  });

  it("lets an entry that is not ready wait like any other", () => {
    const told = after(red.queue, returned(1, { mergeability: "not_mergeable" }));
    expect(entryNumbered(told, 1)).toMatchObject({ state: "notReady", admittedAt: null });
    const resumed = after(told, turned("running"));
    expect(picture(resumed)).toBe("main <- #4 running | bisecting #3 running | not ready #1");
    const ready = after(resumed, observed(1, {}));
    expect(picture(ready)).toBe("main <- #1 running <- #4 pending | bisecting #3 running");
  });

  it("still brings them back after it resumed", () => {
    const told = after(red.queue, minutesPassed(5), tipPassed(), returned(1));
    expect(told.line[0]?.entries).toEqual([1]);
  });
});

describe("the automatic pause", () => {
  it("is replaced by a person's pause, which does not vouch for the tip, unlike a person's resume", () => {
    expect(after(red.queue, turned("paused")).health).toMatchObject({ pause: null, sound: null });
    expect(after(red.queue, turned("running")).health?.sound).toMatchObject({ isByPerson: true });
  });

  it("ends with a check of the tip that never does, in a queue without a time limit", () => {
    const queue = after(guarded({ testingTimeoutMinutes: 0 }), ...allSubmitted(1, 2, 3, 4));
    const held = story(queue, ...evicted(1), ...evicted(2), ...evicted(3), tipReports(null));
    expect(after(held.queue, minutesPassed(359)).health?.test).not.toBeNull();
    expect(after(held.queue, minutesPassed(360)).health?.test).toBeNull();
  });

  it("ends when the branch is repaired, and all are tested again in their order", () => {
    const repaired = story(back, movedTo("v2"));
    expect(picture(repaired.queue)).toBe(
      "main (paused) <- #4 pending | retrying #3 pending | tests is red | testing the tip | not ready #1 #2",
    );
    const resumed = story(repaired.queue, tipPassed());
    expect(resumed.queue.state).toBe("running");
    expect(picture(resumed.queue)).toBe(
      "main <- #1 running <- #2 pending <- #4 pending | bisecting #3 running",
    );
    const all = story(
      resumed.queue,
      ...[
        passed("1"),
        landed(),
        passed("3"),
        passed("2"),
        landed(),
        passed("3"),
        landed(),
        passed("4"),
        landed(),
      ],
    );
    // What is tested beside the line rejoins it as after any bisection.
    expect(all.landings.flatMap(({ heads }) => heads.map(({ pullRequest }) => pullRequest))).toEqual([
      1, 2, 3, 4,
    ]);
    expect(picture(all.queue)).toBe("main");
  });

  it("ends when the same tip passes: it was the check that was broken", () => {
    expect(red.wakeAt).toBe(BEGINNING + 5 * MINUTE_MS);
    const retested = after(red.queue, minutesPassed(5));
    expect(picture(retested)).toContain("testing the tip");
    const resumed = story(retested, tipPassed());
    expect(resumed.queue.state).toBe("running");
    expect(resumed.concluded).toEqual([]);
    // #3 has its retry again.
    const blamed = story(resumed.queue, failed("3"));
    expect(blamed.concluded).toEqual([]);
    expect(timelineOf(resumed, 3)[0]).toContain(
      "TARGET_BRANCH_BROKEN `main` failed `tests` itself and passes again",
    );
  });

  it("tests the tip less and less often, and at once after a move", () => {
    const second = story(red.queue, minutesPassed(5), tipFailed());
    expect(second.wakeAt).toBe(BEGINNING + 15 * MINUTE_MS);
    expect(picture(after(second.queue, minutesPassed(9)))).not.toContain("testing the tip");
    expect(picture(after(second.queue, minutesPassed(1), movedTo("v2")))).toContain("testing the tip");
    const since = namedCommit("v1").slice(0, 8);
    const moved = after(second.queue, movedTo("v2"), tipFailed());
    expect(waitOf(moved, 4).sentence).toContain(`fails \`tests\` since ${since}`);
  });

  it("restores draining", () => {
    const draining = after(doubted.queue, turned("draining"), tipFailed());
    expect(draining.state).toBe("paused");
    const resumed = after(draining, returned(1), submitted(9), minutesPassed(5), tipPassed());
    expect(picture(resumed)).toBe(
      "main (draining) <- #1 running <- #4 pending | bisecting #3 running | not ready #9",
    );
  });

  it("lands what passed on the failing tip, and ends with it: that is the repair", () => {
    const told = story(red.queue, passed("4"));
    expect(picture(told.queue)).toBe("main (paused) <- #4 landing | retrying #3 failed | tests is red");
    expect(picture(after(told.queue, landed()))).toBe("main | bisecting #3 running");
  });

  it("ends when the setting is switched off", () => {
    expect(after(red.queue, changed({ pauseOnRedTarget: false })).state).toBe("running");
  });

  it("does not test the tip while the queue is empty", () => {
    const empty = after(red.queue, cancelled(3), cancelled(4), minutesPassed(100));
    expect(picture(empty)).toBe("main (paused) | tests is red");
    expect(picture(after(empty, submitted(5)))).toBe(
      "main (paused) | tests is red | testing the tip | not ready #5",
    );
  });

  it("ends as late as before when the clock is set", () => {
    const back = story(red.queue, minutesPassed(1), clockSet(-60));
    expect(back.wakeAt).toBe(back.queue.now + 5 * MINUTE_MS);
    const forth = story(red.queue, minutesPassed(1), clockSet(60));
    expect(forth.wakeAt).toBe(forth.queue.now + 4 * MINUTE_MS);
  });

  it("goes on through a switch of the mode", () => {
    const switching = after(red.queue, changed({ mode: "parallel" }));
    expect(switching.state).toBe("switchingModes");
    const switched = after(switching, passed("4"), landed(), passed("3"), landed());
    expect([switched.settings.mode, switched.state]).toEqual(["parallel", "running"]);
    const paused = after(switching, failed("4"));
    expect([paused.settings.mode, paused.state, paused.health?.pause?.resume]).toEqual([
      "parallel",
      "paused",
      "running",
    ]);
    expect(after(paused, minutesPassed(5), tipPassed()).state).toBe("running");
  });
});

describe("a person's command", () => {
  it("pauses in its place: the tip passes, and the queue remains paused", () => {
    const told = story(red.queue, turned("paused"), minutesPassed(100), movedTo("v2"), minutesPassed(100));
    expect(told.effects.map(({ kind }) => kind)).not.toContain("testTip");
    expect(picture(told.queue)).toBe("main (paused) <- #4 pending | bisecting #3 pending");
  });

  it("ends a test that is under way", () => {
    const told = story(doubted.queue, turned("paused"));
    expect(told.effects.map(({ kind }) => kind)).toContain("discardTipTest");
    expect(picture(after(told.queue, turned("running")))).toContain("testing the tip");
  });

  it("resumes, and this tip is not doubted again", () => {
    const resumed = story(red.queue, turned("running"));
    expect(picture(resumed.queue)).toBe("main <- #4 running | bisecting #3 running");
    const told = story(
      resumed.queue,
      ...[failed("3"), failed("4"), failed("3"), failed("4")],
      ...[submitted(5), ...evicted(5), submitted(6), ...evicted(6)],
    );
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([3, 4, 5, 6]);
    const moved = story(told.queue, movedTo("v2"), submitted(7), ...evicted(7));
    expect(picture(moved.queue)).toContain("testing the tip");
  });

  it("ends the test of the tip that is under way", () => {
    const told = story(red.queue, minutesPassed(5), turned("running"));
    expect(picture(told.queue)).toBe("main <- #4 running | bisecting #3 running");
  });

  it("drains", () => {
    expect(after(red.queue, turned("draining")).state).toBe("draining");
  });
});

describe("with lanes, batches and hedges", () => {
  it("keeps the third of several that fail at once", () => {
    const queue = guarded({ concurrency: 4, mode: "parallel" });
    const apart = [1, 2, 3, 4].map((number) =>
      submitted(number, { targets: { kind: "list", names: [`t${number}`] } }),
    );
    const told = story(after(queue, ...apart), ...[1, 2, 3, 4].flatMap((number) => [failed(`${number}`)]));
    const blamed = story(told.queue, ...[1, 2, 3, 4].map((number) => failed(`${number}`)));
    expect(blamed.concluded.map(({ facts }) => facts.number)).toEqual([1, 2]);
    expect(picture(blamed.queue)).toBe("main | retrying #3 failed, #4 failed | testing the tip");
  });

  it("keeps a part of a split batch, and goes on with it after the pause", () => {
    const queue = guarded({ batch: true, batchingMinSize: 4, concurrency: 2, bisectionConcurrency: 4 });
    const whole = after(queue, ...allSubmitted(1, 2, 3, 4));
    const split = after(whole, failed("1+2+3+4"), failed("1+2"), failed("3+4"));
    const told = story(split, ...[1, 2, 3, 4].flatMap((number) => evicted(number)));
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([1, 2]);
    const paused = after(told.queue, tipFailed(), returned(1), returned(2));
    const resumed = story(paused, minutesPassed(5), tipPassed(), passed("3"), passed("4"));
    expect(resumed.concluded).toEqual([]);
    expect(resumed.queue.line.map(({ entries }) => entries)).toEqual([[1], [2], [4], [3]]);
  });
});
