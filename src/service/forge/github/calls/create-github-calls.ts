/** GitHub's REST API through Octokit: authorised, counted, remembered, and never without an end. */
import * as z from "zod/mini";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { AnswerMemory } from "./answer-memory.js";
import { Attempts, type OnRequest } from "./attempts.js";
import { type Call, callFailure, failureOf, nameOf } from "./call-failure.js";
import { type Credentials, fixedToken, type GitHubAccess } from "./credentials.js";
import type { GitHubAnswer, GitHubCalls, Parameters } from "./github-calls.js";
import { guardedFetch } from "./guarded-fetch.js";
import { installationTokens } from "./installation-tokens.js";
import { type AttemptAnswer, octokitClient, type Send } from "./octokit-client.js";
import { callOf, fullRoute, namesNothing, parametersWithin } from "./routes.js";
import { unlessAborted } from "./unless-aborted.js";
import { WriteLane } from "./write-lane.js";

export interface GitHubCallsOptions {
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise Server. */
  readonly apiUrl: string;
  readonly access: GitHubAccess;
  readonly userAgent: string;
  /** Of every single request, also of those that are tried again; status 0 where there was no answer. */
  readonly onRequest?: OnRequest;
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
/** The longest limit of GitHub's is the hour's. */
const LONGEST_QUIET_MS = 3_660_000;
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
  readonly #attempts: Attempts;
  readonly #places = new Map<string, Place>();
  readonly #lanes = new Map<string, WriteLane>();
  /** By owner: before this moment GitHub does not want to be asked. */
  readonly #quietUntil = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(options: GitHubCallsOptions) {
    const { access } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#credentials =
      access.kind === "token"
        ? fixedToken(access.token, async (repository) => this.#owner(repository))
        : installationTokens(access, (repository) => async (route, parameters, authorization) => {
            const call = callOf(repository, route);
            const within = { ...parameters, headers: { authorization } };
            const { status, data } = await this.#call(call, route, within, [404], true);
            return status === 404 ? null : data;
          });
    const memory = new AnswerMemory(this.#limits.memoryBytes);
    this.#attempts = new Attempts(this.#credentials, memory, options.onRequest ?? (() => undefined));
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
    const answer = await this.#call(call, fullRoute(call), parametersWithin(repository, parameters), answers);
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
    const answer = await this.#call(
      call,
      fullRoute(call),
      parametersWithin(repository, parameters),
      [404, 410],
    );
    const place = this.#placeOf(repository);
    if (answer.status < 400) {
      place.seenAt = performance.now();
      return answer;
    }
    if (performance.now() - place.seenAt < SEEN_MS) return null;
    const look: Call = { repository, method: "GET", route: "" };
    await this.#call(look, fullRoute(look), parametersWithin(repository, {}), []);
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
      throw callFailure(signal.aborted ? signal.reason : error, call, this.#quietMs(call));
    } finally {
      clearTimeout(timer);
    }
  }

  #refuseWhileQuiet(call: Call): void {
    const waitMs = this.#quietMs(call);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ForgeError(
      `${nameOf(call)} was not asked: GitHub's limit of requests is reached for another ${seconds} s`,
      true,
      { waitMs },
    );
  }

  #quietMs({ repository }: Call): number {
    return Math.ceil(Math.max((this.#quietUntil.get(ownerKey(repository)) ?? 0) - performance.now(), 0));
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
      around: async (attempt, request) => this.#attempts.make(repository, attempt, request),
      onLimit: (waitMs) =>
        this.#quietUntil.set(owner, performance.now() + Math.min(waitMs, LONGEST_QUIET_MS)),
    });
    const fresh = { send, seenAt: Number.NEGATIVE_INFINITY };
    this.#places.set(key, fresh);
    return fresh;
  }
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
