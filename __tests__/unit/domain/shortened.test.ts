/** Long text is cut between characters. */
import { expect, it } from "@jest/globals";
import { beginningOf, shortened } from "../../../src/domain/words.js";

it.each([
  ["abc", 3, "abc", "abc"],
  ["abcd", 3, "abc", "abc…"],
  ["ab🚂", 4, "ab🚂", "ab🚂"],
  ["ab🚂d", 4, "ab🚂", "ab🚂…"],
  ["ab🚂d", 3, "ab", "ab…"],
  ["🚂", 1, "", "…"],
])("of %j, %d units are %j and %j", (text, most, beginning, short) => {
  expect([beginningOf(text, most), shortened(text, most)]).toEqual([beginning, short]);
});
