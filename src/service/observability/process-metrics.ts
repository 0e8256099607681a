/** The families of the process's own metrics, as data: what is served, and what the documents say of it. */

export interface ProcessMetric {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

export const PROCESS_METRICS = {
  merge_queue_build_info: {
    type: "gauge",
    help: "Always 1; the labels say what runs.",
    labels: ["version", "node_version"],
  },
  merge_queue_requests_total: {
    type: "counter",
    help: "API requests answered.",
    labels: ["endpoint", "status"],
  },
  merge_queue_request_duration_seconds: {
    type: "histogram",
    help: "Seconds from the headers of an API request to its answer.",
    labels: ["endpoint"],
  },
  merge_queue_decisions_total: { type: "counter", help: "Decisions committed.", labels: ["event"] },
  merge_queue_decision_duration_seconds: {
    type: "histogram",
    help: "Seconds from loading a queue to the commit of the decision.",
    labels: ["event"],
  },
  merge_queue_conflicts_total: {
    type: "counter",
    help: "Decisions taken again because another writer of the same queue came first.",
    labels: [],
  },
  merge_queue_store_commits_total: {
    type: "counter",
    help: "Commits asked of the store.",
    labels: ["outcome"],
  },
  merge_queue_store_commit_duration_seconds: {
    type: "histogram",
    help: "Seconds that a commit of the store took.",
    labels: [],
  },
  merge_queue_order_attempts_total: {
    type: "counter",
    help: "Attempts at orders to git and the forge; done, failed (tried again later) or given_up.",
    labels: ["order", "outcome"],
  },
  merge_queue_order_duration_seconds: {
    type: "histogram",
    help: "Seconds that an attempt at an order took.",
    labels: ["order"],
  },
  merge_queue_outbox_pending: {
    type: "gauge",
    help: "Orders in the store that are not done, of all replicas.",
    labels: [],
  },
  merge_queue_outbox_oldest_age_seconds: {
    type: "gauge",
    help: "Seconds since the oldest of them was given; 0 when there is none.",
    labels: [],
  },
  merge_queue_git_calls_total: { type: "counter", help: "Calls of git.", labels: ["operation", "outcome"] },
  merge_queue_git_call_duration_seconds: {
    type: "histogram",
    help: "Seconds that a call of git took.",
    labels: ["operation"],
  },
  merge_queue_forge_calls_total: {
    type: "counter",
    help: "Calls of the forge.",
    labels: ["operation", "outcome"],
  },
  merge_queue_forge_call_duration_seconds: {
    type: "histogram",
    help: "Seconds that a call of the forge took.",
    labels: ["operation"],
  },
  merge_queue_github_requests_total: {
    type: "counter",
    help: "Requests to GitHub's API, by route; status 304 costs nothing of its limit, 0 is no answer.",
    labels: ["method", "route", "status"],
  },
  merge_queue_github_request_duration_seconds: {
    type: "histogram",
    help: "Seconds that a request to GitHub's API took.",
    labels: [],
  },
  merge_queue_github_limit_remaining: {
    type: "gauge",
    help: "Requests that GitHub's limit leaves until its hour is over, as its last answer told.",
    labels: [],
  },
  merge_queue_github_deliveries_total: {
    type: "counter",
    help: "Webhooks of GitHub; heard, ignored, not_signed, not_understood, full (too much waits) or failed (the store did).",
    labels: ["outcome"],
  },
  merge_queue_github_wish_attempts_total: {
    type: "counter",
    help: "Attempts at what people ask for on GitHub; done, void (refused, or nothing to do), failed (tried again later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_github_wishes_waiting: {
    type: "gauge",
    help: "What people asked for on GitHub and is not carried out, of all replicas.",
    labels: [],
  },
  merge_queue_github_faces_waiting: {
    type: "gauge",
    help: "Pull requests and test runs whose state GitHub is not shown yet, of all replicas.",
    labels: [],
  },
  merge_queue_webhook_attempts_total: {
    type: "counter",
    help: "Attempts at delivering webhooks; delivered, failed (tried again later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_webhook_duration_seconds: {
    type: "histogram",
    help: "Seconds that an attempt at delivering a webhook took.",
    labels: [],
  },
  merge_queue_ready: {
    type: "gauge",
    help: "1 while /readyz answers 200, per check and for all of them together.",
    labels: ["check"],
  },
} as const satisfies Record<string, ProcessMetric>;
