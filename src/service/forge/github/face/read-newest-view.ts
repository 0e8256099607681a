/**
 * Which queue tells of a pull request: several of a repository may have had it, as when its base branch was changed, and
 * the one that it left may notice last.
 */
import type { PullRequestNumber } from "../../../../domain/ids.js";
import { liveEntry } from "../../../../engine/lookup.js";
import type { QueueStore, StoredQueue } from "../../../ports/queue-store.js";
import type { FaceView } from "./face-view.js";
import { type QueueHistory, readFaceView, type Surroundings } from "./read-face-view.js";

/** Of the queue that has it now, else of the one that had it last; null when nobody knows of it any more. */
export async function readNewestView(
  marking: StoredQueue,
  number: PullRequestNumber,
  around: Surroundings,
  queues: QueueHistory & Pick<QueueStore, "list">,
): Promise<FaceView | null> {
  const has = ({ queue }: StoredQueue) => liveEntry(queue, number) !== undefined;
  if (has(marking)) return readFaceView(marking, number, around, queues);
  const all = await queues.list(marking.name.repository);
  const others = all.filter(({ queue }) => queue.id !== marking.queue.id);
  const teller = others.find(has) ?? (await lastToHave(number, marking, others, queues));
  return readFaceView(teller, number, around, queues);
}

async function lastToHave(
  number: PullRequestNumber,
  marking: StoredQueue,
  others: readonly StoredQueue[],
  history: QueueHistory,
): Promise<StoredQueue> {
  if (others.length === 0) return marking;
  let [last, endedAt] = [marking, Number.NEGATIVE_INFINITY];
  for (const stored of [marking, ...others]) {
    const stay = await history.findConcluded(stored.queue.id, number);
    if (stay === null || stay.stateSince <= endedAt) continue;
    [last, endedAt] = [stored, stay.stateSince];
  }
  return last;
}
