/** The REST API as HTTP: credentials, rate limits, ETags and stale reads around the table of routes. */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { type Caller, mayDo } from "./caller.js";
import { refusalOf } from "./fault-answers.js";
import type { Fault } from "./faults.js";
import { type HttpAnswer, jsonAnswer } from "./http-answer.js";
import type { RateLimit } from "./rate-limit.js";
import { type Answer, Refusal } from "./route.js";
import { type FoundRoute, findRoute } from "./route-table.js";
import { CLIENT } from "./sign-ins.js";
import type { GitHubWorld } from "./world.js";

export interface ApiRequest {
  readonly request: IncomingMessage;
  /** Below the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

/** Of a call without credentials. */
const ANYONE: Caller = { login: "", token: "", app: null, permissions: {} };

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
    const refused = refusalOf(fault);
    if (refused !== null) return refused;
    try {
      const { authorization } = asked.request.headers;
      const isPublic = findRoute(asked.request.method ?? "GET", asked.path)?.route.isPublic === true;
      const caller =
        isPublic && authorization === undefined ? ANYONE : await callerOf(this.#world, authorization);
      return await this.#answerTo(caller, asked, fault);
    } catch (error) {
      return jsonAnswer(answerOf(error));
    }
  }

  async #answerTo(caller: Caller, asked: ApiRequest, fault: Fault | null): Promise<HttpAnswer> {
    const { request, path } = asked;
    const limit = this.#rateLimit;
    if (path === "/rate_limit") return jsonAnswer(limit.report(caller.token), limit.headers(caller.token));
    const answer = limit.refusal(caller.token) ?? (await this.#perform(asked, caller, fault));
    const { status, headers, body } = jsonAnswer(answer, permissionsHeader(request.method ?? "GET", path));
    const etag = `W/"${createHash("sha256").update(body).digest("hex")}"`;
    const same = status === 200 && request.method === "GET" && request.headers["if-none-match"] === etag;
    // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api: 304 costs nothing.
    if (!same) limit.charge(caller.token);
    const all = { ...headers, ...limit.headers(caller.token), ...(status === 200 ? { etag } : {}) };
    return same ? { status: 304, headers: all, body: "" } : { status, headers: all, body };
  }

