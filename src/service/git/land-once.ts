/**
 * Moves a branch to the commit that the engine's `rules/land-passed-batches.ts` chose, and reports the true outcome: a
 * repeated landing, or one whose answer was lost, still counts as landed. The `Mover` pushes (`land-commit.ts`) or
 * calls the code host.
 */

import type { CommitId } from "../../domain/ids.js";
import { errorText } from "../../domain/thrown.js";
import { GitError, RepositoryUnavailable } from "../ports/world-error.js";

export interface Landing {
  readonly branch: string;
  readonly expectedTip: CommitId;
  readonly newTip: CommitId;
}

export type LandOutcome =
  | { readonly kind: "landed" }
  | { readonly kind: "refused"; readonly tip: CommitId | null };

export interface Mover {
  /** The branch's present tip; null when there is no branch. */
  readTip(branch: string): Promise<CommitId | null>;
  /** Whether the tip is the commit or a descendant of it. */
  hasLanded(commit: CommitId, tip: CommitId): Promise<boolean>;
  /** Null, or why the new tip is not a descendant of the expected tip. */
  problemOf(landing: Landing): Promise<string | null>;
  /** Moves the branch only from the expected tip. After a failure, the branch may have moved or not. */
  move(landing: Landing): Promise<void>;
}

export async function landOnce(mover: Mover, landing: Landing): Promise<LandOutcome> {
  const before = await readOutcome(mover, landing);
  if (before !== "expected") return before;
  const problem = await mover.problemOf(landing);
  if (problem !== null) {
    const { newTip, expectedTip } = landing;
    throw new GitError(`commit ${newTip} cannot land on ${expectedTip}: ${problem}`, false);
  }
  try {
    await mover.move(landing);
    return { kind: "landed" };
  } catch (error) {
    // The move may have succeeded although its answer was lost, so the branch is read again.
    const after = await readOutcome(mover, landing).catch((readError: unknown) => {
      if (readError instanceof RepositoryUnavailable) throw readError;
      throw unknownOutcome(landing, error, readError);
    });
    if (after === "expected") throw error;
    return after;
  }
}

/** The outcome of the move is unknown, because reading the branch afterwards failed too. */
function unknownOutcome({ branch }: Landing, error: unknown, readError: unknown): GitError {
  const texts = [error, readError].map(errorText);
  return new GitError(`it is unknown whether ${branch} has moved: ${texts.join("; ")}`, true, {
    cause: readError,
  });
}

async function readOutcome(
  mover: Mover,
  { branch, expectedTip, newTip }: Landing,
): Promise<LandOutcome | "expected"> {
  const tip = await mover.readTip(branch);
  if (tip === newTip) return { kind: "landed" };
  if (tip === expectedTip) return "expected";
  if (tip === null || !(await mover.hasLanded(newTip, tip))) return { kind: "refused", tip };
  return { kind: "landed" };
}
