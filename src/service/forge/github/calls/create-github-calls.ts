/** GitHub's API through Octokit: authorised, counted, remembered, and never without an end. */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { AnswerMemory } from "./answer-memory.js";
import { Attempts, type OnRequest } from "./attempts.js";
import { type Call, callFailure, failureOf, isLimit, nameOf } from "./call-failure.js";
import { type CallLimits, DEFAULT_LIMITS, PER_PAGE } from "./call-limits.js";
import { type Credentials, fixedToken, type GitHubAccess } from "./credentials.js";
import type { GitHubAnswer, GitHubCalls, GitHubQueries, Parameters } from "./github-calls.js";
import { installationTokens } from "./installation-tokens.js";
import type { AttemptAnswer } from "./octokit-client.js";
import { Places } from "./places.js";
import { callOf, fullRoute, namesNothing, parametersWithin } from "./routes.js";
import { unlessAborted } from "./unless-aborted.js";

export interface GitHubCallsOptions {
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise Server. */
  readonly apiUrl: string;
  readonly access: GitHubAccess;
  readonly userAgent: string;
  /** Of every single request, also of those that are tried again; status 0 where there was no answer. */
  readonly onRequest?: OnRequest;
  readonly limits?: Partial<CallLimits>;
}

export interface AuthorizedCalls extends GitHubCalls, GitHubQueries {
  /** For git over https, as the password of `x-access-token`. */
  token(repository: Repository): Promise<string>;
  /** Git was turned down with it. Answers when it may try once more, with what is the token then; false for never. */
  turnedDown(repository: Repository, token: string): Promise<boolean>;
  /** Under which what is written there appears. */
  login(repository: Repository): Promise<string>;
}

const user = z.object({ login: z.string() });

const MOST_PAGES = 100;
/** How long a repository that was seen counts as there. */
const SEEN_MS = 60_000;

export function createGitHubCalls(options: GitHubCallsOptions): AuthorizedCalls {
  return new OctokitCalls(options);
}

class OctokitCalls implements AuthorizedCalls {
  readonly #limits: CallLimits;
  readonly #apiUrl: string;
  readonly #credentials: Credentials;
  /** Whatever is turned down may be taken in a moment, with another token or the same one. */
  readonly #isApp: boolean;
  readonly #places: Places;
  readonly #closing = new AbortController();

  constructor(options: GitHubCallsOptions) {
    const { access, apiUrl, userAgent } = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#apiUrl = apiUrl;
    this.#isApp = access.kind === "app";
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
    const attempts = new Attempts(
      this.#credentials,
      memory,
      options.onRequest ?? (() => undefined),
      this.#limits.retryPauseMs,
    );
    this.#places = new Places({
      ...{ apiUrl, userAgent, limits: this.#limits },
      around: (repository) => async (attempt, request) => attempts.make(repository, attempt, request),
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
    const { listBytes } = this.#limits;
    const items: unknown[] = [];
    let bytes = 0;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      // The first page goes by no number, so that it is the same address as for who wants no more than one.
      const which = page === 1 ? {} : { page };
      const answer = await this.#get(repository, route, { ...parameters, per_page: PER_PAGE, ...which });
      if (answer === null) throw new ForgeError(`GitHub answered ${nameOf(call)} with 404`, false);
      bytes += Number(answer.headers["content-length"] ?? 0);
      if (bytes > listBytes) {
        throw new ForgeError(`GitHub answered ${nameOf(call)} with more than ${listBytes} bytes`, false);
      }
      items.push(...itemsOf(answer.data, under, call));
      const { link } = answer.headers;
      if (typeof link !== "string" || !/\brel="next"/.test(link)) return items;
    }
    throw new ForgeError(`GitHub answered ${nameOf(call)} with more than ${MOST_PAGES} pages`, false);
  }

  async send(
    repository: Repository,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
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

  async query(repository: Repository, query: string, variables: Parameters): Promise<unknown> {
    const call: Call = { repository, method: "POST", route: "/graphql" };
    // https://docs.github.com/en/enterprise-server@latest/graphql/guides/forming-calls-with-graphql: beside REST, not below.
    const baseUrl = this.#apiUrl.replace(/\/api\/v3\/?$/, "/api");
    return (await this.#call(call, "POST /graphql", { baseUrl, query, variables }, [])).data;
  }

  async token(repository: Repository): Promise<string> {
    return await this.#credentials.token(repository);
  }

  async turnedDown(repository: Repository, token: string): Promise<boolean> {
    const isFresh = this.#credentials.isFresh(repository, token);
    if (!isFresh && !this.#credentials.turnedDown(repository, token)) return false;
    // A new one too may not be known at once.
    await this.#credentials.token(repository);
    await pause(this.#limits.retryPauseMs);
    return true;
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
    const place = this.#places.of(repository);
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
    let isSent = false;
    const timer = setTimeout(() => deadline.abort(tooLate(call, callMs, isSent)), callMs);
    const signal = AbortSignal.any([deadline.signal, this.#closing.signal]);
    try {
      const { send } = this.#places.of(call.repository, isSigned);
      const onSent = () => {
        isSent = true;
      };
      return await unlessAborted(send(route, parameters, signal, onSent), signal);
    } catch (error) {
      const failure = failureOf(error);
      // A limit says nothing of what was asked for, whatever its status.
      if (failure !== null && !isLimit(failure) && answers.includes(failure.status)) {
        return { status: failure.status, headers: failure.headers, data: failure.body };
      }
      const isTransient = failure?.status === 401 && this.#isApp;
      const waitMs = this.#places.quietMs(call.repository);
      throw callFailure(signal.aborted ? signal.reason : error, call, { waitMs, isTransient });
    } finally {
      clearTimeout(timer);
    }
  }

  #refuseWhileQuiet(call: Call): void {
    const waitMs = this.#places.quietMs(call.repository);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ForgeError(
      `${nameOf(call)} was not asked: GitHub's limit of requests is reached for another ${seconds} s`,
      true,
      { waitMs },
    );
  }
}

function tooLate(call: Call, callMs: number, isSent: boolean): ForgeError {
  const within = `within ${callMs / 1000} s`;
  return new ForgeError(
    isSent
      ? `GitHub did not answer ${nameOf(call)} ${within}`
      : `${nameOf(call)} was not sent ${within}: what came before took so long`,
    true,
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
