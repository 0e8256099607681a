/** A memo keeps what was used last. */
import { expect, it } from "@jest/globals";
import { Memo } from "../../../src/domain/memo.js";

it("forgets what was not used for longest when it is full", () => {
  const memo = new Memo<number>(2);
  memo.set("a", 1);
  memo.set("b", 2);
  memo.get("a");
  memo.set("c", 3);
  expect(["a", "b", "c"].map((key) => memo.get(key))).toEqual([1, undefined, 3]);
});

it("forgets everything when it is cleared", () => {
  const memo = new Memo<number>(2);
  memo.set("a", 1);
  memo.clear();
  expect(memo.get("a")).toBeUndefined();
});

it("forgets as much as has to make room for what is heavier", () => {
  const memo = new Memo<number>(5, (answer) => answer);
  for (const [key, answer] of [
    ["a", 2],
    ["b", 2],
    ["c", 3],
  ] as const)
    memo.set(key, answer);
  expect(memo.values()).toEqual([2, 3]);
  memo.delete("b");
  memo.set("d", 2);
  expect(memo.values()).toEqual([3, 2]);
});
