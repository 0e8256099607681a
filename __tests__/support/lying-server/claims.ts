/**
 * What each ending of a step claims about the server, and about which moment.
 *
 * `done`, `unchanged`: what was asked for was true at a moment between the step's first write and its end; of a step that
 * only reads, between its last answered read and its end. `unchanged` claims beside that that no request of the step
 * changed anything. An output claims the same of its value. Neither claims who brought it about: after a lost answer
 * nobody can know.
 */
type Claim =
  /** No write to the endpoint that the sentence names was carried out, unless the sentence allows for it. */
  | "not done"
  /** Nothing: the service may have done what was asked for, or not. */
  | "not known"
  /** The state of a pull request that was waited for. */
  | "state"
  /** No step may end so. */
  | "never";

export const CLAIMS: Readonly<Record<string, Claim>> = {
  unauthorized: "not done",
  forbidden: "not done",
  "not-found": "not done",
  refused: "not done",
  "rate-limited": "not done",
  redirected: "not done",
  "body-too-large": "not done",
  "wrong-input": "not done",
  "server-failed": "not known",
  unreachable: "not known",
  "attempt-timed-out": "not known",
  "deadline-passed": "not known",
  "bad-answer": "not known",
  "changed-meanwhile": "not known",
  aborted: "not known",
  failed: "state",
  cancelled: "state",
  "unknown-state": "never",
  "outputs-not-written": "never",
  internal: "never",
};

/** In a sentence whose kind claims "not done": one of several requests may have been. */
export const ALLOWS_FOR_DONE = /may have been carried out/;

/** The endpoints whose answers an operation is about. */
export const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  submit: ["submitPullRequest"],
  cancel: ["cancelPullRequest"],
  "restart-tests": ["restartTestsOnPullRequest"],
  status: ["getSubmittedPullRequest"],
  "set-impacted-targets": ["setImpactedTargets"],
  "testing-details": ["getMergeQueueTestingDetails"],
  "create-queue": ["createQueue", "updateQueue"],
  "delete-queue": ["deleteQueue"],
  "get-queue": ["getQueue"],
  "update-queue": ["updateQueue"],
  metrics: ["getMergeQueueMetrics"],
};
