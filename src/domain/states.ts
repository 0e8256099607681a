/** The states of queues and entries as they are stored. The API uses another spelling. */

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
