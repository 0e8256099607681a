/** One line per queue that a reader may see. Read for all readers together, and not more often than it is cheap. */
import { setImmediate } from "node:timers/promises";
import type { QueueId } from "../../../domain/ids.js";
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
    const known = new Map<QueueId, Known>();
    this.#shared = new SharedWork(
      async () => read(queues, known),
      restAfter,
      () => queues.monotonic(),
    );
  }

  async read(): Promise<readonly QueueSummary[]> {
    return this.#shared.get();
  }
}

/** The figures of a day move without a decision, as their hours pass. */
const FRESH_MS = 60_000;

interface Known {
  readonly version: number;
  readonly at: number;
  readonly summary: QueueSummary;
}

/** A queue that decided nothing since is not read again for a while. */
async function read(queues: Queues, known: Map<QueueId, Known>): Promise<readonly QueueSummary[]> {
  const all = await queues.list();
  const ids = new Set(all.map(({ queue }) => queue.id));
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  const summaries: QueueSummary[] = [];
  for (const { name, queue, version } of all) {
    const before = known.get(queue.id);
    const at = queues.monotonic();
    if (before?.version === version && at - before.at < FRESH_MS) {
      summaries.push({ ...before.summary, name });
      continue;
    }
    const day = await readDay(queue.id, queues.now(), queues.store.past);
    const summary = {
      name,
      state: queue.state,
      depth: queue.entries.length,
      testing: queue.entries.filter(({ state }) => state === "testing").length,
      oldestAt: oldestOf(queue.entries),
      landed24h: day.landed,
      day,
    };
    known.set(queue.id, { version, at, summary });
    summaries.push(summary);
    await setImmediate();
  }
  return summaries;
}
