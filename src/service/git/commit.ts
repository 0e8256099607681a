/** Commits as read and as written, both in a clone and on the code host. */
import type { CommitId, TreeId } from "../../domain/ids.js";

/** Messages are never truncated: a head with a longer message is refused. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Completes a sentence that begins with the commit's id. */
export const TOO_LONG_A_MESSAGE = `has a message of more than ${MAX_MESSAGE_BYTES} bytes, which is the limit for landing`;

/** The newest commits of a pull request that a squash commit names. */
export const MAX_NAMED_COMMITS = 250;

export interface Identity {
  /** Untrusted text, like the address. */
  readonly name: string;
  readonly email: string;
  /** In the format of the commit's store: `1700000000 +0100` for git, ISO 8601 for the code host. */
  readonly date: string;
}

/** The committer of the commits that the service makes. */
export type Committer = Omit<Identity, "date">;

export const DEFAULT_COMMITTER: Committer = { name: "Merge Queue", email: "merge-queue@localhost" };

export interface CommitRecord {
  readonly id: CommitId;
  readonly tree: TreeId;
  readonly parents: readonly CommitId[];
  readonly author: Identity;
  /** Untrusted text, like the author. The code host omits the final line break. */
  readonly message: string;
}

export interface CommitPlan {
  readonly tree: TreeId;
  readonly parents: readonly CommitId[];
  readonly author: Identity;
  readonly committer: Identity;
  readonly message: string;
}
