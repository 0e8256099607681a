/** Something lands while the tip alone is tested: the test goes on, and decides only about what was tested on its commit. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { withHealth } from "../../../src/engine/model/change.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { healthOf } from "../../../src/engine/model/target-health.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  abandoned,
  after,
  allSubmitted,
  cancelled,
  failed,
  landed,
  minutesPassed,
  movedTo,
  notStarted,
  passed,
  type Story,
  story,
  submitted,
  timelineOf,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";
import { evicted, guarded, returned, tipFailed, tipPassed, tipReports } from "../../support/tip-tests.js";

const v1 = namedCommit("v1");
const numbersOf = ({ concluded }: Story) => concluded.map(({ facts }) => facts.number);
const tipTestsOf = ({ effects }: Story) =>
  effects.flatMap((effect) => (effect.kind === "testTip" ? [effect.commit] : []));
const readmittedBy = ({ effects }: Story) =>
  effects.flatMap((effect) => (effect.kind === "readmitEntry" ? [effect.pullRequest] : []));

const doubted = after(guarded(), ...allSubmitted(1, 2, 3, 4), ...evicted(1), ...evicted(2), ...evicted(3));
const overtaken = story(doubted, passed("4"), landed());

describe("a landing while the tip is tested for a third failure", () => {
  it("neither evicts the entry nor ends the test", () => {
    expect(numbersOf(overtaken)).toEqual([4]);
    expect(picture(overtaken.queue)).toBe("main | retrying #3 failed | testing the tip");
    expect(overtaken.effects.map(({ kind }) => kind)).not.toContain("discardTipTest");
    expect(overtaken.queue.tip).not.toBe(v1);
  });

  it("evicts it once the commit that it was tested on passes, of which nothing follows for the new tip", () => {
    const told = story(overtaken.queue, tipPassed());
    expect(numbersOf(told)).toEqual([3]);
    expect(told.queue.health?.sound?.commit).toBe(v1);
    expect(picture(told.queue)).toBe("main");
  });

  it("tests it again if that commit fails, and brings back the two before: what landed may be the repair", () => {
    const told = story(overtaken.queue, tipFailed());
    expect(numbersOf(told)).toEqual([]);
    expect(readmittedBy(told)).toEqual([1, 2]);
    expect(picture(told.queue)).toBe("main | bisecting #3 running");
    expect(timelineOf(told, 3)[0]).toContain(
      `TARGET_BRANCH_BROKEN \`main\` itself failed \`tests\` at ${v1.slice(0, 8)}, and has moved since, so #3 is tested again on `,
    );
    const back = story(told.queue, returned(1), returned(2));
    expect(picture(back.queue)).toBe("main <- #1 running <- #2 pending | bisecting #3 running");
    expect(timelineOf(back, 1)[0]).toContain("`main` itself was broken, so the failure was not of #1");
    const retried = story(told.queue, failed("3"));
    expect(numbersOf(retried)).toEqual([]);
    expect(picture(retried.queue)).toBe("main | retrying #3 running");
    expect(numbersOf(story(retried.queue, failed("3")))).toEqual([3]);
  });

  it("pauses for CI if that commit has no result, and tests the present tip at once", () => {
    const told = story(overtaken.queue, tipReports("cancelled"));
    expect(picture(told.queue)).toBe("main (paused) | retrying #3 failed | CI is silent | testing the tip");
    expect(told.queue.health?.test?.commit).toBe(overtaken.queue.tip);
  });

  it("does not bring back what was submitted again", () => {
    expect(readmittedBy(story(overtaken.queue, submitted(1), tipFailed()))).toEqual([2]);
  });

  it("begins another row: the next failures are not compared with those before", () => {
    const next = story(overtaken.queue, submitted(5), ...evicted(5), submitted(6), ...evicted(6));
    expect(numbersOf(next)).toEqual([5, 6]);
    const third = story(next.queue, submitted(7), ...evicted(7), tipPassed());
    expect(numbersOf(third)).toEqual([3]);
    expect(tipTestsOf(third)).toEqual([next.queue.tip]);
    expect(picture(third.queue)).toBe("main | retrying #7 failed | testing the tip");
  });

  it("ends the test once nothing waits for it", () => {
    const gone = story(overtaken.queue, cancelled(3));
    expect(picture(gone.queue)).toBe("main");
    const moved = story(overtaken.queue, movedTo("v2"));
    expect(picture(moved.queue)).toBe("main | retrying #3 running");
    for (const told of [gone, moved])
      expect(told.effects.map(({ kind }) => kind)).toContain("discardTipTest");
  });

  it("leaves a person's pause in charge, and tests the same commit afterwards", () => {
    const told = story(overtaken.queue, turned("paused"), turned("running"));
    expect(tipTestsOf(told)).toEqual([v1]);
    expect(numbersOf(told)).toEqual([]);
  });
});

it("tests the tip for a third failure although a landing is about to move it", () => {
  const queue = after(guarded({ concurrency: 2 }), ...allSubmitted(1, 2, 3, 4));
  const failing = after(queue, ...evicted(1), ...evicted(2), failed("3"));
  const landing = story(failing, passed("4"), failed("3"));
  expect(picture(landing.queue)).toBe("main <- #4 landing | retrying #3 failed | testing the tip");
  expect(tipTestsOf(landing)).toEqual([v1]);
  const told = story(landing.queue, landed());
  expect(numbersOf(told)).toEqual([4]);
  expect(picture(told.queue)).toBe("main | retrying #3 failed | testing the tip");
});

describe("a failure without a result on an earlier tip", () => {
  /** #1 is tested once more on the first tip, and #2 lands meanwhile. */
  function isBehind(change: (queue: Queue) => Queue = (queue) => queue): Story {
    const queue = after(guarded(), unbuilt(submitted(1)), submitted(2));
    const retried = after(queue, notStarted("1", "START_TEST_RUN_RETRY_EXHAUSTED"));
    const wide = { ...retried, settings: { ...retried.settings, concurrency: 3 } };
    const moved = after(wide, minutesPassed(1), passed("2"), landed());
    return story(change(moved), abandoned("1"));
  }

  it("has exactly that tip tested", () => {
    const told = isBehind();
    expect(numbersOf(told)).toEqual([]);
    expect(tipTestsOf(told)).toEqual([v1]);
    expect(numbersOf(story(told.queue, tipPassed()))).toEqual([1]);
  });

  it("is not proven by a passed test of the present tip", () => {
    const told = isBehind((queue) =>
      withHealth(queue, { sound: { commit: queue.tip, at: queue.now, isByPerson: false } }),
    );
    expect(numbersOf(told)).toEqual([]);
    expect(tipTestsOf(told)).toEqual([v1]);
  });

  it("is settled by a person who resumed the queue on the present tip", () => {
    const told = isBehind((queue) =>
      withHealth(queue, { sound: { commit: queue.tip, at: queue.now, isByPerson: true } }),
    );
    expect(numbersOf(told)).toEqual([1]);
  });

  it("waits for one test however many land meanwhile", () => {
    let told = isBehind();
    for (let number = 10; number < 20; number++) {
      told = story(told.queue, submitted(number), passed(`${number}`), landed());
      expect(numbersOf(told)).toEqual([number]);
      expect(tipTestsOf(told)).toEqual([]);
    }
    expect(healthOf(told.queue).test?.commit).toBe(v1);
    expect(numbersOf(story(told.queue, tipPassed()))).toEqual([1]);
  });

  it("comes before a younger one of another tip, which waits in turn", () => {
    const first = isBehind();
    const others = after(first.queue, minutesPassed(1), unbuilt(submitted(3)));
    const second = after(others, notStarted("3", "START_TEST_RUN_RETRY_EXHAUSTED"), abandoned("3"));
    expect(healthOf(second).test?.commit).toBe(v1);
    const told = story(second, tipPassed());
    expect(numbersOf(told)).toEqual([1]);
    expect(tipTestsOf(told)).toEqual([second.tip]);
    expect(numbersOf(story(told.queue, tipPassed()))).toEqual([3]);
  });
});

it("keeps the head with which an entry returns", () => {
  const told = story(overtaken.queue, tipFailed(), returned(1, { headSha: headOf(1, 1) }), returned(2));
  expect(told.queue.entries.map(({ facts }) => facts.number)).toEqual([3, 2]);
});
