/**
 * Octokit for one repository, with its plugins tamed. Reads, and writes that come out the same when they are repeated, are
 * tried again after 5xx and cut connections; POST and PUT are not, because they may have worked: their callers look first
 * and ask again. Any call is tried again after a limit of GitHub's that ends soon, since it was not performed.
 */
import { Octokit, type OctokitOptions } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { type ThrottlingOptions, throttling } from "@octokit/plugin-throttling";
import { type AnswerHeaders, failureOf, isLimit } from "./call-failure.js";
import { RefusedAnswer } from "./guarded-fetch.js";
import type { WriteLane } from "./write-lane.js";

export interface Attempt {
  readonly method: string;
  /** With its `{names}`. */
  readonly route: string;
  /** With the values in their place. */
  readonly address: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface AttemptAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly data: unknown;
}

/** Around each single request to GitHub; `request` sends it with more headers. */
export type AroundAttempt = (
  attempt: Attempt,
  request: (headers: Readonly<Record<string, string>>) => Promise<AttemptAnswer>,
) => Promise<AttemptAnswer>;

export interface ClientOptions {
  readonly apiUrl: string;
  readonly userAgent: string;
  /** Calls with the same key share GitHub's limits. */
  readonly limitedAs: string;
  readonly fetch: typeof fetch;
  readonly writes: WriteLane;
  readonly around: AroundAttempt;
  /** The first pause before another try after 5xx; the second one is four times as long, the third one nine times. */
  readonly retryPauseMs: number;
  /** Limits that end later are told to the caller instead. */
  readonly longestWaitMs: number;
  /** Milliseconds until GitHub wants to be asked again; called for those that are not waited for. */
  readonly onLimit: (waitMs: number) => void;
}

export type Send = (
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  /** Called before anything of it goes out: until then it waits for others. */
  onSent: () => void,
) => Promise<AttemptAnswer>;

const RETRIES = 3;
const WAITS = 2;
const READING = new Set(["GET", "HEAD"]);
const REPEATABLE = new Set(["GET", "HEAD", "PATCH", "DELETE"]);
/** 429 too: the plugin for limits knows how long to wait, the other one does not. */
const NOT_RETRIED = Array.from({ length: 100 }, (_, index) => 400 + index);
const API_VERSION = "2022-11-28";

export function octokitClient(options: ClientOptions): Send {
  const { apiUrl, userAgent, retryPauseMs } = options;
  const Client = Octokit.plugin((octokit) => aroundEach(octokit, options.around), retry, throttling);
  const settings: OctokitOptions = {
    baseUrl: apiUrl,
    userAgent,
    request: { fetch: options.fetch },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    retry: { doNotRetry: NOT_RETRIED, retries: RETRIES, retryAfterBaseValue: retryPauseMs },
    throttle: throttle(options),
  };
  const client = new Client(settings);
  return async (route, parameters, signal, onSent) => {
    const [method = ""] = route.split(" ", 1);
    const isReading = READING.has(method) || isReadingQuery(parameters);
    // Not through the plugin's lane, where a caller who gave up would keep its place. What an App signs changes nothing.
    if (!isReading && !isSigned(parameters)) await options.writes.turn(signal);
    // Naming the usual number here would have even what is not to be retried tried again, and at once.
    const retries = isReading || REPEATABLE.has(method) ? {} : { retries: 0 };
    const observed: typeof fetch = async (...asked) => {
      onSent();
      return await options.fetch(...asked);
    };
    return await client.request(route, {
      ...parameters,
      headers: { "x-github-api-version": API_VERSION, ...headersIn(parameters) },
      request: { signal, fetch: observed, log: SILENT, ...retries },
    });
  };
}

const nothing = () => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function headersIn({ headers }: Readonly<Record<string, unknown>>): object {
  return typeof headers === "object" && headers !== null ? headers : {};
}

/** Of GraphQL, whose reads are sent by POST as well. */
function isReadingQuery({ query }: Readonly<Record<string, unknown>>): boolean {
  return typeof query === "string" && /^\s*query\b/.test(query);
}

function isSigned(parameters: Readonly<Record<string, unknown>>): boolean {
  return "authorization" in headersIn(parameters);
}

function throttle({ limitedAs, writes, longestWaitMs, onLimit }: ClientOptions): ThrottlingOptions {
  const isWaitedFor = (waitSeconds: number, tries: number) => {
    const waitMs = waitSeconds * 1000;
    if (waitMs <= longestWaitMs && tries < WAITS) return true;
    onLimit(waitMs);
    return false;
  };
  const decide: ThrottlingOptions["onRateLimit"] = (waitSeconds, _options, _octokit, tries) =>
    isWaitedFor(waitSeconds, tries);
  const settings: ThrottlingOptions = {
    id: limitedAs,
    onRateLimit: decide,
    onSecondaryRateLimit: decide,
  };
  // Who writes has waited for its turn already, also to notify people; not so who is told to come again later.
  const lane = (turn: (job: object) => Promise<void>) => ({
    key: () => ({
      schedule: async (job: object, begin: () => Promise<void>) => {
        await turn(job);
        await begin();
      },
    }),
  });
  const write = lane(async (job) => ("weight" in job ? writes.turn() : undefined));
  return Object.assign(settings, { write, notifications: lane(async () => Promise.resolve()) });
}

/** Listed first among the plugins, so that it is the innermost: it sees each request and each answer once. */
function aroundEach(octokit: Octokit, around: AroundAttempt): void {
  octokit.hook.wrap("request", async (request, options) => {
    const { url: address } = octokit.request.endpoint(options);
    const { method, url: route, headers } = options;
    const { signal } = options.request;
    // It died waiting for its turn.
    signal?.throwIfAborted();
    try {
      const send = async (more: Readonly<Record<string, string>>) =>
        await request({ ...options, headers: { ...headers, ...more } });
      return { url: address, retryCount: 0, ...(await around({ method, route, address, headers }, send)) };
    } catch (error) {
      // Octokit takes these for failures of the server, and would try again where others wait for their turn.
      signal?.throwIfAborted();
      if (error instanceof Error && error.cause instanceof RefusedAnswer) throw error.cause;
      throw asLimit(error);
    }
  });
}

/** The plugin for limits knows secondary ones by these words only, and GitHub does not always say them. */
function asLimit(error: unknown): unknown {
  const failure = failureOf(error);
  if (!(error instanceof Error) || failure === null || !isLimit(failure)) return error;
  const isPrimary = failure.headers["x-ratelimit-remaining"] === "0";
  if (!isPrimary && !/\bsecondary rate\b/i.test(error.message)) {
    error.message = `secondary rate limit: ${error.message}`;
  }
  return error;
}
