/** Records the stored targets of a live entry's head in its queue. Repeating is harmless. */
import { isDeepStrictEqual } from "node:util";
import type { CommitId, PullRequestNumber, QueueId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { QueueName } from "../../domain/queue-name.js";
import { liveEntry } from "../../engine/model/lookup.js";
import type { Queues } from "./queues.js";

export interface UploadedHead {
  readonly queue: QueueId;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
}

/** `uploaded` are targets that were just stored, if any. */
export async function bringTargets(
  queues: Queues,
  name: QueueName,
  head: UploadedHead,
  uploaded: ImpactedTargets | null = null,
): Promise<void> {
  const load = async () => queues.store.loadTargets(head.queue, head.pullRequest, head.headSha);
  let targets = uploaded ?? (await load());
  // Another upload may be stored and recorded meanwhile; the loop ends once the queue has the stored targets.
  while (targets !== null && (await isNewer(queues, name, head, targets))) targets = await load();
}

/** Returns false if the queue already has these targets or the entry has another head. */
async function isNewer(
  queues: Queues,
  name: QueueName,
  { queue: id, pullRequest, headSha }: UploadedHead,
  targets: ImpactedTargets,
): Promise<boolean> {
  const at = queues.now();
  const outcome = await queues.act(name, (queue) => {
    const entry = queue.id === id ? liveEntry(queue, pullRequest) : undefined;
    const isOther = entry?.facts.headSha === headSha && !isDeepStrictEqual(entry.targets, targets);
    return isOther
      ? { event: { kind: "targetsSet", at, pullRequest, headSha, targets } }
      : { refusal: "nothingNew" };
  });
  return outcome.kind === "done";
}
