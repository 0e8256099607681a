/** The chains of targets say what a look at everybody ahead says, whoever came and went. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Holder, TargetChains } from "../../../../src/engine/index/target-chains.js";
import type { TargetNames } from "../../../../src/engine/planning/overlap.js";

const ROOM = 1024;

function listOf(names: readonly string[]): TargetNames {
  return { names, hashes: Int32Array.from(names, (name) => name.length) };
}

/** The order of the next one ahead with each of the names of those at an order, by the definition. */
function lookedAt(present: readonly Holder[], own: number): ReadonlySet<number> {
  const next = new Set<number>();
  for (const name of present.flatMap(({ order, list }) => (order === own ? list.names : []))) {
    const ahead = present.filter(({ order, list }) => order < own && list.names.includes(name));
    if (ahead.length > 0) next.add(Math.max(...ahead.map(({ order }) => order)));
  }
  return next;
}

function expectAsLookedAt(chains: TargetChains, present: readonly Holder[]): void {
  for (const own of new Set(present.map(({ order }) => order))) {
    const found = new Set<number>();
    for (const holder of present.filter(({ order }) => order === own)) {
      const next = chains.nextAhead(holder);
      expect(new Set(next).size).toBe(next.length);
      for (const { order } of next) found.add(order);
    }
    expect(found).toEqual(lookedAt(present, own));
  }
}

const NAMES = ["a", "b", "c", "dd", "ee"];
const list = fc.subarray(NAMES, { maxLength: 3 }).map(listOf);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("join" as const),
      order: fc.nat(1000),
      lists: fc.array(list, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), at: fc.nat(6) }) },
);

describe("the next ahead", () => {
  it("are those of the definition, whoever comes at any place and whoever leaves", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const chains = new TargetChains();
        let present: readonly Holder[] = [];
        for (const each of steps) {
          if (each.kind === "join") {
            if (present.some(({ order }) => order === each.order)) continue;
            const holders = each.lists.map((one) => new Holder(each.order, one));
            for (const holder of holders) chains.admit(holder);
            present = [...present, ...holders];
          } else {
            const leaving = present[each.at];
            if (leaving === undefined) continue;
            chains.dismiss(leaving);
            present = present.filter((holder) => holder !== leaving);
          }
          expectAsLookedAt(chains, present);
          for (const name of NAMES) {
            const isThere = present.some(({ list: { names } }) => names.includes(name));
            expect(chains.hasAny(listOf(["nobody's", name]))).toBe(isThere);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it("are found once, until somebody comes between or leaves", () => {
    const chains = new TargetChains();
    const [first, second, third] = [1, 2, 3].map((order) => new Holder(order, listOf(["a"])));
    if (first === undefined || second === undefined || third === undefined)
      throw new Error("there are three");
    chains.admit(first);
    chains.admit(third);
    const found = chains.nextAhead(third);
    expect(found).toEqual([first]);
    chains.admit(new Holder(4, listOf(["a"])));
    expect(chains.nextAhead(third)).toBe(found);
    chains.admit(second);
    expect(chains.nextAhead(third)).toEqual([second]);
    chains.dismiss(second);
    expect(chains.nextAhead(third)).toEqual([first]);
  });
});

describe("the chains of long lists", () => {
  const long = (from: number): TargetNames =>
    listOf(Array.from({ length: ROOM }, (_, at) => `target ${from + at}`));

  it("have room for any number of links", () => {
    const chains = new TargetChains();
    const line = [0, 1, 2, 3, 4].map((order) => new Holder(order, long(order * (ROOM / 2))));
    for (const holder of line) chains.admit(holder);
    expectAsLookedAt(chains, line);
    expect(chains.hasAny(listOf([`target ${ROOM * 3 - 1}`]))).toBe(true);
    expect(chains.hasAny(listOf([`target ${ROOM * 3}`]))).toBe(false);
  });

  it("have no link that nobody has", () => {
    const chains = new TargetChains();
    const line = [1, 2, 3].map((order) => new Holder(order, listOf(["a", "b"])));
    for (const holder of line) chains.admit(holder);
    expect(line.flatMap(({ links }) => [...links])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("forget names that were chosen to have one hash", () => {
    const chains = new TargetChains();
    const alike = Array.from({ length: 40 }, (_, at) => `target ${at + 10}`);
    const holder = new Holder(1, listOf(alike));
    chains.admit(holder);
    chains.dismiss(holder);
    expect(chains.hasAny(listOf(alike))).toBe(false);
  });

  it("take the links of whoever left", () => {
    const chains = new TargetChains();
    const first = new Holder(1, long(0));
    chains.admit(first);
    const links = new Set(first.links);
    expect(links.size).toBe(ROOM);
    chains.dismiss(first);
    const second = new Holder(2, long(ROOM));
    chains.admit(second);
    expect(new Set(second.links)).toEqual(links);
    expectAsLookedAt(chains, [second]);
    expect(chains.hasAny(listOf(["target 0"]))).toBe(false);
  });
});
