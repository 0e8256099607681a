/** The index that goes along with a list of entries says the same as a look at each of them. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { entryId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { ALL_TARGETS } from "../../../../src/domain/impacted-targets.js";
import {
  appendedEntry,
  changedSince,
  indexOf,
  markOf,
  replacedEntries,
  replannedSince,
  seal,
  withoutEnded,
} from "../../../../src/engine/index/entry-index.js";
import type { Entry } from "../../../../src/engine/model/queue.js";
import { after, aQueue, entryNumbered, submitted } from "../../../support/queue-builder.js";

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
    retargeted: entries.filter(({ earlierTargets }) => earlierTargets !== null),
    troubled: entries.filter(({ trouble, isApart = false }) => trouble !== undefined || isApart),
    admitted: priorities.map((priority) => admitted.filter((entry) => entry.priority === priority)),
  };
}

function indexed(entries: readonly Entry[]) {
  const { byNumber, unready, ended, retargeted, troubled, admitted } = indexOf(entries);
  const inOrder = (of: ReadonlyMap<unknown, Entry>): readonly Entry[] =>
    [...of.values()].sort((one, other) => one.sequence - other.sequence);
  const byPriority = [...admitted].sort(([one], [other]) => one - other).map(([, equals]) => [...equals]);
  return {
    byNumber: inOrder(byNumber),
    unready: inOrder(unready),
    ended: inOrder(ended),
    retargeted: inOrder(retargeted),
    troubled: inOrder(troubled),
    admitted: byPriority,
  };
}

type Change =
  | { readonly kind: "submit" }
  | { readonly kind: "withoutEnded" }
  | { readonly kind: "seal" }
  | { readonly kind: "change"; readonly which: readonly number[]; readonly to: Partial<Entry> };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: "submit" } as const),
  fc.constant({ kind: "withoutEnded" } as const),
  fc.constant({ kind: "seal" } as const),
  fc.record({
    kind: fc.constant("change" as const),
    which: fc.array(fc.nat(30), { maxLength: 3 }),
    to: fc.oneof(
      fc.record({ priority: fc.constantFrom(0, 10, 100) }),
      fc.constantFrom({ admittedAt: 1 }, { admittedAt: null }, { stateSince: 5 }),
      fc.constantFrom(
        { earlierTargets: ALL_TARGETS },
        { earlierTargets: null },
        { isApart: true },
        { isApart: false },
      ),
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
    case "change": {
      const picked = new Set(each.which.flatMap((at) => entries[at % Math.max(entries.length, 1)] ?? []));
      const changed = [...picked].map((entry) => ({ ...entry, ...each.to }));
      return replacedEntries(entries, changed);
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

  it("leaves a list that others know as it was", () => {
    const old = [stay(1), stay(2)];
    replacedEntries(old, [stay(1, { admittedAt: 1 })]);
    appendedEntry(old, stay(3));
    const sealed = replacedEntries(old, [stay(2, { priority: 5 })]);
    seal(sealed);
    withoutEnded(replacedEntries(sealed, [stay(2, { ended: "failed" })]));
    expect(indexed(old)).toEqual(looked([stay(1), stay(2)]));
    expect(indexed(sealed)).toEqual(looked([stay(1), stay(2, { priority: 5 })]));
  });

  it("copies a list once, however often it is changed until it is sealed", () => {
    const first = replacedEntries([stay(1), stay(2)], [stay(1, { priority: 5 })]);
    const more = appendedEntry(first, stay(3));
    const fewer = withoutEnded(replacedEntries(more, [stay(2, { ended: "merged" })]));
    expect(more).toBe(first);
    expect(fewer).toBe(first);
    seal(fewer);
    expect(replacedEntries(fewer, [stay(3)])).not.toBe(first);
  });
});

describe("what changed since a mark", () => {
  const first = [stay(1), stay(2), stay(3)];
  const atBeginning = { changes: [], at: 0, replannedAt: 0 };

  it("is nothing before the first change", () => {
    expect(markOf([...first])).toEqual(atBeginning);
    expect(changedSince(markOf(first), first)).toEqual([]);
  });

  it("is just that of the changes since, in a list that is changed in place and in its successors", () => {
    const atFirst = markOf(first);
    const second = replacedEntries(first, [stay(2, { priority: 5 })]);
    const atSecond = markOf(second);
    const third = appendedEntry(second, stay(4));
    seal(third);
    const atThird = markOf(third);
    const fourth = replacedEntries(third, [stay(3, { priority: 7 })]);
    expect(changedSince(atThird, fourth)).toEqual([3]);
    expect(changedSince(atSecond, fourth)).toEqual([4, 3]);
    expect(changedSince(atFirst, fourth)).toEqual([2, 4, 3]);
  });

  it("is not known of a list that comes of another one", () => {
    const second = replacedEntries(first, [stay(2, { priority: 5 })]);
    expect(changedSince(markOf(second), first)).toBeNull();
    expect(replannedSince(markOf(second), [...second])).toBeNull();
  });

  it("is not known any more after very many changes, which are forgotten once the list is sealed", () => {
    const early = markOf(first);
    let entries: readonly Entry[] = first;
    for (let step = 1; step <= 10_000; step++)
      entries = replacedEntries(entries, [stay(1, { priority: step })]);
    seal(entries);
    expect(changedSince(early, entries)).toHaveLength(10_000);
    entries = replacedEntries(entries, [stay(1)]);
    expect(changedSince(early, entries)).toHaveLength(10_001);
    seal(entries);
    expect(changedSince(early, entries)).toBeNull();
    const late = markOf(entries);
    expect(late).toEqual(atBeginning);
    expect(changedSince(late, replacedEntries(entries, [stay(3, { priority: 9 })]))).toEqual([3]);
  });

  it("is something for a plan where facts, targets or the submission are others, and only there", () => {
    const [one, two, three, four] = [stay(11), stay(12), stay(13), stay(14)];
    const list = [one, two, three, four];
    const mark = markOf(list);
    const next = replacedEntries(list, [
      { ...one, priority: 5, state: "pending", admittedAt: 1 },
      { ...two, targets: ALL_TARGETS },
      { ...three, facts: { ...three.facts, title: "another one" } },
      { ...four, submittedAt: four.submittedAt + 1 },
    ]);
    expect(changedSince(mark, next)).toEqual([11, 12, 13, 14]);
    expect(replannedSince(mark, next)).toEqual([12, 13, 14]);
    const later = markOf(next);
    expect(replannedSince(later, replacedEntries(next, [{ ...one, targets: ALL_TARGETS }]))).toEqual([11]);
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

  it("leaves an empty list empty", () => {
    expect(replacedEntries([], [stay(1)])).toEqual([]);
  });

  it("leaves one among its equals whose priority stays", () => {
    const list = [stay(1, { admittedAt: 1 }), stay(2, { admittedAt: 1, priority: 7 })];
    const equals = indexOf(list).admitted.get(100);
    const [entry] =
      indexOf(replacedEntries(list, [stay(1, { admittedAt: 1, stateSince: 5 })])).admitted.get(100) ?? [];
    expect(entry?.stateSince).toBe(5);
    expect(equals?.[0]).toBe(entry);
  });

  it("finds at a glance those that stand together", () => {
    let looks = 0;
    const counted = (number: number): Entry => {
      const entry = stay(number);
      return Object.defineProperty(entry, "sequence", {
        get: () => {
          looks += 1;
          return number * 10;
        },
      });
    };
    const list = Array.from({ length: 1000 }, (_, at) => counted(at + 1));
    const changed = list.slice(700, 800).map(({ facts }) => stay(facts.number, { stateSince: 5 }));
    indexOf(list);
    looks = 0;
    const next = replacedEntries(list, changed);
    expect(next.slice(700, 800)).toEqual(changed);
    expect(looks).toBeLessThan(8 * changed.length);
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
