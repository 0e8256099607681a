/** A set of places is a set of small numbers. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { PlaceSet } from "../../../../src/engine/index/queue-index.js";

const SIZE = 100;
const place = fc.integer({ min: 0, max: SIZE - 1 });
const places = fc.array(place);

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
        for (let place = 0; place < SIZE; place++) {
          expect(set.has(place)).toBe(distinct.includes(place));
          expect(set.next(place)).toBe(distinct.find((member) => member >= place) ?? -1);
        }
        expect(set.next(SIZE + 40)).toBe(-1);
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

  it("equals another one with the same places and room, and no other", () => {
    fc.assert(
      fc.property(places, places, (members, others) => {
        const areSame = [...setOf(members)].join() === [...setOf(others)].join();
        expect(setOf(members).equals(setOf(others))).toBe(areSame);
        expect(setOf(members).equals(setOf(members.toReversed()))).toBe(true);
      }),
    );
    expect(setOf([1], 32).equals(setOf([1], 64))).toBe(false);
    expect(setOf([1], 64).equals(setOf([1], 32))).toBe(false);
  });

  it("meets another one where both have a place, whatever room that has", () => {
    fc.assert(
      fc.property(places, places, (members, others) => {
        const roomOfOther = Math.max(1, ...others.map((other) => other + 1));
        const doMeet = members.some((member) => others.includes(member));
        expect(setOf(members).meets(setOf(others, roomOfOther))).toBe(doMeet);
        expect(setOf(others, roomOfOther).meets(setOf(members))).toBe(doMeet);
      }),
    );
  });

  it("is one more than another one by one place, whatever room that has", () => {
    fc.assert(
      fc.property(places, place, place, (members, added, other) => {
        const set = setOf([...members, added]);
        const roomOfOther = Math.max(1, ...members.map((member) => member + 1));
        expect(set.isOneMoreThan(setOf(members, roomOfOther), added)).toBe(true);
        expect(set.isOneMoreThan(setOf(members, roomOfOther), other)).toBe(
          set.has(other) && (other === added || members.includes(added)),
        );
      }),
    );
  });

  it("that grows from others keeps to itself, though all are in one memory", () => {
    fc.assert(
      fc.property(places, fc.nat(40), (members, smallest) => {
        const sets = PlaceSet.growing(smallest, SIZE + 1 - smallest);
        const within = (size: number): readonly number[] => members.filter((member) => member < size);
        for (const [at, set] of sets.entries()) for (const member of within(smallest + at)) set.add(member);
        for (const [at, set] of sets.entries()) {
          const size = smallest + at;
          expect([...set]).toEqual([...setOf(within(size), size)]);
          expect(set.has(Math.ceil(size / 32) * 32)).toBe(false);
          const before = sets[at - 1];
          if (before === undefined) continue;
          expect(set.isOneMoreThan(before, size - 1)).toBe(members.includes(size - 1));
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([1, 31, 32, 33, 64, 65])("has room for the last of %i places", (size) => {
    expect([...setOf([size - 1], size)]).toEqual([size - 1]);
  });
});
