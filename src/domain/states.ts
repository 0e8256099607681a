/** The states of queues and entries as they are stored, and the labels that show them. The API uses another spelling. */

export const STATES_TO_RESUME = ["running", "paused", "draining"] as const;
export const QUEUE_STATES = [...STATES_TO_RESUME, "switchingModes"] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

export const ENTRY_ENDINGS = ["merged", "failed", "cancelled"] as const;
export const ENTRY_STATES = [
  "notReady",
  "pending",
  "testing",
  "testsPassed",
  "pendingFailure",
  ...ENTRY_ENDINGS,
] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** A queue must not use one of them as its submit label. */
export const STATE_LABELS = {
  notReady: "merge-queue-not-ready",
  pending: "merge-queue-pending",
  testing: "merge-queue-testing",
  testsPassed: "merge-queue-tests-passed",
  pendingFailure: "merge-queue-pending-failure",
  merged: "merge-queue-merged",
  failed: "merge-queue-failed",
  cancelled: "merge-queue-cancelled",
} as const;

/** Label names are case-insensitive. */
export function isStateLabel(name: string): boolean {
  return Object.values<string>(STATE_LABELS).includes(name.toLowerCase());
}
