/**
 * Pushes the tested commit to the target branch. Which commit that is, the engine chose in `rules/land-passed-batches.ts`
 * and stored as the landing's intent; this file pushes no other.
 */
import { randomUUID } from "node:crypto";
import type { CommitId } from "../../domain/ids.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "./land-once.js";
import { isAncestorIn } from "./read-commits.js";

/** Moves a branch to a tested commit in one push, which succeeds only from the expected tip. */
export async function landCommit(clone: Clone, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(clone, landing.branch), landing);
}

function moverOf(clone: Clone, branch: string): Mover {
  return {
    readTip: async () => clone.readTip(branch),
    hasLanded: async (commit, tip) => {
      const contains = await isAncestorIn(clone, commit, tip);
      if (contains !== null) return contains;
      throw new GitError(`the tip ${tip} of branch ${branch} disappeared before it was fetched`, true);
    },
    // The lease alone would allow rewriting the branch's history.
    problemOf: async ({ expectedTip, newTip }) => {
      const isBuiltOn = await isAncestorIn(clone, expectedTip, newTip);
      if (isBuiltOn === null) return "neither the clone nor the repository has it";
      return isBuiltOn ? null : "it was not built on that";
    },
    move: async ({ expectedTip, newTip }) =>
      pushBranch(clone, branch, newTip, [`--force-with-lease=refs/heads/${branch}:${expectedTip}`]),
  };
}

/**
 * If the repository also has a branch named `refs/heads/main`, git rejects the destination `refs/heads/main` as
 * ambiguous. A pattern is never ambiguous, and this one matches a single ref.
 */
export async function pushBranch(
  clone: Clone,
  branch: string,
  commit: CommitId,
  force: readonly string[],
): Promise<void> {
  const folder = `refs/mq/land/${randomUUID()}`;
  const ref = `${folder}/${branch}`;
  await clone.run(["update-ref", ref, commit]);
  try {
    await clone.runOnRepository([
      "push",
      "--porcelain",
      "--no-verify",
      ...force,
      "origin",
      `${folder}/*:refs/heads/*`,
    ]);
  } finally {
    // A remaining ref does no harm.
    await clone.run(["update-ref", "-d", ref]).catch(() => undefined);
  }
}
