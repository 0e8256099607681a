/** Every interleaving of what may happen to small queues with hedges: in no state is a truth broken or anybody stuck. */
import { expect, it } from "@jest/globals";
import { ExploredSpaces } from "../support/explored-spaces.js";
import { HEDGES } from "../support/small-spaces.js";

const explored = new ExploredSpaces();

it.each(HEDGES)("holds in every state with %s", (...space) => {
  expect(() => explored.explore(space)).not.toThrow();
});

it("has looked at enough states to mean something", () => {
  explored.sayAll();
  expect(explored.states).toBeGreaterThanOrEqual(58_000);
});
