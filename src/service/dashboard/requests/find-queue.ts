/** The queue that an address means: links from older comments, and people, may leave out its branch. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { Queues } from "../../queue/queues.js";
import { isBranch } from "../addresses.js";

/** Without a branch: the queue that has or had the pull request, else the oldest one of the repository. */
export async function findQueue(
  queues: Queues,
  repository: Repository,
  branch: string | undefined,
  pullRequest: PullRequestNumber | null,
): Promise<StoredQueue | null> {
  if (branch !== undefined && branch !== "") {
    // A name that no branch has is not passed on: a database refuses some characters.
    return isBranch(branch) ? queues.read({ repository, targetBranch: branch }) : null;
  }
  const all = await queues.list(repository);
  if (pullRequest !== null && all.length > 1) {
    const live = all.find(({ queue }) => liveEntry(queue, pullRequest) !== undefined);
    if (live !== undefined) return live;
    for (const stored of all) {
      if ((await queues.store.findConcluded(stored.queue.id, pullRequest)) !== null) return stored;
    }
  }
  return all[0] ?? null;
}
