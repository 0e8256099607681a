/**
 * Sends a call's requests until the answer is final. Reads and idempotent writes are retried after 5xx and broken
 * connections. Other POST and PUT calls are not, because they may have succeeded: their callers check first and call again. After a
 * rate limit that ends soon, any call is retried, because GitHub did not perform it.
 */
import { setTimeout } from "node:timers/promises";
import { backoffMs } from "../../../domain/duration.js";
import { Memo } from "../../../domain/memo.js";
import type { Repository } from "../../../domain/repository.js";
import type { ContentPace, PacedTurn } from "../../ports/content-pace.js";
import { ForgeError, WorldError } from "../../ports/world-error.js";
import { type Call, limitMs, nameOf } from "./call-failure.js";
import { CAME_FROM, RefusedAnswer } from "./guarded-fetch.js";
import type { Credentials } from "./installation-tokens.js";
import type { Answer, AnswerHeaders, Values, Wire } from "./one-request.js";
import type { OwnerTraffic } from "./owner-traffic.js";

export interface CallRequest extends Call {
  readonly values: Values;
  /** The App's JWT; null: the request uses a token of the repository. */
  readonly signature: string | null;
  readonly traffic: OwnerTraffic;
  readonly signal: AbortSignal;
  /** Called just before the request is sent; until then it waits behind others. */
  readonly onSent: () => void;
}

/** `remaining`: the remaining rate limit of the token; null where GitHub does not report it. */
export type OnRequest = (
  method: string,
  route: string,
  status: number,
  seconds: number,
  remaining: number | null,
) => void;

export interface AttemptsOptions {
  readonly wire: Wire;
  readonly credentials: Credentials;
  readonly limits: CallLimits;
  readonly onRequest: OnRequest;
  /** Shared by all replicas; absent: only this process's pause between writes applies. */
  readonly pace?: ContentPace;
}

/** A cached answer, which GitHub may confirm with 304. */
interface Remembered {
  readonly etag: string;
  readonly body: unknown;
  /** The header that names the next page of a list. */
  readonly link: string;
  readonly bytes: number;
}

const LIMIT_WAITS = 2;
const TOKEN_WAITS = 5;
const REPEATABLE = new Set(["GET", "PATCH", "DELETE"]);

export class Attempts {
  readonly #options: AttemptsOptions;
  /** By address. */
  readonly #memory: Memo<Remembered>;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#memory = new Memo(options.limits.memoryBytes, ({ bytes }) => bytes);
  }

  async answer(request: CallRequest): Promise<Answer> {
    const { longestWaitMs, retryPauseMs, ...limits } = this.#options.limits;
    const { traffic, signal } = request;
    const isReading = request.method === "GET" || isReadingQuery(request.values);
    const retries = isReading || REPEATABLE.has(request.method) ? limits.retries : 0;
    for (let failures = 0, waits = 0; ; ) {
      // Requests with the App's JWT do not change the repository.
      if (!isReading && request.signature === null) {
        await this.#contentTurn(request);
        await traffic.writeTurn(signal);
      }
      const answer = await this.#authorized(request);
      const limitedMs = limitMs(answer);
      if (limitedMs !== null) {
        if (this.#isPaced(request)) await this.#pauseContent(request, limitedMs);
        if (limitedMs > longestWaitMs || waits >= LIMIT_WAITS) {
          traffic.beQuiet(limitedMs);
          return answer;
        }
        waits += 1;
      } else {
        if (!isPassing(answer) || failures >= retries) return answer;
        failures += 1;
      }
      await setTimeout(limitedMs ?? backoffMs(failures, retryPauseMs, longestWaitMs), undefined, { signal });
    }
  }

  /** GitHub limits requests that create content more than others, for the whole App. */
  async #contentTurn(request: CallRequest): Promise<void> {
    const { repository, signal } = request;
    const { pace, limits } = this.#options;
    if (pace === undefined || !this.#isPaced(request)) return;
    const { waitMs, isReserved } = await reserved(pace, ownerKey(repository), limits.longestWaitMs);
    if (!isReserved) {
      const words = `${nameOf(request)} was not sent: the service may create content again in ${Math.ceil(waitMs / 1000)} s`;
      throw new ForgeError(`${words} (GitHub allows 80 requests a minute and 500 an hour)`, true, { waitMs });
    }
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
  }

  #isPaced({ method, route }: CallRequest): boolean {
    return this.#options.pace !== undefined && method === "POST" && CREATES_CONTENT.test(route);
  }

  /** The other replicas would meet the same limit, and prolong it. */
  async #pauseContent({ repository }: CallRequest, waitMs: number): Promise<void> {
    try {
      await this.#options.pace?.pause(ownerKey(repository), waitMs);
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
    }
  }

  /** A new token may not have reached all of GitHub's servers yet; a rejected token is replaced once. */
  async #authorized(request: CallRequest, mayBeReplaced = true): Promise<Answer> {
    const { repository, signature, signal } = request;
    if (signature !== null) return this.#counted(request, { authorization: signature });
    const { credentials, limits } = this.#options;
    const token = await credentials.token(repository);
    let answer = await this.#remembered(request, token);
    for (let waits = 0; answer.status === 401 && waits < TOKEN_WAITS; waits += 1) {
      if (!credentials.isFresh(repository, token)) break;
      await setTimeout(limits.retryPauseMs, undefined, { signal });
      answer = await this.#remembered(request, token);
    }
    const isReplaced = answer.status === 401 && credentials.turnedDown(repository, token);
    return isReplaced && mayBeReplaced ? this.#authorized(request, false) : answer;
  }

  async #remembered(request: CallRequest, token: string): Promise<Answer> {
    const { limits, wire } = this.#options;
    const authorization = `token ${token}`;
    if (request.method !== "GET") return this.#counted(request, { authorization });
    const address = wire.addressOf(routeOf(request), request.values);
    const known = this.#memory.get(address);
    const condition = known === undefined ? {} : { "if-none-match": known.etag };
    const answer = await this.#counted(request, { authorization, ...condition });
    const { etag, link } = answer.headers;
    if (known !== undefined && answer.status === 304) {
      const kept = { etag: known.etag, link: link ?? known.link, "content-length": known.bytes };
      const headers = { ...kept, [CAME_FROM]: answer.headers[CAME_FROM] };
      return { status: 200, headers, data: known.body };
    }
    if (answer.status < 200 || answer.status >= 300) return answer;
    const more = typeof link === "string" ? link : "";
    const isKept = typeof etag === "string" && !mayGrow(answer.data, more);
    const bytes = isKept ? address.length + JSON.stringify(answer.data).length : 0;
    // A single answer must not evict all others.
    if (isKept && bytes <= limits.memoryBytes / 4)
      this.#memory.set(address, { etag, body: answer.data, link: more, bytes });
    else this.#memory.delete(address);
    return answer;
  }

  async #counted(request: CallRequest, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const { method, route, values, signature, traffic, signal, onSent } = request;
    const { wire, onRequest } = this.#options;
    return traffic.inPlace(signal, async () => {
      onSent();
      const startedAt = performance.now();
      const answer = await wire.ask(routeOf(request), values, headers, signal);
      const seconds = (performance.now() - startedAt) / 1000;
      // Requests with the App's JWT count against another rate limit.
      const remaining = signature === null ? remainingIn(answer.headers) : null;
      onRequest(method, route, answer.status, seconds, remaining);
      return answer;
    });
  }
}

