/** Every refusal of the API: its code, HTTP status and meaning. */

export const REFUSALS = {
  AUTHENTICATION_REQUIRED: { status: 401, meaning: "The request carries no token." },
  INVALID_TOKEN: { status: 401, meaning: "The token is unknown or no longer valid." },
  INSUFFICIENT_PERMISSIONS: { status: 403, meaning: "The token does not permit this request." },
  VALIDATION_FAILED: {
    status: 400,
    meaning: "The body does not match the schema of the endpoint; the message names the field.",
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: "The body is not declared as application/json." },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: "The body has more than 20971520 bytes." },
  HEADERS_TOO_LARGE: { status: 431, meaning: "The request headers are larger than the service accepts." },
  REQUEST_TIMEOUT: { status: 408, meaning: "The request did not arrive in time." },
  METHOD_NOT_ALLOWED: { status: 405, meaning: "The endpoint exists under another method." },
  NOT_FOUND: { status: 404, meaning: "There is no such endpoint." },
  REPOSITORY_NOT_FOUND: { status: 404, meaning: "The service does not serve this repository." },
  MERGE_QUEUE_NOT_FOUND: { status: 404, meaning: "The target branch has no queue." },
  PR_NOT_FOUND: { status: 404, meaning: "The repository has no such pull request." },
  PR_NOT_IN_QUEUE: { status: 404, meaning: "The pull request is not in this queue." },
  PR_NOT_ENQUEUEABLE: { status: 400, meaning: "The pull request is closed or merged." },
  PR_TESTS_NOT_RESTARTABLE: { status: 409, meaning: "Only tests that run or have failed can be restarted." },
  QUEUE_ALREADY_EXISTS: { status: 409, meaning: "The target branch has a queue already." },
  QUEUE_NOT_EMPTY: { status: 400, meaning: "Pull requests are still in the queue." },
  MODE_CHANGE_IN_PROGRESS: {
    status: 409,
    meaning: "The queue is switching modes; change its settings after that.",
  },
  TEST_RUN_NOT_FOUND: { status: 404, meaning: "The queue has no such test run." },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    meaning: "Too many requests; Retry-After is the number of seconds to wait.",
  },
  UPSTREAM_ERROR: {
    status: 502,
    meaning: "The code host did not answer as expected; a retry may succeed.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning: "The service cannot handle the request now; Retry-After is the number of seconds to wait.",
  },
  INTERNAL_ERROR: { status: 500, meaning: "The service failed; its log has the request id." },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** Refusals that any endpoint may return. */
export const COMMON_REFUSALS = [
  "AUTHENTICATION_REQUIRED",
  "INVALID_TOKEN",
  "INSUFFICIENT_PERMISSIONS",
  "VALIDATION_FAILED",
  "RATE_LIMIT_EXCEEDED",
  "HEADERS_TOO_LARGE",
  "REQUEST_TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_ERROR",
] as const satisfies readonly RefusalCode[];

/** Refusals that any endpoint with a request body may return. */
export const BODY_REFUSALS = [
  "UNSUPPORTED_MEDIA_TYPE",
  "PAYLOAD_TOO_LARGE",
] as const satisfies readonly RefusalCode[];
