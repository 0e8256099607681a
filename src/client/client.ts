/** START HERE: the API as methods, one per endpoint of the contract. Holds the credential, and sends it only to the service. */
import { ENDPOINT_FACTS, type EndpointName } from "../contract/endpoint-facts.js";
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import { FORKED_RUN_HEADER, MAX_BODY_BYTES, TOKEN_HEADER } from "../contract/limits.js";
import { readApiUrl } from "./api-url.js";
import type { TraceHeaders } from "./attempt.js";
import { type Clock, systemClock } from "./clock.js";
import { Deadline } from "./deadline.js";
import { failureBeforeSending, MergeQueueError, NOTHING_KNOWN } from "./errors.js";
import { type AttemptNote, type MayRepeat, performCall } from "./perform-call.js";
import { prepareToRead, readAnswer } from "./read-answer.js";
import { httpTransport, type Redact, redactNothing, redactor, type Transport } from "./transport.js";

/** Exactly one of the two is sent. */
export type Credential =
  | { readonly kind: "token"; readonly token: string }
  /** For a forked pull request's job, which has no secrets: the id of its workflow run. */
  | { readonly kind: "forkedRun"; readonly runId: string };

export interface ClientOptions {
  /** The base address including `/v1`: https, or http on this machine. */
  readonly apiUrl: string;
  readonly credential: Credential;
  readonly userAgent: string;
  /** Sent with every request; without it, requests have no trace headers. */
  readonly trace?: TraceHeaders;
  /** The limit of one attempt, from connecting to the last byte of the answer. */
  readonly attemptTimeoutMs?: number;
  /** How often a failed attempt is repeated; 0 is never. */
  readonly retries?: number;
  /** Shared by all calls of this client. */
  readonly deadline?: Deadline;
  /** Ends the current call, and every later one, immediately. */
  readonly signal?: AbortSignal;
  readonly transport?: Transport;
  readonly onAttempt?: (note: AttemptNote) => void;
  /** Called once for each sentence about an answer that a person should check; untrusted text. */
  readonly onWarning?: (sentence: string) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Options of one call. The earlier of two deadlines applies, and either of two signals. */
export interface CallOptions {
  readonly retries?: number;
  readonly mayRepeat?: MayRepeat;
  readonly deadline?: Deadline;
  readonly signal?: AbortSignal;
}

export interface Answer<Name extends EndpointName> {
  readonly value: ReadReplyOf<Name>;
  readonly status: number;
  readonly attempts: number;
  /** The unparsed answer without the token; untrusted text. */
  readonly body: string;
  readonly requestId: string | null;
}

const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** What is sent: the address, and the exact bytes. */
interface Parcel {
  readonly url: string;
  readonly body: Uint8Array | null;
}

export class MergeQueueClient {
  readonly clock: Clock;
  readonly random: () => number;
  readonly #options: ClientOptions;
  readonly #apiUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #redact: Redact;
  readonly #warnings = new Set<string>();

  /** Throws a `TypeError` that names the invalid option. */
  constructor(options: ClientOptions) {
    const address = readApiUrl(options.apiUrl);
    if (!address.ok) throw new TypeError(`apiUrl: ${address.problem}`);
    this.#options = options;
    this.#apiUrl = address.url;
    this.#headers = headersOf(options);
    this.#redact = redactFor(options.credential);
    this.clock = options.clock ?? systemClock;
    this.random = options.random ?? Math.random;
  }

