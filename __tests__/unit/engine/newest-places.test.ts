/** The newest places say what a look at all that were put in says. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { NewestPlaces } from "../../../src/engine/newest-places.js";
import type { TargetNames, Touched } from "../../../src/engine/overlap.js";

function listOf(names: readonly string[]): TargetNames {
  return { names, hashes: Int32Array.from(names, (name) => name.length) };
}

interface Put {
  readonly place: number;
  readonly touched: readonly Touched[];
}

function touchesAnything(touched: readonly Touched[]): boolean {
  return touched.some((part) => part === "all" || part.names.length > 0);
}

function has(touched: readonly Touched[], name: string): boolean {
  return touched.some((part) => part !== "all" && part.names.includes(name));
}

/** By the definition: of each name the newest, nobody ahead of the newest that touches everything, and that one. */
function lookedAt(all: readonly Put[], touched: readonly Touched[]): ReadonlySet<number> {
  if (!touchesAnything(touched)) return new Set();
  const everything = Math.max(
    -1,
    ...all.flatMap(({ place, touched: its }) => (its.includes("all") ? place : [])),
  );
  const since = all.filter(({ place, touched: its }) => place > everything && touchesAnything(its));
  const newest = touched.includes("all")
    ? since.map(({ place }) => place)
    : touched.flatMap((part) =>
        part === "all"
          ? []
          : part.names.map((name) =>
              Math.max(-1, ...since.flatMap(({ place, touched: its }) => (has(its, name) ? place : []))),
            ),
      );
  return new Set([...newest, everything].filter((place) => place !== -1));
}

const touched = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.subarray(["a", "b", "c", "dd", "ee"], { maxLength: 3 }).map(listOf) },
    { weight: 1, arbitrary: fc.constant("all" as const) },
  ),
  { maxLength: 2 },
);

const sorted = (places: Iterable<number>): readonly number[] => [...places].sort((one, other) => one - other);

describe("the newest places", () => {
  it("that are met are those of the definition, and so are those met by one that is put in", () => {
    fc.assert(
      fc.property(fc.array(touched, { maxLength: 20 }), touched, (puts, asked) => {
        const places = new NewestPlaces();
        const all: Put[] = [];
        for (const [place, each] of puts.entries()) {
          expect(sorted(places.meeting(asked))).toEqual(sorted(lookedAt(all, asked)));
          expect(sorted(places.put(place, each))).toEqual(sorted(lookedAt(all, each)));
          all.push({ place, touched: each });
        }
        expect(sorted(places.meeting(asked))).toEqual(sorted(lookedAt(all, asked)));
      }),
      { numRuns: 200 },
    );
  });

  it("may be given more targets while they are the newest", () => {
    fc.assert(
      fc.property(
        fc.array(touched, { maxLength: 6 }),
        touched,
        touched,
        touched,
        (puts, one, more, asked) => {
          const apart = new NewestPlaces();
          const together = new NewestPlaces();
          for (const [place, each] of puts.entries()) {
            apart.put(place, each);
            together.put(place, each);
          }
          apart.put(puts.length, one);
          expect(apart.put(puts.length, more)).not.toContain(puts.length);
          together.put(puts.length, [...one, ...more]);
          expect(sorted(apart.meeting(asked))).toEqual(sorted(together.meeting(asked)));
        },
      ),
      { numRuns: 200 },
    );
  });
});
