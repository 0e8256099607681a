/** START HERE: calls GitHub's API through Octokit: authorization, metrics, conditional requests and deadlines. */
import { setTimeout as pause } from "node:timers/promises";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { ContentPace } from "../../ports/content-pace.js";
import { ForgeError } from "../../ports/world-error.js";
import { unlessAborted } from "../../work/within.js";
import { listIn } from "./answers.js";
import {
  Attempts,
  type CallLimits,
  type CallRequest,
  DEFAULT_LIMITS,
  type OnRequest,
  ownerKey,
  PER_PAGE,
} from "./attempts.js";
import {
  belowRepository,
  type Call,
  callFailure,
  limitMs,
  nameOf,
  namesNothing,
  noAnswer,
  refuseWhileQuiet,
  tooLate,
} from "./call-failure.js";
import { downloadEnd, endOfAnswer } from "./download-end.js";
import type {
  GitHubAnswer,
  GitHubCalls,
  GitHubFiles,
  GitHubQueries,
  ListParameters,
  Parameters,
} from "./github-calls.js";
import { guardedFetch } from "./guarded-fetch.js";
import {
  type Credentials,
  fixedToken,
  type GitHubAccess,
  InstallationTokens,
} from "./installation-tokens.js";
import { type Answer, openWire, type Wire, wasMoved } from "./one-request.js";
import { OwnerTraffic } from "./owner-traffic.js";
import { GRAPHQL, RepositoryIdentity } from "./repository-identity.js";
import { RepositoryNames } from "./repository-names.js";

export interface GitHubCallsOptions {
  /** `https://api.github.com`, or `https://HOST/api/v3` of an Enterprise Server. */
  readonly apiUrl: string;
  readonly access: GitHubAccess;
  readonly userAgent: string;
  /** Called after every request, including retries; status 0: no answer. */
  readonly onRequest?: OnRequest;
  readonly limits?: Partial<CallLimits>;
  /** Paces new content together with other replicas. */
  readonly pace?: ContentPace;
  /** Shared with the other parts that need the present names. */
  readonly names?: RepositoryNames;
}

export interface AuthorizedCalls extends GitHubCalls, GitHubQueries, GitHubFiles {
  /** The password of the user `x-access-token`, for git over https. */
  token(repository: Repository): Promise<string>;
  /**
   * Reports that git was rejected with this token. Resolves when git may retry with the current token; false: never.
   */
  turnedDown(repository: Repository, token: string): Promise<boolean>;
  /** The account that GitHub shows as the author of what the service writes there. */
  login(repository: Repository): Promise<string>;
  /**
   * One GET, or a POST with a body, without retries, cache or waits; any status is an answer. `path` is relative to the
   * API; `authorization` is the whole header value. Throws `ForgeError` if there is no answer.
   */
  ask(path: string, authorization: string | null, body?: object): Promise<Answer>;
}

const MOST_PAGES = 100;
/** After a successful read, a repository without a known id is assumed to exist for this time. */
const SEEN_MS = 60_000;

export function createGitHubCalls(options: GitHubCallsOptions): AuthorizedCalls {
  return new OctokitCalls(options);
}

class OctokitCalls implements AuthorizedCalls {
  readonly #limits: CallLimits;
  readonly #names: RepositoryNames;
  readonly #identity: RepositoryIdentity;
  readonly #apiUrl: string;
  readonly #credentials: Credentials;
  /** For an App a 401 is transient: a later call uses a new token, or GitHub knows the token by then. */
  readonly #isApp: boolean;
  readonly #wire: Wire;
  readonly #attempts: Attempts;
  /** By owner. */
  readonly #traffic = new Map<string, OwnerTraffic>();
  /** Time of the last successful read, by repository. */
  readonly #seenAt = new Map<string, number>();
  readonly #closing = new AbortController();

