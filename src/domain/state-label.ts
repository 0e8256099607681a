/** The labels that show on a pull request where it is in its queue. No queue may be told to take one of them as an order. */

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

/** Names of labels compare without regard to case. */
export function isStateLabel(name: string): boolean {
  return Object.values<string>(STATE_LABELS).includes(name.toLowerCase());
}
