/** GitHub's REST API through Octokit: authorised, counted, remembered, and never without an end. */
import * as z from "zod/mini";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { AnswerMemory } from "./answer-memory.js";
import { type Call, callFailure, failureOf, nameOf } from "./call-failure.js";
import { type Credentials, fixedToken, type GitHubAccess } from "./credentials.js";
import type { GitHubAnswer, GitHubCalls, Parameters } from "./github-calls.js";
import { guardedFetch } from "./guarded-fetch.js";
import { installationTokens } from "./installation-tokens.js";
import { type Attempt, type AttemptAnswer, octokitClient, type Send } from "./octokit-client.js";
import { WriteLane } from "./write-lane.js";

export interface GitHubCallsOptions {
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise Server. */
  readonly apiUrl: string;
  readonly access: GitHubAccess;
  readonly userAgent: string;
  /** Of every single request, also of those that are tried again; status 0 where there was no answer. */
  readonly onRequest?: (method: string, route: string, status: number, seconds: number) => void;
  readonly limits?: Partial<CallLimits>;
}

export interface CallLimits {
  /** One call with all its waiting and repeating. */
  readonly callMs: number;
  readonly attemptMs: number;
  readonly mostBytes: number;
  /** Of answers that GitHub may say are unchanged. */
  readonly memoryBytes: number;
  readonly writePauseMs: number;
  readonly retryPauseMs: number;
  /** For a limit of GitHub's to end. */
  readonly longestWaitMs: number;
}

export interface AuthorizedCalls extends GitHubCalls {
  /** For git over https, as the password of `x-access-token`. */
  token(repository: Repository): Promise<string>;
  /** Under which what is written there appears. */
  login(repository: Repository): Promise<string>;
}

const DEFAULT_LIMITS: CallLimits = {
  callMs: 60_000,
  attemptMs: 20_000,
  mostBytes: 10 * 1024 * 1024,
  memoryBytes: 32 * 1024 * 1024,
  writePauseMs: 1000,
  retryPauseMs: 1000,
  longestWaitMs: 15_000,
};

const user = z.object({ login: z.string() });

const PER_PAGE = 100;
const MOST_PAGES = 100;
/** How long a repository that was seen counts as there. */
const SEEN_MS = 60_000;

interface Place {
  readonly send: Send;
  seenAt: number;
}

export function createGitHubCalls(options: GitHubCallsOptions): AuthorizedCalls {
  return new OctokitCalls(options);
}

class OctokitCalls implements AuthorizedCalls {
  readonly #options: GitHubCallsOptions;
  readonly #limits: CallLimits;
  readonly #credentials: Credentials;
  readonly #memory: AnswerMemory;
  readonly #places = new Map<string, Place>();
  readonly #lanes = new Map<string, WriteLane>();
  /** By owner: before this moment GitHub does not want to be asked. */
  readonly #quietUntil = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(options: GitHubCallsOptions) {
    const { access } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#memory = new AnswerMemory(this.#limits.memoryBytes);
    this.#credentials =
      access.kind === "token"
        ? fixedToken(access.token, async (repository) => this.#owner(repository))
        : installationTokens(access, (repository) => async (route, parameters, authorization) => {
            const call = callOf(repository, route);
            const within = { ...parameters, headers: { authorization } };
            const { status, data } = await this.#call(call, route, within, [404], true);
            return status === 404 ? null : data;
          });
  }

  async read(repository: Repository, route: string, parameters: Parameters = {}): Promise<unknown> {
    return (await this.#get(repository, route, parameters))?.data ?? null;
  }

  async list(
    repository: Repository,
    route: string,
    { under, ...parameters }: Parameters & { readonly under?: string } = {},
  ): Promise<readonly unknown[]> {
    const call: Call = { repository, method: "GET", route };
    const items: unknown[] = [];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      // The first page goes by no number, so that it is the same address as for who wants no more than one.
      const which = page === 1 ? {} : { page };
      const answer = await this.#get(repository, route, { ...parameters, per_page: PER_PAGE, ...which });
      if (answer === null) throw new ForgeError(`GitHub answered ${nameOf(call)} with 404`, false);
      items.push(...itemsOf(answer.data, under, call));
      const { link } = answer.headers;
      if (typeof link !== "string" || !/\brel="next"/.test(link)) return items;
    }
    throw new ForgeError(`GitHub answered ${nameOf(call)} with more than ${MOST_PAGES} pages`, false);
  }

