/** Moves a branch to a tested commit in one step that holds only if the branch stands where it is expected. */
import { type Landing, type LandOutcome, landOnce, type Mover } from "../../../git/land-once.js";
import type { Ancestry } from "./ancestry.js";
import { moveBranch } from "./move-branch.js";
import type { Place } from "./place.js";
import type { SeenTips } from "./seen-tips.js";

export interface LandingPlace extends Place {
  readonly ancestry: Ancestry;
  readonly tips: SeenTips;
}

export async function landCommit(place: LandingPlace, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(place), landing);
}

function moverOf(place: LandingPlace): Mover {
  const { ancestry, tips } = place;
  return {
    readTip: async (branch) => tips.read(refOf(branch)),
    hasLanded: async (commit, tip) => (await ancestry.tell(commit, tip)) ?? false,
    // GitHub would refuse to rewrite the branch as well; but not a landing of what was never built on it.
    problemOf: async ({ expectedTip, newTip }) => {
      const isBuiltOn = await ancestry.tell(expectedTip, newTip);
      if (isBuiltOn === null) return "the repository does not have it, or nothing in common";
      return isBuiltOn ? null : "it was not built on that";
    },
    move: async ({ branch, expectedTip: from, newTip: to }) => {
      await moveBranch(place, { branch, from, to });
      tips.note(refOf(branch), to);
    },
  };
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}
