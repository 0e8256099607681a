/** With batching, entries wait a little to be tested and landed together. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  BEGINNING,
  cancelled,
  changed,
  conflicted,
  failed,
  landed,
  landingRefused,
  minutesPassed,
  observed,
  passed,
  pushed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const MINUTE_MS = 60_000;
const batching = aQueue({
  batch: true,
  batchingMinSize: 3,
  batchingMaxWaitTimeMinutes: 5,
  testingTimeoutMinutes: 0,
});
const six = after(batching, ...allSubmitted(1, 2, 3, 4, 5, 6));

describe("a batch", () => {
  it("starts when it is full, and never grows beyond", () => {
    expect(picture(after(batching, ...allSubmitted(1, 2)))).toBe("main | waiting #1 #2");
    expect(picture(after(batching, ...allSubmitted(1, 2, 3, 4)))).toBe(
      "main <- #1&#2&#3 running | waiting #4",
    );
  });

  it("starts smaller when its oldest has waited long enough, and asks to be woken then", () => {
    const { queue, wakeAt } = story(batching, submitted(1), minutesPassed(4), submitted(2));
    expect(picture(queue)).toBe("main | waiting #1 #2");
    expect(wakeAt).toBe(BEGINNING + 5 * MINUTE_MS);
    const started = story(queue, minutesPassed(1));
    expect(picture(started.queue)).toBe("main <- #1&#2 running");
    expect(started.wakeAt).toBeNull();
  });

  it("has its wait counted from when its first became ready", () => {
    const late = after(
      batching,
      submitted(1, { facts: { draft: true } }),
      minutesPassed(30),
      observed(1, {}),
    );
    expect(picture(late)).toBe("main | waiting #1");
    expect(picture(after(late, minutesPassed(5)))).toBe("main <- #1 running");
  });

  it("starts at once without a wait", () => {
    expect(picture(after(batching, changed({ batchingMaxWaitTimeMinutes: 0 }), submitted(1)))).toBe(
      "main <- #1 running",
    );
  });

  it("waits for a free slot however long it waited, without being woken for that", () => {
    const busy = story(batching, changed({ concurrency: 1 }), ...allSubmitted(1, 2, 3, 4), minutesPassed(60));
    expect(picture(busy.queue)).toBe("main <- #1&#2&#3 running | waiting #4");
    expect(busy.wakeAt).toBeNull();
  });

  it("is tested on those ahead and lands with one push, each as a commit of its own", () => {
    expect(picture(six)).toBe("main <- #1&#2&#3 running <- #4&#5&#6+1+2+3 running");
    const { queue, effects } = story(six, passed("1+2+3"));
    expect(picture(queue)).toBe("main <- #1&#2&#3 landing <- #4&#5&#6+1+2+3 running");
    expect(queue.landing?.heads.map(({ pullRequest }) => pullRequest)).toEqual([1, 2, 3]);
    expect(effects.filter(({ kind }) => kind === "land")).toHaveLength(1);
    expect(picture(after(queue, landed()))).toBe("main <- #4&#5&#6 running");
  });

  it("is filled by priority, then in the order of submission", () => {
    const busy = after(batching, changed({ concurrency: 1 }), submitted(9, { noBatch: true }));
    const queue = after(
      busy,
      submitted(1, { priority: 200 }),
      submitted(2),
      submitted(3, { priority: 10 }),
      submitted(4),
    );
    expect(picture(queue)).toBe("main <- #9 running | waiting #3 #2 #4 #1");
    expect(picture(after(queue, cancelled(9)))).toBe("main <- #3&#2&#4 running | waiting #1");
  });

  it("is no smaller for a target size that shrank, once it has a place", () => {
    expect(picture(after(six, changed({ batchingMinSize: 1, batch: false })))).toBe(picture(six));
  });

  it("starts when the target size shrinks to what waits", () => {
    expect(picture(after(batching, ...allSubmitted(1, 2), changed({ batchingMinSize: 2 })))).toBe(
      "main <- #1&#2 running",
    );
  });

  it("is none any more when batching is switched off", () => {
    expect(picture(after(batching, ...allSubmitted(1, 2), changed({ batch: false })))).toBe(
      "main <- #1 running <- #2+1 running",
    );
  });

  it("is not formed by a paused queue, and nobody is woken for it", () => {
    const paused = story(batching, submitted(1), turned("paused"), minutesPassed(4));
    expect(picture(paused.queue)).toBe("main (paused) | waiting #1");
    expect(paused.wakeAt).toBeNull();
  });
});

describe("an entry that wants no batch", () => {
  it("keeps its place, restarts nobody, and has those ahead start as they are", () => {
    const told = story(batching, submitted(1), submitted(2, { noBatch: true }));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running");
    const later = story(told.queue, ...allSubmitted(3, 4, 5));
    expect(picture(later.queue)).toBe("main <- #1 running <- #2+1 running <- #3&#4&#5+1+2 running");
    expect(later.endedRuns).toEqual([]);
  });

  it("starts at once where nobody is ahead", () => {
    expect(picture(after(batching, submitted(1, { noBatch: true }), submitted(2)))).toBe(
      "main <- #1 running | waiting #2",
    );
  });
});

describe("an urgent entry", () => {
  it("goes in front of a batch that is tested, alone", () => {
    const told = story(batching, ...allSubmitted(1, 2, 3), submitted(4, { priority: 0 }));
    expect(picture(told.queue)).toBe("main <- #4 running <- #1&#2&#3+4 running");
    expect(timelineOf(told, 2).at(-2)).toBe(
      "testing to pending: SKIP_THE_LINE_INTERRUPTED #4 is urgent and goes first, so the tests of #1, #2 and #3 start again.",
    );
  });

  it("brings its whole batch along when it has a place in one", () => {
    expect(picture(after(six, submitted(5, { priority: 0 })))).toBe(
      "main <- #4&#5&#6 running <- #1&#2&#3+4+5+6 running",
    );
  });
});

describe("batches in parallel mode", () => {
  const parallel = after(batching, changed({ mode: "parallel", concurrency: 10 }));

  it("are of those that share targets, however they come", () => {
    const queue = after(
      parallel,
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("a")),
      submitted(4, touching("a")),
      submitted(5, touching("b")),
    );
    expect(picture(queue)).toBe("main <- #1&#3&#4 running | waiting #2 #5");
    expect(picture(after(queue, minutesPassed(5)))).toBe("main <- #1&#3&#4 running <- #2&#5 running");
  });

  it("do not take in one that depends on two of them, which starts both and has its own", () => {
    const queue = after(
      parallel,
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("a", "b")),
      submitted(4, touching("a")),
    );
    expect(picture(queue)).toBe("main <- #1 running <- #2 running | waiting #3 #4");
    expect(picture(after(queue, minutesPassed(5)))).toBe(
      "main <- #1 running <- #2 running <- #3&#4+1+2 running",
    );
  });

  it("hold nobody who touches nothing together with another", () => {
    const queue = after(parallel, submitted(1, touching()), submitted(2, touching()), minutesPassed(5));
    expect(picture(queue)).toBe("main <- #1 running <- #2 running");
  });

  it("leave alone who touches a target that a rule isolates", () => {
    const rules = [
      { targetPattern: "db/*", policy: "isolate" },
      { targetPattern: "core", policy: "isolate" },
    ] as const;
    const queue = after(
      parallel,
      changed({ batchingRules: rules, batchingMinSize: 2 }),
      submitted(1, touching("a")),
      submitted(2, touching("a", "db/users")),
      submitted(3, touching("core")),
      submitted(4, touching("core2")),
      submitted(5, touching("core2")),
      submitted(6, touching("my/db/")),
      submitted(7, touching("my/db/")),
    );
    expect(picture(queue)).toBe(
      "main <- #1 running <- #2+1 running <- #3 running <- #4&#5 running <- #6&#7 running",
    );
    expect(picture(after(queue, submitted(8, { targets: ALL_TARGETS })))).toMatch(/ <- #8\+1\+.* running$/);
  });

  it("know no rules in single mode, where nobody is asked for targets", () => {
    const rules = [{ targetPattern: "db/*", policy: "isolate" }] as const;
    const single = after(batching, changed({ batchingRules: rules, batchingMinSize: 2 }));
    expect(picture(after(single, submitted(1, touching("db/x")), submitted(2)))).toBe(
      "main <- #1&#2 running",
    );
  });

  it("start in the order of their first, as many as there are slots", () => {
    const queue = after(
      parallel,
      changed({ concurrency: 1, batchingMinSize: 2 }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("b")),
      submitted(4, touching("a")),
    );
    expect(picture(queue)).toBe("main <- #2&#3 running | waiting #1 #4");
    const told = story(queue, changed({ concurrency: 2 }));
    expect(picture(told.queue)).toBe("main <- #2&#3 running <- #1&#4 running");
  });
});

describe("a batch that loses one", () => {
  it.each([
    ["is cancelled", "was cancelled", cancelled(2)],
    ["is pushed to", `was pushed to: its head is now ${headOf(2, 1).slice(0, 8)}`, pushed(2)],
    ["is closed", "was closed", observed(2, { state: "closed" })],
  ])("that %s is tested again without it, and so are those behind", (_, what, leaves) => {
    const told = story(six, leaves);
    expect(picture(told.queue)).toBe("main <- #1&#3 running <- #4&#5&#6+1+3 running");
    expect(timelineOf(told, 3)[0]).toBe(
      `testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #2 ${what}; the tests of #1 and #3 start again without it.`,
    );
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([2]);
  });

  it("behind others names the one that it lost", () => {
    const told = story(six, cancelled(5));
    expect(picture(told.queue)).toBe("main <- #1&#2&#3 running <- #4&#6+1+2+3 running");
    expect(timelineOf(told, 6)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_CANCELLED #5 was cancelled; the tests of #4 and #6 start again without it.",
    );
  });

  it("is gone with the last one", () => {
    expect(picture(after(six, cancelled(1), cancelled(2), cancelled(3)))).toBe("main <- #4&#5&#6 running");
  });

  it("lands as it is when the one asks to leave too late", () => {
    const { concluded } = story(six, passed("1+2+3"), cancelled(2), landed());
    expect(concluded.map(({ state }) => state)).toEqual(["merged", "merged", "merged"]);
  });

  it("is tested again without the one that asked to leave a landing that was refused", () => {
    const { queue, concluded } = story(six, passed("1+2+3"), cancelled(2), landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #1&#3 running <- #4&#5&#6+1+3 running");
    expect(concluded).toMatchObject([{ facts: { number: 2 }, state: "cancelled" }]);
  });
});

describe("a conflict inside a batch", () => {
  const front = after(batching, ...allSubmitted(1, 2), unbuilt(submitted(3)));

  it("splits it in its place, before the one that does not merge with those before it", () => {
    const { queue, endedRuns } = story(front, conflicted("1+2+3", 2));
    expect(picture(queue)).toBe("main <- #1 running <- #2&#3+1 running");
    expect(endedRuns.map(({ run }) => run.own)).toEqual([[1, 2, 3]]);
  });

  it("splits it behind its first, when that is the one", () => {
    const second = after(batching, ...allSubmitted(1, 2, 3, 4, 5), unbuilt(submitted(6)));
    const split = after(second, unbuilt(conflicted("1+2+3+4+5+6", 4)));
    expect(picture(split)).toBe("main <- #1&#2&#3 running <- #4+1+2+3 building <- #5&#6+1+2+3+4 building");
    expect(picture(after(split, conflicted("1+2+3+4", 4)))).toBe(
      "main <- #1&#2&#3 running <- #4+1+2+3 conflicted at #4 <- #5&#6+1+2+3 running",
    );
  });

  it("fails its first where nothing is ahead, and the others go on", () => {
    const { queue, concluded } = story(front, conflicted("1+2+3", 1));
    expect(picture(queue)).toBe("main <- #2&#3 running");
    expect(concluded).toMatchObject([
      { facts: { number: 1 }, state: "failed", reason: { code: "START_TEST_RUN_MERGE_CONFLICT" } },
    ]);
  });
});

it("a batch of the line that fails takes nobody else down who was tested without it", () => {
  const queue = after(six, failed("1+2+3"), passed("4+5+6"), landed());
  expect(picture(queue)).toBe("main | bisecting #1&#2 running, #3 running");
});
