/** A graph of targets says what a look at everybody in the row says, and reads only the lists of who came or went. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { TargetGraph } from "../../../../src/engine/index/target-graph.js";
import type { TargetNames, Touched } from "../../../../src/engine/planning/overlap.js";

/** Lists in the order in which they were gone through: whoever does asks for the hashes, to tell one name takes none. */
const read: TargetNames[] = [];

class CountedList implements TargetNames {
  readonly names: readonly string[];
  readonly #hashes: Int32Array;

  constructor(names: readonly string[]) {
    this.names = names;
    this.#hashes = Int32Array.from(names, (name) => name.charCodeAt(0));
  }

  get hashes(): Int32Array {
    read.push(this);
    return this.#hashes;
  }
}

interface Stop {
  readonly id: number;
  readonly touched: readonly Touched[];
}

function stop(id: number, ...names: readonly string[]): Stop {
  return { id, touched: [new CountedList(names)] };
}

function follow(graph: TargetGraph<number>, row: readonly Stop[]): number | null {
  return graph.follow(
    row.map(({ id }) => id),
    row.map(({ touched }) => touched),
  );
}

function namesOf({ touched }: Stop): readonly string[] | "all" {
  return touched.includes("all") ? "all" : touched.flatMap((part) => (part === "all" ? [] : part.names));
}

/** By the definition: the last one that touches everything, or all since that one, and the next with each name. */
function lookedAt(row: readonly Stop[], place: number): readonly number[] {
  const names = row.map(namesOf);
  const own = names[place] ?? [];
  if (own.length === 0) return [];
  const everything = names.lastIndexOf("all", place - 1);
  const last = place === 0 ? -1 : everything;
  const found = new Set(last === -1 ? [] : [last]);
  for (let ahead = last + 1; ahead < place; ahead++) {
    const others = names[ahead] ?? [];
    if (others.length > 0 && own === "all") found.add(ahead);
  }
  for (const name of own === "all" ? [] : own) {
    const next = names.findLastIndex((others, at) => at < place && others !== "all" && others.includes(name));
    if (next !== -1) found.add(next);
  }
  return [...found].sort((one, other) => one - other);
}

function expectAsLookedAt(graph: TargetGraph<number>, row: readonly Stop[], first = 0): void {
  const found = graph.nextAhead(first).map((ahead) => [...new Set(ahead)].sort((one, other) => one - other));
  expect(found).toEqual(row.map((_, place) => lookedAt(row, place)).slice(first));
}

const touched = fc.oneof(
  { weight: 6, arbitrary: fc.subarray(["a", "b", "c", "d"]).map((names) => [new CountedList(names)]) },
  { weight: 1, arbitrary: fc.constant(["all" as const]) },
  {
    weight: 1,
    arbitrary: fc.constant([new CountedList(["a"]), new CountedList(["a", "c"])]),
  },
);
const change = fc.oneof(
  fc.record({ kind: fc.constant("join" as const), at: fc.nat(12), touched }),
  fc.record({ kind: fc.constant("leave" as const), at: fc.nat(12) }),
  fc.record({ kind: fc.constant("turn" as const), at: fc.nat(12), touched }),
  fc.record({ kind: fc.constant("swap" as const), at: fc.nat(12) }),
  fc.constant({ kind: "empty" as const, at: 0 }),
);

describe("the next ahead in a row", () => {
  it("are those of the definition, whatever the row was before", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        const graph = new TargetGraph<number>();
        let row: readonly Stop[] = [];
        for (const [id, each] of changes.entries()) {
          const { at } = each;
          const before = row;
          if (each.kind === "join") row = row.toSpliced(at, 0, { id, touched: each.touched });
          if (each.kind === "leave") row = row.toSpliced(at, 1);
          if (each.kind === "turn")
            row = row.map((one, place) => (place === at ? { ...one, touched: each.touched } : one));
          if (each.kind === "swap") row = [...row.slice(at), ...row.slice(0, at)];
          if (each.kind === "empty") row = [];
          const isSame = (place: number): boolean =>
            row[place]?.id === before[place]?.id && row[place]?.touched === before[place]?.touched;
          const same = [...row, null].findIndex((_, place) => !isSame(place));
          const isWhole = row.length === before.length && row.every((_, place) => isSame(place));
          expect(follow(graph, row)).toBe(isWhole ? null : same);
          expectAsLookedAt(graph, row);
          if (same !== -1) expectAsLookedAt(graph, row, same);
          for (const name of ["a", "d", "nobody's"]) {
            const meets = row.map(namesOf).some((names) => names === "all" || names.includes(name));
            expect(graph.meets([new CountedList(["anybody's"]), new CountedList([name])])).toBe(meets);
          }
          expect(graph.meets([new CountedList([])])).toBe(false);
          expect(graph.meets(["all"])).toBe(row.map(namesOf).some((names) => names.length > 0));
        }
      }),
    );
  });

  it("are right in front of, between and behind those that touch everything, and when one of these leaves", () => {
    const everything = (id: number): Stop => ({ id, touched: ["all"] });
    const row = [
      stop(0, "a"),
      everything(1),
      stop(2, "b"),
      stop(3),
      everything(4),
      stop(5, "b"),
      everything(6),
    ];
    for (const left of row.keys()) {
      const graph = new TargetGraph<number>();
      for (const next of [row, row.toSpliced(left, 1), row]) {
        follow(graph, next);
        expectAsLookedAt(graph, next);
      }
    }
  });

  it.each([
    ["the first two", 1],
    ["the middle two", 2],
    ["the last two", 3],
    ["the last one and the one that came just before", -1],
  ])("stay right when very many are put between %s", (_, at) => {
    const first = [1000, 1001, 1002, 1003].map((id) => stop(id, "a", "b"));
    for (const besides of [[], [stop(2000, "a")]]) {
      const graph = new TargetGraph<number>();
      let row: readonly Stop[] = first;
      for (let id = 0; id < 60; id++) {
        row = row.toSpliced(at, 0, stop(id, id % 2 === 0 ? "a" : "b"));
        const line = id % 2 === 0 ? [...row, ...besides] : row;
        follow(graph, line);
        if (id > 50) expectAsLookedAt(graph, line, row.length - 4);
      }
      expectAsLookedAt(graph, row);
    }
  });

  it("stay right after a list could not be read", () => {
    const graph = new TargetGraph<number>();
    const unreadable: TargetNames = {
      names: ["a"],
      get hashes(): Int32Array {
        throw new Error("it cannot be read");
      },
    };
    const row = ["a", "b", "a"].map((name, id) => stop(id, name));
    follow(graph, row);
    expect(() => follow(graph, row.with(1, { id: 1, touched: [unreadable] }))).toThrow("it cannot be read");
    expect(follow(graph, row)).toBe(0);
    expectAsLookedAt(graph, row);
  });
});

