/** The webhook events, by the names that receivers subscribe to. */

export const WEBHOOK_EVENTS = [
  "pull_request.submitted",
  "pull_request.queued",
  "pull_request.testing",
  "pull_request.merged",
  "pull_request.failed",
  "pull_request.canceled",
  "pull_request_batch.testing",
  "pull_request_batch.merged",
  "pull_request_batch.pending_failure",
  "pull_request_batch.failed",
  "queue.state_changed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** One event, a family such as `pull_request.*`, or `*` for all events including those of later versions. */
export type WebhookFilter = string;

export const WEBHOOK_FILTERS: readonly WebhookFilter[] = [
  "*",
  "pull_request.*",
  "pull_request_batch.*",
  "queue.*",
  ...WEBHOOK_EVENTS,
];

export function isWebhookFilter(text: string): boolean {
  return WEBHOOK_FILTERS.includes(text);
}

export function wantsEvent(filters: readonly WebhookFilter[], event: WebhookEvent): boolean {
  const [family] = event.split(".");
  return filters.some((filter) => filter === "*" || filter === event || filter === `${family}.*`);
}
