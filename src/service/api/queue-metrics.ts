/** The families of the queues' metrics, as data: what is served, and what the documents say of it. */

/** In seconds; what takes longer is in `+Inf`. */
export const DURATION_BUCKETS = [60, 300, 600, 900, 1800, 3600, 5400, 7200] as const;

export interface MetricFamily {
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
    help: "Seconds from admission to the start of testing, of those whose testing began during the last hour.",
    labels: QUEUE_LABELS,
  },
  mq_pr_test_duration_1h_seconds: {
    type: "histogram",
    help: "Seconds in testing, of every time in testing that ended during the last hour.",
    labels: QUEUE_LABELS,
  },
  mq_pr_time_in_queue_1h_seconds: {
    type: "histogram",
    help: "Seconds from admission to the end, of pull requests that left the queue during the last hour.",
    labels: [...QUEUE_LABELS, "conclusion"],
  },
  mq_pr_state_duration_1h_seconds: {
    type: "histogram",
    help: "Seconds in each state, of every stay in it that ended during the last hour.",
    labels: [...QUEUE_LABELS, "state"],
  },
} as const satisfies Record<string, MetricFamily>;
