/** Counts what the process does, for Prometheus; the only file that imports its client for this. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { EffectKind } from "../engine/effect.js";
import type { DeliveryOutcome, Meter, WishAttemptOutcome } from "./ports/meter.js";
import type { OutboxSize } from "./ports/queue-store.js";
import { PROCESS_METRICS } from "./process-metrics.js";

export interface MeterReading {
  readonly contentType: string;
  readonly text: string;
}

export interface PromMeter extends Meter {
  /** What is read from elsewhere at each reading; one that fails leaves its metrics out. */
  watch(sources: ReadingSources): void;
  read(): Promise<MeterReading>;
}

export interface GitHubWaiting {
  readonly wishes: number;
  readonly faces: number;
}

export interface ReadingSources {
  /** Milliseconds since 1970. */
  now(): number;
  outbox(): Promise<OutboxSize>;
  /** By name of the check. */
  readiness(): Promise<ReadonlyMap<string, boolean>>;
  /** Null where the code host is another one. */
  readonly gitHub: (() => Promise<GitHubWaiting>) | null;
}

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const DELIVERIES: Readonly<Record<DeliveryOutcome, string>> = {
  heard: "heard",
  ignored: "ignored",
  notSigned: "not_signed",
  notUnderstood: "not_understood",
  full: "full",
  failed: "failed",
};
const WISHES: Readonly<Record<WishAttemptOutcome, string>> = {
  done: "done",
  void: "void",
  failed: "failed",
  givenUp: "given_up",
};
const ORDERS: readonly EffectKind[] = ["startTestRun", "discardTestRun", "prepareLanding", "land"];

type Name = keyof typeof PROCESS_METRICS;

