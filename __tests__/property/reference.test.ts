/**
 * Whatever the settings and whatever happens, after every decision the queue is as a slow and obvious reading of the
 * rules says: each run contains what it has to, what may land does, and who is to blame is not left standing.
 */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../src/engine/decide.js";
import type { Decision } from "../../src/engine/decision.js";
import type { QueueEvent } from "../../src/engine/event.js";
import type { Queue } from "../../src/engine/queue.js";
import type { Decide } from "../support/engine-world.js";
import { type Patch, patchedEngine } from "../support/patched-engine.js";
import { liveRandomly } from "../support/random-life.js";
import {
  areInOneLane,
  expectedContents,
  goesBefore,
  hasPassed,
  landable,
  leftOf,
  membersOf,
  predecessorsOf,
  provenCulprits,
  runOf,
  waitingOf,
} from "../support/reference-reading.js";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 200);
const TEST_FAILURES = new Set(["TEST_RUN_REQUIRED_STATUS_FAILED", "TEST_RUN_TIMEOUT"]);

/** Compares one decision with what the rules say. */
type Reading = (before: Queue, event: QueueEvent, decision: Decision) => void;

const READINGS = {
  "tests each batch of the line on those it relies on, and on nobody else": (_, _event, { queue }) => {
    for (const batch of queue.line) {
      const run = runOf(queue, batch.id);
      if (run !== undefined) expect(leftOf(run)).toEqual(expectedContents(queue, batch));
    }
  },
  "tests parts of split batches alone": (_, _event, { queue }) => {
    for (const batch of queue.beside) {
      const run = runOf(queue, batch.id);
      if (run !== undefined) expect(leftOf(run)).toEqual(batch.entries);
    }
  },
  "lands the largest of what may land in the lane that stands first, as soon as it may": (
    before,
    _,
    { queue },
  ) => {
    if (isPaused(queue)) return;
    if (queue.landing === null) {
      expect(landable(queue)).toEqual([]);
      return;
    }
    if (queue.landing.run === before.landing?.run || queue.landing.batches.length === 0) return;
    const sets = landable({ ...queue, landing: null });
    const first = queue.line
      .flatMap(({ entries }) => entries)
      .find((number) => sets.some((set) => set.includes(number)));
    const heads = queue.landing.heads.map(({ pullRequest }) => pullRequest);
    expect(sets).toContainEqual(heads);
    expect(heads).toHaveLength(
      Math.max(...sets.filter((set) => first !== undefined && set.includes(first)).map((set) => set.length)),
    );
  },
  "leaves nobody standing whose failure is proven": (_, _event, { queue }) => {
    if (!isPaused(queue)) expect(provenCulprits(queue)).toEqual([]);
  },
  "retries or blames a single one, and splits several, when the failure is proven": (
    before,
    _,
    { queue, concluded },
  ) => {
    if (before.landing !== null || isPaused(queue)) return;
    for (const { facts, ended, reason } of concluded) {
      if (ended !== "failed" || reason === null || !TEST_FAILURES.has(reason.code)) continue;
      const batches = [...before.line, ...before.beside];
      const batch = batches.find(({ entries }) => entries.includes(facts.number));
      if (batch === undefined) continue;
      expect(batch.entries).toHaveLength(1);
      expect(batch.isRetried).toBe(true);
    }
  },
  "gives places within a lane in the order of priority and submission": (before, _, { queue }) => {
    const placed = [...before.line, ...before.beside].flatMap(({ entries }) => entries);
    const formed = queue.line.filter(({ entries }) => !entries.some((entry) => placed.includes(entry)));
    const members = formed.flatMap((batch) => membersOf(queue, batch));
    const overtaken = waitingOf(queue).filter((waiting) =>
      members.some((member) => areInOneLane(queue, waiting, member) && goesBefore(queue, waiting, member)),
    );
    expect(overtaken).toEqual([]);
  },
  "splits a batch in two halves, the first one not the smaller": (before, _, { queue }) => {
    const known = new Set(before.beside.map(({ id }) => id));
    for (const half of queue.beside) {
      if (known.has(half.id) || half.splitFrom === null) continue;
      const whole = [...before.line, ...before.beside].find(({ id }) => id === half.splitFrom);
      const other = queue.beside.find(({ id, splitFrom }) => splitFrom === half.splitFrom && id !== half.id);
      if (whole === undefined || other === undefined) continue;
      const [first, second] = half.id < other.id ? [half, other] : [other, half];
      const size = first.entries.length - second.entries.length;
      expect([0, 1]).toContain(size);
      expect([...first.entries, ...second.entries].every((entry) => whole.entries.includes(entry))).toBe(
        true,
      );
    }
  },
  "lands nobody past one ahead in its lane": (before, _event, { queue }) => {
    const { landing } = queue;
    if (landing === null || landing.batches.length === 0) return;
    // Targets that grow later do not call it off.
    if (landing.run === before.landing?.run) return;
    for (const batch of queue.line.filter(({ id }) => landing.batches.includes(id))) {
      for (const predecessor of predecessorsOf(queue, batch))
        expect(landing.batches).toContain(predecessor.id);
    }
    const last = queue.line.filter(({ id }) => landing.batches.includes(id)).at(-1);
    if (last !== undefined) expect(queue.runs.some(({ id }) => id === landing.run)).toBe(true);
    expect(last === undefined || hasPassed(queue, last) || queue.settings.canOptimisticallyMerge).toBe(true);
  },
} as const satisfies Record<string, Reading>;

