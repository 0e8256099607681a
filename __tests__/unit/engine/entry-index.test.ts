/** The index that goes along with a list of entries says the same as a look at each of them. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { entryId, pullRequestNumber } from "../../../src/domain/ids.js";
import {
  annotatedEntries,
  appendedEntry,
  changedBetween,
  indexOf,
  replacedEntries,
  seal,
  withoutEnded,
} from "../../../src/engine/entry-index.js";
import type { Entry } from "../../../src/engine/queue.js";
import { after, aQueue, entryNumbered, submitted } from "../../support/queue-builder.js";

const template = entryNumbered(after(aQueue(), submitted(1)), 1);
const blank: Entry = { ...template, admittedAt: null, state: "notReady", reason: null };

/** One stay of a pull request; its sequence is ten times its number. */
function stay(number: number, change: Partial<Entry> = {}): Entry {
  return {
    ...blank,
    id: entryId(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
    facts: { ...blank.facts, number: pullRequestNumber(number) },
    sequence: number * 10,
    ...change,
  };
}

/** What a look at each entry gives, in one order. */
function looked(entries: readonly Entry[]) {
  const live = entries.filter(({ ended }) => ended === null);
  const admitted = live.filter(({ admittedAt }) => admittedAt !== null);
  const priorities = [...new Set(admitted.map(({ priority }) => priority))].sort((one, other) => one - other);
  return {
    byNumber: [...entries],
    unready: live.filter(({ admittedAt }) => admittedAt === null),
    ended: entries.filter(({ ended }) => ended !== null),
    admitted: priorities.map((priority) => admitted.filter((entry) => entry.priority === priority)),
  };
}

function indexed(entries: readonly Entry[]) {
  const { byNumber, unready, ended, admitted } = indexOf(entries);
  const inOrder = (of: ReadonlyMap<unknown, Entry>): readonly Entry[] =>
    [...of.values()].sort((one, other) => one.sequence - other.sequence);
  const byPriority = [...admitted].sort(([one], [other]) => one - other).map(([, equals]) => [...equals]);
  return {
    byNumber: inOrder(byNumber),
    unready: inOrder(unready),
    ended: inOrder(ended),
    admitted: byPriority,
  };
}

type Change =
  | { readonly kind: "submit" }
  | { readonly kind: "withoutEnded" }
  | { readonly kind: "seal" }
  | { readonly kind: "change" | "annotate"; readonly which: readonly number[]; readonly to: Partial<Entry> };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: "submit" } as const),
  fc.constant({ kind: "withoutEnded" } as const),
  fc.constant({ kind: "seal" } as const),
  fc.record({
    kind: fc.constantFrom("change" as const, "annotate" as const),
    which: fc.array(fc.nat(30), { maxLength: 3 }),
    to: fc.oneof(
      fc.record({ priority: fc.constantFrom(0, 10, 100) }),
      fc.constantFrom({ admittedAt: 1 }, { admittedAt: null }, { stateSince: 5 }),
      fc.constantFrom({ ended: "failed" } as const, { ended: "merged", admittedAt: 1 } as const),
    ),
  }),
);

function applied(entries: readonly Entry[], next: number, each: Change): readonly Entry[] {
  switch (each.kind) {
    case "submit":
      return appendedEntry(entries, stay(next));
    case "withoutEnded":
      return withoutEnded(entries);
    case "seal":
      seal(entries);
      return entries;
    case "annotate":
    case "change": {
      const picked = new Set(each.which.flatMap((at) => entries[at % Math.max(entries.length, 1)] ?? []));
      const changed = [...picked].map((entry) => ({ ...entry, ...each.to }));
      return each.kind === "annotate"
        ? annotatedEntries(entries, changed)
        : replacedEntries(entries, changed);
    }
  }
}

