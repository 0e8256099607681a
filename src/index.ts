/** The package's public API: the typed client, and the contract that it follows. */
export { readApiUrl } from "./client/api-url.js";
export { type CancelOptions, cancelIdempotently } from "./client/cancel-idempotently.js";
export {
  type Answer,
  type CallOptions,
  type ClientOptions,
  type Credential,
  MergeQueueClient,
} from "./client/client.js";
export type { Clock } from "./client/clock.js";
export {
  type CreateOptions,
  createQueueIdempotently,
  deleteQueueIdempotently,
} from "./client/create-queue-idempotently.js";
export { Deadline } from "./client/deadline.js";
export { type ErrorKind, MergeQueueError, NotSentError } from "./client/errors.js";
export { type FollowOptions, followQueue, type QueueChange } from "./client/follow-queue.js";
export type { AttemptNote } from "./client/perform-call.js";
export type { Settled } from "./client/position.js";
export { type Position, positionIn } from "./client/position.js";
export { restartTestsOnce } from "./client/restart-tests-once.js";
export type { StatePeriod } from "./client/state-history.js";
export { type EarlierSubmission, earlierSubmissionOf } from "./client/state-history.js";
export { type SubmitOptions, submitIdempotently } from "./client/submit-idempotently.js";
export {
  allTargetsBody,
  type SentTargets,
  sendTargets,
  type TargetsBody,
  TargetsBodyBuilder,
  type TargetsEnvelope,
  targetsBody,
} from "./client/targets-body.js";
export {
  type Transport,
  type TransportReply,
  type TransportRequest,
} from "./client/transport.js";
export { updateQueueOnce } from "./client/update-queue-once.js";
export {
  type Outcome,
  type Progress,
  type SubmittedPullRequest,
  WaitError,
  type WaitOptions,
  waitForOutcome,
} from "./client/wait.js";
export {
  type CheckedRequestOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  type ReadReplyOf,
  type RefusalOf,
  type ReplyOf,
  type RequestOf,
} from "./contract/endpoints.js";
export { FORKED_RUN_HEADER, MAX_BODY_BYTES, TOKEN_HEADER } from "./contract/limits.js";
export { REFUSALS, type RefusalCode } from "./contract/refusals.js";
export {
  canonicalState,
  FINAL_STATES,
  type FinalState,
  isFinalState,
  PULL_REQUEST_STATES,
  type PullRequestState,
  QUEUE_STATES,
} from "./contract/states.js";
