/** The delay between attempts doubles up to its limit, however many failures there were. */
import { expect, it } from "@jest/globals";
import { backoffMs, backoffs } from "../../../src/domain/duration.js";

it.each([
  [0, 500],
  [3, 4000],
  [5, 15_000],
  [5000, 15_000],
])("after %i failures waits %i ms", (failures, expected) => {
  expect(backoffMs(failures, 500, 15_000)).toBe(expected);
});

it("lists the pauses of so many retries", () => {
  expect(backoffs(4, 400)).toEqual([400, 800, 1600, 3200]);
  expect(backoffs(3, 400, 1000)).toEqual([400, 800, 1000]);
  expect(backoffs(0, 400)).toEqual([]);
});
