/** States as people read them. */
import type { EntryState } from "../../../../engine/queue.js";

export const STATE_WORDS: Readonly<Record<EntryState, string>> = {
  notReady: "Not ready",
  pending: "Pending",
  testing: "Testing",
  testsPassed: "Tests passed",
  pendingFailure: "Pending failure",
  merged: "Merged",
  failed: "Failed",
  cancelled: "Cancelled",
};