  async #perform(asked: ApiRequest, caller: Caller, fault: Fault | null): Promise<Answer> {
    const { request, path, query } = asked;
    const method = request.method ?? "GET";
    const key = `${method} ${path}?${query.toString()}`;
    const earlier = this.#earlier.get(key);
    if (fault?.kind === "stale" && earlier !== undefined) return earlier;
    const answer = await this.#performNow(asked, caller).catch(answerOf);
    if (method === "GET") this.#earlier.set(key, answer);
    return fault?.kind === "notYet" && method === "GET" ? asIfUnborn(answer) : answer;
  }

  async #performNow(asked: ApiRequest, caller: Caller): Promise<Answer> {
    const moved = this.#movedFrom(asked);
    if (moved !== null) return moved;
    const { request, query, body } = asked;
    const path = this.#formerPath(asked.path);
    const method = request.method ?? "GET";
    if (request.headers["user-agent"] === undefined) {
      throw new Refusal(
        403,
        "Request forbidden by administrative rules. Please make sure your request has a User-Agent header",
      );
    }
    const { route, names } = this.#permitted(findRoute(method, path), caller);
    const isHand = request.headers["x-counterpart"] === "hand";
    if (!isHand) this.#refuseUnavailable(method, path, caller);
    const { owner, name } = this.#world;
    const here =
      names["owner"] === undefined ? path : path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repos/${owner}/${name}`);
    return route.answer({
      world: this.#world,
      caller,
      method,
      path: here,
      query,
      body: parsed(body),
      name: (parameter) => names[parameter] ?? "",
    });
  }

  /** https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects */
  #movedFrom({ request, path, query }: ApiRequest): Answer | null {
    const { renamedTo, owner, name, apiUrl } = this.#world;
    const [, rest] = new RegExp(`^/repos/${owner}/${name}((?:/.*)?)$`, "i").exec(path) ?? [];
    if (renamedTo === null || rest === undefined || request.headers["x-counterpart"] === "hand") return null;
    if (this.#world.isFormerNameTaken) {
      const other = this.#world.ofOther.get(rest);
      return other === undefined
        ? { status: 404, body: { message: "Not Found" } }
        : { status: 200, body: other };
    }
    const search = query.size === 0 ? "" : `?${query.toString()}`;
    const location = `${apiUrl}/repositories/1${rest}${search}`;
    return { status: request.method === "GET" ? 301 : 307, body: { message: "Moved Permanently" }, location };
  }

  /** Routes know the name with which the repository was created. */
  #formerPath(path: string): string {
    const { renamedTo, owner, name } = this.#world;
    const byName = path.replace(/^\/repositories\/1(?=\/|$)/, `/repos/${owner}/${name}`);
    return renamedTo === null ? byName : byName.replace(`/repos/${renamedTo}`, `/repos/${owner}/${name}`);
  }

  #refuseUnavailable(method: string, path: string, caller: Caller): void {
    const isOfApp = path.startsWith("/app") || path.endsWith("/installation");
    if (this.#world.isSuspended && caller.app !== null && (!isOfApp || path.endsWith("/access_tokens")))
      throw new Refusal(403, "This installation has been suspended");
    if (this.#world.isArchived && method !== "GET" && path.startsWith("/repos/"))
      throw new Refusal(403, "Repository was archived so is read-only.");
  }

  /** https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#resource-not-accessible */
  #permitted(found: FoundRoute | null, caller: Caller): FoundRoute {
    const { owner, repo } = found?.names ?? {};
    const elsewhere =
      (owner !== undefined && owner.toLowerCase() !== this.#world.owner.toLowerCase()) ||
      (repo !== undefined && repo.toLowerCase() !== this.#world.name.toLowerCase());
    // What is private does not exist for those who may not see it.
    if (found === null || elsewhere) throw new Refusal(404, "Not Found");
    const { needs } = found.route;
    if (needs === undefined || mayDo(caller, needs)) return found;
    const kind = caller.app === null ? "personal access token" : "integration";
    throw new Refusal(403, `Resource not accessible by ${kind}`);
  }
}

/** https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#resource-not-accessible */
function permissionsHeader(method: string, path: string): Readonly<Record<string, string>> {
  const needs = findRoute(method, path)?.route.needs;
  if (needs === undefined) return {};
  const accepted = needs.replaceAll(": ", "=").replaceAll(" | ", "; ");
  return { "x-accepted-github-permissions": accepted };
}

function asIfUnborn(answer: Answer): Answer {
  const { body } = answer;
  if (Array.isArray(body)) return { ...answer, body: [], link: null };
  if (!isJsonObject(body) || body["total_count"] === undefined)
    return answerOf(new Refusal(404, "Not Found"));
  const members = Object.entries(body).map(
    ([name, value]) => [name, Array.isArray(value) ? [] : value] as const,
  );
  return { ...answer, body: { ...Object.fromEntries(members), total_count: 0 }, link: null };
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error;
  const { status, message, errors } = error;
  const listed = errors.length === 0 ? {} : { errors };
  const documented = { documentation_url: "https://docs.github.com/rest", status: String(status) };
  return { status, body: { message, ...listed, ...documented } };
}

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

/** Whose a token is. Unknown and expired ones are nobody's; `emulate` verifies the signatures of JWTs. */
async function callerOf(world: GitHubWorld, authorization: string | undefined): Promise<Caller> {
  const { signIns } = world;
  const client = Buffer.from(`${signIns.clientId}:${signIns.clientSecret}`).toString("base64");
  if (authorization === `Basic ${client}`)
    return { login: "", token: CLIENT, app: world.app, permissions: {} };
  const [, token = ""] = /^(?:bearer|token) (.+)$/i.exec(authorization ?? "") ?? [];
  if (token === "") throw new Refusal(401, "Requires authentication");
  const known = world.tokens.get(token);
  if (known !== undefined) return known;
  const { app } = world;
  if (!token.startsWith("eyJ") || app === null) throw new Refusal(401, "Bad credentials");
  refuseWrongTimes(token, (Date.now() + world.clockAheadMs) / 1000);
  const { status } = await world.emulate.send("GET", "/app", `Bearer ${token}`);
  if (status !== 200) throw new Refusal(401, "A JSON web token could not be decoded");
  // It is for the App itself only: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/about-authentication-with-a-github-app
  return { login: app.slug, token, app, permissions: {} };
}

/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
function refuseWrongTimes(token: string, now: number): void {
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const [issued, expires] = isJsonObject(claims) ? [Number(claims["iat"]), Number(claims["exp"])] : [];
  if (issued === undefined || !(issued <= now)) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (expires === undefined || !(expires > now)) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (expires > now + 600) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
}
