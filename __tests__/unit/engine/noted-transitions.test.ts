/** A step is noted for everybody whose state it changes, and for nobody else, however lines and runs are changed. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { batchId, pullRequestNumber, testRunId } from "../../../src/domain/ids.js";
import { initialStateOf, noteTransitions } from "../../../src/engine/explain/timeline.js";
import { newBatch } from "../../../src/engine/model/change.js";
import { stateOf } from "../../../src/engine/model/lookup.js";
import type {
  Batch,
  Entry,
  Landing,
  Queue,
  TestRun,
  TestRunProgress,
} from "../../../src/engine/model/queue.js";
import {
  after,
  allSubmitted,
  aQueue,
  entryNumbered,
  passed,
  runNamed,
  submitted,
} from "../../support/queue-builder.js";
import { readableOnlyAt } from "../../support/readable-only-at.js";

const NUMBERS = [1, 2, 3, 4, 5].map(pullRequestNumber);
const PROGRESS = {
  building: { kind: "building" },
  running: { kind: "running", startedAt: 0 },
  passed: { kind: "passed" },
  failed: { kind: "failed", failure: { kind: "timeout", minutes: 1 } },
} as const satisfies Readonly<Record<string, TestRunProgress>>;

const one = after(aQueue(), submitted(1));
const entry = entryNumbered(one, 1);
const run = runNamed(one, "1");
const landing = after(one, passed("1")).landing;

const three = after(aQueue(), ...allSubmitted(1, 2, 3));
const stranger = testRunId("00000000-0000-4000-8000-000000000000");

/** Where everybody is: in batches by the first of each, with or without runs, beside the line, landing, not ready. */
interface Arrangement {
  readonly order: readonly number[];
  readonly sizes: readonly number[];
  readonly progress: readonly (keyof typeof PROGRESS | null)[];
  readonly inLine: number;
  readonly isReversed: boolean;
  readonly landing: number;
  readonly unready: readonly number[];
}

const arrangement: fc.Arbitrary<Arrangement> = fc.record({
  order: fc.oneof(fc.constant([0, 1, 2, 3, 4]), fc.shuffledSubarray([0, 1, 2, 3, 4])),
  sizes: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 5, maxLength: 5 }),
  progress: fc.array(fc.constantFrom(null, "building", "running", "passed", "failed"), {
    minLength: 5,
    maxLength: 5,
  }),
  inLine: fc.nat(5),
  isReversed: fc.boolean(),
  landing: fc.integer({ min: -3, max: 4 }),
  unready: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([0, 1, 2, 3, 4])),
});

/** What of an arrangement is not changed by a step. */
const kept = fc
  .subarray(["order", "sizes", "progress", "inLine", "isReversed", "landing", "unready"] as const)
  .map(
    (names) =>
      (from: Arrangement): Partial<Arrangement> =>
        Object.fromEntries(names.map((name) => [name, from[name]])),
  );

/** What is alike in two arrangements is the same object, as in a queue. */
const batches = new Map<string, Batch>();
const runs = new Map<string, TestRun>();
const landings = new Map<number, Landing | null>();

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function batchesOf({ order, sizes }: Arrangement): readonly Batch[] {
  const made: Batch[] = [];
  let rest = order;
  while (rest.length > 0) {
    const members = rest.slice(0, sizes[made.length] ?? 1);
    rest = rest.slice(members.length);
    const numbers = members.flatMap((at) => NUMBERS[at] ?? []);
    made.push(remembered(batches, numbers.join(), () => newBatch(numbers[0] ?? 1, numbers)));
  }
  return made;
}

function runOfBatch(
  { id, entries }: Batch,
  kind: keyof typeof PROGRESS | null | undefined,
): readonly TestRun[] {
  if (kind == null) return [];
  const make = (): TestRun => ({
    ...run,
    id: testRunId(`00000000-0000-4000-8000-00000000000${String(id)}`),
    batch: batchId(Number(id)),
    own: entries,
    progress: PROGRESS[kind],
  });
  return [remembered(runs, `${entries.join()} ${kind}`, make)];
}

function arranged(arrangement: Arrangement): Queue {
  const all = batchesOf(arrangement);
  const live = all.flatMap((batch, at) => runOfBatch(batch, arrangement.progress[at]));
  const lands = NUMBERS[arrangement.landing];
  const queue: Queue = {
    ...one,
    line: all.slice(0, arrangement.inLine),
    beside: all.slice(arrangement.inLine),
    runs: arrangement.isReversed ? live.toReversed() : live,
    landing: remembered(landings, arrangement.landing, () =>
      lands === undefined || landing === null
        ? null
        : { ...landing, heads: landing.heads.map((head) => ({ ...head, pullRequest: lands })) },
    ),
  };
  const entries = NUMBERS.map(
    (number, sequence): Entry => ({
      ...entry,
      facts: { ...entry.facts, number },
      sequence,
      admittedAt: arrangement.unready.includes(sequence) ? null : entry.admittedAt,
    }),
  );
  const admitted = { ...queue, entries };
  return { ...admitted, entries: entries.map((each) => ({ ...each, state: stateOf(admitted, each) })) };
}

