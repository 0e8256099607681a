/** Whatever waits, the next groups overtake nobody and hold only those that may be tested together. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { derivedUuid, entryId, pullRequestNumber } from "../../../src/domain/ids.js";
import { ALL_TARGETS, targetList } from "../../../src/domain/impacted-targets.js";
import type { QueueSettings } from "../../../src/domain/queue-settings.js";
import type { Entry, Queue } from "../../../src/engine/model/queue.js";
import { type Group, handGatheringOver, nextGroups } from "../../../src/engine/planning/batching.js";
import { waitingEntries } from "../../../src/engine/planning/waiting-entries.js";
import { after, aQueue, BEGINNING, changed, entryNumbered, submitted } from "../../support/queue-builder.js";
import { countingReadings } from "../../support/readable-only-at.js";

const MINUTE_MS = 60_000;
const SIZE = 3;
const template = entryNumbered(after(aQueue(), submitted(1)), 1);
const batching: Partial<QueueSettings> = {
  mode: "parallel",
  batch: true,
  batchingMinSize: SIZE,
  batchingMaxWaitTimeMinutes: 5,
};

type Wish = Pick<Entry, "targets" | "noBatch" | "priority"> & { readonly waitedMinutes: number };

function waiting(settings: Partial<QueueSettings>, wishes: readonly Wish[]): Queue {
  const entries = wishes.map(({ waitedMinutes, ...wish }, index): Entry => {
    const since = BEGINNING - waitedMinutes * MINUTE_MS;
    const facts = { ...template.facts, number: pullRequestNumber(index + 1) };
    const id = entryId(derivedUuid(aQueue().id, index));
    return { ...template, ...wish, id, facts, sequence: index, submittedAt: since, admittedAt: since };
  });
  return { ...aQueue(settings), entries };
}

const plain: Wish = { targets: targetList(["a"]), noBatch: false, priority: 100, waitedMinutes: 0 };
const wish: fc.Arbitrary<Wish> = fc.record({
  targets: fc.oneof(
    { weight: 8, arbitrary: fc.subarray(["a", "b", "c", "d"], { maxLength: 2 }).map(targetList) },
    { weight: 1, arbitrary: fc.constant(ALL_TARGETS) },
  ),
  noBatch: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true)),
  priority: fc.constantFrom(0, 10, 100, 100, 100, 100),
  waitedMinutes: fc.nat(8),
});

function overlap({ targets: one }: Entry, { targets: other }: Entry): boolean {
  if (one === null || other === null) throw new Error("everybody here has targets");
  if (one.kind === "all") return other.kind === "all" || other.names.length > 0;
  if (other.kind === "all") return one.names.length > 0;
  return one.names.some((name) => other.names.includes(name));
}

/** Where each entry is; those that are in no group come last of all. */
function placeIn(groups: readonly Group[], entry: Entry): number {
  const place = groups.findIndex((group) => group.includes(entry));
  return place === -1 ? groups.length : place;
}

/** What becomes of those that wait: one leaves, or is submitted again with other wishes, or others come. */
const changes = fc.array(
  fc.record({ at: fc.nat(24), wish: fc.option(wish), coming: fc.array(wish, { maxLength: 2 }) }),
  { minLength: 1, maxLength: 6 },
);

function numbersOf({ ready, nextAt }: ReturnType<typeof nextGroups>) {
  return { nextAt, ready: ready.map((group) => group.map(({ facts }) => facts.number)) };
}

