/** Which queue: at most one per target branch of a repository. */
import { type Repository, repositoryKey } from "./repository.js";

export interface QueueName {
  readonly repository: Repository;
  /** A branch name without `refs/heads/`; compares exactly. */
  readonly targetBranch: string;
}

/** One spelling per queue: the repository without regard to case, the branch exactly. */
export function queueKey(name: QueueName): string {
  return `${repositoryKey(name.repository)}:${name.targetBranch}`;
}
