/** Thrown by a call that failed. Its texts come from the server: untrusted, limited in length, without the token. */
import type { EndpointName } from "../contract/endpoints.js";
import { separated } from "../domain/words.js";

export type ErrorKind =
  /** 401: no token, or an unknown one. */
  | "unauthorized"
  /** 403: the token does not allow this. */
  | "forbidden"
  /** 404. */
  | "notFound"
  /** Any other 4xx. */
  | "refused"
  /** 429, even after the longest reasonable wait. */
  | "rateLimited"
  /** 5xx. */
  | "serverFailed"
  /** No connection, or it broke before the answer was complete. */
  | "unreachable"
  | "attemptTimedOut"
  | "deadlinePassed"
  /** 3xx: never followed, because the token would be sent along. */
  | "redirected"
  /** The status is a success, but the body does not match the contract. */
  | "badAnswer"
  /** The request body has more bytes than the service accepts; nothing was sent. */
  | "bodyTooLarge"
  /** The state changed after a request whose answer was lost, so the request is not repeated. */
  | "changedMeanwhile"
  | "aborted";

/** One failed attempt, before it is known whether another follows. */
export interface Failure {
  readonly kind: ErrorKind;
  /** Null when no answer arrived. */
  readonly status: number | null;
  /** The refusal code of the body; null when it has none. */
  readonly code: string | null;
  /** What went wrong, in the words of the server or of the network. */
  readonly detail: string;
  /** The beginning of the answer's body. */
  readonly body: string;
  readonly requestId: string | null;
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | null;
  /** Whether trying again later may help. */
  readonly retryable: boolean;
  /** Whether the service may have done what was requested although no success was reported. */
  readonly mayHaveActed: boolean;
  readonly cause?: unknown;
}

/** Why this side ended something. */
export type CutKind = "aborted" | "deadlinePassed" | "attemptTimedOut";

export const NOTHING_KNOWN = {
  status: null,
  code: null,
  detail: "",
  body: "",
  requestId: null,
  retryAfterMs: null,
  retryable: false,
  mayHaveActed: false,
} as const satisfies Partial<Failure>;

/** For a problem that was found before anything was sent. */
export function failureBeforeSending(kind: CutKind | "bodyTooLarge", detail = ""): Failure {
  return { ...NOTHING_KNOWN, kind, detail };
}

const SENTENCES: Readonly<Record<ErrorKind, string>> = {
  unauthorized: "the service does not accept the credential",
  forbidden: "the credential does not allow this",
  notFound: "not found",
  refused: "refused",
  rateLimited: "too many requests",
  serverFailed: "the service failed",
  unreachable: "the service cannot be reached",
  attemptTimedOut: "no answer in time",
  deadlinePassed: "the deadline has passed",
  redirected: "the service redirects, which is not followed",
  badAnswer: "the answer is not what the API promises",
  bodyTooLarge: "the request is too large",
  changedMeanwhile: "not repeated after a lost answer, because of a change meanwhile",
  aborted: "stopped",
};

/** What was called: an endpoint of the API, or the stream of events. */
export type Called = EndpointName | "events";

/** What a call was for, in words for people. */
const PURPOSES: Readonly<Record<Called, string>> = {
  submitPullRequest: "submitting the pull request",
  cancelPullRequest: "cancelling the pull request",
  restartTestsOnPullRequest: "restarting the tests",
  getSubmittedPullRequest: "reading the pull request",
  listPullRequests: "listing the pull requests",
  listLandings: "listing the landings",
  setImpactedTargets: "uploading the impacted targets",
  getMergeQueueTestingDetails: "reading the test run",
  createQueue: "creating the queue",
  deleteQueue: "deleting the queue",
  getQueue: "reading the queue",
  updateQueue: "changing the queue",
  getMergeQueueMetrics: "reading the metrics",
  events: "following the queue",
};

export function purposeInWords(endpoint: Called): string {
  return PURPOSES[endpoint];
}

export class MergeQueueError extends Error {
  override readonly name: string = "MergeQueueError";
  readonly endpoint: Called;
  readonly kind: ErrorKind;
  readonly status: number | null;
  readonly code: string | null;
  readonly detail: string;
  readonly body: string;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly retryable: boolean;
  /** True when any attempt may have been carried out; always false for read-only endpoints. */
  readonly mayHaveActed: boolean;
  /** The number of requests; 0 when none left this machine. */
  readonly attempts: number;
  readonly #failure: Failure;

  constructor(endpoint: Called, failure: Failure, attempts: number) {
    const options = failure.cause === undefined ? undefined : { cause: failure.cause };
    super(messageOf(endpoint, failure, attempts), options);
    this.endpoint = endpoint;
    this.kind = failure.kind;
    this.status = failure.status;
    this.code = failure.code;
    this.detail = failure.detail;
    this.body = failure.body;
    this.requestId = failure.requestId;
    this.retryAfterMs = failure.retryAfterMs;
    this.retryable = failure.retryable;
    this.mayHaveActed = failure.mayHaveActed;
    this.attempts = attempts;
    this.#failure = failure;
  }

  /**
   * The failure of the last of several requests: their attempts add up, and an earlier request may have been carried
   * out.
   */
  afterEarlier(earlier: MergeQueueError): MergeQueueError {
    const mayHaveActed = this.mayHaveActed || earlier.mayHaveActed;
    return new MergeQueueError(
      this.endpoint,
      { ...this.#failure, mayHaveActed },
      earlier.attempts + this.attempts,
    );
  }
}

/** Kinds that by themselves mean that nothing was carried out. */
const NOT_DONE: ReadonlySet<ErrorKind> = new Set([
  "unauthorized",
  "forbidden",
  "notFound",
  "refused",
  "rateLimited",
  "redirected",
]);

/** Returns null instead of throwing a `MergeQueueError`, for a caller that can do without the answer. */
export async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof MergeQueueError) return null;
    throw error;
  }
}

function messageOf(endpoint: Called, failure: Failure, attempts: number): string {
  const facts = [failure.status, failure.code].filter((fact) => fact !== null).join(" ");
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  const bracket = facts === "" && tries === "" ? "" : ` (${`${facts}${tries}`.replace(/^, /, "")})`;
  const mayHaveSucceeded = failure.mayHaveActed && NOT_DONE.has(failure.kind);
  const earlier = mayHaveSucceeded ? ", though an earlier attempt may have been carried out" : "";
  const detail = failure.detail === "" ? "" : `: ${failure.detail}`;
  return `${PURPOSES[endpoint]}: ${SENTENCES[failure.kind]}${bracket}${earlier}${detail}`;
}

/** The spelling in outputs and JSON: `notFound` is `not-found`. */
export function errorKindInWords(kind: ErrorKind): string {
  return separated(kind, "-");
}

/** Nothing of a request reached the service, so a repeat cannot act twice. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
  /** Whether the same request may succeed a moment later. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.passing = passing;
  }
}
