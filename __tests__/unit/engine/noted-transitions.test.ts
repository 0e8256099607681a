/** A step is noted for everybody whose state it changes, and for nobody else, however lines and runs are changed. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { batchId, pullRequestNumber, testRunId } from "../../../src/domain/ids.js";
import { newBatch } from "../../../src/engine/change.js";
import { stateOf } from "../../../src/engine/lookup.js";
import type { Batch, Entry, Landing, Queue, TestRun, TestRunProgress } from "../../../src/engine/queue.js";
import { noteTransitions, outsetOf } from "../../../src/engine/timeline.js";
import { after, aQueue, entryNumbered, passed, runNamed, submitted } from "../../support/queue-builder.js";

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
    fc.property(arrangement, arrangement, (one, other) => {
      const before = arranged(one);
      const later = arranged(other);
      const entries = before.entries.map((each, at) => {
        const admittedAt = later.entries[at]?.admittedAt ?? null;
        return admittedAt === each.admittedAt ? each : { ...each, admittedAt };
      });
      const queue = { ...later, entries };
      const { transitions, queue: noted } = noteTransitions(outsetOf(before), { queue });
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
