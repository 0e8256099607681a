/** A table of places says what a map says, whatever the hashes. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { NOWHERE, PlaceTable } from "../../../../src/engine/index/place-table.js";

const name = fc.nat(200).map((number) => `name ${number}`);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("put" as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("get" as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
);

/** Names with a place each, counted on from 1; and a table that leaves them there. */
class Names {
  readonly #names: string[] = [];
  /** Those that the table asked for. */
  asked: string[] = [];
  readonly table = new PlaceTable((place) => {
    const found = this.#names[place - 1];
    if (found === undefined) throw new Error(`nobody was put in at ${place}`);
    this.asked.push(found);
    return found;
  });

  /** Where it is, and where it was before. */
  put(text: string, hash: number): { readonly place: number; readonly before: number } {
    const place = this.#names.push(text);
    return { place, before: this.table.put(text, hash, place) };
  }
}

function length(text: string): number {
  return text.length;
}

function spread(text: string): number {
  return Math.imul(Number(text.slice(5)) + 1, 0x9e3779b1);
}

it.each([
  ["are all one", () => 7],
  ["are few", length],
  ["are many", spread],
  ["lie at the end of the table", () => -1],
])("a table says what a map says when the hashes %s", (_, hashOf) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const names = new Names();
      const { table } = names;
      const map = new Map<string, number>();
      for (const each of steps) {
        if (each.kind === "remove") {
          table.remove(each.name, hashOf(each.name));
          map.delete(each.name);
        } else if (each.kind === "get") {
          expect(table.get(each.name, hashOf(each.name))).toBe(map.get(each.name) ?? NOWHERE);
        } else {
          const { place, before } = names.put(each.name, hashOf(each.name));
          expect(before).toBe(map.get(each.name) ?? NOWHERE);
          map.set(each.name, place);
        }
        expect(table.size).toBe(map.size);
      }
    }),
    { numRuns: 60 },
  );
});

it("a table leaves one where it is that stands right behind a place that was given up", () => {
  const names = new Names();
  const { table } = names;
  names.put("first", 7);
  names.put("behind it", 7);
  names.put("at home", 9);
  table.remove("first", 7);
  expect([table.get("first", 7), table.get("behind it", 7), table.get("at home", 9)]).toEqual([
    NOWHERE,
    2,
    3,
  ]);
  table.remove("behind it", 7);
  names.put("next", 8);
  table.remove("next", 8);
  expect(table.get("at home", 9)).toBe(3);
});

it("a table grows with what is put in, and forgets nothing", () => {
  const names = new Names();
  const { table } = names;
  for (let place = 1; place <= 5000; place++)
    expect(names.put(`name ${place}`, spread(`name ${place}`))).toEqual({ place, before: NOWHERE });
  expect(table.size).toBe(5000);
  names.asked = [];
  for (let place = 1; place <= 5000; place++)
    expect(table.get(`name ${place}`, spread(`name ${place}`))).toBe(place);
  expect(names.asked).toHaveLength(5000);
  expect(table.get("name 0", spread("name 0"))).toBe(NOWHERE);
});

it("a table tells names with one hash apart", () => {
  const names = new Names();
  const { table } = names;
  for (let place = 1; place <= 1500; place++) names.put(`name ${place}`, 3);
  for (let place = 1; place <= 1500; place++) expect(table.get(`name ${place}`, 3)).toBe(place);
  for (let place = 2; place <= 1500; place += 2) table.remove(`name ${place}`, 3);
  expect(table.size).toBe(750);
  expect(table.get("name 40", 3)).toBe(NOWHERE);
  expect(table.get("name 41", 3)).toBe(41);
  expect(names.put("name 41", 3)).toEqual({ place: 1501, before: 41 });
});

it("a table asks for those names only that have the same hash", () => {
  const names = new Names();
  const { table } = names;
  for (const [text, hash] of [
    ["one", 0],
    ["next to it", 1],
    ["with the same hash", 0],
  ] as const)
    names.put(text, hash);
  names.asked = [];
  expect(table.get("with the same hash", 0)).toBe(3);
  expect(names.asked).toEqual(["one", "with the same hash"]);
  expect(table.get("nobody's", 3)).toBe(NOWHERE);
  expect(names.asked).toHaveLength(2);
});

it.each([32, 40])("a table asks for no more than 32 names, also where %i have the same hash", (count) => {
  const names = new Names();
  for (let place = 1; place <= count; place++) names.put(`name ${place}`, 3);
  names.asked = [];
  expect(names.table.get("nobody's", 3)).toBe(NOWHERE);
  expect(names.asked).toHaveLength(32);
  names.table.remove("nobody's", 3);
  expect(names.table.size).toBe(count);
});
