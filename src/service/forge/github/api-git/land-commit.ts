/** Moves a branch to a tested commit in one step that holds only if the branch stands where it is expected. */
import type { CommitId } from "../../../../domain/ids.js";
import { GitError } from "../../../ports/world-error.js";
import type { Ancestry } from "./ancestry.js";
import { moveBranch } from "./move-branch.js";
import type { Place } from "./place.js";
import { readRef } from "./refs.js";

export interface Landing {
  readonly branch: string;
  readonly expectedTip: CommitId;
  readonly newTip: CommitId;
}

export type LandOutcome =
  | { readonly kind: "landed" }
  | { readonly kind: "refused"; readonly tip: CommitId | null };

export async function landCommit(place: Place, ancestry: Ancestry, landing: Landing): Promise<LandOutcome> {
  const before = await whereItStands(place, ancestry, landing);
  if (before !== "expected") return before;
  await assertBuiltOnExpectedTip(ancestry, landing);
  const { branch, expectedTip: from, newTip: to } = landing;
  try {
    await moveBranch(place, { branch, from, to });
    return { kind: "landed" };
  } catch (error) {
    // It may have worked although the answer got lost, and only the repository knows.
    const after = await whereItStands(place, ancestry, landing).catch((unseen: unknown) => {
      throw unknown(landing, error, unseen);
    });
    if (after === "expected") throw error;
    return after;
  }
}

/** Whatever was in the way of the look says nothing of the move. */
function unknown({ branch }: Landing, error: unknown, unseen: unknown): GitError {
  const texts = [error, unseen].map((one) => (one instanceof Error ? one.message : String(one)));
  return new GitError(`whether ${branch} has moved is not known: ${texts.join("; ")}`, true, {
    cause: unseen,
  });
}

async function whereItStands(
  place: Place,
  ancestry: Ancestry,
  { branch, expectedTip, newTip }: Landing,
): Promise<LandOutcome | "expected"> {
  const tip = await readRef(place, `refs/heads/${branch}`);
  if (tip === newTip) return { kind: "landed" };
  if (tip === expectedTip) return "expected";
  if (tip === null) return { kind: "refused", tip };
  const contains = await ancestry.tell(newTip, tip);
  return contains === true ? { kind: "landed" } : { kind: "refused", tip };
}

/** GitHub would refuse to rewrite the branch as well; but not a landing of what was never built on it. */
async function assertBuiltOnExpectedTip(ancestry: Ancestry, { expectedTip, newTip }: Landing): Promise<void> {
  const isBuiltOn = await ancestry.tell(expectedTip, newTip);
  if (isBuiltOn === true) return;
  const what =
    isBuiltOn === null ? "the repository does not have it, or nothing in common" : "it was not built on that";
  throw new GitError(`commit ${newTip} is to land on ${expectedTip}, but ${what}`, false);
}
