/** The queues as Prometheus text. Each text is built from stored data, so all replicas return the same. */
import { setImmediate } from "node:timers/promises";
import type { QueueName } from "../../domain/queue-name.js";
import { repositoryName } from "../../domain/repository.js";
import { bisectedParts, isRetry, runOf } from "../../engine/model/lookup.js";
import type { Batch, Entry, EntryState, Queue } from "../../engine/model/queue.js";
import type { Durations, MoveGroup } from "../ports/moves.js";
import type { StoredQueue } from "../ports/queue-store.js";

/** The `Content-Type` of a text in this format. */
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface MeasuredQueue {
  readonly stored: StoredQueue;
  readonly lastHour: readonly MoveGroup[];
}

/** One time series: a target branch of a repository, and the main or the bisection part of its queue. */
interface Series {
  /** As text, without braces. */
  readonly labels: string;
  readonly tally: QueueTally;
  /** A bisection part that was never used has no duration series, not even at zero. */
  hasDurations: boolean;
}

/** The samples of one series in each family: the rest of the name, the labels and the value. */
const SAMPLES: Readonly<Record<keyof typeof QUEUE_METRICS, (series: Series) => readonly string[]>> = {
  mq_depth_current: ({ labels, tally }) => [`{${labels}} ${tally.depth}`],
  mq_awaiting_mergeability: ({ labels, tally }) => [`{${labels}} ${tally.awaiting}`],
  mq_testing_slots_active: ({ labels, tally }) => [`{${labels}} ${tally.testing}`],
  mq_pr_conclusions_1h_total: ({ labels, tally }) =>
    CONCLUSIONS.map((one) => `{${labels},conclusion="${one}"} ${tally.conclusions[one]}`),
  mq_pr_restarts_1h_total: ({ labels, tally }) => [`{${labels}} ${tally.restarts}`],
  mq_pr_wait_duration_1h_seconds: ({ labels, tally }) => samplesOf(labels, tally.waited),
  mq_pr_test_duration_1h_seconds: ({ labels, tally }) => samplesOf(labels, tally.tested),
  mq_pr_time_in_queue_1h_seconds: ({ labels, tally }) =>
    CONCLUSIONS.flatMap((one) => samplesOf(`${labels},conclusion="${one}"`, tally.lasted[one])),
  mq_pr_state_duration_1h_seconds: ({ labels, tally }) =>
    MEASURED_STATES.flatMap((one) => samplesOf(`${labels},state="${one}"`, tally.states[one])),
};

function samplesOf(labels: string, { counts, sumMs }: Histogram): readonly string[] {
  let count = 0;
  const buckets = counts.map((more, index) => {
    count += more;
    return `_bucket{le="${DURATION_BUCKETS[index] ?? "+Inf"}",${labels}} ${count}`;
  });
  return [...buckets, `_sum{${labels}} ${sumMs / 1000}`, `_count{${labels}} ${count}`];
}

function isFamily(name: string): name is keyof typeof QUEUE_METRICS {
  return Object.hasOwn(QUEUE_METRICS, name);
}

/** Contains every family; a queue has all its series, including those at zero. */
export async function metricsText(queues: readonly MeasuredQueue[]): Promise<string> {
  const all = seriesOf(queues);
  const measured = all.filter(({ hasDurations }) => hasDurations);
  let text = "";
  for (const name of Object.keys(QUEUE_METRICS).filter(isFamily)) {
    const { type, help } = QUEUE_METRICS[name];
    text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    for (const series of type === "histogram" ? measured : all) {
      for (const sample of SAMPLES[name](series)) text += `${name}${sample}\n`;
    }
    // A family is long if there are many queues: other work runs between two families.
    await setImmediate();
  }
  return text;
}

