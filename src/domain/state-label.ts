/** Labels that show the state of a pull request in its queue. A queue must not use one of them as its submit label. */

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
