/** The steps of a pull request as clients see them, also those that a clock recorded which was ahead. */
import { expect, it } from "@jest/globals";
import { presentTimeline } from "../../../../../src/service/http/handlers/get-submitted-pull-request.js";
import { aTransition, START } from "../../../../support/stored-queue.js";

const DAY_MS = 86_400_000;

function timesOf(stateSince: number, ...at: readonly number[]): readonly number[] {
  const steps = at.map((time) => aTransition(1, "pending", "testing", { at: START + time }));
  return presentTimeline(steps, START + stateSince, "lower").map(
    ({ timestamp }) => Date.parse(timestamp) - START,
  );
}

it("shows the newest step first, each at its time", () => {
  expect(timesOf(70, 10, 40, 70)).toEqual([70, 40, 10]);
});

it("shows no step after the one that follows it, nor after the present state began", () => {
  expect(timesOf(70, 10, DAY_MS, DAY_MS + 30, 70)).toEqual([70, 70, 70, 10]);
  expect(timesOf(60, 10, DAY_MS)).toEqual([60, 10]);
});
