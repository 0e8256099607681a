/** Names and dates come out as git would write them. */
import { expect, it } from "@jest/globals";
import { dateOf, writableIdentity } from "../../../../../src/service/github/git-data/commit-objects.js";

it.each([
  ["Ada Lovelace", "Ada Lovelace"],
  [" . Ada, ", "Ada"],
  ["A<d>a\nL", "AdaL"],
  ["...", "unknown"],
  ["", "unknown"],
  ["\ud800x", "\ufffdx"],
])("the name %j becomes %j", (given, written) => {
  expect(writableIdentity({ name: given, email: "a@x", date: dateOf(0) }).name).toBe(written);
});

it("an empty address becomes one that GitHub takes", () => {
  expect(writableIdentity({ name: "Ada", email: " <> ", date: dateOf(0) }).email).toBe("unknown@localhost");
});

it("a date keeps its zone, and what is none becomes the first second of all", () => {
  const written = (date: string) => writableIdentity({ name: "Ada", email: "a@x", date }).date;
  expect(written("2026-01-02T03:04:05+02:00")).toBe("2026-01-02T03:04:05+02:00");
  expect(written(dateOf(1_700_000_000))).toBe("2023-11-14T22:13:20Z");
  expect(written("yesterday")).toBe("1970-01-01T00:00:00Z");
});
