/**
 * The order in which tests run where none was timed before, as on a clean clone: the simulations first, which take
 * minutes each and are short files, so that no worker is left alone with one of them at the end.
 */
import TestSequencer from "@jest/test-sequencer";

const LONGEST = ["/simulation/exploration-", "/simulation/real-git-", "/simulation/", "/e2e/", "/contract/"];

export default class LongestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ path }) {
  const at = LONGEST.findIndex((part) => path.includes(part));
  return at === -1 ? LONGEST.length : at;
}
