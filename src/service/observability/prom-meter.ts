/** START HERE: the process's metrics for Prometheus; the only file that imports the client library for them. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { separated } from "../../domain/words.js";
import type { Activities, Meter } from "../ports/meter.js";
import type { OutboxSize } from "../ports/queue-store.js";
import { UNAVAILABILITIES, type Unavailability } from "../ports/world-error.js";
import { PROCESS_METRICS, type ProcessMetric } from "./process-metrics.js";

export interface MeterReading {
  readonly contentType: string;
  readonly text: string;
}

export interface PromMeter extends Meter {
  /** Sources that are read for each answer. A source that fails leaves out its metrics. */
  watch(sources: ReadingSources): void;
  read(): Promise<MeterReading>;
}

export interface GitHubWaiting {
  readonly commands: number;
  readonly statuses: number;
}

export interface ReadingSources {
  /** Milliseconds since 1970. */
  now(): number;
  outbox(): Promise<OutboxSize>;
  /** The result by name of the check. */
  readiness(): Promise<ReadonlyMap<string, boolean>>;
  /** Null on another code host. */
  readonly gitHub: (() => Promise<GitHubWaiting>) | null;
  /** The number of repositories that GitHub keeps from the service, by cause. */
  unavailable(cause: Unavailability): number;
}

type Name = keyof typeof PROCESS_METRICS;
type Labels = Readonly<Record<string, string>>;

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The counter and the histogram of each activity. */
const FAMILIES: Readonly<Record<keyof Activities, readonly [counter: Name, histogram?: Name]>> = {
  request: ["merge_queue_requests_total", "merge_queue_request_duration_seconds"],
  decision: ["merge_queue_decisions_total", "merge_queue_decision_duration_seconds"],
  conflict: ["merge_queue_conflicts_total"],
  storeCommit: ["merge_queue_store_commits_total", "merge_queue_store_commit_duration_seconds"],
  workRun: ["merge_queue_work_runs_total", "merge_queue_work_run_duration_seconds"],
  orderAttempt: ["merge_queue_order_attempts_total", "merge_queue_order_duration_seconds"],
  gitCall: ["merge_queue_git_calls_total", "merge_queue_git_call_duration_seconds"],
  forgeCall: ["merge_queue_forge_calls_total", "merge_queue_forge_call_duration_seconds"],
  gitHubRequest: ["merge_queue_github_requests_total", "merge_queue_github_request_duration_seconds"],
  gitHubDelivery: ["merge_queue_github_deliveries_total"],
  commandAttempt: ["merge_queue_github_wish_attempts_total"],
  webhookAttempt: ["merge_queue_webhook_attempts_total", "merge_queue_webhook_duration_seconds"],
};

const ORDERS = [
  "startTestRun",
  "discardTestRun",
  "prepareLanding",
  "land",
  "testTip",
  "discardTipTest",
  "readmitEntry",
  "takeHeadBack",
] as const;

/** Series that start at 0: a rate cannot be computed from a series that begins with its first failure. */
const FROM_ZERO: { readonly [Activity in keyof Activities]?: readonly Activities[Activity][] } = {
  orderAttempt: ORDERS.flatMap((order) =>
    ofOutcomes("done", "failed", "givenUp").map((ended) => ({ order, ...ended })),
  ),
  storeCommit: ofOutcomes("succeeded", "failed", "conflict"),
  webhookAttempt: ofOutcomes("delivered", "failed", "givenUp"),
  gitHubDelivery: ofOutcomes("heard", "ignored", "notSigned", "notUnderstood", "full", "failed"),
  commandAttempt: ofOutcomes("done", "void", "failed", "givenUp"),
};

function ofOutcomes<Outcome extends string>(...outcomes: readonly Outcome[]) {
  return outcomes.map((outcome) => ({ outcome }));
}

/** The counters, gauges and histograms of `PROCESS_METRICS`, by name. */
class Series {
  readonly #counters = new Map<string, Counter>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #histograms = new Map<string, Histogram>();

  constructor(registry: Registry) {
    for (const [name, { type, help, labels }] of Object.entries<ProcessMetric>(PROCESS_METRICS)) {
      const family = { name, help, labelNames: labels, registers: [registry] };
      if (type === "counter") this.#counters.set(name, new Counter(family));
      else if (type === "gauge") this.#gauges.set(name, new Gauge(family));
      else this.#histograms.set(name, new Histogram({ ...family, buckets: BUCKETS_SECONDS }));
    }
  }

  count(activity: keyof Activities, labels: Labels, by = 1): void {
    this.#counters.get(FAMILIES[activity][0])?.inc(spelled(labels), by);
  }

  observe(activity: keyof Activities, labels: Labels, seconds: number): void {
    this.count(activity, labels);
    const [, histogram] = FAMILIES[activity];
    if (histogram === undefined) return;
    const known: readonly string[] = PROCESS_METRICS[histogram].labels;
    const ofHistogram = Object.entries(labels).filter(([label]) => known.includes(label));
    this.#histograms.get(histogram)?.observe(Object.fromEntries(ofHistogram), seconds);
  }

  /** null removes the metric, because the value is not known. */
  set(name: Name, value: number | null, labels: Labels = {}): void {
    const gauge = this.#gauges.get(name);
    if (value === null) gauge?.remove(labels);
    else gauge?.set(labels, value);
  }
}

export function createPromMeter(version: string): PromMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const series = new Series(registry);
  series.set("merge_queue_build_info", 1, { version, node_version: process.version });
  series.set("merge_queue_github_limit_remaining", null);
  for (const activity of Object.keys(FROM_ZERO).filter(isActivity)) {
    for (const labels of FROM_ZERO[activity] ?? []) series.count(activity, labels, 0);
  }
  let sources: ReadingSources | null = null;
  return {
    count: (activity, labels) => series.count(activity, labels),
    observe: (activity, labels, seconds) => series.observe(activity, labels, seconds),
    setGitHubLimit: (remaining) => series.set("merge_queue_github_limit_remaining", remaining),
    watch: (given) => {
      sources = given;
    },
    read: async () => {
      if (sources !== null) await readSources(sources, series);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

async function readSources(from: ReadingSources, series: Series): Promise<void> {
  // A failing store is reported by its own check.
  const [size, waiting, checks] = await Promise.all([
    from.outbox().catch(() => null),
    from.gitHub?.().catch(() => null) ?? null,
    from.readiness(),
  ]);
  const ageMs = size === null || size.oldestAt === null ? 0 : Math.max(from.now() - size.oldestAt, 0);
  series.set("merge_queue_outbox_pending", size?.pending ?? null);
  series.set("merge_queue_outbox_oldest_age_seconds", size === null ? null : ageMs / 1000);
  series.set("merge_queue_github_wishes_waiting", waiting?.commands ?? null);
  series.set("merge_queue_github_faces_waiting", waiting?.statuses ?? null);
  for (const cause of UNAVAILABILITIES) {
    series.set("merge_queue_repositories_unavailable", from.unavailable(cause), {
      cause: separated(cause, "_"),
    });
  }
  const ready = [...checks, ["all", [...checks.values()].every(Boolean)]] as const;
  for (const [check, isReady] of ready) series.set("merge_queue_ready", isReady ? 1 : 0, { check });
}

function isActivity(name: string): name is keyof Activities {
  return Object.hasOwn(FAMILIES, name);
}

/** Writes outcomes like `given_up`; other labels are already spelled as published. */
function spelled(labels: Labels): Labels {
  const { outcome } = labels;
  if (outcome === undefined) return labels;
  return { ...labels, outcome: separated(outcome, "_") };
}