describe("an index of entries", () => {
  it("says what a look at each entry says, after any changes, and of every list that was sealed on the way", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let entries: readonly Entry[] = [];
        const sealed: { readonly list: readonly Entry[]; readonly copy: readonly Entry[] }[] = [];
        for (const [at, each] of changes.entries()) {
          entries = applied(entries, at + 1, each);
          expect(indexed(entries)).toEqual(looked(entries));
          if (each.kind === "seal") sealed.push({ list: entries, copy: [...entries] });
        }
        for (const { list, copy } of sealed) {
          expect(list).toEqual(copy);
          expect(indexed(list)).toEqual(looked(copy));
        }
      }),
    );
  });

  it("leaves the older list as it was", () => {
    const old = [stay(1), stay(2)];
    replacedEntries(old, [stay(1, { admittedAt: 1 })]);
    appendedEntry(old, stay(3));
    expect(indexed(old)).toEqual(looked([stay(1), stay(2)]));
  });
});

describe("what changed between two lists", () => {
  const first = [stay(1), stay(2), stay(3)];

  it("is nothing between a list and itself", () => {
    expect(changedBetween(first, first)).toEqual([]);
  });

  it("is just that of the steps between them", () => {
    const second = replacedEntries(first, [stay(2, { priority: 5 })]);
    const third = appendedEntry(second, stay(4));
    const fourth = replacedEntries(third, [stay(3, { priority: 7 })]);
    expect(changedBetween(first, second)).toEqual([2]);
    expect(changedBetween(second, third)).toEqual([4]);
    expect(changedBetween(third, fourth)).toEqual([3]);
    expect(changedBetween(first, fourth)).toEqual([2, 4, 3]);
  });

  it("is found by looking at them when the second is the older one", () => {
    const second = replacedEntries(first, [stay(2, { priority: 5 })]);
    expect(changedBetween(second, first)).toEqual([2]);
  });

  it("is found by looking at them when they come from different queues", () => {
    const others = [...first.slice(0, 2), stay(3, { priority: 1 })];
    indexOf(others);
    indexOf(first);
    expect(changedBetween(first, others)).toEqual([3]);
  });

  it("is told after any number of steps", () => {
    let entries: readonly Entry[] = first;
    for (let step = 1; step <= 3000; step++)
      entries = replacedEntries(entries, [stay(1, { priority: step })]);
    const next = replacedEntries(entries, [stay(3, { priority: 9 })]);
    expect(changedBetween(entries, next)).toEqual([3]);
    expect([...new Set(changedBetween(first, next))].sort()).toEqual([1, 3]);
  });
});

describe("putting entries in the place of others", () => {
  it("changes those of the same stay", () => {
    const next = replacedEntries([stay(1), stay(2), stay(3)], [stay(2, { priority: 5 })]);
    expect(next).toEqual([stay(1), stay(2, { priority: 5 }), stay(3)]);
  });

  it.each([
    ["before all", stay(9, { sequence: 5 })],
    ["between two", stay(9, { sequence: 15 })],
    ["behind all", stay(9)],
  ])("leaves out one of another stay, %s", (_, stranger) => {
    const list = [stay(1), stay(2)];
    const next = replacedEntries(list, [stranger]);
    expect(next).toEqual(list);
    expect(indexed(next)).toEqual(looked(list));
  });

  it("keeps equals in the order of submission when one comes back among them", () => {
    const admitted = [1, 2, 3].map((number) => stay(number, { admittedAt: 1 }));
    const raised = replacedEntries(admitted, [stay(2, { admittedAt: 1, priority: 7 })]);
    expect([...indexOf(raised).admitted.keys()].sort()).toEqual([100, 7].sort());
    const back = replacedEntries(raised, [stay(2, { admittedAt: 1 })]);
    expect([...indexOf(back).admitted]).toEqual([[100, admitted]]);
  });
});

describe("leaving those out that are over", () => {
  it("keeps the very list when nobody is", () => {
    const list = [stay(1), stay(2)];
    expect(withoutEnded(list)).toBe(list);
  });

  it("keeps the others in their order", () => {
    const next = withoutEnded([stay(1), stay(2, { ended: "failed" }), stay(3, { ended: "merged" }), stay(4)]);
    expect(next).toEqual([stay(1), stay(4)]);
    expect(indexed(next)).toEqual(looked(next));
  });
});
