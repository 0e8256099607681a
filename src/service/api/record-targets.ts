/** Tells the queue which targets the head of a live entry impacts. Repeating is harmless. */
import { isDeepStrictEqual } from "node:util";
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { QueueName } from "../../domain/queue-name.js";
import { liveEntry } from "../../engine/lookup.js";
import type { Queues } from "../loop/queues.js";

export async function recordTargets(
  queues: Queues,
  name: QueueName,
  pullRequest: PullRequestNumber,
  headSha: CommitId,
  targets: ImpactedTargets,
): Promise<void> {
  const at = queues.now();
  await queues.act(name, (queue) => {
    const entry = liveEntry(queue, pullRequest);
    const isNews = entry?.facts.headSha === headSha && !isDeepStrictEqual(entry.targets, targets);
    return isNews
      ? { event: { kind: "targetsSet", at, pullRequest, headSha, targets } }
      : { refusal: "nothingNew" };
  });
}
