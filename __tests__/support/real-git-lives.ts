/** Many lives on real repositories, each told by its seed, and what happened in all of them together. */
import { setTimeout as pause } from "node:timers/promises";
import type { QueueMode } from "../../src/domain/queue-settings.js";
import type { Git } from "../../src/service/ports/git.js";
import { RealGitHome } from "./real-git-home.js";
import { RealGitLife } from "./real-git-life.js";
import { type RealGitTally, sumOf } from "./real-git-tally.js";
import { seededChance } from "./seeded-chance.js";

export interface RealGitLives {
  readonly mode: QueueMode;
  readonly firstSeed: number;
  readonly seeds: number;
  /** Puts a bug into the git of the service. */
  readonly plant?: (git: Git, home: RealGitHome) => Git;
}

export interface LivedOnRealGit {
  readonly lives: number;
  readonly happened: Readonly<Record<string, number>>;
  /** What is wrong with the repositories that they leave. */
  readonly complaints: readonly string[];
}

/** Each call to git is slower the more branches and objects there are. */
const LIVES_IN_A_HOME = 10;
/** Lives at the same time; each waits for processes most of the time. */
const AT_ONCE = 2;
/** A life takes half a second; one that takes this long waits for something that never comes. */
const MOST_MS_A_LIFE = 90_000;

/** Throws what the first life that breaks a promise has to say. */
export async function liveOnRealGit(lives: RealGitLives): Promise<LivedOnRealGit> {
  const tallies: RealGitTally[] = [];
  const complaints: string[] = [];
  for (let done = 0; done < lives.seeds; done += LIVES_IN_A_HOME) {
    const firstSeed = lives.firstSeed + done;
    const seeds = Math.min(LIVES_IN_A_HOME, lives.seeds - done);
    const home = await RealGitHome.open();
    try {
      tallies.push(...(await liveInHome(home, { ...lives, firstSeed, seeds })));
      complaints.push(...(await home.complaints()));
    } finally {
      await home.close();
    }
  }
  return { lives: tallies.length, happened: sumOf(tallies), complaints };
}

async function liveInHome(
  home: RealGitHome,
  { mode, firstSeed, seeds, plant = (git) => git }: RealGitLives,
): Promise<readonly RealGitTally[]> {
  const tallies: RealGitTally[] = [];
  const end = firstSeed + seeds;
  let next = firstSeed;
  const liveOn = async () => {
    while (next < end) {
      const chance = seededChance(next++);
      try {
        const life = await RealGitLife.begin({ home, chance, mode, git: plant(home.git, home) });
        tallies.push(await livedThrough(life, `REAL_GIT_FIRST_SEED=${chance.seed} REAL_GIT_SEEDS=1`, mode));
      } catch (error) {
        next = end; // No further life begins: the broken promise is reported.
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, liveOn));
  for (const life of ended) if (life.status === "rejected") throw life.reason;
  return tallies;
}

async function livedThrough(life: RealGitLife, variables: string, mode: QueueMode): Promise<RealGitTally> {
  try {
    await withinLimit(life.live());
    return life.count.tally;
  } catch (error) {
    const again = `${variables} npm run jest -- __tests__/simulation/real-git-${mode}`;
    const story = `${again}\n${String(error)}\n${life.story()}`;
    // Now, since a life that hangs may hang again as it closes.
    console.error(story);
    throw new Error(story, { cause: error });
  } finally {
    await life.close();
  }
}

async function withinLimit(life: Promise<void>): Promise<void> {
  const limit = new AbortController();
  const late = pause(MOST_MS_A_LIFE, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`the life did not end within ${MOST_MS_A_LIFE / 1000} s`);
  });
  try {
    await Promise.race([life, late]);
  } finally {
    late.catch(() => undefined);
    limit.abort();
  }
}
