/** The result of a webhook event: subjects to refresh, and possibly a command. */
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import { type QueueName, queueKey } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Command } from "../../ports/command-store.js";
import type { CheckedCommit } from "../forge/github-forge.js";

export type Refresh =
  | { readonly kind: "tip"; readonly name: QueueName; readonly reported: CommitId | null }
  | { readonly kind: "pullRequest"; readonly name: QueueName; readonly pullRequest: PullRequestNumber }
  | { readonly kind: "checks"; readonly repository: Repository; readonly of: CheckedCommit };

export interface IntakeEvent {
  readonly refreshes: readonly Refresh[];
  /** Commands from before a push do not apply to the new head. */
  readonly push: PushToHead | null;
  readonly command: CommandOnBranch | null;
}

interface PushToHead {
  readonly repository: Repository;
  readonly pullRequest: PullRequestNumber;
  /** By GitHub's clock. */
  readonly at: number;
}

export interface CommandOnBranch {
  readonly command: Command;
  /** The base of the pull request; null: the event does not contain it. */
  readonly targetBranch: string | null;
}

/** Refreshes with the same key are coalesced. */
export function lookKey(refresh: Refresh): string {
  switch (refresh.kind) {
    case "tip":
      return `tip ${queueKey(refresh.name)}`;
    case "pullRequest":
      return `#${refresh.pullRequest} ${queueKey(refresh.name)}`;
    case "checks":
      return `checks ${refresh.of.headSha} ${repositoryKey(refresh.repository)}`;
  }
}

/** Maximum age of a command: GitHub allows people to redeliver a webhook for three days. */
export const REPLAY_WINDOW_MS = 3 * 24 * 3_600_000;
