/** Numbers as people say them. */
import { describe, expect, it } from "@jest/globals";
import { durationInWords } from "../../../src/client/message-words.js";

describe("a duration", () => {
  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [1000, "1.0 s"],
    [9_440, "9.4 s"],
    [59_400, "59 s"],
    [59_600, "1 min 0 s"],
    [3_599_000, "59 min 59 s"],
    [3_660_000, "1 h 1 min"],
  ])("of %i ms is %s", (ms, words) => {
    expect(durationInWords(ms)).toBe(words);
  });
});
