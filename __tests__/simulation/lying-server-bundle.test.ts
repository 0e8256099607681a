/** Some of the steps against a lying server through the built action, in a process of its own each. */
import { describe, expect, it } from "@jest/globals";
import { liveBundle } from "../support/lying-server/live-bundle.js";
import { storyOf } from "../support/lying-server/story.js";
import { falseClaims } from "../support/lying-server/truths.js";
import { bySize, countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["LYING_SERVER_FIRST_SEED"] ?? 1);
const SEEDS = countOf("LYING_SERVER_BUNDLE_SEEDS", { reduced: 6, share: 12, all: 60, full: 2000 });
/** Most of a step's time it waits, for its process or for an answer. */
const AT_ONCE = 4;
const MOST_MINUTES = bySize({ reduced: 4, share: 12, full: 120 });

describe("the built action against a server that lies", () => {
  it(
    `claims nothing that is not true, ${SEEDS} times from seed ${FIRST_SEED}`,
    async () => {
      const stories: string[] = [];
      let next = FIRST_SEED;
      const liveOn = async (): Promise<void> => {
        for (let seed = next++; seed < FIRST_SEED + SEEDS; seed = next++) {
          const lived = await liveBundle(seed);
          if (falseClaims(lived).length > 0) stories.push(storyOf(seed, lived, "dist"));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, liveOn));
      expect(stories.join("\n")).toBe("");
    },
    MOST_MINUTES * 60_000,
  );
});
