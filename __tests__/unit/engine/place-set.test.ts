/** A set of places is a set of small numbers. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { PlaceSet } from "../../../src/engine/place-set.js";

const SIZE = 100;
const places = fc.array(fc.integer({ min: 0, max: SIZE - 1 }));

function setOf(members: readonly number[], size = SIZE): PlaceSet {
  const set = new PlaceSet(size);
  for (const member of members) set.add(member);
  return set;
}

describe("a set of places", () => {
  it("is empty at first, also without any place", () => {
    expect(new PlaceSet(SIZE).isEmpty()).toBe(true);
    expect([...new PlaceSet(0)]).toEqual([]);
    expect(new PlaceSet(0).has(0)).toBe(false);
  });

  it("has what was added, in ascending order", () => {
    fc.assert(
      fc.property(places, (members) => {
        const set = setOf(members);
        const distinct = [...new Set(members)].sort((one, other) => one - other);
        expect([...set]).toEqual(distinct);
        expect(set.isEmpty()).toBe(distinct.length === 0);
        for (let place = 0; place < SIZE; place++) expect(set.has(place)).toBe(distinct.includes(place));
      }),
    );
  });

  it("takes in another one without changing it", () => {
    fc.assert(
      fc.property(places, places, (members, others) => {
        const set = setOf(members);
        const other = setOf(others);
        set.addAll(other);
        expect([...set]).toEqual([...setOf([...members, ...others])]);
        expect([...other]).toEqual([...setOf(others)]);
      }),
    );
  });

  it.each([1, 31, 32, 33, 64, 65])("has room for the last of %i places", (size) => {
    expect([...setOf([size - 1], size)]).toEqual([size - 1]);
  });
});
