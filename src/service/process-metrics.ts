/** The metrics of the process, as data from which both /metrics and the documents are generated. */

export interface ProcessMetric {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

export const PROCESS_METRICS = {
  merge_queue_build_info: {
    type: "gauge",
    help: "Always 1; the labels have the running versions.",
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
    help: "Decisions repeated because another writer of the same queue committed first.",
    labels: [],
  },
  merge_queue_store_commits_total: {
    type: "counter",
    help: "Commits requested of the store.",
    labels: ["outcome"],
  },
  merge_queue_store_commit_duration_seconds: {
    type: "histogram",
    help: "Duration of a commit of the store in seconds.",
    labels: [],
  },
  merge_queue_order_attempts_total: {
    type: "counter",
    help: "Attempts at effects on git and the forge; done, failed (retried later) or given_up.",
    labels: ["order", "outcome"],
  },
  merge_queue_order_duration_seconds: {
    type: "histogram",
    help: "Duration of an attempt at an effect in seconds.",
    labels: ["order"],
  },
  merge_queue_outbox_pending: {
    type: "gauge",
    help: "Effects in the store that are not done, of all replicas.",
    labels: [],
  },
  merge_queue_outbox_oldest_age_seconds: {
    type: "gauge",
    help: "Seconds since the oldest of them was decided; 0 when there is none.",
    labels: [],
  },
  merge_queue_git_calls_total: { type: "counter", help: "Calls to git.", labels: ["operation", "outcome"] },
  merge_queue_git_call_duration_seconds: {
    type: "histogram",
    help: "Duration of a call to git in seconds.",
    labels: ["operation"],
  },
  merge_queue_forge_calls_total: {
    type: "counter",
    help: "Calls to the forge.",
    labels: ["operation", "outcome"],
  },
  merge_queue_forge_call_duration_seconds: {
    type: "histogram",
    help: "Duration of a call to the forge in seconds.",
    labels: ["operation"],
  },
  merge_queue_github_requests_total: {
    type: "counter",
    help: "Requests to GitHub's API, by route; status 304 does not count towards its limit, 0 means no answer.",
    labels: ["method", "route", "status"],
  },
  merge_queue_github_request_duration_seconds: {
    type: "histogram",
    help: "Duration of a request to GitHub's API in seconds.",
    labels: [],
  },
  merge_queue_github_limit_remaining: {
    type: "gauge",
    help: "Remaining requests of GitHub's hourly limit, as of its last answer.",
    labels: [],
  },
  merge_queue_github_deliveries_total: {
    type: "counter",
    help: "Webhooks from GitHub; heard (accepted), ignored, not_signed, not_understood, full (too many waiting) or failed (by the store).",
    labels: ["outcome"],
  },
  merge_queue_github_wish_attempts_total: {
    type: "counter",
    help: "Attempts at commands from GitHub; done, void (refused, or nothing to do), failed (retried later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_github_wishes_waiting: {
    type: "gauge",
    help: "Commands from GitHub that are not done, of all replicas.",
    labels: [],
  },
  merge_queue_github_faces_waiting: {
    type: "gauge",
    help: "Pull requests and test runs whose status on GitHub is not up to date, of all replicas.",
    labels: [],
  },
  merge_queue_webhook_attempts_total: {
    type: "counter",
    help: "Attempts to deliver webhooks; delivered, failed (retried later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_webhook_duration_seconds: {
    type: "histogram",
    help: "Duration of an attempt to deliver a webhook in seconds.",
    labels: [],
  },
  merge_queue_ready: {
    type: "gauge",
    help: "1 while this check of /readyz passes; the check `all` combines them.",
    labels: ["check"],
  },
} as const satisfies Record<string, ProcessMetric>;
