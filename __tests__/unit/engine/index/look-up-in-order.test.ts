/** What stands at the place of a key is known at once when the keys come in order, and found in any other order. */
import { expect, it } from "@jest/globals";
import { lookUpInOrder } from "../../../../src/engine/index/look-up-in-order.js";

const KEYS = ["a", "b", "c", "d"];
const VALUES = [1, 2, 3, 4];

function asked(order: readonly string[], first?: number) {
  const searched: string[] = [];
  const keys = Object.assign([...KEYS], {
    indexOf: (key: string) => {
      searched.push(key);
      return KEYS.indexOf(key);
    },
  });
  return { values: order.map(lookUpInOrder(keys, VALUES, first)), searched };
}

function searchesAmong(keys: readonly number[], order: readonly number[]): number {
  let searches = 0;
  const counted = Object.assign([...keys], {
    indexOf: (key: number) => {
      searches += 1;
      return keys.indexOf(key);
    },
  });
  expect(order.map(lookUpInOrder(counted, keys))).toEqual(order.map((key) => (key < 0 ? undefined : key)));
  return searches;
}

it("keys that come in order, from any one on, are not searched for", () => {
  expect(asked(KEYS)).toEqual({ values: VALUES, searched: [] });
  expect(asked(["c", "d"], 2)).toEqual({ values: [3, 4], searched: [] });
});

it("a key out of order is searched for, and those behind it are not", () => {
  expect(asked(["c", "d", "a", "b"])).toEqual({ values: [3, 4, 1, 2], searched: ["c", "a"] });
});

it("a key that is not there lets the next one be known at once", () => {
  expect(asked(["a", "b", "x", "c"])).toEqual({ values: [1, 2, undefined, 3], searched: ["x"] });
});

it("a thousand keys in quite another order, or that are not there, are not each searched for", () => {
  const keys = Array.from({ length: 1000 }, (_, at) => at);
  expect(searchesAmong(keys, keys.toReversed())).toBeLessThan(20);
  expect(
    searchesAmong(
      keys,
      keys.map((key) => -1 - key),
    ),
  ).toBeLessThan(20);
});
