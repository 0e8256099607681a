/** The situations in which an entry waits in the queue. */
export const WAIT_KINDS = [
  "landing",
  "testing",
  "passed",
  "building",
  "behindFailure",
  "noSlot",
  "paused",
  "draining",
  "switchingModes",
  "targets",
  "rules",
  "draft",
  "base",
  "conflict",
  "bisection",
  "pendingFailure",
  "batch",
  "ciSilent",
  "unreadable",
] as const;
export type WaitKind = (typeof WAIT_KINDS)[number];
