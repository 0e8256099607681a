/** An index by numbers says what a map says. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { NumberIndex } from "../../../../src/engine/index/queue-index.js";

const number = fc.oneof(
  fc.nat(300),
  fc.maxSafeNat(),
  fc.nat(40).map((at) => at * 2 ** 32 + 7),
);

it("says what a map says, whatever the numbers are", () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), fc.array(number), (numbers, others) => {
      const index = new NumberIndex<string>(numbers.length);
      const map = new Map<number, string>();
      for (const [at, each] of numbers.entries()) {
        index.set(each, `put in as number ${at}`);
        map.set(each, `put in as number ${at}`);
      }
      for (const each of [...numbers, ...others]) expect(index.get(each)).toBe(map.get(each));
    }),
  );
});

it.each([0, 1, 2, 3, 4, 7, 8, 100, 1000])("has room for %i, and tells who is not there", (most) => {
  const index = new NumberIndex<number>(most);
  for (let at = 0; at < most; at++) index.set(at * 205, at);
  for (let at = 0; at < most; at++) expect(index.get(at * 205)).toBe(at);
  expect(index.get(most * 205)).toBeUndefined();
  expect(index.get(1)).toBeUndefined();
});