  /** Aborts with the client's signal, or with `other`. */
  signalWith(other?: AbortSignal): AbortSignal {
    return AbortSignal.any([this.#options.signal, other].filter((signal) => signal !== undefined));
  }

  /** Reports a sentence to `onWarning`, each sentence only once. */
  warn(sentence: string): void {
    if (this.#warnings.has(sentence)) return;
    this.#warnings.add(sentence);
    this.#options.onWarning?.(sentence);
  }

  /** How often a failed attempt of a call is repeated. */
  retriesWith(other?: number): number {
    return other ?? this.#options.retries ?? DEFAULT_RETRIES;
  }

  /** The client's deadline, or `other` if that is earlier. */
  deadlineWith(other: Deadline = Deadline.never()): Deadline {
    return (this.#options.deadline ?? Deadline.never()).sooner(other);
  }

  /**
   * Repeats after temporary failures, unless the endpoint acts again on a repeat and the first request may have
   * arrived. Throws `MergeQueueError`.
   */
  call<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    return this.#send(name, this.#parcel(name, request), options);
  }

  /** Like `call`, with a prepared body, for a list that is too long to build twice. */
  callWithBody<Name extends EndpointName>(
    name: Name,
    body: Uint8Array,
    options: CallOptions = {},
  ): Promise<Answer<Name>> {
    return this.#send(name, { url: `${this.#apiUrl}/${name}`, body }, options);
  }

  submitPullRequest(request: RequestOf<"submitPullRequest">, options?: CallOptions) {
    return this.call("submitPullRequest", request, options);
  }

  cancelPullRequest(request: RequestOf<"cancelPullRequest">, options?: CallOptions) {
    return this.call("cancelPullRequest", request, options);
  }

  restartTestsOnPullRequest(request: RequestOf<"restartTestsOnPullRequest">, options?: CallOptions) {
    return this.call("restartTestsOnPullRequest", request, options);
  }

  /** An answer about another pull request is an error. */
  async getSubmittedPullRequest(request: RequestOf<"getSubmittedPullRequest">, options?: CallOptions) {
    const answer = await this.call("getSubmittedPullRequest", request, options);
    const { number } = request.pr;
    const { prNumber = number } = answer.value;
    if (number === undefined || Number(number) === prNumber) return answer;
    const detail = `it is about #${prNumber ?? 0}, and #${number} was requested`;
    const { status, attempts, body, requestId } = answer;
    const failure = { ...NOTHING_KNOWN, kind: "badAnswer", status, detail, body, requestId } as const;
    throw new MergeQueueError("getSubmittedPullRequest", failure, attempts);
  }

  listPullRequests(request: RequestOf<"listPullRequests">, options?: CallOptions) {
    return this.call("listPullRequests", request, options);
  }

  listLandings(request: RequestOf<"listLandings">, options?: CallOptions) {
    return this.call("listLandings", request, options);
  }

  setImpactedTargets(request: RequestOf<"setImpactedTargets">, options?: CallOptions) {
    return this.call("setImpactedTargets", request, options);
  }

  getMergeQueueTestingDetails(request: RequestOf<"getMergeQueueTestingDetails">, options?: CallOptions) {
    return this.call("getMergeQueueTestingDetails", request, options);
  }

  createQueue(request: RequestOf<"createQueue">, options?: CallOptions) {
    return this.call("createQueue", request, options);
  }

  deleteQueue(request: RequestOf<"deleteQueue">, options?: CallOptions) {
    return this.call("deleteQueue", request, options);
  }

  getQueue(request: RequestOf<"getQueue">, options?: CallOptions) {
    return this.call("getQueue", request, options);
  }

  updateQueue(request: RequestOf<"updateQueue">, options?: CallOptions) {
    return this.call("updateQueue", request, options);
  }

  getMergeQueueMetrics(request: RequestOf<"getMergeQueueMetrics"> = {}, options?: CallOptions) {
    return this.call("getMergeQueueMetrics", request, options);
  }

  #parcel(name: EndpointName, request: object): Parcel {
    const url = `${this.#apiUrl}/${name}`;
    if (ENDPOINT_FACTS[name].method === "POST") return { url, body: Buffer.from(JSON.stringify(request)) };
    const query = new URLSearchParams(Object.entries(request).filter(([, value]) => value !== undefined));
    return { url: query.size === 0 ? url : `${url}?${query.toString()}`, body: null };
  }

  async #send<Name extends EndpointName>(
    name: Name,
    { url, body }: Parcel,
    options: CallOptions,
  ): Promise<Answer<Name>> {
    const { method, repeating, scope } = ENDPOINT_FACTS[name];
    const bytes = body?.byteLength ?? 0;
    if (bytes > MAX_BODY_BYTES) {
      const problem = `${bytes} bytes, and the service accepts ${MAX_BODY_BYTES}`;
      throw new MergeQueueError(name, failureBeforeSending("bodyTooLarge", problem), 0);
    }
    prepareToRead(name);
    const performed = await performCall({
      endpoint: name,
      request: { method, url, headers: { ...this.#headers, ...contentHeaders(method) }, body },
      transport: this.#options.transport ?? httpTransport,
      timeoutMs: this.#options.attemptTimeoutMs ?? DEFAULT_ATTEMPT_TIMEOUT_MS,
      retries: this.retriesWith(options.retries),
      mayRepeat: options.mayRepeat,
      deadline: this.deadlineWith(options.deadline),
      signal: this.signalWith(options.signal),
      repeating,
      writes: scope !== "read",
      redact: this.#redact,
      clock: this.clock,
      random: this.random,
      understand: (text, contentType) => readAnswer(name, text, contentType),
      onAttempt: (note) => this.#options.onAttempt?.(note),
    });
    const { value, status, attempts, text, requestId, leftOut } = performed;
    if (leftOut !== "") this.warn(`${name}: a part of the answer is left out: ${leftOut}.`);
    return { value, status, attempts, body: text, requestId };
  }
}

/** Of every request. Throws a `TypeError` that names the invalid option. */
export function headersOf({ credential, userAgent, trace }: ClientOptions): Readonly<Record<string, string>> {
  return {
    ...credentialHeader(credential),
    "user-agent": headerText("userAgent", userAgent),
    "accept-encoding": "identity",
    ...trace,
  };
}

export function redactFor(credential: Credential): Redact {
  return credential.kind === "token" ? redactor(credential.token) : redactNothing;
}

function credentialHeader(credential: Credential): Record<string, string> {
  switch (credential.kind) {
    case "token":
      return { [TOKEN_HEADER]: headerText("credential.token", credential.token) };
    case "forkedRun":
      return { [FORKED_RUN_HEADER]: headerText("credential.runId", credential.runId) };
  }
}

function contentHeaders(method: "POST" | "GET"): Record<string, string> {
  return method === "POST"
    ? { accept: "application/json", "content-type": "application/json" }
    : { accept: "text/plain" };
}

/** The message never contains the value, which may be the token. */
function headerText(option: string, value: string): string {
  if (HEADER_TEXT.test(value)) return value;
  throw new TypeError(`${option}: expected printable ASCII on one line, without spaces around it`);
}
