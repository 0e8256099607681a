/** What follows from an event: places to look at, and perhaps something that somebody wants. */
import type { CommitId, PullRequestNumber } from "../../../../domain/ids.js";
import { type QueueName, queueKey } from "../../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import type { Wish } from "../../../ports/wish-store.js";
import type { CheckedCommit } from "../github-forge.js";

export type Look =
  | { readonly kind: "tip"; readonly name: QueueName; readonly said: CommitId | null }
  | { readonly kind: "pullRequest"; readonly name: QueueName; readonly pullRequest: PullRequestNumber }
  | { readonly kind: "checks"; readonly repository: Repository; readonly of: CheckedCommit };

export interface News {
  readonly looks: readonly Look[];
  /** After this, what was said before is no longer about what is there. */
  readonly push: PushToHead | null;
  readonly wish: WishOnBranch | null;
}

interface PushToHead {
  readonly repository: Repository;
  readonly pullRequest: PullRequestNumber;
  /** By the forge's clock. */
  readonly at: number;
}

export interface WishOnBranch {
  readonly wish: Wish;
  /** The base of the pull request, where the event says it. */
  readonly targetBranch: string | null;
}

/** Looks with the same key are one look. */
export function lookKey(look: Look): string {
  switch (look.kind) {
    case "tip":
      return `tip ${queueKey(look.name)}`;
    case "pullRequest":
      return `#${look.pullRequest} ${queueKey(look.name)}`;
    case "checks":
      return `checks ${look.of.headSha} ${repositoryKey(look.repository)}`;
  }
}

/** How old a wish may be: for that long GitHub lets people have a delivery sent again, which it does not do by itself. */
export const REPLAY_WINDOW_MS = 3 * 24 * 3_600_000;
