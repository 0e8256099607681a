/** The REST API as HTTP: tokens, rate limits, ETags and faults around the table of routes, and a record of each call. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { assertNever } from "../../../src/domain/assert-never.js";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { type Caller, mayDo } from "./caller.js";
import type { Fault } from "./faults.js";
import type { RateLimit } from "./rate-limit.js";
import { type Answer, type Call, Refusal } from "./route.js";
import { type FoundRoute, findRoute } from "./route-table.js";
import type { GitHubWorld } from "./world.js";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface ApiRequest {
  readonly request: IncomingMessage;
  /** Below the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

export class ApiFront {
  readonly #world: GitHubWorld;
  readonly #rateLimit: RateLimit;
  /** The last answer of each read, for clients that are to see an earlier world. */
  readonly #earlier = new Map<string, Answer>();

  constructor(world: GitHubWorld, rateLimit: RateLimit) {
    this.#world = world;
    this.#rateLimit = rateLimit;
  }

  async answer(asked: ApiRequest, fault: Fault | null): Promise<HttpAnswer> {
    const caller = await this.#callerOf(asked.request);
    if (caller === null)
      return json({ status: 401, body: { message: "Bad credentials", ...DOCUMENTED } }, {});
    const limit = this.#rateLimit.of(caller.token);
    if (asked.path === "/rate_limit") return json({ status: 200, body: limit.report() }, limit.headers());
    const refused = limit.refusal() ?? refusalOf(fault);
    if (refused !== null) return withHeaders(refused, limit.headers());
    const answer = await this.#perform(asked, caller, fault);
    const { status, headers, body } = json(answer, {});
    const etag = `W/"${createHash("sha256").update(body).digest("hex")}"`;
    const unchanged =
      status === 200 && asked.request.method === "GET" && asked.request.headers["if-none-match"] === etag;
    // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
    if (!unchanged) limit.charge();
    const all = { ...headers, ...limit.headers(), ...(status === 200 ? { etag } : {}) };
    return unchanged ? { status: 304, headers: all, body: "" } : { status, headers: all, body };
  }

  async #perform(asked: ApiRequest, caller: Caller, fault: Fault | null): Promise<Answer> {
    const { request, path, query } = asked;
    const method = request.method ?? "GET";
    const found = findRoute(method, path);
    const key = `${method} ${path}?${query.toString()}`;
    const earlier = this.#earlier.get(key);
    if (fault?.kind === "stale" && earlier !== undefined) return earlier;
    const answer = await this.#refusable(async () => {
      const whole = this.#permitted(found, caller);
      return whole.route.answer(this.#callOf(asked, caller, whole));
    });
    if (method === "GET") this.#earlier.set(key, answer);
    return answer;
  }

  /** https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#resource-not-accessible */
  #permitted(found: FoundRoute | null, caller: Caller): FoundRoute {
    const { owner, repo } = found?.names ?? {};
    const elsewhere =
      (owner !== undefined && owner.toLowerCase() !== this.#world.owner.toLowerCase()) ||
      (repo !== undefined && repo.toLowerCase() !== this.#world.name.toLowerCase());
    if (found === null || elsewhere) throw new Refusal(404, "Not Found");
    const { needs } = found.route;
    if (needs !== undefined && needs !== "metadata: read" && !mayDo(caller, needs)) {
      throw new Refusal(
        403,
        `Resource not accessible by ${caller.app === null ? "personal access token" : "integration"}`,
      );
    }
    return found;
  }

  #callOf({ path, query, body, request }: ApiRequest, caller: Caller, { names }: FoundRoute): Call {
    const { owner, name } = this.#world;
    return {
      world: this.#world,
      caller,
      method: request.method ?? "GET",
      path:
        names["owner"] === undefined
          ? path
          : path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repos/${owner}/${name}`),
      query,
      body: parsed(body),
      name: (parameter) => names[parameter] ?? "",
    };
  }

  async #refusable(perform: () => Answer | Promise<Answer>): Promise<Answer> {
    try {
      return await perform();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, errors } = error;
      return {
        status,
        body: { message, ...(errors.length === 0 ? {} : { errors }), ...DOCUMENTED, status: String(status) },
      };
    }
  }

  /** Null for a token that is not known (any more); a JWT is judged by `emulate`. */
  async #callerOf({ headers }: IncomingMessage): Promise<Caller | null> {
    const [, token = ""] = /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? "") ?? [];
    const known = this.#world.tokens.get(token);
    if (known !== undefined || !token.startsWith("eyJ")) return known ?? null;
    const { status } = await this.#world.emulate.send("GET", "/app", `Bearer ${token}`);
    const { app } = this.#world;
    return status === 200 && app !== null ? { login: app.slug, token, app, permissions: null } : null;
  }
}

const DOCUMENTED = { documentation_url: "https://docs.github.com/rest" };

function parsed(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    // https://docs.github.com/en/rest/issues/labels#add-labels-to-an-issue takes a list as well.
    if (Array.isArray(value)) return { labels: value };
    if (isJsonObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new Refusal(400, "Problems parsing JSON");
}

function json({ status, body, link }: Answer, headers: Readonly<Record<string, string>>): HttpAnswer {
  const text = body === undefined || status === 204 ? "" : JSON.stringify(body);
  const linked = link === undefined || link === null ? {} : { link };
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...linked, ...headers },
    body: text,
  };
}

function withHeaders(answer: HttpAnswer, headers: Readonly<Record<string, string>>): HttpAnswer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

/** What a fault answers in place of doing anything: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
export function refusalOf(fault: Fault | null): HttpAnswer | null {
  switch (fault?.kind) {
    case "error":
      return json({ status: fault.status, body: { message: "Server Error" } }, {});
    case "tooMany":
      return json({ status: 429, body: SECONDARY }, { "retry-after": String(fault.retryAfter) });
    case "secondaryLimit":
      return json({ status: 403, body: SECONDARY }, { "retry-after": String(fault.retryAfter) });
    case "primaryLimit":
      return json(
        { status: 403, body: { message: "API rate limit exceeded", ...DOCUMENTED } },
        {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + fault.resetInSeconds),
        },
      );
    case "cutBefore":
    case "cutAfter":
    case "errorAfter":
    case "stale":
    case undefined:
      return null;
    default:
      return assertNever(fault);
  }
}

const SECONDARY = {
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  documentation_url:
    "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits",
};