  async send(
    repository: Repository,
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    route: string,
    parameters: Parameters = {},
    answers: readonly number[] = [],
  ): Promise<GitHubAnswer> {
    const call: Call = { repository, method, route };
    if (namesNothing(route, parameters)) {
      throw new ForgeError(`${nameOf(call)} names something that cannot be`, false);
    }
    const answer = await this.#call(call, fullRoute(call), within(repository, parameters), answers);
    return { status: answer.status, body: answer.data === "" ? null : answer.data };
  }

  async token(repository: Repository): Promise<string> {
    return await this.#credentials.token(repository);
  }

  async login(repository: Repository): Promise<string> {
    return await this.#credentials.login(repository);
  }

  async close(): Promise<void> {
    this.#closing.abort(new ForgeError("the service stops", true));
    return Promise.resolve();
  }

  /** Of the token. */
  async #owner(repository: Repository): Promise<string> {
    const { data } = await this.#call({ repository, method: "GET", route: "/user" }, "GET /user", {}, []);
    const found = user.safeParse(data);
    if (found.success) return found.data.login;
    throw new ForgeError("GitHub answered GET /user without a login", true);
  }

  /** Null for what is not there; what cannot be looked into is a failure and not an empty place. */
  async #get(repository: Repository, route: string, parameters: Parameters): Promise<AttemptAnswer | null> {
    if (namesNothing(route, parameters)) return null;
    const call: Call = { repository, method: "GET", route };
    const answer = await this.#call(call, fullRoute(call), within(repository, parameters), [404, 410]);
    const place = this.#placeOf(repository);
    if (answer.status < 400) {
      place.seenAt = performance.now();
      return answer;
    }
    if (performance.now() - place.seenAt < SEEN_MS) return null;
    const look: Call = { repository, method: "GET", route: "" };
    await this.#call(look, fullRoute(look), within(repository, {}), []);
    place.seenAt = performance.now();
    return null;
  }

  /** Ends by its deadline, whatever Octokit, its plugins or the network are waiting for. */
  async #call(
    call: Call,
    route: string,
    parameters: Readonly<Record<string, unknown>>,
    answers: readonly number[],
    isSigned = false,
  ): Promise<AttemptAnswer> {
    this.#refuseWhileQuiet(call);
    const { callMs } = this.#limits;
    const deadline = new AbortController();
    const late = new ForgeError(`GitHub did not answer ${nameOf(call)} within ${callMs / 1000} s`, true);
    const timer = setTimeout(() => deadline.abort(late), callMs);
    const signal = AbortSignal.any([deadline.signal, this.#closing.signal]);
    try {
      const { send } = this.#placeOf(call.repository, isSigned);
      return await unlessAborted(send(route, parameters, signal), signal);
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== null && answers.includes(failure.status)) {
        return { status: failure.status, headers: failure.headers, data: failure.body };
      }
      throw callFailure(signal.aborted ? signal.reason : error, call);
    } finally {
      clearTimeout(timer);
    }
  }

  #refuseWhileQuiet(call: Call): void {
    const waitMs = (this.#quietUntil.get(ownerKey(call.repository)) ?? 0) - performance.now();
    if (waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ForgeError(
      `${nameOf(call)} was not asked: GitHub's limit of requests is reached for another ${seconds} s`,
      true,
    );
  }

  /** What the App signs itself has lanes of its own: others wait in theirs for the token that it brings. */
  #placeOf(repository: Repository, isSigned = false): Place {
    const key = `${isSigned ? "app " : ""}${repositoryKey(repository)}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const owner = ownerKey(repository);
    const { apiUrl, userAgent } = this.#options;
    const { retryPauseMs, longestWaitMs, writePauseMs } = this.#limits;
    const writes = this.#lanes.get(owner) ?? new WriteLane(writePauseMs);
    this.#lanes.set(owner, writes);
    const send = octokitClient({
      ...{ apiUrl, userAgent, retryPauseMs, longestWaitMs, writes },
      limitedAs: `${apiUrl}|${isSigned ? "app " : ""}${owner}`,
      fetch: guardedFetch(this.#limits),
      around: async (attempt, request) => this.#attempt(repository, attempt, request),
      onLimit: (waitMs) => this.#quietUntil.set(owner, performance.now() + waitMs),
    });
    const fresh = { send, seenAt: Number.NEGATIVE_INFINITY };
    this.#places.set(key, fresh);
    return fresh;
  }

  async #attempt(
    repository: Repository,
    attempt: Attempt,
    request: (headers: Readonly<Record<string, string>>) => Promise<AttemptAnswer>,
  ): Promise<AttemptAnswer> {
    // The App's own calls are signed already.
    if (attempt.headers["authorization"] !== undefined)
      return await this.#counted(attempt, () => request({}));
    const token = await this.#credentials.token(repository);
    try {
      return await this.#remembering(attempt, token, request);
    } catch (error) {
      if (failureOf(error)?.status !== 401 || !this.#credentials.turnedDown(repository, token)) throw error;
      return await this.#remembering(attempt, await this.#credentials.token(repository), request);
    }
  }

  async #remembering(
    attempt: Attempt,
    token: string,
    request: (headers: Readonly<Record<string, string>>) => Promise<AttemptAnswer>,
  ): Promise<AttemptAnswer> {
    const authorization = `token ${token}`;
    if (attempt.method !== "GET") return await this.#counted(attempt, () => request({ authorization }));
    const known = this.#memory.recall(attempt.address);
    const condition = known === undefined ? {} : { "if-none-match": known.etag };
    try {
      const answer = await this.#counted(attempt, () => request({ authorization, ...condition }));
      const { etag, link } = answer.headers;
      const more = typeof link === "string" ? link : "";
      if (typeof etag !== "string") this.#memory.forget(attempt.address);
      else this.#memory.keep(attempt.address, { etag, body: answer.data, link: more });
      return answer;
    } catch (error) {
      if (known === undefined || failureOf(error)?.status !== 304) throw error;
      return { status: 200, headers: { etag: known.etag, link: known.link }, data: known.body };
    }
  }

  async #counted({ method, route }: Attempt, request: () => Promise<AttemptAnswer>): Promise<AttemptAnswer> {
    const startedAt = performance.now();
    const count = (status: number) =>
      this.#options.onRequest?.(method, route, status, (performance.now() - startedAt) / 1000);
    try {
      const answer = await request();
      count(answer.status);
      return answer;
    } catch (error) {
      count(failureOf(error)?.status ?? 0);
      throw error;
    }
  }
}

const BELOW = "/repos/{owner}/{repo}";

function fullRoute({ method, route }: Call): string {
  return `${method} ${BELOW}${route}`;
}

function callOf(repository: Repository, fullRoute: string): Call {
  const [method = "", route = ""] = fullRoute.split(" ");
  return { repository, method, route: route.replace(BELOW, "") };
}

function within({ owner, name }: Repository, parameters: Parameters): Readonly<Record<string, unknown>> {
  return { ...parameters, owner, repo: name };
}

/** In a path these would mean another place than the one that the route tells of. */
function namesNothing(route: string, parameters: Parameters): boolean {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.some((name) =>
    ["", ".", "..", undefined, null].some((nothing) => parameters[name] === nothing),
  );
}

function itemsOf(data: unknown, under: string | undefined, call: Call): readonly unknown[] {
  const found: unknown =
    under === undefined || typeof data !== "object" || data === null
      ? data
      : Object.entries(data).find(([name]) => name === under)?.[1];
  if (Array.isArray(found)) return found;
  throw new ForgeError(`GitHub answered ${nameOf(call)} with something else than a list`, false);
}

function ownerKey({ host, owner }: Repository): string {
  return `${host}/${owner}`.toLowerCase();
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let stop = nothingYet;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function nothingYet(): void {
  // Until there is something to stop.
}
