/** The queues as Prometheus gauges. Each text is made anew from what is stored, so replicas answer alike. */
import { Gauge, Registry } from "prom-client";
import { repositoryName } from "../../domain/repository.js";
import type { Entry, EntryState } from "../../engine/queue.js";
import type { RecentActivity, StoredQueue } from "../ports/queue-store.js";

/** What a text in this format is to be called in `Content-Type`. */
export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

export interface MeasuredQueue {
  readonly stored: StoredQueue;
  readonly lastHour: RecentActivity;
}

const CONCLUSIONS = ["merged", "failed", "cancelled"] as const;

/** Always every family; a queue has all its series, those at zero too. */
export async function metricsText(queues: readonly MeasuredQueue[]): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labels: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: ["repo", "branch", "queue_type", ...labels], registers: [registry] });
  const depth = gauge("mq_depth_current", "Pull requests admitted and not yet concluded.");
  const awaiting = gauge("mq_awaiting_mergeability", "Pull requests submitted and not ready yet.");
  const testing = gauge("mq_testing_slots_active", "Pull requests under test.");
  const conclusions = gauge(
    "mq_pr_conclusions_1h_total",
    "Pull requests that left the queue during the last hour.",
    ["conclusion"],
  );
  const restarts = gauge(
    "mq_pr_restarts_1h_total",
    "Moves from testing back to pending during the last hour.",
  );
  for (const { labels, counts } of [...queues].sort(byName).flatMap(seriesOf)) {
    // Added up: two forges may have a repository of the same name, and the labels do not tell them apart.
    depth.inc(labels, counts.depth);
    awaiting.inc(labels, counts.awaiting);
    testing.inc(labels, counts.testing);
    for (const conclusion of CONCLUSIONS) conclusions.inc({ ...labels, conclusion }, counts[conclusion]);
    restarts.inc(labels, counts.restarts);
  }
  return registry.metrics();
}

const NOTHING_PASSED: RecentActivity = { merged: 0, failed: 0, cancelled: 0, restarts: 0 };

function seriesOf({ stored, lastHour }: MeasuredQueue) {
  const { name, queue } = stored;
  const labels = { repo: repositoryName(name.repository), branch: name.targetBranch };
  const beside = new Set(queue.beside.flatMap(({ entries }) => entries));
  const isBeside = ({ facts }: Entry) => beside.has(facts.number);
  const main = present(queue.entries.filter((entry) => !isBeside(entry)));
  const bisection = present(queue.entries.filter(isBeside));
  return [
    { labels: { ...labels, queue_type: "main" }, counts: { ...lastHour, ...main } },
    // What left or restarted is counted once: where it was by then is not written down.
    { labels: { ...labels, queue_type: "bisection" }, counts: { ...NOTHING_PASSED, ...bisection } },
  ];
}

function present(entries: readonly Entry[]) {
  const inState = (wanted: EntryState) => entries.filter(({ state }) => state === wanted).length;
  const awaiting = inState("notReady");
  return { depth: entries.length - awaiting, awaiting, testing: inState("testing") };
}

function byName(one: MeasuredQueue, other: MeasuredQueue): number {
  const [left, right] = [sortKey(one), sortKey(other)];
  return left < right ? -1 : Number(left > right);
}

function sortKey({ stored: { name } }: MeasuredQueue): string {
  return [repositoryName(name.repository), name.targetBranch, name.repository.host].join("\n");
}
