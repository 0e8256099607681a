/** Moves a branch to a tested commit in one push that holds only if the branch stands where it is expected. */
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "./land-once.js";
import { pushBranch } from "./push-branch.js";
import { isAncestorIn } from "./read-commits.js";

export async function landCommit(clone: Clone, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(clone, landing.branch), landing);
}

function moverOf(clone: Clone, branch: string): Mover {
  return {
    readTip: async () => clone.readTip(branch),
    hasLanded: async (commit, tip) => {
      const contains = await isAncestorIn(clone, commit, tip);
      if (contains !== null) return contains;
      throw new GitError(`the tip ${tip} of branch ${branch} was gone before it could be fetched`, true);
    },
    // The lease alone would let the branch be rewritten.
    problemOf: async ({ expectedTip, newTip }) => {
      const isBuiltOn = await isAncestorIn(clone, expectedTip, newTip);
      if (isBuiltOn === null) return "neither the clone nor the repository has it";
      return isBuiltOn ? null : "it was not built on that";
    },
    move: async ({ expectedTip, newTip }) =>
      pushBranch(clone, branch, newTip, [`--force-with-lease=refs/heads/${branch}:${expectedTip}`]),
  };
}
