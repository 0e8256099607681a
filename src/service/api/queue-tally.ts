/** One queue's numbers for the metrics: what is in it now, and what moved lately, the parts of split batches apart. */
import { bisectedParts, isRetry, runOf } from "../../engine/lookup.js";
import type { Batch, Entry, EntryState, Queue } from "../../engine/queue.js";
import type { Durations, MoveGroup } from "../ports/move-group.js";
import { DURATION_BUCKETS } from "./queue-metrics.js";

export const CONCLUSIONS = ["merged", "failed", "cancelled"] as const;
export const MEASURED_STATES = ["pending", "testing", "tests_passed", "pending_failure"] as const;

type Conclusion = (typeof CONCLUSIONS)[number];
type MeasuredState = (typeof MEASURED_STATES)[number];

/** How many durations there are in each bucket, the endless one last. */
export interface Histogram {
  readonly counts: number[];
  sumMs: number;
}

export interface QueueTally {
  depth: number;
  awaiting: number;
  testing: number;
  restarts: number;
  readonly conclusions: Record<Conclusion, number>;
  readonly waited: Histogram;
  readonly tested: Histogram;
  readonly stayed: Record<Conclusion, Histogram>;
  readonly states: Record<MeasuredState, Histogram>;
}

/** Time spent not ready is in none of the durations. */
const STATE_LABELS: Readonly<Partial<Record<EntryState, MeasuredState>>> = {
  pending: "pending",
  testing: "testing",
  testsPassed: "tests_passed",
  pendingFailure: "pending_failure",
};

export function emptyTally(): QueueTally {
  return {
    depth: 0,
    awaiting: 0,
    testing: 0,
    restarts: 0,
    conclusions: { merged: 0, failed: 0, cancelled: 0 },
    waited: emptyHistogram(),
    tested: emptyHistogram(),
    stayed: { merged: emptyHistogram(), failed: emptyHistogram(), cancelled: emptyHistogram() },
    states: {
      pending: emptyHistogram(),
      testing: emptyHistogram(),
      tests_passed: emptyHistogram(),
      pending_failure: emptyHistogram(),
    },
  };
}

/** Entries beside the line, under test for the culprit of a failed batch, are counted in `bisection`. */
export function countEntries(queue: Queue, main: QueueTally, bisection: QueueTally): void {
  const beside = new Set(bisectedParts(queue).flatMap(({ entries }) => entries));
  for (const entry of queue.entries) countEntry(entry, beside.has(entry.facts.number) ? bisection : main);
  // In pending failure meanwhile.
  for (const batch of queue.beside) if (isRetry(batch) && isTested(queue, batch)) main.testing += 1;
}

function isTested(queue: Queue, { id }: Batch): boolean {
  return runOf(queue, id)?.progress.kind === "running";
}

function countEntry({ state }: Entry, tally: QueueTally): void {
  if (state === "notReady") tally.awaiting += 1;
  else tally.depth += 1;
  if (state === "testing") tally.testing += 1;
}

export function countMoves(group: MoveGroup, tally: QueueTally): void {
  const { from, to, count, lasted, sinceAdmission, isFirstState } = group;
  if (from === "testing" && to === "pending") tally.restarts += count;
  if (from === "testing") add(tally.tested, count, lasted);
  if (from === "pending" && to === "testing" && isFirstState) add(tally.waited, count, sinceAdmission);
  const state = from === null ? undefined : STATE_LABELS[from];
  if (state !== undefined) add(tally.states[state], count, lasted);
  const conclusion = CONCLUSIONS.find((known) => known === to);
  if (conclusion === undefined) return;
  tally.conclusions[conclusion] += count;
  add(tally.stayed[conclusion], count, sinceAdmission);
}

function add(histogram: Histogram, count: number, durations: Durations | null): void {
  if (durations === null) return;
  histogram.counts[durations.bucket] = (histogram.counts[durations.bucket] ?? 0) + count;
  histogram.sumMs += durations.sumMs;
}

function emptyHistogram(): Histogram {
  return { counts: [...DURATION_BUCKETS.map(() => 0), 0], sumMs: 0 };
}
