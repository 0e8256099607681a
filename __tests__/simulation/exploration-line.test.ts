/** Every interleaving of what may happen to small queues of one line: in no state is a truth broken or anybody stuck. */
import { expect, it } from "@jest/globals";
import { ExploredSpaces } from "../support/explored-spaces.js";
import { NEVER_READY, ONE_LINE } from "../support/small-spaces.js";

const explored = new ExploredSpaces();

it.each([...ONE_LINE, ...NEVER_READY])("holds in every state with %s", (...space) => {
  expect(() => explored.explore(space)).not.toThrow();
});

it("has looked at enough states to mean something", () => {
  explored.sayAll();
  expect(explored.states).toBeGreaterThanOrEqual(223_000);
});
