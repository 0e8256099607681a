/** The one address of the counterpart: the API below `/api/v3`, as on an Enterprise Server, and git beside it. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Exchange } from "../github-contract/check-exchange.js";
import { ApiFront, type ApiRequest } from "./api-front.js";
import { answerAppForm } from "./app-registration.js";
import { refusalOf } from "./fault-answers.js";
import { type AskedCall, type Fault, Faults } from "./faults.js";
import { answerGit, basicToken, gitRequest } from "./git-front.js";
import type { HttpAnswer } from "./http-answer.js";
import type { RateLimit } from "./rate-limit.js";
import { findRoute } from "./route-table.js";
import { answerOAuth, OAUTH_PATHS } from "./sign-ins.js";
import type { GitHubWorld } from "./world.js";

export interface RecordedCall extends AskedCall {
  readonly status: number;
  /** Whether it counts against the rate limit: everything but git and what had not changed. */
  readonly counts: boolean;
}

const API = "/api/v3";
/** https://docs.github.com/en/enterprise-server@latest/graphql/guides/forming-calls-with-graphql#the-graphql-endpoint */
const GRAPHQL = "/api/graphql";

type Outcome = HttpAnswer | "cut" | "hang";

export class HttpFront {
  readonly faults = new Faults();
  readonly calls: RecordedCall[] = [];
  clockAheadMs: () => number = () => 0;
  /** Called with each request of the service that reached the API, and its answer; faults are no answers. */
  onExchange: ((exchange: Exchange) => void) | null = null;
  readonly #server: Server;
  #serve: ((request: IncomingMessage, body: Buffer) => Promise<Outcome>) | null = null;

  private constructor() {
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  static async listen(): Promise<HttpFront> {
    const front = new HttpFront();
    front.#server.listen(0, "127.0.0.1");
    await once(front.#server, "listening");
    return front;
  }

  get webUrl(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server listens on no port");
    return `http://127.0.0.1:${address.port}`;
  }

  get apiUrl(): string {
    return this.webUrl + API;
  }

  /** Opens the doors on a world; until then everything is 503. */
  show(world: GitHubWorld, rateLimit: RateLimit): void {
    const api = new ApiFront(world, rateLimit);
    this.clockAheadMs = () => world.clockAheadMs;
    this.#serve = async (request, body) => {
      const url = new URL(request.url ?? "/", this.webUrl);
      if (url.pathname.startsWith(`${API}/`) || url.pathname === GRAPHQL)
        return this.#answerApi(api, request, url, body);
      if (OAUTH_PATHS.includes(url.pathname)) {
        const method = request.method ?? "GET";
        const call = { route: `${method} ${url.pathname}`, method, path: url.pathname };
        return this.#meeting(call, async () => Promise.resolve(answerOAuth(world, method, url, body)));
      }
      const form = answerAppForm(world, request.method ?? "GET", url, body);
      if (form !== null) return form;
      const git = gitRequest(world, url);
      if (git === null) return { status: 404, headers: {}, body: "Not Found" };
      const call = {
        route: `git ${git.service}${git.search}`,
        method: request.method ?? "GET",
        path: url.pathname,
      };
      const caller = world.tokens.get(basicToken(request.headers.authorization) ?? "") ?? null;
      return this.#meeting(call, () => answerGit(world, caller, request, git, body));
    };
  }

  #answerApi(api: ApiFront, request: IncomingMessage, url: URL, body: Buffer): Promise<Outcome> {
    const path = url.pathname === GRAPHQL ? "/graphql" : url.pathname.slice(API.length);
    const method = request.method ?? "GET";
    const route =
      findRoute(method, path)?.route.route ?? (path === "/rate_limit" ? `${method} ${path}` : "other");
    const asked = { request, path, query: url.searchParams, body };
    // The hands of a test meet no faults and are not counted.
    if (request.headers["x-counterpart"] === "hand") return api.answer(asked, null);
    return this.#meeting({ route, method, path }, async (fault) => {
      const answer = await api.answer(asked, fault);
      if (fault === null && answer.status !== 304) this.onExchange?.(exchangeOf(asked, answer));
      return answer;
    });
  }

  /** "cut" ends the connection, "hang" leaves it without an answer. */
  async #meeting(call: AskedCall, answer: (fault: Fault | null) => Promise<HttpAnswer>): Promise<Outcome> {
    const fault = this.faults.meet(call);
    const record = (status: number) => {
      const free = status === 304 || call.route.startsWith("git ") || call.path === "/rate_limit";
      this.calls.push({ ...call, status, counts: !free });
    };
    if (fault?.kind === "hang" || fault?.kind === "cutBefore") {
      record(0);
      return fault.kind === "hang" ? "hang" : "cut";
    }
    const given = refusalOf(fault) ?? (await answer(fault));
    record(given.status);
    if (fault?.kind === "cutAfter") return "cut";
    return fault?.kind === "errorAfter" ? (refusalOf({ kind: "error", status: 502 }) ?? given) : given;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(request);
      const answer =
        this.#serve === null ? { status: 503, headers: {}, body: "" } : await this.#serve(request, body);
      if (answer === "cut") cut(request, response);
      if (answer === "cut" || answer === "hang") return;
      response
        .writeHead(answer.status, {
          date: new Date(Date.now() + this.clockAheadMs()).toUTCString(),
          ...answer.headers,
          "x-github-request-id": randomUUID(),
        })
        .end(answer.body);
    } catch (error) {
      // Nothing of this should happen: the test that sees it is to know why.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) response.writeHead(500, { "x-counterpart": "broken" });
      response.end(JSON.stringify({ message }));
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Curl, and so git, asks again by itself where a connection ends before any answer: it gets the beginning of one. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  if (request.url?.startsWith("/api/") === true) request.socket.destroy();
  else response.writeHead(200, { "content-length": "1000" }).write("0", () => request.socket.destroy());
}

function exchangeOf(
  { request, path, query, body }: ApiRequest,
  { status, body: answered }: HttpAnswer,
): Exchange {
  const sent: unknown = body.length === 0 ? null : JSON.parse(body.toString());
  const text = answered.toString();
  const parsed: unknown = text === "" ? null : JSON.parse(text);
  return { method: request.method ?? "GET", path, query, sent, status, answered: parsed };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
