/**
 * What the counterpart of GitHub knows of each landing: whether the pull requests met the rules about people when the
 * branch moved, or when the service read them a last time before it. None of it comes from the service's own verdicts.
 */
import type { GitHub } from "../github/git-hub.js";
import type { BranchActivity } from "../github/world.js";
import type { StoryCast } from "./story-people.js";
import type { StoryRules } from "./story-rules.js";

interface LandingRead {
  readonly number: number;
  readonly at: number;
  readonly isMet: boolean;
}

/** A landing that has begun is not withdrawn: a killed service and GitHub's errors may hold it up for so long. */
const LONGEST_BEGUN_MS = 180_000;

export class StoryLandings {
  readonly #github: GitHub;
  readonly #rules: StoryRules;
  readonly #reads: LandingRead[] = [];
  /** Moves of the service, with the pull requests that met the rules at that moment. */
  readonly #moves = new Map<BranchActivity, ReadonlySet<number>>();

  constructor(github: GitHub, rules: StoryRules, login: string, cast: StoryCast) {
    this.#github = github;
    this.#rules = rules;
    github.world.onMove = (move) => {
      if (move.ref !== "refs/heads/main" || move.actor !== login) return;
      this.#moves.set(move, new Set(numbersOf(cast).filter((number) => rules.isMet(number))));
    };
  }

  readToLand(number: number): void {
    this.#reads.push({ number, at: Date.now(), isMet: this.#rules.isMet(number) });
  }

  /** Landed although a rule about people was not met. */
  async unmet(cast: StoryCast): Promise<readonly number[]> {
    const unmet: number[] = [];
    for (const [move, met] of this.#moves) {
      for (const number of await this.#landedBy(move, cast)) {
        const at = Date.parse(move.at);
        const isRecent = (read: LandingRead) => read.at <= at && read.at >= at - LONGEST_BEGUN_MS;
        const wasMet = this.#reads.some((read) => read.number === number && read.isMet && isRecent(read));
        if (!met.has(number) && !wasMet) unmet.push(number);
      }
    }
    return unmet;
  }

  /** How many pull requests have landed. */
  async count(cast: StoryCast): Promise<number> {
    let landed = 0;
    for (const move of this.#moves.keys()) landed += (await this.#landedBy(move, cast)).length;
    return landed;
  }

  async #landedBy({ before, after }: BranchActivity, cast: StoryCast): Promise<readonly number[]> {
    const { git } = this.#github.world;
    const files = {
      "price.txt": new Map([
        ["1", cast.clean],
        ["2", cast.conflicting],
      ]),
      "sloppy.txt": new Map([["oh", cast.breaking]]),
    };
    const landed: number[] = [];
    for (const [file, numbers] of Object.entries(files)) {
      const [was, is] = await Promise.all(
        [before, after].map(async (commit) => git.tell("cat-file", "-p", `${commit}:${file}`)),
      );
      const number = was === is ? undefined : numbers.get(is?.trim() ?? "");
      if (number !== undefined) landed.push(number);
    }
    return landed;
  }
}

/** The pull requests that are submitted. */
export function numbersOf({ clean, breaking, conflicting }: StoryCast): readonly number[] {
  return [clean, breaking, conflicting];
}