describe("the next groups", () => {
  it("are those of a copy of which nothing is known, whatever became of those that waited before", () => {
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 25 }), changes, (wishes, steps) => {
        let queue = waiting(batching, wishes);
        for (const { at, wish: other, coming } of steps) {
          expect(numbersOf(nextGroups(queue, 30))).toEqual(numbersOf(nextGroups(structuredClone(queue), 30)));
          const last = queue.entries.at(-1)?.sequence ?? 0;
          const came = waiting(batching, [...Array<Wish>(last + 1).fill(plain), ...coming]).entries;
          const kept = queue.entries.flatMap((entry, index): readonly Entry[] => {
            if (index !== at) return [entry];
            if (other === null) return [];
            const { targets, noBatch, priority } = other;
            return [{ ...entry, targets, noBatch, priority }];
          });
          queue = { ...queue, entries: [...kept, ...came.slice(last + 1)] };
        }
        expect(numbersOf(nextGroups(queue, 30))).toEqual(numbersOf(nextGroups(structuredClone(queue), 30)));
      }),
    );
  });

  it("overtake nobody, hold no more than the size, and only those that depend on one another", () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 25 }), fc.integer({ min: 1, max: 30 }), (wishes, seats) => {
        const queue = waiting(batching, wishes);
        const { ready } = nextGroups(queue, seats);
        const order = [...waitingEntries(queue)];
        expect(ready.length).toBeLessThanOrEqual(seats);
        for (const group of ready) {
          expect(group.length).toBeLessThanOrEqual(SIZE);
          const isIsolated = group.some(({ noBatch, priority }) => noBatch || priority === 0);
          if (isIsolated) expect(group).toHaveLength(1);
          for (const [at, entry] of group.entries()) {
            if (at > 0) expect(group.slice(0, at).some((other) => overlap(other, entry))).toBe(true);
          }
        }
        for (const [at, later] of order.entries()) {
          for (const earlier of order.slice(0, at)) {
            if (!overlap(earlier, later)) continue;
            expect(placeIn(ready, earlier)).toBeLessThanOrEqual(placeIn(ready, later));
          }
        }
        expect(ready.flat()).toEqual(
          ready.flatMap((group) => order.filter((entry) => group.includes(entry))),
        );
      }),
    );
  });

  it("leave out only those whose batch may still grow, and say when the first of them starts", () => {
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 25 }), (wishes) => {
        const queue = waiting(batching, wishes);
        const { ready, nextAt } = nextGroups(queue, 100);
        const left = [...waitingEntries(queue)].filter(
          (entry) => !ready.some((group) => group.includes(entry)),
        );
        const starts = left.map(({ admittedAt }) => (admittedAt ?? 0) + 5 * MINUTE_MS);
        expect(nextAt).toBe(left.length === 0 ? null : Math.min(...starts));
        if (nextAt !== null) {
          expect(nextAt).toBeGreaterThan(queue.now);
          const later = nextGroups({ ...queue, now: nextAt }, 100);
          expect(later.ready.length).toBeGreaterThan(ready.length);
        }
      }),
    );
  });

  it("are one for each without batching, as many as there are seats", () => {
    const queue = waiting({ ...batching, batch: false }, [plain, plain, plain]);
    const { ready, nextAt } = nextGroups(queue, 2);
    expect(ready.map((group) => group.map(({ facts }) => facts.number))).toEqual([[1], [2]]);
    expect(nextAt).toBeNull();
  });

  it("are none without a seat", () => {
    const queue = waiting(batching, [plain, plain, plain]);
    expect(nextGroups(queue, 0)).toEqual({ ready: [], nextAt: null });
    expect(nextGroups(queue, -1)).toEqual({ ready: [], nextAt: null });
    expect(nextGroups(queue, 1).ready).toHaveLength(1);
  });

  it("are filled from those who could be seated and the next fifty, and no further back", () => {
    const others = Array.from(
      { length: 49 + SIZE },
      (_, at): Wish => ({ ...plain, targets: targetList([`b${at}`]) }),
    );
    const near = waiting(batching, [plain, ...others.slice(1), plain]);
    expect(nextGroups(near, 1).ready).toEqual([]);
    const sizeOfFirst = (wishes: readonly Wish[]): number => {
      const queue = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0 }, wishes);
      return nextGroups(queue, 1).ready[0]?.length ?? 0;
    };
    expect(sizeOfFirst([plain, ...others.slice(1), plain])).toBe(2);
    expect(sizeOfFirst([plain, ...others, plain])).toBe(1);
  });

  it("are those of a queue never seen before, whatever was gathered for it", () => {
    const changes = fc.array(fc.tuple(fc.nat(24), fc.option(wish), fc.nat(40)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 25 }), changes, (wishes, steps) => {
        let queue = waiting(batching, wishes);
        for (const [at, instead, seats] of steps) {
          const { entries, settings } = queue;
          const [other] = instead === null ? [] : waiting(batching, [instead]).entries;
          const next = entries.flatMap((entry, place): readonly Entry[] => {
            if (place !== at) return [entry];
            return other === undefined
              ? []
              : [{ ...other, id: entry.id, facts: entry.facts, sequence: entry.sequence }];
          });
          queue = { ...queue, entries: next };
          const unseen = { ...queue, settings: { ...settings } };
          expect(nextGroups(queue, seats)).toEqual(nextGroups(unseen, seats));
        }
      }),
    );
  });

  it("are gathered anew when other settings say otherwise", () => {
    const two = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0 }, [plain, plain]);
    expect(nextGroups(two, 9).ready).toHaveLength(1);
    const apart = after(two, changed({ batchingMinSize: 1 }));
    expect(nextGroups({ ...two, settings: apart.settings }, 9).ready).toHaveLength(2);
  });

  it("are others when one of the same entries wants to be alone, or is urgent by now", () => {
    for (const wish of [{ noBatch: true }, { priority: 0 }]) {
      const two = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0 }, [plain, plain]);
      expect(nextGroups(two, 9).ready).toHaveLength(1);
      const entries = two.entries.map((entry, at) => (at === 0 ? { ...entry, ...wish } : entry));
      expect(nextGroups({ ...two, entries }, 9).ready).toHaveLength(2);
    }
  });

  it("take in one that depends on a group that is full, and on the newest, which is not", () => {
    const [other, both] = [["b"], ["a", "b"]].map(
      (names): Wish => ({ ...plain, targets: targetList(names) }),
    );
    const wishes = [plain, plain, plain, other ?? plain, both ?? plain];
    const { ready } = nextGroups(waiting({ ...batching, batchingMaxWaitTimeMinutes: 0 }, wishes), 9);
    expect(ready.map((group) => group.length)).toEqual([3, 2]);
  });

  it("are not gathered again from those of whom nothing but the state has changed", () => {
    const queue = waiting(batching, [plain, plain]);
    let readings = 0;
    const settings: QueueSettings = {
      ...queue.settings,
      get batchingRules() {
        readings += 1;
        return [];
      },
    };
    const before = nextGroups({ ...queue, settings }, 9);
    const gathered = readings;
    const entries = queue.entries.map((entry) => ({ ...entry, stateSince: entry.stateSince + 1 }));
    expect(numbersOf(nextGroups({ ...queue, settings, entries }, 9))).toEqual(numbersOf(before));
    expect([gathered, readings]).toEqual([2, 2]);
  });

  it("are one for each where the size is one, and nobody waits to be filled up", () => {
    const queue = waiting({ ...batching, batchingMinSize: 1 }, [plain, plain]);
    const { ready, nextAt } = nextGroups(queue, 9);
    expect(ready.map((group) => group.length)).toEqual([1, 1]);
    expect(nextAt).toBeNull();
  });

  it("may be larger than that where the size is", () => {
    const many = Array.from({ length: 150 }, () => plain);
    const queue = waiting({ ...batching, batchingMinSize: 150 }, many);
    expect(nextGroups(queue, 1).ready[0]).toHaveLength(150);
  });
});