/** Sums values: repositories of the same name on two forges have the same labels. */
function seriesOf(queues: readonly MeasuredQueue[]): readonly Series[] {
  const byLabels = new Map<string, Series>();
  const seriesFor = ({ repository, targetBranch }: QueueName, part: "main" | "bisection"): Series => {
    const [repo, branch] = [repositoryName(repository), targetBranch].map(escaped);
    const labels = `repo="${repo}",branch="${branch}",queue_type="${part}"`;
    const series = byLabels.get(labels) ?? { labels, tally: emptyTally(), hasDurations: false };
    byLabels.set(labels, series);
    return series;
  };
  for (const { stored, lastHour } of [...queues].sort(byName)) {
    const { name, queue } = stored;
    const main = seriesFor(name, "main");
    const bisection = seriesFor(name, "bisection");
    main.hasDurations = true;
    if (queue.settings.batch || lastHour.some(({ wasBeside }) => wasBeside)) bisection.hasDurations = true;
    countEntries(queue, main.tally, bisection.tally);
    for (const group of lastHour) countMoves(group, (group.wasBeside ? bisection : main).tally);
  }
  return [...byLabels.values()];
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function byName(one: MeasuredQueue, other: MeasuredQueue): number {
  const [left, right] = [sortKey(one), sortKey(other)];
  return left < right ? -1 : Number(left > right);
}

function sortKey({ stored: { name } }: MeasuredQueue): string {
  return [repositoryName(name.repository), name.targetBranch, name.repository.host].join("\n");
}

const CONCLUSIONS = ["merged", "failed", "cancelled"] as const;
const MEASURED_STATES = ["pending", "testing", "tests_passed", "pending_failure"] as const;

type Conclusion = (typeof CONCLUSIONS)[number];
type MeasuredState = (typeof MEASURED_STATES)[number];

/** The number of durations per bucket, `+Inf` last. */
interface Histogram {
  readonly counts: number[];
  sumMs: number;
}

interface QueueTally {
  depth: number;
  awaiting: number;
  testing: number;
  restarts: number;
  readonly conclusions: Record<Conclusion, number>;
  readonly waited: Histogram;
  readonly tested: Histogram;
  readonly lasted: Record<Conclusion, Histogram>;
  readonly states: Record<MeasuredState, Histogram>;
}

/** Time spent not ready belongs to no duration. */
const STATE_LABELS: Readonly<Partial<Record<EntryState, MeasuredState>>> = {
  pending: "pending",
  testing: "testing",
  testsPassed: "tests_passed",
  pendingFailure: "pending_failure",
};

/** The numbers of one queue: its current entries and recent moves, with bisection counted separately. */
function emptyTally(): QueueTally {
  return {
    depth: 0,
    awaiting: 0,
    testing: 0,
    restarts: 0,
    conclusions: { merged: 0, failed: 0, cancelled: 0 },
    waited: emptyHistogram(),
    tested: emptyHistogram(),
    lasted: { merged: emptyHistogram(), failed: emptyHistogram(), cancelled: emptyHistogram() },
    states: {
      pending: emptyHistogram(),
      testing: emptyHistogram(),
      tests_passed: emptyHistogram(),
      pending_failure: emptyHistogram(),
    },
  };
}

/** Entries in bisection, which finds the culprit of a failed batch, count in `bisection`. */
function countEntries(queue: Queue, main: QueueTally, bisection: QueueTally): void {
  const beside = new Set(bisectedParts(queue).flatMap(({ entries }) => entries));
  for (const entry of queue.entries) countEntry(entry, beside.has(entry.facts.number) ? bisection : main);
  // The state of a retried entry is pending failure, so `countEntry` does not count it as testing.
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

function countMoves(group: MoveGroup, tally: QueueTally): void {
  const { from, to, count, lasted, sinceAdmission, isFirstState } = group;
  if (from === "testing" && to === "pending") tally.restarts += count;
  if (from === "testing") add(tally.tested, count, lasted);
  if (from === "pending" && to === "testing" && isFirstState) add(tally.waited, count, sinceAdmission);
  const state = from === null ? undefined : STATE_LABELS[from];
  if (state !== undefined) add(tally.states[state], count, lasted);
  const conclusion = CONCLUSIONS.find((known) => known === to);
  if (conclusion === undefined) return;
  tally.conclusions[conclusion] += count;
  add(tally.lasted[conclusion], count, sinceAdmission);
}

function add(histogram: Histogram, count: number, durations: Durations | null): void {
  if (durations === null) return;
  histogram.counts[durations.bucket] = (histogram.counts[durations.bucket] ?? 0) + count;
  histogram.sumMs += durations.sumMs;
}

function emptyHistogram(): Histogram {
  return { counts: [...DURATION_BUCKETS.map(() => 0), 0], sumMs: 0 };
}

/** In seconds; longer durations are in `+Inf`. */
export const DURATION_BUCKETS = [60, 300, 600, 900, 1800, 3600, 5400, 7200] as const;

interface MetricFamily {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

const QUEUE_LABELS = ["repo", "branch", "queue_type"] as const;

export const QUEUE_METRICS = {
  mq_depth_current: {
    type: "gauge",
    help: "Pull requests admitted and not yet concluded.",
    labels: QUEUE_LABELS,
  },
  mq_awaiting_mergeability: {
    type: "gauge",
    help: "Pull requests submitted and not ready yet.",
    labels: QUEUE_LABELS,
  },
  mq_testing_slots_active: { type: "gauge", help: "Pull requests under test.", labels: QUEUE_LABELS },
  mq_pr_conclusions_1h_total: {
    type: "gauge",
    help: "Pull requests that left the queue during the last hour.",
    labels: [...QUEUE_LABELS, "conclusion"],
  },
  mq_pr_restarts_1h_total: {
    type: "gauge",
    help: "Moves from testing back to pending during the last hour.",
    labels: QUEUE_LABELS,
  },
  mq_pr_wait_duration_1h_seconds: {
    type: "histogram",
    help: "Seconds from admission to the start of testing, for pull requests whose testing began during the last hour.",
    labels: QUEUE_LABELS,
  },
  mq_pr_test_duration_1h_seconds: {
    type: "histogram",
    help: "Seconds in testing, for each period in testing that ended during the last hour.",
    labels: QUEUE_LABELS,
  },
  mq_pr_time_in_queue_1h_seconds: {
    type: "histogram",
    help: "Seconds from admission to the end, for pull requests that left the queue during the last hour.",
    labels: [...QUEUE_LABELS, "conclusion"],
  },
  mq_pr_state_duration_1h_seconds: {
    type: "histogram",
    help: "Seconds in each state, for each period in a state that ended during the last hour.",
    labels: [...QUEUE_LABELS, "state"],
  },
} as const satisfies Record<string, MetricFamily>;
