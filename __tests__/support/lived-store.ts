/** A store in which queues have lived: something in every table, long lists and hostile texts too. */
import { pullRequestNumber } from "../../src/domain/ids.js";
import { decide } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { liveRandomly } from "./random-life.js";
import { aCommit, aQueueName, manyTargets } from "./stored-queue.js";

export const LIVED = aQueueName();
const HOSTILE = "'); drop table queues; -- \u0000\u0001\ud800 \u2028 🚀";

/** A life under `seed`, decided by this program. Its queue is `LIVED`, or the one on `branch`. */
export async function liveInStore(store: QueueStore, seed: number, branch = "main"): Promise<number> {
  const { first, log } = liveRandomly(seed, decide);
  const name = aQueueName(branch);
  await store.create(name, first);
  const { id } = first;
  const upload = manyTargets(1000 + seed);
  await store.saveTargets(id, pullRequestNumber(1), aCommit(seed), upload);
  let at: Queue = first;
  for (const [version, event] of log.entries()) {
    const told = withLongTargets(event, upload);
    const decision = decide(at, told);
    await store.commit(name, version, told, decision);
    at = decision.queue;
  }
  for (const { queueId, effect } of await store.pendingEffects(at.now, 3)) {
    await store.postpone(queueId, effect.id, at.now, HOSTILE);
  }
  return log.length;
}

function withLongTargets(event: QueueEvent, targets: ReturnType<typeof manyTargets>): QueueEvent {
  return event.kind === "targetsSet" ? { ...event, targets } : event;
}
