/** A table of places says what a map says, whatever the hashes. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { PlaceTable } from "../../../src/engine/place-table.js";

const name = fc.nat(200).map((number) => `name ${number}`);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("put" as const), name, place: fc.nat(1000) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("get" as const), name }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
);

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
      const table = new PlaceTable();
      const map = new Map<string, number>();
      for (const each of steps) {
        if (each.kind === "remove") {
          table.remove(each.name, hashOf(each.name));
          map.delete(each.name);
        } else if (each.kind === "get") {
          expect(table.get(each.name, hashOf(each.name))).toBe(map.get(each.name) ?? -1);
        } else {
          expect(table.put(each.name, hashOf(each.name), each.place)).toBe(map.get(each.name) ?? -1);
          map.set(each.name, each.place);
        }
        expect(table.size).toBe(map.size);
      }
    }),
    { numRuns: 60 },
  );
});

it("a table leaves one where it is that stands right behind a place that was given up", () => {
  const table = new PlaceTable();
  table.put("first", 7, 1);
  table.put("behind it", 7, 2);
  table.put("at home", 9, 3);
  table.remove("first", 7);
  expect([table.get("first", 7), table.get("behind it", 7), table.get("at home", 9)]).toEqual([-1, 2, 3]);
  table.remove("behind it", 7);
  table.put("next", 8, 4);
  table.remove("next", 8);
  expect(table.get("at home", 9)).toBe(3);
});

it("a table grows with what is put in, and forgets nothing", () => {
  const table = new PlaceTable();
  for (let place = 0; place < 5000; place++)
    expect(table.put(`name ${place}`, spread(`name ${place}`), place)).toBe(-1);
  expect(table.size).toBe(5000);
  for (let place = 0; place < 5000; place++)
    expect(table.get(`name ${place}`, spread(`name ${place}`))).toBe(place);
  expect(table.get("name 5000", spread("name 5000"))).toBe(-1);
});

it("a table tells names with one hash apart", () => {
  const table = new PlaceTable();
  for (let place = 0; place < 1500; place++) table.put(`name ${place}`, 3, place);
  for (let place = 0; place < 1500; place++) expect(table.get(`name ${place}`, 3)).toBe(place);
  for (let place = 0; place < 1500; place += 2) table.remove(`name ${place}`, 3);
  expect(table.size).toBe(750);
  expect(table.get("name 40", 3)).toBe(-1);
  expect(table.get("name 41", 3)).toBe(41);
});
