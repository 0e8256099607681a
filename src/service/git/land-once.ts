/**
 * Moves a branch to a tested commit, and tells truly what became of it: repeated after it worked, or when the answer got
 * lost, it has landed. By whom the branch is moved, a push or the code host, is the business of the mover.
 */

import type { CommitId } from "../../domain/ids.js";
import { errorText } from "../../domain/thrown.js";
import { GitError } from "../ports/world-error.js";

export interface Landing {
  readonly branch: string;
  readonly expectedTip: CommitId;
  readonly newTip: CommitId;
}

export type LandOutcome =
  | { readonly kind: "landed" }
  | { readonly kind: "refused"; readonly tip: CommitId | null };

export interface Mover {
  /** Where the branch stands now; null when there is none. */
  readTip(branch: string): Promise<CommitId | null>;
  /** Whether the tip was built on the commit, or is it. */
  hasLanded(commit: CommitId, tip: CommitId): Promise<boolean>;
  /** Null, or what is wrong with a landing whose new tip was not built on the tip that it expects. */
  problemOf(landing: Landing): Promise<string | null>;
  /** Only from the tip that is expected. A failure says nothing of where the branch stands. */
  move(landing: Landing): Promise<void>;
}

export async function landOnce(mover: Mover, landing: Landing): Promise<LandOutcome> {
  const before = await whereItStands(mover, landing);
  if (before !== "expected") return before;
  const problem = await mover.problemOf(landing);
  if (problem !== null) {
    const { newTip, expectedTip } = landing;
    throw new GitError(`commit ${newTip} is to land on ${expectedTip}, but ${problem}`, false);
  }
  try {
    await mover.move(landing);
    return { kind: "landed" };
  } catch (error) {
    // It may have worked although the answer got lost, and only the repository knows.
    const after = await whereItStands(mover, landing).catch((unseen: unknown) => {
      throw unknown(landing, error, unseen);
    });
    if (after === "expected") throw error;
    return after;
  }
}

/** Whatever was in the way of the look says nothing of the move. */
function unknown({ branch }: Landing, error: unknown, unseen: unknown): GitError {
  const texts = [error, unseen].map(errorText);
  return new GitError(`whether ${branch} has moved is not known: ${texts.join("; ")}`, true, {
    cause: unseen,
  });
}

async function whereItStands(
  mover: Mover,
  { branch, expectedTip, newTip }: Landing,
): Promise<LandOutcome | "expected"> {
  const tip = await mover.readTip(branch);
  if (tip === newTip) return { kind: "landed" };
  if (tip === expectedTip) return "expected";
  if (tip === null || !(await mover.hasLanded(newTip, tip))) return { kind: "refused", tip };
  return { kind: "landed" };
}
