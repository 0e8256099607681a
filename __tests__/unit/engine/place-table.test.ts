/** A table of places says what a map says, whatever the hashes. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { PlaceTable } from "../../../src/engine/place-table.js";

const name = fc.nat(200).map((number) => `name ${number}`);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("put" as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("get" as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
);

/** Names with a place each, counted on; and a table that leaves them there. */
class Names {
  readonly #names: string[] = [];
  readonly table = new PlaceTable((place) => {
    const found = this.#names[place];
    if (found === undefined) throw new Error(`nobody was put in at ${place}`);
    return found;
  });

  /** Where it is, and where it was before. */
  put(text: string, hash: number): { readonly place: number; readonly before: number } {
    const place = this.#names.push(text) - 1;
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
          expect(table.get(each.name, hashOf(each.name))).toBe(map.get(each.name) ?? -1);
        } else {
          const { place, before } = names.put(each.name, hashOf(each.name));
          expect(before).toBe(map.get(each.name) ?? -1);
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
  expect([table.get("first", 7), table.get("behind it", 7), table.get("at home", 9)]).toEqual([-1, 1, 2]);
  table.remove("behind it", 7);
  names.put("next", 8);
  table.remove("next", 8);
  expect(table.get("at home", 9)).toBe(2);
});

it("a table grows with what is put in, and forgets nothing", () => {
  const names = new Names();
  const { table } = names;
  for (let place = 0; place < 5000; place++)
    expect(names.put(`name ${place}`, spread(`name ${place}`))).toEqual({ place, before: -1 });
  expect(table.size).toBe(5000);
  for (let place = 0; place < 5000; place++)
    expect(table.get(`name ${place}`, spread(`name ${place}`))).toBe(place);
  expect(table.get("name 5000", spread("name 5000"))).toBe(-1);
});

it("a table tells names with one hash apart", () => {
  const names = new Names();
  const { table } = names;
  for (let place = 0; place < 1500; place++) names.put(`name ${place}`, 3);
  for (let place = 0; place < 1500; place++) expect(table.get(`name ${place}`, 3)).toBe(place);
  for (let place = 0; place < 1500; place += 2) table.remove(`name ${place}`, 3);
  expect(table.size).toBe(750);
  expect(table.get("name 40", 3)).toBe(-1);
  expect(table.get("name 41", 3)).toBe(41);
});
