/** Priority orders who waits; only an urgent entry gets in front of those that are tested. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  cancelled,
  changed,
  entryNumbered,
  failed,
  landed,
  landingRefused,
  minutesPassed,
  passed,
  runNamed,
  story,
  submitted,
  timelineOf,
  turned,
} from "../../support/queue-builder.js";

const urgent = { priority: 0 };
const high = { priority: 10 };
const low = { priority: 200 };
const two = after(aQueue({ concurrency: 2 }), submitted(1), submitted(2), submitted(3));

describe("priority", () => {
  it("orders those that wait, equals by submission", () => {
    const queue = after(two, submitted(4, low), submitted(5, high), submitted(6), submitted(7, high));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running | waiting #5 #7 #3 #6 #4");
  });

  it("gives the next slot to the first of them", () => {
    expect(picture(after(two, submitted(4, high), cancelled(2)))).toBe(
      "main <- #1 running <- #4+1 running | waiting #3",
    );
  });

  it("leaves the places of those that are tested alone", () => {
    const queue = after(aQueue(), submitted(1, low), submitted(2, high));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running");
  });
});

describe("an urgent entry", () => {
  it("goes first, interrupts those behind, and sends back those without a slot", () => {
    const { queue, transitions } = story(two, submitted(4, urgent));
    expect(picture(queue)).toBe("main <- #4 running <- #1+4 running | waiting #2 #3");
    const sentence = "#4 is urgent and goes first, so the tests of #1 start again.";
    expect(transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 1,
        from: "testing",
        to: "pending",
        reason: { code: "SKIP_THE_LINE_INTERRUPTED", sentence },
      }),
    );
    expect(entryNumbered(queue, 2)).toMatchObject({
      state: "pending",
      reason: { code: "SKIP_THE_LINE_INTERRUPTED" },
    });
  });

  it("sends nobody back while there are slots", () => {
    expect(picture(after(two, changed({ concurrency: 5 }), submitted(4, urgent)))).toBe(
      "main <- #4 running <- #1+4 running <- #2+4+1 running <- #3+4+1+2 running",
    );
  });

  it("goes behind a landing under way", () => {
    const queue = after(two, passed("1"), submitted(4, urgent));
    expect(picture(queue)).toBe("main <- #1 landing <- #4+1 running <- #2+1+4 running | waiting #3");
    expect(picture(after(queue, landed()))).toBe("main <- #4 running <- #2+4 running | waiting #3");
  });

  it("gets in front of what did not land", () => {
    const queue = after(two, passed("1"), submitted(4, urgent), landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #4 running <- #1+4 running | waiting #2 #3");
  });

  it("goes behind urgent ones that came before", () => {
    expect(picture(after(two, submitted(4, urgent), submitted(5, urgent)))).toBe(
      "main <- #4 running <- #5+4 running | waiting #1 #2 #3",
    );
  });

  it("waits when all slots are taken by urgent ones", () => {
    const queue = after(two, submitted(4, urgent), submitted(5, urgent), submitted(6, urgent));
    expect(picture(queue)).toBe("main <- #4 running <- #5+4 running | waiting #6 #1 #2 #3");
    expect(picture(after(queue, passed("4"), landed()))).toBe(
      "main <- #5 running <- #6+5 running | waiting #1 #2 #3",
    );
  });

  it("interrupts nobody in a paused queue until it runs again", () => {
    const paused = after(two, submitted(4), changed({ concurrency: 1 }), turned("paused"));
    const queue = after(paused, submitted(3, urgent));
    expect(picture(queue)).toBe("main (paused) <- #1 running <- #2+1 running | waiting #3 #4");
    expect(picture(after(queue, turned("running")))).toBe("main <- #3 running | waiting #1 #2 #4");
  });
});

describe("a queue that lets priorities age", () => {
  const ageing = after(
    aQueue({ concurrency: 1, priorityAgeingHours: 2, testingTimeoutMinutes: 0 }),
    submitted(9),
    submitted(1, low),
    minutesPassed(119),
    submitted(2),
  );

  it("raises who has waited long enough by one step, and then stands by the order of submission", () => {
    expect(picture(ageing)).toBe("main <- #9 running | waiting #2 #1");
    expect(picture(after(ageing, minutesPassed(1)))).toBe("main <- #9 running | waiting #1 #2");
  });

  it("raises it again after as long", () => {
    const early = after(ageing, minutesPassed(120), submitted(3, high));
    expect(picture(early)).toBe("main <- #9 running | waiting #2 #3 #1");
    expect(picture(after(early, minutesPassed(1)))).toBe("main <- #9 running | waiting #1 #2 #3");
  });

  it("never makes anybody urgent", () => {
    const old = after(ageing, minutesPassed(100_000));
    expect(picture(after(old, submitted(4, urgent)))).toBe("main <- #4 running | waiting #9 #1 #2");
    expect(picture(after(old, submitted(4, { priority: 5 })))).toBe("main <- #9 running | waiting #4 #1 #2");
  });

  it("does not do so unless it is set", () => {
    expect(picture(after(ageing, changed({ priorityAgeingHours: 0 }), minutesPassed(600)))).toBe(
      "main <- #9 running | waiting #2 #1",
    );
  });
});

describe("submitting a live entry again", () => {
  it("keeps its id and its time, and rewrites what was wished for", () => {
    const before = after(two, submitted(4, { priority: 10, noBatch: true }));
    const queue = after(before, submitted(4));
    const { id, sequence, submittedAt } = entryNumbered(before, 4);
    expect(entryNumbered(queue, 4)).toMatchObject({
      id,
      sequence,
      submittedAt,
      priority: 100,
      noBatch: false,
    });
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running | waiting #3 #4");
  });

  it("is no new submission for the timeline", () => {
    expect(story(two, submitted(3, high)).transitions).toEqual([]);
  });

  it("remembers that the default priority was used once", () => {
    expect(entryNumbered(after(two, submitted(3, high)), 3).usedDefaultPriority).toBe(true);
    const never = after(two, submitted(4, low), submitted(4, high));
    expect(entryNumbered(never, 4).usedDefaultPriority).toBe(false);
    expect(entryNumbered(after(never, submitted(4)), 4).usedDefaultPriority).toBe(true);
  });

  it("gets it in front when it becomes urgent", () => {
    const { queue, transitions } = story(two, submitted(2, urgent));
    expect(picture(queue)).toBe("main <- #2 running <- #1+2 running | waiting #3");
    expect(transitions[0]).toMatchObject({
      pullRequest: 1,
      reason: { sentence: "#2 is urgent and goes first, so the tests of #1 start again." },
    });
  });

  it("has its own tests start again for no other reason, when it was tested behind others", () => {
    const told = story(two, submitted(2, urgent));
    expect(timelineOf(told, 2)[0]).toBe(
      "testing to pending: SKIP_THE_LINE_INTERRUPTED #2 is urgent and goes first, so the tests of #2 start again.",
    );
  });

  it("keeps its run when that is a test of what is in front now", () => {
    const queue = after(two, turned("paused"), failed("1"), turned("draining"));
    expect(picture(queue)).toBe("main (draining) <- #2 running | retrying #1 running | waiting #3");
    const moved = after(queue, submitted(2, urgent));
    expect(runNamed(moved, "2").id).toBe(runNamed(queue, "2").id);
  });
});

describe("submitting a pull request that was here before", () => {
  it("is a new stay at the end, under the same id", () => {
    const left = story(two, cancelled(1));
    const [earlierEntry] = left.concluded;
    const again = story(left.queue, submitted(1, earlierEntry ? { earlierEntry } : {}));
    expect(picture(again.queue)).toBe("main <- #2 running <- #3+2 running | waiting #1");
    expect(entryNumbered(again.queue, 1).id).toBe(entryNumbered(two, 1).id);
    expect(again.transitions.map(({ from, to }) => [from, to])).toEqual([
      [null, "notReady"],
      ["notReady", "pending"],
    ]);
  });
});
