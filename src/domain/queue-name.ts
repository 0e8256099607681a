/** Identifies a queue: a target branch of a repository has at most one. */
import { type Repository, repositoryKey } from "./repository.js";

export interface QueueName {
  readonly repository: Repository;
  /** A branch name without `refs/heads/`; compares exactly. */
  readonly targetBranch: string;
}

/** One key per queue: the repository is case-insensitive, the branch is not. */
export function queueKey(name: QueueName): string {
  return `${repositoryKey(name.repository)}:${name.targetBranch}`;
}
