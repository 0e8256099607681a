/**
 * Looks at the world that somebody asks for who has heard that there may be news. Where there is no such queue, or
 * nothing in it, nothing happens; a look that fails throws, and the next poll makes up for it.
 */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";

export interface Looks {
  /** `said` is where the branch is said to stand: no look is needed when the queue knows that already. */
  lookAtTip(name: QueueName, said: CommitId | null): Promise<void>;
  lookAtPullRequest(name: QueueName, pullRequest: PullRequestNumber): Promise<void>;
  /** At pull requests in queues of that repository whose head it is, and which may be ready by its checks. */
  lookAtHead(repository: Repository, headSha: CommitId): Promise<void>;
}
