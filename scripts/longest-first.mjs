/**
 * The order in which tests run where none was timed before, as on a clean clone: first the explorations and the groups,
 * which are short files and take longest, so that no worker is left alone with one of them at the end. Then the other
 * simulations, which compute all the time, by turns with those that start programs and wait for them.
 */
import TestSequencer from "@jest/test-sequencer";

const FIRST = ["/simulation/exploration-", "/groups/"];
const COMPUTING = ["/simulation/real-git-", "/simulation/"];
const WAITING = ["/e2e/", "/contract/"];

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const left = new Set(sorted);
    const taken = (part) => {
      const some = [...left].filter(({ path }) => path.includes(part));
      for (const test of some) left.delete(test);
      return some;
    };
    return [...FIRST.flatMap(taken), ...byTurns(COMPUTING.flatMap(taken), WAITING.flatMap(taken)), ...left];
  }
}

/** Spread evenly over the longer list. */
function byTurns(some, others) {
  const placed = [some, others].flatMap((list) =>
    list.map((test, at) => ({ test, at: (at + 0.5) / list.length })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ test }) => test);
}
