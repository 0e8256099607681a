/** The metrics of the process, as data: `/metrics` and the table in the documents follow from it. */

export interface ProcessMetric {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
}

export const PROCESS_METRICS = {
  merge_queue_build_info: {
    type: "gauge",
    help: "Always 1; the labels are the running versions.",
    labels: ["version", "node_version"],
  },
  merge_queue_requests_total: {
    type: "counter",
    help: "Answered API requests.",
    labels: ["endpoint", "status"],
  },
  merge_queue_request_duration_seconds: {
    type: "histogram",
    help: "Seconds from the headers of an API request to its answer.",
    labels: ["endpoint"],
  },
  merge_queue_decisions_total: { type: "counter", help: "Committed decisions.", labels: ["event"] },
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
    help: "Commits to the store.",
    labels: ["outcome"],
  },
  merge_queue_store_commit_duration_seconds: {
    type: "histogram",
    help: "Duration of a commit to the store, in seconds.",
    labels: [],
  },
  merge_queue_work_runs_total: {
    type: "counter",
    help: "Runs of claimed work (orders, test_runs, webhooks, commands, statuses_on_github): settled, retried (not settled yet), left (to another replica) or failed (the store did not save the result).",
    labels: ["work", "outcome"],
  },
  merge_queue_work_run_duration_seconds: {
    type: "histogram",
    help: "Duration of a run of claimed work, in seconds.",
    labels: ["work"],
  },
  merge_queue_order_attempts_total: {
    type: "counter",
    help: "Attempts at orders (effects on git and the code host); done, failed (retried later) or given_up.",
    labels: ["order", "outcome"],
  },
  merge_queue_order_duration_seconds: {
    type: "histogram",
    help: "Duration of an attempt at an order, in seconds.",
    labels: ["order"],
  },
  merge_queue_outbox_pending: {
    type: "gauge",
    help: "Pending orders in the store, of all replicas.",
    labels: [],
  },
  merge_queue_outbox_oldest_age_seconds: {
    type: "gauge",
    help: "Age of the oldest pending order, in seconds; 0 if there is none.",
    labels: [],
  },
  merge_queue_git_calls_total: { type: "counter", help: "Calls to git.", labels: ["operation", "outcome"] },
  merge_queue_git_call_duration_seconds: {
    type: "histogram",
    help: "Duration of a call to git, in seconds.",
    labels: ["operation"],
  },
  merge_queue_forge_calls_total: {
    type: "counter",
    help: "Calls to the code host.",
    labels: ["operation", "outcome"],
  },
  merge_queue_forge_call_duration_seconds: {
    type: "histogram",
    help: "Duration of a call to the code host, in seconds.",
    labels: ["operation"],
  },
  merge_queue_github_requests_total: {
    type: "counter",
    help: "Requests to GitHub's API, by route; status 304 does not count towards the rate limit, 0 is no answer.",
    labels: ["method", "route", "status"],
  },
  merge_queue_github_request_duration_seconds: {
    type: "histogram",
    help: "Duration of a request to GitHub's API, in seconds.",
    labels: [],
  },
  merge_queue_github_limit_remaining: {
    type: "gauge",
    help: "Remaining requests of GitHub's rate limit in this hour, from the last answer.",
    labels: [],
  },
  merge_queue_github_deliveries_total: {
    type: "counter",
    help: "Received GitHub webhooks; heard (accepted), ignored, not_signed, not_understood (not parsed), full (too many pending) or failed (the store failed).",
    labels: ["outcome"],
  },
  merge_queue_github_wish_attempts_total: {
    type: "counter",
    help: "Attempts at commands from GitHub; done, void (refused, or nothing to do), failed (retried later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_github_wishes_waiting: {
    type: "gauge",
    help: "Pending commands from GitHub, of all replicas.",
    labels: [],
  },
  merge_queue_github_faces_waiting: {
    type: "gauge",
    help: "Pull requests and test runs whose status is not yet updated on GitHub, of all replicas.",
    labels: [],
  },
  merge_queue_repositories_unavailable: {
    type: "gauge",
    help: "Repositories that GitHub keeps from this replica: suspended or not_installed (the App), archived, or renamed (for a minute). Their entries keep their places. With branch_gone: target branches that do not exist.",
    labels: ["cause"],
  },
  merge_queue_webhook_attempts_total: {
    type: "counter",
    help: "Attempts at webhook deliveries; delivered, failed (retried later) or given_up.",
    labels: ["outcome"],
  },
  merge_queue_webhook_duration_seconds: {
    type: "histogram",
    help: "Duration of an attempt at a webhook delivery, in seconds.",
    labels: [],
  },
  merge_queue_ready: {
    type: "gauge",
    help: "1 while this check of /readyz passes; the check `all` combines them.",
    labels: ["check"],
  },
} as const satisfies Record<string, ProcessMetric>;
