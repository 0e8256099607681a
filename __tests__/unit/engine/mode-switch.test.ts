/** A queue changes its mode only when nobody has a place any more. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  changed,
  entryNumbered,
  failed,
  landed,
  movedTo,
  passed,
  prepared,
  restarted,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
  turned,
} from "../../support/queue-builder.js";

const two = after(aQueue({ concurrency: 2 }), ...allSubmitted(1, 2, 3));
const toParallel = changed({ mode: "parallel" });
const switching = after(two, toParallel);

describe("a queue that is told to switch its mode", () => {
  it("does so at once when it is empty", () => {
    const queue = after(aQueue(), toParallel);
    expect(queue).toMatchObject({ state: "running", modeSwitch: null, settings: { mode: "parallel" } });
  });

  it("does so at once when nobody has a place", () => {
    const draft = after(aQueue(), submitted(1, { facts: { draft: true } }), toParallel);
    expect(draft).toMatchObject({ state: "running", settings: { mode: "parallel" } });
  });

  it("works off the line first, and lets nobody in meanwhile", () => {
    const queue = after(switching, submitted(4, touching("a")));
    expect(picture(queue)).toBe(
      "main (switchingModes) <- #1 running <- #2+1 running | waiting #3 | not ready #4",
    );
    expect(queue.settings.mode).toBe("single");
    const half = after(queue, passed("1"), landed());
    expect(picture(half)).toBe("main (switchingModes) <- #2 running | waiting #3 | not ready #4");
    const done = after(half, passed("2"), landed());
    expect(picture(done)).toBe("main <- #3 running <- #4+3 running");
    expect(done).toMatchObject({ modeSwitch: null, settings: { mode: "parallel" } });
  });

  it("has those count as touching everything then that came without targets", () => {
    const done = after(switching, passed("1"), landed(), passed("2"), landed());
    expect(entryNumbered(done, 3).targets).toEqual({ kind: "all" });
  });

  it("keeps the targets of those that came with some", () => {
    const listed = after(aQueue(), submitted(1, { ...touching("a"), facts: { draft: true } }), toParallel);
    expect(entryNumbered(listed, 1).targets).toEqual({ kind: "list", names: ["a"] });
    const back = after(listed, changed({ mode: "single" }));
    expect(back.settings.mode).toBe("single");
    expect(back.entries).toBe(listed.entries);
  });

  it("asks nobody for targets in single mode, and makes none up", () => {
    const silent = after(aQueue({ mode: "parallel" }), submitted(1), changed({ mode: "single" }));
    expect(picture(silent)).toBe("main <- #1 running");
    expect(entryNumbered(silent, 1).targets).toBeNull();
  });

  it("still blames, retries, restarts and follows the branch", () => {
    expect(picture(after(switching, failed("1")))).toBe(
      "main (switchingModes) <- #2 running | retrying #1 running | waiting #3",
    );
    expect(picture(after(switching, failed("1"), failed("1"), passed("2"), landed()))).toBe(
      "main <- #3 running",
    );
    expect(picture(after(switching, restarted(2)))).toBe(picture(switching));
    expect(picture(after(switching, movedTo("v2")))).toBe(picture(switching));
  });

  it("interrupts nobody for an urgent one", () => {
    expect(picture(after(switching, submitted(3, { priority: 0 })))).toBe(picture(switching));
  });

  it("does so as soon as the last with a place is cancelled", () => {
    expect(picture(after(switching, cancelled(1), cancelled(2)))).toBe("main <- #3 running");
  });

  it("works off what is tested beside the line, too", () => {
    const batches = after(
      aQueue({ batch: true, batchingMinSize: 2, concurrency: 2 }),
      ...allSubmitted(1, 2, 3),
      failed("1+2"),
      toParallel,
    );
    expect(picture(batches)).toBe("main (switchingModes) | bisecting #1 running, #2 running | waiting #3");
    const rejoined = after(batches, passed("1"), passed("2"), landed());
    expect(picture(rejoined)).toBe("main (switchingModes) <- #2 running | waiting #3");
    expect(picture(after(rejoined, passed("2"), landed()))).toBe("main | waiting #3");
  });

  it("switches back to single mode in the same way", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      changed({ mode: "single" }),
    );
    expect(picture(lanes)).toBe("main (switchingModes) <- #1 running <- #2 running");
    const one = after(lanes, passed("2"), landed(), passed("1"), prepared());
    expect(picture(one)).toBe("main (switchingModes) <- #1 landing");
    expect(after(one, landed())).toMatchObject({ state: "running", settings: { mode: "single" } });
  });

  it("stays as it is when the old mode is set again", () => {
    expect(after(switching, changed({ mode: "single" }))).toEqual(two);
  });

  it("takes other settings meanwhile, and gives no mode up for them", () => {
    const wider = after(switching, changed({ concurrency: 3 }));
    expect(wider).toMatchObject({ state: "switchingModes", settings: { concurrency: 3, mode: "single" } });
    expect(picture(wider)).toBe(picture(switching));
  });
});

describe("a queue that was not running when it was told to switch", () => {
  it("is draining again afterwards", () => {
    const draining = after(two, turned("draining"), toParallel);
    expect(picture(draining)).toBe("main (switchingModes) <- #1 running <- #2+1 running | waiting #3");
    expect(picture(after(draining, passed("1"), landed(), passed("2"), landed()))).toBe(
      "main (draining) <- #3 running",
    );
  });

  it("lands nothing while it is paused, and lets everybody wait anew once the tests are over", () => {
    const paused = after(two, turned("paused"), toParallel);
    const half = after(paused, passed("1"));
    expect(picture(half)).toBe("main (switchingModes) <- #1 passed <- #2+1 running | waiting #3");
    const told = story(half, failed("1+2"));
    expect(picture(told.queue)).toBe("main (paused) | waiting #1 #2 #3");
    expect(told.queue.settings.mode).toBe("parallel");
    expect(timelineOf(told, 1)).toEqual([
      "testsPassed to pending: TESTS_RESTARTED_BY_API_REQUEST The queue switched to parallel mode while it was paused, so the tests of #1 start again.",
    ]);
    expect(picture(after(told.queue, turned("running")))).toBe(
      "main <- #1 running <- #2+1 running | waiting #3",
    );
  });

  it("forgets what those no longer touch who wait anew", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      targetsSet(1, headOf(1), targetList(["b"])),
      turned("paused"),
      changed({ mode: "single" }),
    );
    expect(entryNumbered(lanes, 1).earlierTargets).toEqual(targetList(["a"]));
    const switched = after(lanes, passed("1"));
    expect(picture(switched)).toBe("main (paused) | waiting #1");
    expect(entryNumbered(switched, 1)).toMatchObject({ targets: targetList(["b"]), earlierTargets: null });
  });

  it("starts no test again while it is paused", () => {
    const paused = after(two, turned("paused"), toParallel, restarted(2));
    expect(picture(paused)).toBe("main (switchingModes) <- #1 running <- #2 pending | waiting #3");
    expect(picture(after(paused, passed("1")))).toBe("main (paused) | waiting #1 #2 #3");
  });

  it("waits for the landing that was under way", () => {
    const landing = after(two, passed("1"), turned("paused"), toParallel, passed("1+2"), passed("1+2+3"));
    expect(picture(landing)).toBe("main (switchingModes) <- #1 landing <- #2+1 passed <- #3+1+2 passed");
    expect(picture(after(landing, landed()))).toBe("main (paused) | waiting #2 #3");
  });

  it("works the line off after all when it is told to run", () => {
    const resumed = after(two, turned("paused"), toParallel, turned("running"), passed("1"));
    expect(picture(resumed)).toBe("main (switchingModes) <- #1 landing <- #2+1 running | waiting #3");
  });

  it("lets parts beside the line wait anew, too", () => {
    const batches = after(
      aQueue({ batch: true, batchingMinSize: 2, concurrency: 2 }),
      ...allSubmitted(1, 2),
      failed("1+2"),
      turned("paused"),
      toParallel,
      passed("1"),
    );
    expect(picture(batches)).toBe("main (switchingModes) | bisecting #1 passed, #2 running");
    expect(picture(after(batches, passed("2")))).toBe("main (paused) | waiting #1 #2");
  });
});
