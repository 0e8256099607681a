/** The last 24 hours of a queue in a few figures, for the list of all queues. */
import { HOUR_MS } from "../../../../domain/duration.js";
import type { QueueId } from "../../../../domain/ids.js";
import type { QueueHistory } from "../../../ports/queue-history.js";
import { CheckTally } from "./check-figures.js";
import { percentile } from "./period.js";

export interface DayFigures {
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

export async function readDay(queueId: QueueId, now: number, past: QueueHistory): Promise<DayFigures> {
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
