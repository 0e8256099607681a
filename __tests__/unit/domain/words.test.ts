/** Counts and names in words. */
import { expect, it } from "@jest/globals";
import { counted, escapedAsInJson, separated } from "../../../src/domain/words.js";

it("has one entry, but no entries and two", () => {
  expect([0, 1, 2].map((count) => counted(count, "run"))).toEqual(["0 runs", "1 run", "2 runs"]);
  expect([1, 2].map((count) => counted(count, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});

it.each([
  ["givenUp", "_", "given_up"],
  ["passTestRuns", " ", "pass test runs"],
  ["done", "-", "done"],
])("separates %s by %j", (name, between, words) => {
  expect(separated(name, between)).toBe(words);
});

it.each(["'", "\u2028", "\u{e0001}", "\u{f0000}\u200e"])("escapes %j so that JSON has it again", (text) => {
  const escaped = escapedAsInJson(text);
  expect(escaped).toMatch(/^(?:\\u[0-9a-f]{4})+$/);
  expect(JSON.parse(`"${escaped}"`)).toBe(text);
});
