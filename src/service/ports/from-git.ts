/** Reads from git for a forge, and turns a failure of git into a `ForgeError`. */
import type { CommitId } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import type { Git } from "./git.js";
import { ForgeError, GitError } from "./world-error.js";

export async function fromGit<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { message, retryable, waitMs } = error;
    throw new ForgeError(message, retryable, { cause: error, waitMs });
  }
}

/** Null where there is no such branch. */
export async function tipFromGit(
  git: Pick<Git, "readRefs">,
  repository: Repository,
  branch: string,
): Promise<CommitId | null> {
  const ref = `refs/heads/${branch}`;
  return (await fromGit(git.readRefs(repository, [ref]))).get(ref) ?? null;
}
