/** Moves a branch to a tested commit in one push that holds only if the branch stands where it is expected. */
import type { CommitId } from "../../domain/ids.js";
import { GitError } from "../ports/world-error.js";
import type { Clone } from "./clone.js";
import { pushBranch } from "./push-branch.js";
import { isAncestorIn } from "./read-commits.js";

export interface Landing {
  readonly branch: string;
  readonly expectedTip: CommitId;
  readonly newTip: CommitId;
}

export type LandOutcome =
  | { readonly kind: "landed" }
  | { readonly kind: "refused"; readonly tip: CommitId | null };

export async function landCommit(clone: Clone, landing: Landing): Promise<LandOutcome> {
  const before = await whereItStands(clone, landing);
  if (before !== "expected") return before;
  await assertBuiltOnExpectedTip(clone, landing);
  try {
    await push(clone, landing);
    return { kind: "landed" };
  } catch (error) {
    // A push may have worked although its answer got lost, and only the repository knows.
    const after = await whereItStands(clone, landing).catch((unseen: unknown) => {
      throw unknown(landing, error, unseen);
    });
    if (after === "expected") throw error;
    return after;
  }
}

/** Whatever was in the way of the look says nothing of the push. */
function unknown({ branch }: Landing, error: unknown, unseen: unknown): GitError {
  const texts = [error, unseen].map((one) => (one instanceof Error ? one.message : String(one)));
  return new GitError(`whether ${branch} has moved is not known: ${texts.join("; ")}`, true, {
    cause: unseen,
  });
}

async function whereItStands(
  clone: Clone,
  { branch, expectedTip, newTip }: Landing,
): Promise<LandOutcome | "expected"> {
  const tip = await clone.readTip(branch);
  if (tip === newTip) return { kind: "landed" };
  if (tip === expectedTip) return "expected";
  if (tip === null) return { kind: "refused", tip };
  const contains = await isAncestorIn(clone, newTip, tip);
  if (contains === null) {
    throw new GitError(`the tip ${tip} of branch ${branch} was gone before it could be fetched`, true);
  }
  return contains ? { kind: "landed" } : { kind: "refused", tip };
}

/** The lease alone would let the branch be rewritten. */
async function assertBuiltOnExpectedTip(clone: Clone, { expectedTip, newTip }: Landing): Promise<void> {
  const isBuiltOn = await isAncestorIn(clone, expectedTip, newTip);
  if (isBuiltOn === true) return;
  const what =
    isBuiltOn === null ? "neither the clone nor the repository has it" : "it was not built on that";
  throw new GitError(`commit ${newTip} is to land on ${expectedTip}, but ${what}`, false);
}

async function push(clone: Clone, { branch, expectedTip, newTip }: Landing): Promise<void> {
  await pushBranch(clone, branch, newTip, [`--force-with-lease=refs/heads/${branch}:${expectedTip}`]);
}
