/** The lives on a real repository find a service that does something else to it than it should. */
import { expect } from "@jest/globals";
import { liveOnRealGitApart } from "../support/real-git-apart.js";
import { REAL_GIT_BUGS } from "../support/real-git-bugs.js";
import { itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

/** A planted bug shows within so many lives. */
const SEEDS = 60;
const MOST_MINUTES = 5;

itInCi.each(rowsBySize(REAL_GIT_BUGS, 3))(
  "a service that $name is found out",
  async ({ name, mode, complaint, firstSeed }) => {
    const lives = liveOnRealGitApart({ mode, firstSeed, seeds: SEEDS, bug: name });
    await expect(lives).rejects.toThrow(complaint);
  },
  MOST_MINUTES * 60_000,
);
