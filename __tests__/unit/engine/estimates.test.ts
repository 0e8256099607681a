/** When an entry is expected to land: how often that holds over whole lives of queues, and when nothing is said. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { type Estimate, estimateLandings } from "../../../src/engine/explain/estimates/estimate-landings.js";
import { type Pace, paceOf } from "../../../src/engine/explain/estimates/pace.js";
import { expectedInWords, explainWait } from "../../../src/engine/explain/wait.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { type Life, lifeOf, type Measured } from "../../support/estimated-lives.js";
import {
  after,
  allSubmitted,
  aQueue,
  BEGINNING,
  entryNumbered,
  failed,
  landed,
  minutesPassed,
  passed,
  reported,
  story,
  submitted,
  turned,
} from "../../support/queue-builder.js";
import { itInCi } from "../../support/sized-tests.js";
import { evicted, tipFailed } from "../../support/tip-tests.js";

const MINUTE_MS = 60_000;
const USUAL = { ciMinutes: 12, broken: 0.06, flaky: 0.02 };
const LIVES: readonly (readonly [title: string, life: Omit<Life, "seed" | "pullRequests">])[] = [
  ["one slot", { ...USUAL, everyMinutes: 16, settings: { concurrency: 1 } }],
  ["one slot, more than it can land", { ...USUAL, everyMinutes: 12, settings: { concurrency: 1 } }],
  ["three slots", { ...USUAL, everyMinutes: 6, settings: { concurrency: 3 } }],
  ["three slots, all in use", { ...USUAL, everyMinutes: 4, settings: { concurrency: 3 } }],
  ["optimistic", { ...USUAL, everyMinutes: 3, settings: { concurrency: 5, canOptimisticallyMerge: true } }],
  ["batches", { ...USUAL, everyMinutes: 3, settings: { concurrency: 2, batch: true, batchingMinSize: 4 } }],
  ["lanes", { ...USUAL, everyMinutes: 3, settings: { concurrency: 5, mode: "parallel" } }],
  [
    "many failures",
    { ...USUAL, broken: 0.15, everyMinutes: 4, settings: { concurrency: 5, mode: "parallel" } },
  ],
  ["many flakes", { ...USUAL, flaky: 0.1, everyMinutes: 6, settings: { concurrency: 3 } }],
];

function sharesOf(lives: readonly Measured[]) {
  const sum = (name: "estimates" | "held" | "asked") => lives.reduce((all, one) => all + one[name], 0);
  return { held: sum("held") / sum("estimates"), known: sum("estimates") / sum("asked") };
}

describe("ranges of estimates", () => {
  const short = LIVES.filter(([title]) => ["three slots", "batches", "lanes"].includes(title));

  it("have most landings, in short lives", () => {
    const measured = short.map(([, life]) => lifeOf({ ...life, pullRequests: 60, seed: 5 }));
    const { held, known } = sharesOf(measured);
    expect(held).toBeGreaterThan(0.7);
    expect(held).toBeLessThan(0.97);
    expect(known).toBeGreaterThan(0.5);
  });

  it("are no wider than the time that is left, where pull requests wait", () => {
    const life = { ...USUAL, everyMinutes: 8, pullRequests: 60, settings: { concurrency: 1 }, seed: 2 };
    const { widthMinutes, leftMinutes } = lifeOf(life);
    expect(widthMinutes).toBeLessThan(leftMinutes);
  });

  itInCi("have 80 to 95 % of the landings over all lives, and 70 % of each", () => {
    const all = LIVES.map(([title, life]) => {
      const measured = [1, 2, 3].map((seed) => lifeOf({ ...life, pullRequests: 120, seed }));
      return { title, measured, ...sharesOf(measured) };
    });
    const { held, known } = sharesOf(all.flatMap(({ measured }) => measured));
    expect(held).toBeGreaterThan(0.8);
    expect(held).toBeLessThan(0.95);
    expect(known).toBeGreaterThan(0.8);
    expect(all.filter((life) => life.held < 0.7).map(({ title }) => title)).toEqual([]);
  });
});

/** Runs of 10 to 19 minutes, and one of 60. */
const PACE: Pace = {
  passedMs: [...Array.from({ length: 10 }, (_, index) => (10 + index) * MINUTE_MS), 60 * MINUTE_MS],
  failedMs: [],
  landingMs: [0],
};

function estimateOf(queue: Queue, number: number, pace = PACE, later = 0): Estimate | null {
  const now = queue.now + later * MINUTE_MS;
  const estimates = estimateLandings(queue, pace, now);
  return explainWait(queue, entryNumbered(queue, number), now, { estimates }).expected;
}

