/**
 * Whatever the settings and whatever happens, after every decision the queue is as a slow and obvious reading of the
 * rules says: each run contains what it has to, what may land does, and who is to blame is not left standing.
 */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../src/engine/decide.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Batch, Queue } from "../../src/engine/model/queue.js";
import type { Decide } from "../support/engine-world.js";
import { type Patch, patchedEngine } from "../support/patched-engine.js";
import { liveRandomly } from "../support/random-life.js";
import {
  areInOneLane,
  expectedContents,
  goesBefore,
  hasPassed,
  isPendingFailure,
  landable,
  leftOf,
  levelsBehind,
  membersOf,
  predecessorsOf,
  provenCulprits,
  runOf,
  waitingOf,
} from "../support/reference-reading.js";
import { itInCi } from "../support/sized-tests.js";
import { countOf, rowsBySize } from "../support/test-size.js";

const RUNS = countOf("PROPERTY_RUNS", { reduced: 30, share: 40, all: 100, full: 3000 });
/** Some bugs show only in a few of many lives; the first that shows it ends the search. */
const MOST_RUNS_FOR_A_BUG = 2000;
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
  "begins no test with one in doubt": (before, _event, { queue }) => {
    const known = [...before.runs, ...before.hedges].map(({ id }) => id);
    for (const batch of queue.line) {
      const run = runOf(queue, batch.id);
      if (run === undefined || known.includes(run.id)) continue;
      const doubtful = predecessorsOf(queue, batch).filter((other) => isPendingFailure(queue, other));
      for (const { entries } of doubtful)
        for (const number of entries) expect(leftOf(run)).not.toContain(number);
    }
  },
  "lets a witness end the test that it has begun": (before, event, { queue }) => {
    if (event.kind !== "checksReported" || hasResumed(before, queue)) return;
    for (const batch of queue.line) {
      const begun = runOf(before, batch.id);
      if (begun === undefined || begun.id === event.run || isLandingIn(before, batch)) continue;
      const ahead = predecessorsOf(queue, batch);
      const failed = ahead.filter(
        (other) => isPendingFailure(queue, other) && !isPendingFailure(before, other),
      );
      const isElsewhere = !isSameLine(ahead, predecessorsOf(before, batch));
      const isOtherwise = ahead.some(
        (other) => isPendingFailure(before, other) && !isPendingFailure(queue, other),
      );
      if (isElsewhere || isOtherwise || !isSameNumbers(leftOf(begun), expectedContents(before, batch)))
        continue;
      const { pendingFailureDepth } = queue.settings;
      if (failed.some((other) => levelsBehind(queue, other, batch) > pendingFailureDepth)) continue;
      expect(runOf(queue, batch.id)?.id).toBe(begun.id);
    }
  },
  "puts what passed beside behind all that are tested, and retries nobody twice": (before, _, { queue }) => {
    for (const batch of queue.line) {
      if (!before.beside.some(({ id }) => id === batch.id)) continue;
      if (membersOf(queue, batch).some(({ priority }) => priority === 0)) continue;
      const stood = before.line.map(({ id }) => id);
      const behind = queue.line.slice(queue.line.indexOf(batch) + 1).filter(({ id }) => stood.includes(id));
      expect(behind.filter(({ id }) => runOf(before, id) !== undefined)).toEqual([]);
    }
    const retried = queue.beside.filter(({ isRetried, splitFrom }) => isRetried && splitFrom === null);
    for (const batch of retried) {
      if (before.beside.some(({ id }) => id === batch.id)) continue;
      expect(membersOf(before, batch).filter(({ isRetried }) => isRetried)).toEqual([]);
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
    if (!isPaused(queue) && !isTipTested(queue)) expect(provenCulprits(queue)).toEqual([]);
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
      expect(batch.isRetried || membersOf(before, batch)[0]?.isRetried).toBe(true);
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
    file: "planning/make-plan.ts",
    from: "if (places[index]?.isPendingFailure === true && !leftOut.includes(index)) return false;",
    to: "",
  },
  "begins no test with one in doubt": {
    file: "planning/pending-failures.ts",
    from: "!isTestedWith(failed)",
    to: "false",
  },
  "lets a witness end the test that it has begun": {
    file: "planning/pending-failures.ts",
    from: "this.#levelBehind(failed, place) > this.#depth",
    to: "this.#levelBehind(failed, place) >= this.#depth",
  },
  "puts what passed beside behind all that are tested, and retries nobody twice": {
    file: "rules/rejoin-passed-parts.ts",
    from: "Math.max(tested, inFront)",
    to: "inFront",
  },
  "tests parts of split batches alone": {
    file: "planning/make-plan.ts",
    from: "own, contents: own, run, isValid };",
    to: "own, run, isValid: run?.validForTip != null, contents: queue.line[0] ? [...ownHeads(queue, queue.line[0], null), ...own] : own };",
  },
  "lands the largest of what may land in the lane that stands first, as soon as it may": {
    file: "rules/land-passed-batches.ts",
    from: "sizeOf(place) > sizeOf(best.place)",
    to: "sizeOf(place) < sizeOf(best.place)",
  },
  "leaves nobody standing whose failure is proven": {
    file: "planning/blame.ts",
    from: "if (hasOpenWitness(plan, place) || isVouchedFor(queue, plan, place)) continue;",
    to: "if (plan.places.length > 1) continue;",
  },
  "retries or blames a single one, and splits several, when the failure is proven": {
    file: "planning/blame.ts",
    from: "!wasTried && !isSkipped",
    to: "wasRetried(queue, batch) && isSkipped",
  },
  "gives places within a lane in the order of priority and submission": {
    file: "planning/waiting-entries.ts",
    from: ": difference) < 0",
    to: ": -difference) < 0",
  },
  "splits a batch in two halves, the first one not the smaller": {
    file: "model/change.ts",
    from: "Math.ceil(entries.length / 2)",
    to: "Math.floor(entries.length / 2)",
  },
  "lands nobody past one ahead in its lane": {
    file: "planning/landable.ts",
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

  itInCi("does so also when somebody sets the clock", () => {
    const all = Object.values(READINGS);
    const compare: Reading = (...decided) => {
      for (const reading of all) reading(...decided);
    };
    compareLives(decide, compare, { life: { setsClock: true } });
  });
});

