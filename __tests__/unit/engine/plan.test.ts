/** What a plan takes over from the one before changes nothing about it, and saves making it anew. */
import { describe, expect, it } from "@jest/globals";
import { Life as LongLife } from "../../../bench/engine-life.js";
import { targetList } from "../../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../../src/domain/queue-settings.js";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { lanesOf } from "../../../src/engine/planning/lanes.js";
import type { Place } from "../../../src/engine/planning/place.js";
import { planOf } from "../../../src/engine/planning/plan.js";
import { headOf } from "../../support/fake-commits.js";
import { plainPlan } from "../../support/plain-plan.js";
import {
  after,
  allSubmitted,
  aQueue,
  changed,
  conflicted,
  failed,
  landed,
  observed,
  passed,
  reported,
  restarted,
  submitted,
  targetsSet,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";
import { liveRandomly } from "../../support/random-life.js";

const LIVES = Array.from({ length: 16 }, (_, index) => 9000 + index);
/** Looking twice at each decision takes three times as long. */
const EVERY = 3;

function told(queue: Queue) {
  const { places, parts } = planOf(queue);
  return [...places, ...parts].map(({ predecessors, ...rest }) => ({
    ...rest,
    predecessors: [...predecessors],
  }));
}

function placesOf(queue: Queue): readonly Place[] {
  return planOf(queue).places;
}

it.each(LIVES)("a plan is that of a copy of which nothing is known, in life %i", (seed) => {
  let decisions = 0;
  liveRandomly(seed, (queue, event) => {
    const decision = decide(queue, event);
    decisions += 1;
    if (decisions % EVERY !== 0) return decision;
    expect(JSON.stringify(decide(structuredClone(queue), event))).toBe(JSON.stringify(decision));
    expect(told(decision.queue)).toEqual(told(structuredClone(decision.queue)));
    return decision;
  });
});

it.each(LIVES)("a plan is what the rules say, read off the queue place by place, in life %i", (seed) => {
  liveRandomly(seed, (queue, event) => {
    const decision = decide(queue, event);
    expect(told(decision.queue)).toEqual(plainPlan(decision.queue));
    return decision;
  });
});

it.each([
  { mode: "single", pendingFailureDepth: 0 },
  { mode: "single", pendingFailureDepth: 2, canOptimisticallyMerge: true },
  { mode: "parallel", pendingFailureDepth: 1 },
  { mode: "parallel", pendingFailureDepth: 1, batch: true, batchingMinSize: 2 },
] satisfies readonly Partial<QueueSettings>[])(
  "a long line is planned as the rules say with %j",
  (settings) => {
    const life = new LongLife(3, { settings, waiting: 2, line: 8, targets: 6 }, (_, queue, event) => {
      const decision = decide(queue, event);
      expect(told(decision.queue)).toEqual(plainPlan(decision.queue));
      return decision;
    });
    for (let turn = 0; turn < 3; turn++) life.live();
  },
);

describe("a plan has the titles as they are now", () => {
  const three = after(aQueue({ concurrency: 3, pendingFailureDepth: 1 }), ...allSubmitted(1, 2, 3));
  const retitled = (number: number) => observed(number, { title: "Another title" });
  const titles = (queue: Queue) => placesOf(queue).map(({ contents }) => contents.map(({ title }) => title));

  it("of whoever has no run", () => {
    const waits = after(three, turned("paused"), restarted(2));
    expect(picture(waits)).toBe("main (paused) <- #1 running <- #2 pending <- #3+1+2 running");
    const queue = after(waits, retitled(2));
    expect(told(queue)).toEqual(plainPlan(queue));
    expect(titles(queue)[1]).toEqual(["Change 1", "Another title"]);
  });

  it("of whoever is tested from the next run on", () => {
    const queue = after(three, retitled(1));
    expect(titles(queue)[1]).toEqual(["Change 1", "Change 2"]);
    const again = after(queue, restarted(1));
    expect(told(again)).toEqual(plainPlan(again));
    expect(titles(again)[1]).toEqual(["Another title", "Change 2"]);
  });

  it("while those behind one in doubt are planned without it, and with it again", () => {
    let queue = three;
    for (const next of [failed("1+2"), restarted(3), failed("1+3"), passed("1+2"), failed("1+2+3")]) {
      queue = after(queue, next);
      expect(told(queue)).toEqual(plainPlan(queue));
    }
  });
});

describe("a plan is the one before", () => {
  const full = after(aQueue({ concurrency: 3 }), ...allSubmitted(1, 2, 3));

  it("when it is asked for again", () => {
    expect(planOf(full)).toBe(planOf(full));
  });

  it("when somebody comes only to wait", () => {
    const plan = planOf(full);
    expect(planOf(after(full, submitted(4)))).toBe(plan);
  });

  it("when targets are told that no mode asks for", () => {
    const crowded = after(full, submitted(4));
    const plan = planOf(crowded);
    expect(planOf(after(crowded, targetsSet(4, headOf(4), targetList(["a"]))))).toBe(plan);
  });
});

describe("a plan keeps the places that are what they were", () => {
  const four = after(aQueue({ concurrency: 4 }), ...allSubmitted(1, 2, 3, 4));
  const lanes = after(
    aQueue({ mode: "parallel", concurrency: 4 }),
    submitted(1, touching("a")),
    submitted(2, touching("b")),
    submitted(3, touching("a", "b")),
    submitted(4, touching("c")),
  );

  it("when a run goes on", () => {
    const before = placesOf(four);
    const now = placesOf(after(four, reported("1+2", { tests: null })));
    expect(now.map((place, at) => place === before[at])).toEqual([true, false, true, true]);
  });

  it("when the settings change that no place depends on", () => {
    const before = placesOf(four);
    const now = placesOf(after(four, changed({ commentsEnabled: false, notReadyTimeoutHours: 7 })));
    expect(now.map((place, at) => place === before[at])).toEqual([true, true, true, true]);
    const ofLanes = placesOf(lanes);
    const later = placesOf(after(lanes, changed({ commentsEnabled: false })));
    expect(later.map((place, at) => place === ofLanes[at])).toEqual([true, true, true, true]);
    expect(later[2]?.ahead).toBe(ofLanes[2]?.ahead);
  });

  it("when one ahead came to doubt that those behind are planned without", () => {
    const outdated = after(four, failed("1+2"));
    const before = placesOf(outdated);
    expect(before.map(({ ahead }) => ahead.length)).toEqual([0, 1, 1, 2]);
    const now = placesOf(after(outdated, changed({ commentsEnabled: false })));
    expect(now.map((place, at) => place === before[at])).toEqual([true, true, true, true]);
  });

  it("when another lane moves on", () => {
    const before = placesOf(lanes);
    const now = placesOf(after(lanes, reported("4", { tests: null })));
    expect(now.map((place, at) => place === before[at])).toEqual([true, true, true, false]);
    const without = placesOf(after(lanes, failed("4")));
    expect(without.map((place, at) => place === before[at])).toEqual([true, true, true]);
  });

  it("by what they contain, when those in front have landed", () => {
    const done = after(four, passed("1"), landed());
    expect(placesOf(done).map(({ ahead, isValid }) => [ahead.length, isValid])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
  });
});

describe("in one lane a place takes", () => {
  const four = after(aQueue({ concurrency: 4 }), ...allSubmitted(1, 2, 3, 4));
  const madeAnew = (queue: Queue): readonly Place[] => placesOf(structuredClone(queue));

  it("the very list of what the one before it contains", () => {
    const [first, second, third] = madeAnew(four);
    expect(first?.contents).toBe(first?.own);
    expect(second?.ahead).toBe(first?.contents);
    expect(third?.ahead).toBe(second?.contents);
  });

  it("what is ahead of the one before it, where it leaves that one out", () => {
    const [, second, third, fourth] = madeAnew(after(four, failed("1+2")));
    expect(third?.ahead).toBe(second?.ahead);
    expect(fourth?.ahead).toBe(third?.contents);
  });

  it("neither, where it leaves out more than that one", () => {
    const three = after(
      aQueue({ concurrency: 3, pendingFailureDepth: 1 }),
      submitted(1),
      unbuilt(submitted(2)),
      submitted(3),
      turned("paused"),
    );
    const queue = after(three, failed("1"), conflicted("1+2", 2));
    expect(told(queue)).toEqual(plainPlan(queue));
    expect(told(structuredClone(queue))).toEqual(plainPlan(queue));
    expect(placesOf(queue).map(({ ahead }) => ahead.length)).toEqual([0, 1, 0]);
  });
});

describe("the lanes of a queue in single mode", () => {
  it("are the same for every queue, and made once", () => {
    const [short, long] = [allSubmitted(1, 2), allSubmitted(1, 2, 3)].map((happenings) =>
      lanesOf(after(aQueue(), ...happenings)),
    );
    expect(short?.map((lane) => [...lane])).toEqual([[], [0]]);
    expect(long?.[1]).toBe(short?.[1]);
  });
});

describe("the lanes of a line that stays", () => {
  it("are not made anew", () => {
    const queue = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("a")),
    );
    const lanes = lanesOf(queue);
    expect(lanesOf(after(queue, passed("1+2")))).toBe(lanes);
    expect(lanesOf(after(queue, changed({ commentsEnabled: false })))).toBe(lanes);
  });
});