  constructor(options: GitHubCallsOptions) {
    const { access, apiUrl, userAgent, onRequest = () => undefined, names = new RepositoryNames() } = options;
    this.#names = names;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#limits = limits;
    this.#apiUrl = apiUrl;
    this.#isApp = access.kind === "app";
    const credentials =
      access.kind === "token"
        ? fixedToken(access.token, async (repository) => {
            return (await this.#call({ repository, method: "GET", route: "/user", values: {} })).data;
          })
        : new InstallationTokens(
            access,
            this.#names,
            async (repository, method, route, values, signature) => {
              const call = { repository, method, route, values, signature };
              const { status, data } = await this.#call(call, [404, 422]);
              return status === 404 ? null : { status, data };
            },
          );
    this.#credentials = credentials;
    this.#identity = new RepositoryIdentity(names, {
      authorize: async (repository) => credentials.token(repository),
      ask: async (repository, route, values) => {
        const { status, data } = await this.#call({ repository, method: "GET", route, values }, [404]);
        return status === 404 ? null : data;
      },
    });
    this.#wire = openWire({ apiUrl, userAgent, fetch: guardedFetch(limits) });
    const { pace } = options;
    this.#attempts = new Attempts({
      wire: this.#wire,
      credentials,
      limits,
      onRequest,
      ...(pace !== undefined && { pace }),
    });
  }

  async read(repository: Repository, route: string, parameters: Parameters = {}): Promise<unknown> {
    return (await this.#get(repository, route, parameters))?.data ?? null;
  }

  async list(
    repository: Repository,
    route: string,
    { under, pages = MOST_PAGES, ...parameters }: Parameters & ListParameters = {},
  ): Promise<readonly unknown[]> {
    const call = belowRepository(repository, "GET", route);
    const { listBytes } = this.#limits;
    const items: unknown[] = [];
    let bytes = 0;
    for (let page = 1; page <= pages; page += 1) {
      // The first page has no number, so that it shares its cache entry with single-page reads.
      const which = page === 1 ? {} : { page };
      const answer = await this.#get(repository, route, { ...parameters, per_page: PER_PAGE, ...which });
      if (answer === null) throw new ForgeError(`GitHub answered ${nameOf(call)} with 404`, false);
      bytes += Number(answer.headers["content-length"] ?? 0);
      if (bytes > listBytes) {
        throw new ForgeError(`GitHub answered ${nameOf(call)} with more than ${listBytes} bytes`, false);
      }
      const found = listIn(answer.data, under);
      if (found === null)
        throw new ForgeError(`GitHub answered ${nameOf(call)} with something other than a list`, false);
      items.push(...found);
      const { link } = answer.headers;
      if (typeof link !== "string" || !/\brel="next"/.test(link)) return items;
    }
    throw new ForgeError(`GitHub answered ${nameOf(call)} with more than ${pages} pages`, false);
  }

  async send(
    repository: Repository,
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    route: string,
    parameters: Parameters = {},
    answers: readonly number[] = [],
  ): Promise<GitHubAnswer> {
    const call = belowRepository(repository, method, route);
    if (namesNothing(route, parameters)) {
      throw new ForgeError(`${nameOf(call)} has an empty or invalid value for its path`, false);
    }
    const answer = await this.#call({ ...call, values: await this.#within(repository, parameters) }, answers);
    return { status: answer.status, body: answer.data === "" ? null : answer.data };
  }

  async readEnd(repository: Repository, route: string, parameters: Parameters = {}): Promise<string | null> {
    const call = belowRepository(repository, "GET", route);
    const { status, headers, data } = await this.#call(
      { ...call, values: await this.#within(repository, parameters) },
      [404, 410],
    );
    if (status >= 400) return null;
    const { location } = headers;
    if (status < 300 || typeof location !== "string")
      return typeof data === "string" ? endOfAnswer(data) : null;
    const mayBeHttp = this.#apiUrl.startsWith("http:");
    return await downloadEnd(location, { attemptMs: this.#limits.attemptMs, mayBeHttp });
  }

  async query(
    repository: Repository,
    query: string,
    variables: Parameters,
    mayRepeat = true,
  ): Promise<unknown> {
    // https://docs.github.com/en/enterprise-server@latest/graphql/guides/forming-calls-with-graphql: beside REST, not below.
    const baseUrl = this.#apiUrl.replace(/\/api\/v3\/?$/, "/api");
    const values = { baseUrl, query, variables: await this.#ofPresentName(repository, variables) };
    const asked = this.#names.present(repository);
    const call = { repository, method: "POST", route: GRAPHQL, values };
    const { data } = await this.#call(call);
    await this.#identity.confirmBy(repository, GRAPHQL, data);
    const isOfAnother = this.#isOfAnother(call, asked, mayRepeat);
    return isOfAnother ? await this.query(repository, query, variables, false) : data;
  }

  /** Another repository may have taken the configured name since a rename. */
  async #ofPresentName(repository: Repository, variables: Parameters): Promise<Parameters> {
    await this.#identity.confirm(repository);
    const { owner, name } = this.#names.present(repository);
    const isOfThis = variables["owner"] === repository.owner && variables["name"] === repository.name;
    return isOfThis ? { ...variables, owner, name } : variables;
  }

  async token(repository: Repository): Promise<string> {
    await this.#identity.confirm(repository);
    return await this.#credentials.token(repository);
  }

  async turnedDown(repository: Repository, token: string): Promise<boolean> {
    const isFresh = this.#credentials.isFresh(repository, token);
    if (!isFresh && !this.#credentials.turnedDown(repository, token)) return false;
    // GitHub may need a moment to know a new token.
    await this.#credentials.token(repository);
    await pause(this.#limits.retryPauseMs);
    return true;
  }

  async login(repository: Repository): Promise<string> {
    return await this.#credentials.login(repository);
  }

  async close(): Promise<void> {
    this.#closing.abort(new ForgeError("the service is stopping", true));
    return Promise.resolve();
  }

  async ask(path: string, authorization: string | null, body?: object): Promise<Answer> {
    const headers = authorization === null ? {} : { authorization };
    const route = `${body === undefined ? "GET" : "POST"} ${path}`;
    const answer = await this.#wire.ask(route, { ...body }, headers, this.#closing.signal);
    if (answer.status === 0) throw noAnswer(answer.data, `${this.#apiUrl} gives no usable answer`);
    return answer;
  }

  /**
   * null: not found. A repository that cannot be read is a failure: its 404 must not look like a missing part of it.
   */
  async #get(
    repository: Repository,
    route: string,
    parameters: Parameters,
    mayRepeat = true,
  ): Promise<Answer | null> {
    if (namesNothing(route, parameters)) return null;
    const values = await this.#within(repository, parameters);
    const asked = this.#names.present(repository);
    const call = { ...belowRepository(repository, "GET", route), values };
    const answer = await this.#call(call, [404, 410]);
    if (answer.status >= 400) await this.#requireReadable(repository, route);
    else await this.#identity.confirmBy(repository, route, answer.data);
    this.#seenAt.set(repositoryKey(repository), performance.now());
    if (!wasMoved(answer) && this.#isOfAnother(call, asked, mayRepeat))
      return await this.#get(repository, route, parameters, false);
    if (route !== "" && wasMoved(answer)) await this.#get(repository, "", {});
    return answer.status >= 400 ? null : answer;
  }

  /** Whether the answer is of a repository that has taken the former name. Throws if that was so twice. */
  #isOfAnother(call: Call, asked: Repository, mayRepeat: boolean): boolean {
    if (repositoryKey(asked) === repositoryKey(this.#names.present(call.repository))) return false;
    if (mayRepeat) return true;
    throw new ForgeError(`${nameOf(call)} was renamed while GitHub answered`, true);
  }

  async #requireReadable(repository: Repository, route: string): Promise<void> {
    if (await this.#identity.confirmAbsence(repository, route)) return;
    const seenAt = this.#seenAt.get(repositoryKey(repository)) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - seenAt < SEEN_MS) return;
    const values = await this.#within(repository, {});
    await this.#call({ ...belowRepository(repository, "GET", ""), values });
  }

  /** Ends at its deadline, even while Octokit, the network or other calls block it. */
  async #call(
    call: Omit<CallRequest, "traffic" | "signal" | "onSent" | "signature"> & { readonly signature?: string },
    answers: readonly number[] = [],
  ): Promise<Answer> {
    const traffic = this.#trafficOf(call.repository);
    refuseWhileQuiet(call, traffic.quietMs());
    const { callMs } = this.#limits;
    const deadline = AbortSignal.timeout(callMs);
    const signal = AbortSignal.any([deadline, this.#closing.signal]);
    let isSent = false;
    const onSent = () => {
      isSent = true;
    };
    try {
      const request = { signature: null, ...call, traffic, signal, onSent };
      const answer = await unlessAborted(this.#attempts.answer(request), signal);
      // A rate limit never answers the call, even with a status that the caller accepts.
      const isMeant = answer.status > 0 && (answer.status < 400 || answers.includes(answer.status));
      if (isMeant && limitMs(answer) === null) return answer;
      const isTransient = answer.status === 401 && this.#isApp;
      throw callFailure(answer, call, { waitMs: traffic.quietMs(), isTransient });
    } catch (error) {
      const ended: unknown = deadline.aborted ? tooLate(call, callMs, isSent) : signal.reason;
      throw noAnswer(signal.aborted ? ended : error, `GitHub gave no usable answer to ${nameOf(call)}`);
    }
  }

  /** A list by its head branch names the owner again, who may have changed too. */
  async #within(repository: Repository, parameters: Parameters): Promise<Parameters> {
    await this.#identity.confirm(repository);
    const { owner, name } = this.#names.present(repository);
    const { head } = parameters;
    const former = `${repository.owner}:`;
    if (typeof head !== "string" || !head.startsWith(former)) return { ...parameters, owner, repo: name };
    return { ...parameters, head: `${owner}:${head.slice(former.length)}`, owner, repo: name };
  }

  #trafficOf(repository: Repository): OwnerTraffic {
    const key = ownerKey(repository);
    const traffic = this.#traffic.get(key) ?? new OwnerTraffic(this.#limits.writePauseMs);
    this.#traffic.set(key, traffic);
    return traffic;
  }
}
