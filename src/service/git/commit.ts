/** Commits as they are read and as they are to be written, whoever keeps them: a clone, or the code host. */
import type { CommitId, TreeId } from "../../domain/ids.js";

/** No message is ever cut: a head with a longer one is refused. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Follows the commit's name. */
export const TOO_LONG_A_MESSAGE = `has a message of more than ${MAX_MESSAGE_BYTES} bytes, which is the most that is landed`;

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