describe("an estimate", () => {
  const two = after(aQueue({ concurrency: 1 }), ...allSubmitted(1, 2));

  it("is a range around the usual duration, later for each run ahead, and the same whenever it is asked", () => {
    const [first, second] = [estimateOf(two, 1), estimateOf(two, 2)];
    if (first === null || second === null) throw new Error("no estimate");
    const minutes = ({ from, middle, until }: Estimate) =>
      [from, middle, until].map((at) => (at - BEGINNING) / MINUTE_MS);
    expect(minutes(first)[0]).toBeGreaterThanOrEqual(10);
    expect(minutes(first)[0]).toBeLessThanOrEqual(12);
    expect(minutes(first)[1]).toBeGreaterThanOrEqual(13);
    expect(minutes(first)[1]).toBeLessThanOrEqual(17);
    expect(second.from).toBeGreaterThan(first.from + 10 * MINUTE_MS);
    expect(second.middle).toBeGreaterThan(first.middle + 10 * MINUTE_MS);
    expect(estimateOf(two, 2)).toEqual(second);
  });

  it("moves with the time that a run has taken already", () => {
    const begun = after(two, reported("1", { tests: null }));
    const later = estimateOf(begun, 1, PACE, 15);
    if (later === null) throw new Error("no estimate");
    expect(later.from).toBe(begun.now + 16 * MINUTE_MS);
  });

  it("is in the sentence, in whole minutes, before what the author does", () => {
    const estimates = new Map([
      [
        pullRequestNumber(2),
        { from: BEGINNING + 20.9 * MINUTE_MS, middle: BEGINNING, until: BEGINNING + 44.1 * MINUTE_MS },
      ],
    ]);
    const { sentence } = explainWait(two, entryNumbered(two, 2), two.now, { estimates });
    expect(sentence).toBe(
      "Second in `main`, waiting for a test slot: 1 of 1 is in use. Expected 00:20 to 00:45 UTC. You need not do anything.",
    );
    expect(expectedInWords({ from: BEGINNING, middle: BEGINNING, until: BEGINNING })).toBe("00:00 UTC");
  });
});

describe("no estimate", () => {
  const one = after(aQueue({ concurrency: 1 }), submitted(1));

  it("is given from nine runs or fewer", () => {
    const of = (runs: number): Pace => ({ ...PACE, passedMs: PACE.passedMs.slice(0, runs) });
    expect(estimateOf(one, 1, of(9))).toBeNull();
    expect(estimateOf(one, 1, of(10))).not.toBeNull();
  });

  it.each([
    ["while a person paused the queue", after(one, turned("paused"))],
    [
      "while the queue paused by itself",
      after(
        aQueue({ concurrency: 1, pauseOnRedTarget: true }),
        ...[...allSubmitted(2, 3, 4, 1), ...evicted(2), ...evicted(3), ...evicted(4), tipFailed()],
      ),
    ],
    ["for a draft", after(aQueue(), submitted(1, { facts: { draft: true } }))],
    [
      "without an approval",
      after(
        aQueue(),
        submitted(1, {
          facts: {
            mergeability: "not_mergeable",
            unmetRules: [{ rule: "pullRequest", words: "1 of 2 approvals" }],
          },
        }),
      ),
    ],
    ["for a failed one that may leave", after(one, failed("1"))],
  ] as const)("is given %s", (_title, queue) => {
    expect(estimateOf(queue, 1)).toBeNull();
  });

  it("is given while CI is silent, also behind that run", () => {
    const line = after(aQueue({ concurrency: 2 }), ...allSubmitted(1, 2));
    const estimates = estimateLandings(line, PACE, line.now + 11 * MINUTE_MS);
    expect([...estimates.keys()]).toEqual([]);
    const begun = after(line, reported("1", { tests: null }), reported("1+2", { tests: null }));
    expect(estimateLandings(begun, PACE, begun.now + 11 * MINUTE_MS).size).toBe(2);
  });

  it("is given when a run takes longer than all others but one, or when it is a day ahead", () => {
    const begun = after(one, reported("1", { tests: null }));
    expect(estimateOf(begun, 1, PACE, 18.5)).not.toBeNull();
    expect(estimateOf(begun, 1, PACE, 19.5)).toBeNull();
    const slow: Pace = { ...PACE, passedMs: PACE.passedMs.map((ms) => ms * 100) };
    expect(estimateOf(one, 1, slow)).toBeNull();
  });

  it("is given behind the first sixty runs", () => {
    const numbers = Array.from({ length: 70 }, (_, index) => index + 1);
    const line = after(aQueue({ concurrency: 30 }), ...allSubmitted(...numbers));
    const known = [...estimateLandings(line, PACE, line.now).keys()];
    expect(known.length).toBeGreaterThan(30);
    expect(Math.max(...known)).toBeLessThanOrEqual(60);
  });
});

describe("the pace of a queue", () => {
  it("has each run once, from the start of CI to its verdict, and the lag of landings", () => {
    const { transitions } = story(
      aQueue({ batch: true, batchingMinSize: 2, concurrency: 1 }),
      ...allSubmitted(1, 2),
      ...[minutesPassed(12), passed("1+2"), minutesPassed(1), landed()],
      ...[...allSubmitted(3, 4), minutesPassed(7), failed("3+4")],
    );
    expect(paceOf(transitions)).toEqual({
      passedMs: [12 * MINUTE_MS],
      failedMs: [7 * MINUTE_MS],
      landingMs: [MINUTE_MS, MINUTE_MS],
    });
  });
});
