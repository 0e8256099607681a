/** The lives on a real repository find a service that does something else to it than it should. */
import { expect, it } from "@jest/globals";
import { REAL_GIT_BUGS } from "../support/real-git-bugs.js";
import { liveOnRealGit } from "../support/real-git-lives.js";

/** A planted bug shows within so many lives. */
const SEEDS = 60;
const MOST_MINUTES = 5;

it.each(REAL_GIT_BUGS)(
  "a service that $name is found out",
  async ({ mode, plant, complaint }) => {
    const lives = liveOnRealGit({ mode, firstSeed: 101, seeds: SEEDS, plant });
    await expect(lives).rejects.toThrow(complaint);
  },
  MOST_MINUTES * 60_000,
);