type ReadingName = keyof typeof READINGS;

/** An engine with which the reading, and nothing else, has to find something wrong. */
const WRONG_ENGINES: Record<ReadingName, Patch> = {
  "tests each batch of the line on those it relies on, and on nobody else": {
    file: "doubts.ts",
    from: "this.#levelBehind(doubtful, place) > this.#depth",
    to: "this.#levelBehind(doubtful, place) >= this.#depth",
  },
  "tests parts of split batches alone": {
    file: "make-plan.ts",
    from: "own, contents: own, run, isValid };",
    to: "own, run, isValid: run?.standsOn != null, contents: queue.line[0] ? [...ownHeads(queue, queue.line[0], null), ...own] : own };",
  },
  "lands the largest of what may land in the lane that stands first, as soon as it may": {
    file: "rules/land-passed-batches.ts",
    from: "sizeOf(place) > sizeOf(best.place)",
    to: "sizeOf(place) < sizeOf(best.place)",
  },
  "leaves nobody standing whose failure is proven": {
    file: "blame.ts",
    from: "if (hasOpenWitness(plan, place) || isVouchedFor(queue, plan, place)) continue;",
    to: "if (plan.places.length > 1) continue;",
  },
  "retries or blames a single one, and splits several, when the failure is proven": {
    file: "blame.ts",
    from: "!batch.isRetried && !isSkipped",
    to: "batch.isRetried && isSkipped",
  },
  "gives places within a lane in the order of priority and submission": {
    file: "waiting.ts",
    from: ": difference) < 0",
    to: ": -difference) < 0",
  },
  "splits a batch in two halves, the first one not the smaller": {
    file: "halves.ts",
    from: "Math.ceil(entries.length / 2)",
    to: "Math.floor(entries.length / 2)",
  },
  "lands nobody past one ahead in its lane": {
    file: "landable.ts",
    from: "place.leftOut.length === 0 &&",
    to: "",
  },
};

describe("in any life, the engine", () => {
  it("does as every reading says", () => {
    const all = Object.values(READINGS);
    compareLives(decide, (...decided) => {
      for (const reading of all) reading(...decided);
    });
  });

  it("does so also when somebody sets the clock", () => {
    const all = Object.values(READINGS);
    const compare: Reading = (...decided) => {
      for (const reading of all) reading(...decided);
    };
    compareLives(decide, compare, { setsClock: true });
  });
});

describe("a reading finds an engine that does not do this:", () => {
  it.each(Object.entries(WRONG_ENGINES))("%s", async (name, patch) => {
    const wrong = await patchedEngine([patch]);
    const reading = Object.entries(READINGS).find(([other]) => other === name)?.[1];
    let isFound = false;
    const compare: Reading = (...decided) => {
      isFound = true;
      reading?.(...decided);
      isFound = false;
    };
    expect(() => compareLives(wrong, compare)).toThrow();
    expect(isFound).toBe(true);
  });
});

/** Lives random lives and compares each decision with the reading. */
function compareLives(engine: Decide, reading: Reading, options = {}): void {
  const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(seeds, (seed) => {
      const compared: Decide = (queue, event) => {
        const decision = engine(queue, event);
        reading(queue, event, decision);
        return decision;
      };
      liveRandomly(seed, compared, options);
    }),
    { numRuns: RUNS, seed: 1, endOnFailure: true },
  );
}

function isPaused({ state, modeSwitch }: Queue): boolean {
  return (modeSwitch?.resume ?? state) === "paused";
}