describe("a rule that isolates", () => {
  const rules = [
    { targetPattern: "db/*", policy: "isolate" },
    { targetPattern: "core", policy: "isolate" },
    { targetPattern: "infra/*", policy: "isolate" },
  ] as const;

  it.each([
    ["the prefix", "db/users", true],
    ["the prefix alone", "db/", true],
    ["less than the prefix", "db", false],
    ["the prefix further back", "my/db/", false],
    ["the name", "core", true],
    ["more than the name", "core/x", false],
  ])("is about %s: %s", (_, name, isAlone) => {
    const two: Wish = { ...plain, targets: targetList(["a", name]) };
    const queue = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0, batchingRules: rules }, [two, two]);
    expect(nextGroups(queue, 9).ready).toHaveLength(isAlone ? 2 : 1);
  });

  it("is about nobody whose targets are not known", () => {
    const unknown: Wish = { ...plain, targets: null };
    const settings = { ...batching, batchingMaxWaitTimeMinutes: 0, batchingRules: rules };
    expect(nextGroups(waiting(settings, [unknown, unknown]), 9).ready).toHaveLength(1);
  });

  it("reads the names of a list once, also when the queue goes on with other settings", () => {
    const [names, readings] = countingReadings(["a"]);
    const queue = waiting({ ...batching, batchingRules: rules }, [
      { ...plain, targets: { kind: "list", names } },
    ]);
    nextGroups(queue, 9);
    const once = readings();
    const settings = { ...queue.settings, concurrency: 9 };
    handGatheringOver(queue.settings, settings);
    expect(nextGroups({ ...queue, settings }, 9).ready).toEqual([]);
    expect(readings()).toBe(once);
  });

  it("is about whoever touches everything", () => {
    const all: Wish = { ...plain, targets: ALL_TARGETS };
    const isolating = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0, batchingRules: rules }, [
      all,
      all,
    ]);
    expect(nextGroups(isolating, 9).ready).toHaveLength(2);
    const without = waiting({ ...batching, batchingMaxWaitTimeMinutes: 0 }, [all, all]);
    expect(nextGroups(without, 9).ready).toHaveLength(1);
  });
});
