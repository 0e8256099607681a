/** Commits as they are read and as they are to be written, whoever keeps them: a clone, or the code host. */
import type { CommitId, TreeId } from "../../domain/ids.js";
import { CommitError } from "../ports/world-error.js";

export interface Identity {
  /** Untrusted text, like the address. */
  readonly name: string;
  readonly email: string;
  /** As whoever keeps the commit writes it: git as `1700000000 +0100`, the code host in ISO 8601. */
  readonly date: string;
}

export interface CommitRecord {
  readonly id: CommitId;
  readonly tree: TreeId;
  readonly parents: readonly CommitId[];
  readonly author: Identity;
  /** Untrusted text, like the author. The code host leaves the line break at its end away. */
  readonly message: string;
}

export interface CommitPlan {
  readonly tree: TreeId;
  readonly parents: readonly CommitId[];
  readonly author: Identity;
  readonly committer: Identity;
  readonly message: string;
}

/** A longer message is refused, never cut: the commit that lands has the whole message or does not land. */
export const MAX_MESSAGE_CHARACTERS = 1024 * 1024;

/** Null, or why the commit of a pull request cannot be used. */
export function commitProblem({ id, message }: CommitRecord): CommitError | null {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return null;
  const size = `a message of ${message.length} characters, and at most ${MAX_MESSAGE_CHARACTERS} are taken`;
  return new CommitError(id, `commit ${id} has ${size}: shorten it, push, and submit again`, false);
}

export function usableCommit(record: CommitRecord): CommitRecord {
  const problem = commitProblem(record);
  if (problem !== null) throw problem;
  return record;
}