describe("a graph that follows a row", () => {
  const row = ["a", "b", "a", "b", "c", "a"].map((name, id) => stop(id, name));

  function followed(): TargetGraph<number> {
    const graph = new TargetGraph<number>();
    follow(graph, row);
    graph.nextAhead(0);
    read.length = 0;
    return graph;
  }

  function readBy(next: readonly Stop[]): ReadonlySet<Touched> {
    const graph = followed();
    const first = follow(graph, next);
    const lists = new Set<Touched>(read);
    if (first !== null) expectAsLookedAt(graph, next, first);
    return lists;
  }

  it("reads nothing of a row that is the same", () => {
    expect(readBy(row)).toEqual(new Set());
    expect(readBy(row.map((one) => ({ ...one, touched: [...one.touched] })))).toEqual(new Set());
  });

  it.each([0, 2, 5])("reads only the list of who leaves place %i", (place) => {
    expect(readBy(row.toSpliced(place, 1))).toEqual(new Set(row[place]?.touched));
  });

  it.each([0, 3, 6])("reads only the list of who comes to place %i", (place) => {
    const newcomer = stop(9, "a", "c");
    expect(readBy(row.toSpliced(place, 0, newcomer))).toEqual(new Set(newcomer.touched));
  });

  it("reads only the lists of those who come to the end one behind another", () => {
    const newcomers = [stop(7, "a"), stop(8, "b"), stop(9, "a")];
    expect(readBy([...row, ...newcomers])).toEqual(new Set(newcomers.flatMap((one) => one.touched)));
  });

  it("reads only the lists of a row in which nobody stays", () => {
    const others = [stop(7, "a"), stop(8, "b")];
    expect(readBy(others)).toEqual(new Set(others.flatMap((one) => one.touched)));
  });

  it("reads the lists of who comes between two of those who stay, and of who goes behind them", () => {
    const newcomer = stop(7, "a");
    const gone = row[4]?.touched ?? [];
    const next = row.toSpliced(4, 1).toSpliced(1, 0, newcomer);
    expect(readBy(next)).toEqual(new Set([...gone, ...newcomer.touched]));
  });

  it("reads the lists of who comes and who goes at once", () => {
    const newcomers = [stop(7, "a"), stop(8, "b")];
    const next = [...row.slice(1, 3), ...newcomers, ...row.slice(4)];
    const gone = [row[0], row[3]].flatMap((one) => one?.touched ?? []);
    expect(readBy(next)).toEqual(new Set([...gone, ...newcomers.flatMap((one) => one.touched)]));
  });

  it("reads both lists of who touches something else now", () => {
    const other = stop(2, "c");
    expect(readBy(row.with(2, other))).toEqual(new Set([...(row[2]?.touched ?? []), ...other.touched]));
  });

  it("takes one for another that touches the very same list", () => {
    const next = row.map((one) => (one.id === 2 ? { ...one, id: 9 } : one));
    expect(follow(followed(), next)).toBe(2);
  });

  it("reads only what somebody touches besides, something else besides, or not any more", () => {
    const [known] = row[2]?.touched ?? [];
    const [more, other] = [new CountedList(["a", "b"]), new CountedList(["c"])];
    if (known === undefined) throw new Error("it has a list");
    const graph = followed();
    const steps: readonly (readonly [touched: readonly Touched[], read: readonly Touched[]])[] = [
      [[known, more], [more]],
      [
        [other, known],
        [more, other],
      ],
      [[known], [other]],
      [["all"], [known]],
      [[more], [more]],
    ];
    for (const [touched, expected] of steps) {
      read.length = 0;
      const next = row.with(2, { id: 2, touched });
      expect(follow(graph, next)).toBe(2);
      expect(new Set<Touched>(read)).toEqual(new Set(expected));
      expectAsLookedAt(graph, next);
    }
  });

  it("knows a list that somebody has twice", () => {
    const [list, other] = [new CountedList(["a"]), new CountedList(["b"])];
    const graph = followed();
    for (const touched of [[list, list], [list, other, list], [other], []]) {
      const next = row.with(2, { id: 2, touched });
      follow(graph, next);
      expectAsLookedAt(graph, next);
    }
  });
});
