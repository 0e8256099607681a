/** States on the wire: read in any spelling, written in upper case. */

export const PULL_REQUEST_STATES = [
  "NOT_READY",
  "PENDING",
  "TESTING",
  "TESTS_PASSED",
  "PENDING_FAILURE",
  "MERGED",
  "FAILED",
  "CANCELLED",
] as const;
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number];

/** The states in a timeline, where FAILURE replaces FAILED. */
export const TIMELINE_STATES = PULL_REQUEST_STATES.map((state) => (state === "FAILED" ? "FAILURE" : state));

export const FINAL_STATES = ["MERGED", "FAILED", "CANCELLED"] as const satisfies readonly PullRequestState[];
export type FinalState = (typeof FINAL_STATES)[number];

export const QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING", "SWITCHING_MODES"] as const;
export type QueueStateOnWire = (typeof QUEUE_STATES)[number];

/** The queue states that a client may set; only the service sets SWITCHING_MODES. */
export const SETTABLE_QUEUE_STATES = ["RUNNING", "PAUSED", "DRAINING"] as const;

/** `not_ready`, `notReady` and `NOT_READY` are one state. Unknown states are kept: later versions may add some. */
export function canonicalState(spelling: string): string {
  const upper = spelling.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return upper === "CANCELED" ? "CANCELLED" : upper;
}

export function isKnownState(state: string): boolean {
  const canonical = canonicalState(state);
  return PULL_REQUEST_STATES.some((known) => known === canonical);
}

/** Whether a pull request in this state has left the queue. An unknown state is not final. */
export function isFinalState(state: string): state is FinalState {
  const canonical = canonicalState(state);
  return FINAL_STATES.some((final) => final === canonical);
}
