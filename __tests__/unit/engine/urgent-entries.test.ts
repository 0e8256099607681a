/** Whom an urgent entry sends back to waiting, what those are told, and who keeps a place all the same. */
import { describe, expect, it } from "@jest/globals";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  changed,
  entryNumbered,
  passed,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
  turned,
} from "../../support/queue-builder.js";

const urgent = { priority: 0 };
const two = after(aQueue({ concurrency: 2 }), ...allSubmitted(1, 2));

describe("several urgent entries", () => {
  it("that come at once get places of their own, in the order of submission", () => {
    const paused = after(two, turned("paused"), submitted(4, urgent), submitted(5, urgent));
    const queue = after(paused, turned("running"));
    expect(picture(queue)).toBe("main <- #4 running <- #5+4 running | waiting #1 #2");
    const [first, second] = queue.line.map(({ id }) => id);
    expect(second).toBeGreaterThan(Number(first));
    expect(queue.nextNumber).toBeGreaterThan(Number(second));
  });

  it("are told apart: the one that comes now is what interrupts", () => {
    const told = story(after(two, submitted(4, urgent)), submitted(5, urgent));
    expect(picture(told.queue)).toBe("main <- #4 running <- #5+4 running | waiting #1 #2");
    expect(timelineOf(told, 1)[0]).toBe(
      "testing to pending: SKIP_THE_LINE_INTERRUPTED #5 is urgent and goes first, so the tests of #1 start again.",
    );
  });

  it("keep the places they have, also where there are fewer slots by now", () => {
    const three = after(aQueue({ concurrency: 3 }), ...allSubmitted(1, 2, 3), turned("paused"));
    const wished = after(three, submitted(2, urgent), submitted(3, urgent), changed({ concurrency: 1 }));
    expect(picture(after(wished, turned("running")))).toBe("main <- #2 running <- #3 pending | waiting #1");
  });
});

describe("an urgent entry behind a landing", () => {
  it("is named to those whose slot it takes, though it had a place already", () => {
    const narrow = after(
      aQueue({ concurrency: 3 }),
      ...allSubmitted(1, 2, 3),
      changed({ concurrency: 1 }),
      passed("1"),
    );
    const told = story(narrow, submitted(3, urgent));
    expect(picture(told.queue)).toBe("main <- #1 landing <- #3+1 running | waiting #2");
    expect(timelineOf(told, 2)[0]).toBe(
      "testing to pending: SKIP_THE_LINE_INTERRUPTED #3 is urgent and goes first, so the tests of #2 start again.",
    );
  });

  it("takes no slot from anybody where one has passed and waits to land", () => {
    const lanes = after(
      aQueue({ mode: "parallel", concurrency: 3 }),
      submitted(4, touching("d")),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      passed("4"),
      passed("1"),
      changed({ concurrency: 2 }),
    );
    expect(picture(lanes)).toBe("main <- #4 landing <- #1 passed <- #2 running");
    const queue = after(lanes, submitted(5, { ...urgent, ...touching("z") }));
    expect(picture(queue)).toBe("main <- #4 landing <- #5 running <- #1 passed <- #2 running");
    expect(runNamed(queue, "2").id).toBe(runNamed(lanes, "2").id);
  });
});

describe("an entry that becomes urgent while it is landing", () => {
  it("interrupts nobody, whatever the slots are now", () => {
    const lanes = after(
      aQueue({ mode: "parallel", concurrency: 3 }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      submitted(3, touching("c")),
      changed({ concurrency: 1 }),
      passed("2"),
    );
    expect(picture(lanes)).toBe("main <- #1 running <- #2 landing <- #3 running");
    const queue = after(lanes, submitted(2, { ...urgent, ...touching("b") }));
    expect(picture(queue)).toBe("main <- #1 running <- #2 landing <- #3 running");
  });
});

describe("those behind an urgent entry", () => {
  it("need a slot again though they have passed, since they are tested again", () => {
    const queue = after(two, submitted(3), passed("1+2"), submitted(4));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 passed <- #3+1+2 running | waiting #4");
    expect(picture(after(queue, submitted(5, urgent)))).toBe(
      "main <- #5 running <- #1+5 running | waiting #2 #3 #4",
    );
  });

  it("lose what they no longer touch with their place, and only then", () => {
    const lanes = after(
      aQueue({ mode: "parallel", concurrency: 2 }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      targetsSet(1, headOf(1), targetList(["a2"])),
      targetsSet(2, headOf(2), targetList(["b2"])),
    );
    const queue = after(lanes, submitted(5, { ...urgent, ...touching("z") }));
    expect(picture(queue)).toBe("main <- #5 running <- #1 running | waiting #2");
    expect(entryNumbered(queue, 1).earlierTargets).toEqual(targetList(["a"]));
    expect(entryNumbered(queue, 2).earlierTargets).toBeNull();
  });
});
