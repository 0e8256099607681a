/** What lives on a real repository have to show in either mode. */
import { describe, expect, it } from "@jest/globals";
import type { QueueMode } from "../../src/domain/queue-settings.js";
import { liveOnRealGitApart } from "./real-git-apart.js";
import type { LivedOnRealGit } from "./real-git-lives.js";
import type { Occurrence } from "./real-git-tally.js";
import { countOf } from "./test-size.js";

const { REAL_GIT_FIRST_SEED } = process.env;
/** Fewer cannot hold everything that they are there for. */
const TELLING_SEEDS = 60;
const SEEDS = countOf("REAL_GIT_SEEDS", { reduced: 3, share: 3, all: 12, full: 500 });
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
        process.stdout.write(
          `${lived.lives} histories on real git in ${mode} mode, from seed ${firstSeed}\n`,
        );
        expect(lived.lives).toBe(SEEDS);
      },
      Math.max(SEEDS, 20) * MOST_MS_A_HISTORY,
    );

    it("leaves sound repositories, without test branches", () => {
      expect(lived?.complaints).toEqual([]);
    });

    (SEEDS < TELLING_SEEDS ? it.skip : it)("goes through all that such histories are there for", () => {
      const happened = Object.entries(lived?.happened ?? { nothing: 0 });
      expect(happened.flatMap(([occurrence, times]) => (times === 0 ? [occurrence] : []))).toEqual(never);
    });
  });
}
