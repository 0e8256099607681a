/** The queues as Prometheus text. Each text is made anew from what is stored, so replicas answer alike. */
import { setImmediate } from "node:timers/promises";
import {
  Gauge as ClientGauge,
  Histogram as ClientHistogram,
  type Gauge,
  type MetricValueWithName,
  Registry,
} from "prom-client";
import { repositoryName } from "../../domain/repository.js";
import type { MoveGroup } from "../ports/move-group.js";
import type { StoredQueue } from "../ports/queue-store.js";
import { DURATION_BUCKETS, QUEUE_METRICS } from "./queue-metrics.js";
import {
  CONCLUSIONS,
  countEntries,
  countMoves,
  emptyTally,
  type Histogram,
  MEASURED_STATES,
  type QueueTally,
} from "./queue-tally.js";

/** What a text in this format is to be called in `Content-Type`. */
export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export interface MeasuredQueue {
  readonly stored: StoredQueue;
  readonly lastHour: readonly MoveGroup[];
}

type Labels = Readonly<Record<string, string>>;

/** One line of the queues' metrics: a branch of a repository, and which part of its queue. */
interface Series {
  readonly labels: Labels;
  readonly tally: QueueTally;
  /** A queue that never splits batches has no durations beside its line, not even at zero. */
  hasDurations: boolean;
}

/** Always every family; a queue has all its series, those at zero too. */
export async function metricsText(queues: readonly MeasuredQueue[]): Promise<string> {
  const registry = new Registry();
  const all = seriesOf(queues);
  const gauge = (name: keyof typeof QUEUE_METRICS, fill: (gauge: Gauge, series: Series) => void) => {
    const { help, labels } = QUEUE_METRICS[name];
    const made = new ClientGauge({ name, help, labelNames: labels, registers: [registry] });
    for (const series of all) fill(made, series);
  };
  gauge("mq_depth_current", (made, { labels, tally }) => made.set(labels, tally.depth));
  gauge("mq_awaiting_mergeability", (made, { labels, tally }) => made.set(labels, tally.awaiting));
  gauge("mq_testing_slots_active", (made, { labels, tally }) => made.set(labels, tally.testing));
  gauge("mq_pr_conclusions_1h_total", (made, { labels, tally }) => {
    for (const conclusion of CONCLUSIONS) made.set({ ...labels, conclusion }, tally.conclusions[conclusion]);
  });
  gauge("mq_pr_restarts_1h_total", (made, { labels, tally }) => made.set(labels, tally.restarts));
  addHistograms(
    registry,
    all.filter(({ hasDurations }) => hasDurations),
  );
  return textOf(registry);
}

/** With many queues a family is long: others get their turn between two. */
async function textOf(registry: Registry): Promise<string> {
  const families: string[] = [];
  for (const name of Object.keys(QUEUE_METRICS)) {
    families.push(await registry.getSingleMetricAsString(name));
    await setImmediate();
  }
  return `${families.join("\n")}\n`;
}

function addHistograms(registry: Registry, all: readonly Series[]): void {
  const histogram = (
    name: keyof typeof QUEUE_METRICS,
    fill: (made: CountedHistogram, series: Series) => void,
  ) => {
    const made = new CountedHistogram(registry, name);
    for (const series of all) fill(made, series);
  };
  histogram("mq_pr_wait_duration_1h_seconds", (made, { labels, tally }) => made.count(labels, tally.waited));
  histogram("mq_pr_test_duration_1h_seconds", (made, { labels, tally }) => made.count(labels, tally.tested));
  histogram("mq_pr_time_in_queue_1h_seconds", (made, { labels, tally }) => {
    for (const conclusion of CONCLUSIONS) made.count({ ...labels, conclusion }, tally.stayed[conclusion]);
  });
  histogram("mq_pr_state_duration_1h_seconds", (made, { labels, tally }) => {
    for (const state of MEASURED_STATES) made.count({ ...labels, state }, tally.states[state]);
  });
}

/** A histogram whose durations the store has counted already. */
class CountedHistogram extends ClientHistogram {
  readonly #name: keyof typeof QUEUE_METRICS;
  /** Says what a histogram looks like; it counts nothing itself. */
  readonly #shape: ClientHistogram;
  readonly #values: (MetricValueWithName<string> & { readonly sharedLabels: Labels })[] = [];

  constructor(registry: Registry, name: keyof typeof QUEUE_METRICS) {
    const { help, labels } = QUEUE_METRICS[name];
    const family = { name, help, labelNames: labels, buckets: [...DURATION_BUCKETS] };
    super({ ...family, registers: [registry] });
    this.#name = name;
    this.#shape = new ClientHistogram({ ...family, registers: [] });
  }

  /** The registry writes what is shared by all lines of a series once. */
  count(sharedLabels: Labels, { counts, sumMs }: Histogram): void {
    const name = this.#name;
    let count = 0;
    for (const [index, more] of counts.entries()) {
      count += more;
      const le = DURATION_BUCKETS[index] ?? "+Inf";
      this.#values.push({ metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: count });
    }
    this.#values.push({ metricName: `${name}_sum`, labels: {}, sharedLabels, value: sumMs / 1000 });
    this.#values.push({ metricName: `${name}_count`, labels: {}, sharedLabels, value: count });
  }

  override async get() {
    return { ...(await this.#shape.get()), values: this.#values };
  }

  /** What the registry asks for where a metric has it. */
  async getForPromString() {
    return this.get();
  }
}

/** Added up: two forges may have a repository of the same name, and the labels do not tell them apart. */
function seriesOf(queues: readonly MeasuredQueue[]): readonly Series[] {
  const byLabels = new Map<string, Series>();
  const seriesFor = (labels: Labels): Series => {
    const key = JSON.stringify(labels);
    const series = byLabels.get(key) ?? { labels, tally: emptyTally(), hasDurations: false };
    byLabels.set(key, series);
    return series;
  };
  for (const { stored, lastHour } of [...queues].sort(byName)) {
    const { name, queue } = stored;
    const labels = { repo: repositoryName(name.repository), branch: name.targetBranch };
    const main = seriesFor({ ...labels, queue_type: "main" });
    const bisection = seriesFor({ ...labels, queue_type: "bisection" });
    main.hasDurations = true;
    if (queue.settings.batch || lastHour.some(({ wasBeside }) => wasBeside)) bisection.hasDurations = true;
    countEntries(queue, main.tally, bisection.tally);
    for (const group of lastHour) countMoves(group, (group.wasBeside ? bisection : main).tally);
  }
  return [...byLabels.values()];
}

function byName(one: MeasuredQueue, other: MeasuredQueue): number {
  const [left, right] = [sortKey(one), sortKey(other)];
  return left < right ? -1 : Number(left > right);
}

function sortKey({ stored: { name } }: MeasuredQueue): string {
  return [repositoryName(name.repository), name.targetBranch, name.repository.host].join("\n");
}
