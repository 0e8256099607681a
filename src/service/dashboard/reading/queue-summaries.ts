/** One line per queue that a reader may see. Read for all readers together, and not more often than it is cheap. */
import { setImmediate } from "node:timers/promises";
import type { QueueName } from "../../../domain/queue-name.js";
import type { QueueState } from "../../../engine/model/queue.js";
import { restAfter } from "../../http/handlers/get-merge-queue-metrics.js";
import type { Queues } from "../../queue/queues.js";
import { SharedWork } from "../../work/shared-work.js";
import { type DayFigures, readDay } from "./insights/read-day.js";
import { oldestOf } from "./queue-view.js";

export interface QueueSummary {
  readonly name: QueueName;
  readonly state: QueueState;
  readonly depth: number;
  readonly testing: number;
  readonly oldestAt: number | null;
  readonly landed24h: number;
  readonly day: DayFigures;
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
  const summaries: QueueSummary[] = [];
  for (const { name, queue } of await queues.list()) {
    const day = await readDay(queue.id, queues.now(), queues.store.past);
    summaries.push({
      name,
      state: queue.state,
      depth: queue.entries.length,
      testing: queue.entries.filter(({ state }) => state === "testing").length,
      oldestAt: oldestOf(queue.entries),
      landed24h: day.landed,
      day,
    });
    await setImmediate();
  }
  return summaries;
}
