/** The lives of the whole service are worth something only if they find bugs: these are planted, and found. */
import { describe, expect, it } from "@jest/globals";
import { isFaultKind } from "../support/full-life/faults.js";
import { liveMany } from "../support/full-life/many-lives.js";
import { PLANTED_BUGS } from "../support/full-life/planted-bugs.js";
import { ranges, stepsIn } from "../support/full-life/told-life.js";

const MOST_MINUTES = 15;
/** A planted bug shows within so many lives. */
const BUG_SEEDS = 300;

describe("a service with a planted bug", () => {
  it.each(PLANTED_BUGS)(
    "is found out, and the shortest story of it can be lived again: it $name",
    async ({ plant, firstSeed = 1 }) => {
      const { broken } = await liveMany({ store: "memory", firstSeed, seeds: BUG_SEEDS, plant });
      expect(broken?.story).toContain(`--from ${broken?.seed ?? 0} --seeds 1`);
      const [, steps = "", , without = ""] =
        / --steps (\S+)( --without (\S+))?/.exec(broken?.story ?? "") ?? [];
      const again = await liveMany({
        store: "memory",
        firstSeed: broken?.seed ?? 0,
        seeds: 1,
        plant,
        steps: stepsIn(steps),
        without: new Set(without.split(",").filter(isFaultKind)),
      });
      expect(again.broken).not.toBeNull();
    },
    MOST_MINUTES * 60_000,
  );
});

it.each([
  ["1-3,7", [1, 2, 3, 7]],
  ["none", []],
])("writes steps as ranges and reads them again: %s", (text, steps) => {
  expect(ranges(steps)).toBe(text);
  expect(stepsIn(text)).toEqual(steps);
});