/** Comments, reactions, check runs and pull requests. Commits, refs, statuses and labels are no content in this sense. */
const CREATES_CONTENT = /\/(?:comments|reactions|check-runs|pulls)$/;

/** Whose limits a request counts against. */
export function ownerKey({ host, owner }: Repository): string {
  return `${host}/${owner}`.toLowerCase();
}

/** While the store does not answer, the process's own pause between writes has to do. */
async function reserved(pace: ContentPace, owner: string, longestMs: number): Promise<PacedTurn> {
  try {
    return await pace.reserve(owner, longestMs);
  } catch (error) {
    if (error instanceof WorldError) return { waitMs: 0, isReserved: true };
    throw error;
  }
}

/** Whether retrying the same request may succeed. */
function isPassing({ status, data }: Answer): boolean {
  return status === 0 ? !(data instanceof RefusedAnswer) : status >= 500;
}

function routeOf({ method, route }: Call): string {
  return `${method} ${route}`;
}

/** GraphQL also sends reads by POST. */
function isReadingQuery({ query }: Values): boolean {
  return typeof query === "string" && /^\s*query\b/.test(query);
}

function remainingIn({ "x-ratelimit-remaining": remaining }: AnswerHeaders): number | null {
  return /^\d{1,9}$/.test(String(remaining)) ? Number(remaining) : null;
}

/** A full page does not change when another page follows, and GitHub's 304 may omit the link to that page. */
function mayGrow(body: unknown, link: string): boolean {
  if (/\brel="next"/.test(link) || typeof body !== "object" || body === null) return false;
  const lists = Array.isArray(body) ? [body] : Object.values(body).filter(Array.isArray);
  return lists.some(({ length }) => length >= PER_PAGE);
}

export interface CallLimits {
  /** Limit of one call, including waits and retries. */
  readonly callMs: number;
  readonly attemptMs: number;
  readonly mostBytes: number;
  /** Total of all pages of a list. */
  readonly listBytes: number;
  /** Size of the cache for answers with an ETag. */
  readonly memoryBytes: number;
  readonly writePauseMs: number;
  /** Number of retries of a repeatable call after a transient failure. */
  readonly retries: number;
  /** Pause for GitHub to learn a new token. A retry waits for twice as long, and doubles that with each failure. */
  readonly retryPauseMs: number;
  /** Longest wait for a rate limit to end within one call. */
  readonly longestWaitMs: number;
}

/** GitHub's maximum for lists. */
export const PER_PAGE = 100;

export const DEFAULT_LIMITS: CallLimits = {
  callMs: 60_000,
  attemptMs: 20_000,
  mostBytes: 10 * 1024 * 1024,
  listBytes: 50 * 1024 * 1024,
  memoryBytes: 32 * 1024 * 1024,
  writePauseMs: 1000,
  retries: 3,
  retryPauseMs: 1000,
  longestWaitMs: 15_000,
};