describe("in a life with a broken branch or CI, the engine", () => {
  itInCi("does as every reading says", () => {
    const all = Object.values(READINGS);
    const compare: Reading = (...decided) => {
      for (const reading of all) reading(...decided);
    };
    compareLives(decide, compare, { life: { hasIncidents: true } });
  });
});

describe("a reading finds an engine that does not do this:", () => {
  itInCi.each(rowsBySize(Object.entries(WRONG_ENGINES)))("%s", async (name, patch) => {
    const wrong = await patchedEngine([patch]);
    const reading = Object.entries(READINGS).find(([other]) => other === name)?.[1];
    let isFound = false;
    const compare: Reading = (...decided) => {
      isFound = true;
      reading?.(...decided);
      isFound = false;
    };
    // Another truth of the life may find the bug first; the reading has to find it in some other life.
    const isOther = () => !isFound;
    expect(() => compareLives(wrong, compare, { runs: MOST_RUNS_FOR_A_BUG, isOther })).toThrow();
    expect(isFound).toBe(true);
  });
});

interface Compared {
  readonly runs?: number;
  readonly life?: Parameters<typeof liveRandomly>[2];
  /** Whether what broke a life is none of what is compared. */
  readonly isOther?: () => boolean;
}

/** Lives random lives and compares each decision with the reading; some bugs show only in a few of many. */
function compareLives(
  engine: Decide,
  reading: Reading,
  { runs = RUNS, life = {}, isOther }: Compared = {},
): void {
  const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  fc.assert(
    fc.property(seeds, (seed) => {
      const compared: Decide = (queue, event) => {
        const decision = engine(queue, event);
        reading(queue, event, decision);
        return decision;
      };
      try {
        liveRandomly(seed, compared, life);
      } catch (error) {
        if (isOther?.() !== true) throw error;
      }
    }),
    { numRuns: runs, seed: 1, endOnFailure: true },
  );
}

function isLandingIn({ landing }: Queue, { id }: Batch): boolean {
  return landing?.batches.includes(id) === true;
}

function isSameLine(some: readonly Batch[], others: readonly Batch[]): boolean {
  const told = (batches: readonly Batch[]) =>
    batches.map(({ id, entries }) => `${id}:${entries.join()}`).join(" ");
  return told(some) === told(others);
}

function isSameNumbers(some: readonly number[], others: readonly number[]): boolean {
  return some.join() === others.join();
}

/** Then all failures are tested again. */
function hasResumed(before: Queue, queue: Queue): boolean {
  return before.health?.pause != null && queue.health?.pause == null;
}

/** The blame of some failures waits for that. */
function isTipTested({ health, landing }: Queue): boolean {
  return health?.test != null || (health?.row != null && landing !== null);
}

function isPaused({ state, modeSwitch }: Queue): boolean {
  return (modeSwitch?.resume ?? state) === "paused";
}
