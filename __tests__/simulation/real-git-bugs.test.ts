/** The lives on a real repository find a service that does something else to it than it should. */
import { expect, it } from "@jest/globals";
import { liveOnRealGitApart } from "../support/real-git-apart.js";
import { REAL_GIT_BUGS } from "../support/real-git-bugs.js";

/** A planted bug shows within so many lives. */
const SEEDS = 60;
const MOST_MINUTES = 5;

it.each(REAL_GIT_BUGS)(
  "a service that $name is found out",
  async ({ name, mode, complaint, firstSeed }) => {
    const lives = liveOnRealGitApart({ mode, firstSeed, seeds: SEEDS, bug: name });
    await expect(lives).rejects.toThrow(complaint);
  },
  MOST_MINUTES * 60_000,
);