it("whoever is in another state than before gets a transition, and nobody else", () => {
  fc.assert(
    fc.property(arrangement, arrangement, kept, (one, other, same) => {
      const before = arranged(one);
      const later = arranged({ ...other, ...same(one) });
      const entries = before.entries.map((each, at) => {
        const admittedAt = later.entries[at]?.admittedAt ?? null;
        return admittedAt === each.admittedAt ? each : { ...each, admittedAt };
      });
      const queue = { ...later, entries };
      const { transitions, queue: noted } = noteTransitions(initialStateOf(before), { queue });
      expect(transitions.map(({ pullRequest, from, to }) => [Number(pullRequest), from, to])).toEqual(
        before.entries.flatMap(({ facts, state }, at) => {
          const to = later.entries[at]?.state;
          return to === state ? [] : [[Number(facts.number), state, to]];
        }),
      );
      expect(noted.entries.map(({ state }) => state)).toEqual(later.entries.map(({ state }) => state));
    }),
    { numRuns: 400 },
  );
});

describe("a step", () => {
  it.each([
    ["has no batch any more, though its run is still there", one, { line: [] }, "pending"],
    ["is given a batch that has a run already", { ...one, line: [] }, { line: one.line }, "testing"],
    ["has a run that is under way already", { ...one, runs: [] }, { runs: one.runs }, "testing"],
    ["begins to land", one, { landing }, "testsPassed"],
    ["lands no more", { ...one, landing }, { landing: null }, "testing"],
  ])("is noted of whoever %s", (_, queue, change, to) => {
    const before = { ...queue, entries: [{ ...entry, state: stateOf(queue, entry) }] };
    const { transitions } = noteTransitions(initialStateOf(before), { queue: { ...before, ...change } });
    expect(transitions.map((transition) => transition.to)).toEqual([to]);
  });

  it("is noted once, in order of submission, whatever it did to somebody", () => {
    const reason = { code: "API_REQUESTED", sentence: "It was asked for." } as const;
    const reasons = new Map([3, 1].map((number) => [pullRequestNumber(number), reason]));
    const queue = { ...three, line: [], runs: [] };
    const { transitions } = noteTransitions(initialStateOf(three), { queue, reasons });
    expect(transitions.map(({ pullRequest }) => pullRequest)).toEqual([1, 2, 3]);
  });

  it("is not noted of whoever left with it", () => {
    const queue = { ...three, entries: three.entries.filter(({ facts }) => facts.number !== 2), line: [] };
    expect(noteTransitions(initialStateOf(three), { queue }).transitions).toHaveLength(queue.entries.length);
  });
});

/** To be found by, though nobody may go through them for their own sake. */
function unasked({ entries }: Batch): Batch["entries"] {
  return readableOnlyAt(entries, "0", "length", "Symbol(Symbol.iterator)");
}

describe("a step looks", () => {
  it("at no place, run or landing where all of these are what they were", () => {
    const queue: Queue = {
      ...one,
      line: readableOnlyAt(one.line),
      beside: readableOnlyAt(one.beside),
      runs: readableOnlyAt(one.runs),
      landing: landing && { ...landing, heads: readableOnlyAt(landing.heads) },
    };
    expect(noteTransitions(initialStateOf(queue), { queue: { ...queue } }).transitions).toEqual([]);
  });

  it("at nobody whose batch and run go on, or whose tests are only about to begin", () => {
    const line = three.line.map((batch, at) => (at === 0 ? batch : { ...batch, entries: unasked(batch) }));
    const runs = three.runs.map((each, at) => (at === 0 ? each : { ...each, own: readableOnlyAt(each.own) }));
    const [over = run, ...others] = runs;
    const begun: TestRun = {
      ...over,
      id: stranger,
      own: readableOnlyAt(over.own),
      progress: PROGRESS.building,
    };
    const before = { ...three, line, runs };
    const queue = { ...three, line: line.slice(1), runs: [...others.map((each) => ({ ...each })), begun] };
    const { transitions } = noteTransitions(initialStateOf(before), { queue });
    expect(transitions.map(({ pullRequest }) => pullRequest)).toEqual([1]);
  });
});