export function createPromMeter(version: string): PromMeter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counter = (name: Name) => new Counter({ ...family(name), registers: [registry] });
  const gauge = (name: Name) => new Gauge({ ...family(name), registers: [registry] });
  const histogram = (name: Name) =>
    new Histogram({ ...family(name), buckets: BUCKETS_SECONDS, registers: [registry] });

  gauge("merge_queue_build_info").set({ version, node_version: process.version }, 1);
  const requests = counter("merge_queue_requests_total");
  const requestSeconds = histogram("merge_queue_request_duration_seconds");
  const decisions = counter("merge_queue_decisions_total");
  const decisionSeconds = histogram("merge_queue_decision_duration_seconds");
  const conflicts = counter("merge_queue_conflicts_total");
  const commits = counter("merge_queue_store_commits_total");
  const commitSeconds = histogram("merge_queue_store_commit_duration_seconds");
  const orders = counter("merge_queue_order_attempts_total");
  const orderSeconds = histogram("merge_queue_order_duration_seconds");
  const gitCalls = counter("merge_queue_git_calls_total");
  const gitSeconds = histogram("merge_queue_git_call_duration_seconds");
  const forgeCalls = counter("merge_queue_forge_calls_total");
  const forgeSeconds = histogram("merge_queue_forge_call_duration_seconds");
  const gitHubRequests = counter("merge_queue_github_requests_total");
  const gitHubSeconds = histogram("merge_queue_github_request_duration_seconds");
  const limit = gauge("merge_queue_github_limit_remaining");
  const deliveries = counter("merge_queue_github_deliveries_total");
  const wishes = counter("merge_queue_github_wish_attempts_total");
  const waitingWishes = gauge("merge_queue_github_wishes_waiting");
  const waitingFaces = gauge("merge_queue_github_faces_waiting");
  // Nobody knows it before GitHub has said it.
  limit.remove();
  const webhooks = counter("merge_queue_webhook_attempts_total");
  const webhookSeconds = histogram("merge_queue_webhook_duration_seconds");
  const pending = gauge("merge_queue_outbox_pending");
  const oldest = gauge("merge_queue_outbox_oldest_age_seconds");
  const ready = gauge("merge_queue_ready");
  // A series that begins with its first failure has no beginning that a rate could be taken from.
  for (const order of ORDERS) {
    for (const outcome of ["done", "failed", "given_up"]) orders.inc({ order, outcome }, 0);
  }
  for (const outcome of ["succeeded", "failed", "conflict"]) commits.inc({ outcome }, 0);
  for (const outcome of ["delivered", "failed", "given_up"]) webhooks.inc({ outcome }, 0);
  for (const outcome of Object.values(DELIVERIES)) deliveries.inc({ outcome }, 0);
  for (const outcome of Object.values(WISHES)) wishes.inc({ outcome }, 0);
  let sources: ReadingSources | null = null;

  return {
    requestAnswered: (endpoint, status, seconds) => {
      requests.inc({ endpoint, status: String(status) });
      requestSeconds.observe({ endpoint }, seconds);
    },
    decided: (event, seconds) => {
      decisions.inc({ event });
      decisionSeconds.observe({ event }, seconds);
    },
    conflicted: () => conflicts.inc(),
    storeCommitted: (outcome, seconds) => {
      commits.inc({ outcome });
      commitSeconds.observe(seconds);
    },
    orderAttempted: (order, outcome, seconds) => {
      orders.inc({ order, outcome: outcome === "givenUp" ? "given_up" : outcome });
      orderSeconds.observe({ order }, seconds);
    },
    gitCalled: (operation, outcome, seconds) => {
      gitCalls.inc({ operation, outcome });
      gitSeconds.observe({ operation }, seconds);
    },
    forgeCalled: (operation, outcome, seconds) => {
      forgeCalls.inc({ operation, outcome });
      forgeSeconds.observe({ operation }, seconds);
    },
    gitHubAsked: (method, route, status, seconds, remaining) => {
      gitHubRequests.inc({ method, route, status: String(status) });
      if (remaining !== null) limit.set(remaining);
      gitHubSeconds.observe(seconds);
    },
    deliveryCame: (outcome) => deliveries.inc({ outcome: DELIVERIES[outcome] }),
    wishAttempted: (outcome) => wishes.inc({ outcome: WISHES[outcome] }),
    webhookAttempted: (outcome, seconds) => {
      webhooks.inc({ outcome: outcome === "givenUp" ? "given_up" : outcome });
      webhookSeconds.observe(seconds);
    },
    watch: (given) => {
      sources = given;
    },
    read: async () => {
      if (sources !== null)
        await Promise.all([
          readOutbox(sources, pending, oldest),
          readReadiness(sources, ready),
          readWaiting(sources, waitingWishes, waitingFaces),
        ]);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function family(name: Name) {
  const { help, labels } = PROCESS_METRICS[name];
  return { name, help, labelNames: labels };
}

/** A store that does not answer is told by its check; a number that nobody knows would be a lie. */
async function readOutbox(sources: ReadingSources, pending: Gauge, oldest: Gauge): Promise<void> {
  try {
    const size = await sources.outbox();
    pending.set(size.pending);
    oldest.set(size.oldestAt === null ? 0 : Math.max(sources.now() - size.oldestAt, 0) / 1000);
  } catch {
    pending.remove();
    oldest.remove();
  }
}

async function readWaiting({ gitHub }: ReadingSources, wishes: Gauge, faces: Gauge): Promise<void> {
  try {
    const waiting = await gitHub?.();
    wishes.remove();
    faces.remove();
    if (waiting === undefined) return;
    wishes.set(waiting.wishes);
    faces.set(waiting.faces);
  } catch {
    wishes.remove();
    faces.remove();
  }
}

async function readReadiness(sources: ReadingSources, ready: Gauge): Promise<void> {
  const checks = await sources.readiness();
  for (const [check, isReady] of checks) ready.set({ check }, isReady ? 1 : 0);
  ready.set({ check: "all" }, [...checks.values()].every(Boolean) ? 1 : 0);
}
