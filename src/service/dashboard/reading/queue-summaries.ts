/** One line per queue that a reader may see. Read for all readers together, and not more often than it is cheap. */
import type { QueueName } from "../../../domain/queue-name.js";
import type { QueueState } from "../../../engine/model/queue.js";
import { restAfter } from "../../http/handlers/get-merge-queue-metrics.js";
import { SharedWork } from "../../http/shared-work.js";
import type { Queues } from "../../queue/queues.js";
import { oldestOf } from "./queue-view.js";

const DAY_MS = 86_400_000;

export interface QueueSummary {
  readonly name: QueueName;
  readonly state: QueueState;
  readonly depth: number;
  readonly testing: number;
  readonly oldestAt: number | null;
  readonly landed24h: number;
}

export class QueueSummaries {
  readonly #shared: SharedWork<readonly QueueSummary[]>;

  constructor(queues: Queues) {
    this.#shared = new SharedWork(
      async () => read(queues),
      restAfter,
      () => queues.monotonic(),
    );
  }

  async read(): Promise<readonly QueueSummary[]> {
    return this.#shared.get();
  }
}

async function read(queues: Queues): Promise<readonly QueueSummary[]> {
  const all = await queues.list();
  const landed = new Map<string, number>();
  for (const { queueId, to, count } of await queues.store.movesSince(queues.now() - DAY_MS, [])) {
    if (to === "merged") landed.set(queueId, (landed.get(queueId) ?? 0) + count);
  }
  return all.map(({ name, queue }) => ({
    name,
    state: queue.state,
    depth: queue.entries.length,
    testing: queue.entries.filter(({ state }) => state === "testing").length,
    oldestAt: oldestOf(queue.entries),
    landed24h: landed.get(queue.id) ?? 0,
  }));
}
