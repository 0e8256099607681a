/** What lives on a real repository have to show in either mode. */
import { describe, expect, it } from "@jest/globals";
import type { QueueMode } from "../../src/domain/queue-settings.js";
import { liveOnRealGitApart } from "./real-git-apart.js";
import type { LivedOnRealGit } from "./real-git-lives.js";
import type { Occurrence } from "./real-git-tally.js";

const { REAL_GIT_FIRST_SEED, REAL_GIT_SEEDS } = process.env;
const OWN_SEEDS = 60;
const SEEDS = Number(REAL_GIT_SEEDS ?? OWN_SEEDS);
/** On a machine that does much besides. */
const MOST_MS_A_HISTORY = 15_000;

interface SuiteOptions {
  readonly firstSeed: number;
  /** What cannot happen in this mode. */
  readonly never: readonly Occurrence[];
}

export function realGitSuite(mode: QueueMode, { firstSeed: ownFirstSeed, never }: SuiteOptions): void {
  const firstSeed = Number(REAL_GIT_FIRST_SEED ?? ownFirstSeed);

  describe(`a queue in ${mode} mode, in ${SEEDS} histories from seed ${firstSeed}`, () => {
    let lived: LivedOnRealGit | undefined;

    it(
      "lands what was tested, loses nobody's commit, and brings back nothing that was taken off",
      async () => {
        lived = await liveOnRealGitApart({ mode, firstSeed, seeds: SEEDS });
        expect(lived.happened).not.toEqual({});
      },
      SEEDS * MOST_MS_A_HISTORY,
    );

    it("leaves sound repositories, without test branches", () => {
      expect(lived?.complaints).toEqual([]);
    });

    // A few histories cannot hold everything.
    (SEEDS < OWN_SEEDS ? it.skip : it)("goes through all that such histories are there for", () => {
      const happened = Object.entries(lived?.happened ?? { nothing: 0 });
      expect(happened.flatMap(([occurrence, times]) => (times === 0 ? [occurrence] : []))).toEqual(never);
    });
  });
}
