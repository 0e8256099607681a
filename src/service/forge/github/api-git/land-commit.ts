/** Moves a branch to a tested commit in one step that holds only if the branch stands where it is expected. */
import type { CommitId } from "../../../../domain/ids.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "../../../git/land-once.js";
import { GitError } from "../../../ports/world-error.js";
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
    hasLanded: async (commit, tip) => {
      const descent = await ancestry.tell(commit, tip);
      if (descent === "noDescendant") throw unseen(tip);
      return descent === true;
    },
    // GitHub would refuse to rewrite the branch as well; but not a landing of what was never built on it.
    problemOf: async ({ expectedTip, newTip }) => {
      const descent = await ancestry.tell(expectedTip, newTip);
      if (descent === "noAncestor") throw unseen(expectedTip);
      if (descent === "noDescendant") return "the repository does not have it";
      return descent ? null : "it was not built on that";
    },
    move: async ({ branch, expectedTip: from, newTip: to }) => {
      await moveBranch(place, { branch, from, to });
      tips.note(refOf(branch), to);
    },
  };
}

/** A branch stands there, so it cannot be missing. */
function unseen(tip: CommitId): GitError {
  return new GitError(`GitHub does not show commit ${tip} now, where a branch stands`, true);
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}
