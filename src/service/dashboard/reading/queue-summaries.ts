/** One line per queue that a reader may see. Read for all readers together, and not more often than it is cheap. */
import { setImmediate } from "node:timers/promises";
import { HOUR_MS } from "../../../domain/duration.js";
import type { QueueId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { QueueState } from "../../../engine/model/queue.js";
import { restAfter } from "../../http/handlers/get-merge-queue-metrics.js";
import type { QueueHistory } from "../../ports/queue-history.js";
import type { Queues } from "../../queue/queues.js";
import { SharedWork } from "../../work/shared-work.js";
import { CheckTally } from "./insights/check-figures.js";
import { percentile } from "./insights/period.js";
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

/** The last 24 hours of a queue. */
interface DayFigures {
  readonly landed: number;
  /** From submission to landing; null without a landing. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Of all that left, from 0 to 1; null if nothing left. */
  readonly failureRate: number | null;
  /** Of the test runs, from 0 to 1; null without one. */
  readonly flakeRate: number | null;
  /** Oldest hour first. */
  readonly landedByHour: readonly number[];
}

const HOURS = 24;
const MOST_EXITS = 5000;
/** The first ones of a day are enough for a rate. */
const MOST_RUNS = 500;
const RUNS_PER_READ = 100;

async function readDay(queueId: QueueId, now: number, past: QueueHistory): Promise<DayFigures> {
  const since = now - HOURS * HOUR_MS;
  const exits = await past.exitFacts(queueId, since, MOST_EXITS);
  const merged = exits.filter(({ ending }) => ending === "merged");
  const failed = exits.filter(({ ending }) => ending === "failed");
  const durations = merged.map(({ endedAt, submittedAt }) => Math.max(0, endedAt - submittedAt));
  const landedByHour = Array.from({ length: HOURS }, () => 0);
  for (const { endedAt } of merged) {
    const hour = Math.min(HOURS - 1, Math.floor((endedAt - since) / HOUR_MS));
    landedByHour[hour] = (landedByHour[hour] ?? 0) + 1;
  }
  return {
    landed: merged.length,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    failureRate: exits.length === 0 ? null : failed.length / exits.length,
    flakeRate: await flakeRate(queueId, since, past),
    landedByHour,
  };
}

async function flakeRate(queueId: QueueId, since: number, past: QueueHistory): Promise<number | null> {
  const tally = new CheckTally();
  let after: Parameters<QueueHistory["runsEnded"]>[2] = null;
  for (let count = 0; count < MOST_RUNS; count += RUNS_PER_READ) {
    const runs = await past.runsEnded(queueId, since, after, RUNS_PER_READ);
    for (const run of runs) tally.add(run);
    const last = runs.at(-1);
    if (last === undefined || runs.length < RUNS_PER_READ) break;
    after = { endedAt: last.endedAt, run: last.run.id };
  }
  return tally.flakeRate;
}
