/** Every interleaving of a small queue's happenings: in no state is a truth broken or somebody stuck. */
import { expect, it } from "@jest/globals";
import { decide } from "../../src/engine/decide.js";
import { explore, type SmallQueue } from "../support/exploration.js";

const three = { concurrency: 2, priorities: [100, 100, 100], conflicts: [] };

/** Each space is explored to its end. The number of states only says that it did not shrink unnoticed. */
it.each<[string, SmallQueue, number]>([
  [
    "answers that get lost, and others who push",
    { ...three, budget: { cancels: 1, outsidePushes: 1, lostAnswers: 1 } },
    9000,
  ],
  ["a branch that loses commits", { ...three, budget: { outsideDrops: 2, lostAnswers: 1 } }, 4000],
  ["pauses, restarts and pushes", { ...three, budget: { pauses: 1, restarts: 1, pushes: 1 } }, 9000],
  [
    "an urgent entry",
    { ...three, priorities: [100, 100, 0], budget: { cancels: 1, restarts: 1, lostAnswers: 1 } },
    12_000,
  ],
  ["entries in conflict", { ...three, conflicts: ["1:2"], budget: { cancels: 1, outsidePushes: 1 } }, 2000],
  ["one slot", { ...three, concurrency: 1, budget: { cancels: 1, outsidePushes: 1, lostAnswers: 1 } }, 3000],
])("holds in every state with %s", (_, small, states) => {
  expect(explore(small, decide).states).toBeGreaterThanOrEqual(states);
});
