/** What answering a page needs, and the checks that come before each answer. */
import { createHash } from "node:crypto";
import type { RefusalCode } from "../../contract/refusals.js";
import { isRecord } from "../../domain/is-record.js";
import type { QueueName } from "../../domain/queue-name.js";
import { repositoryKey } from "../../domain/repository.js";
import type { Shared } from "../http/addition.js";
import { authenticate } from "../http/auth.js";
import { creationCommand, noSuchQueue, type Refusal } from "../http/handlers/handler.js";
import { type ApiContext, refuse } from "../http/response.js";
import type { AccountHost } from "../ports/account-host.js";
import type { PageSessionStore } from "../ports/page-session-store.js";
import type { LogTraveller } from "../replay/travel-log.js";
import { type Addresses, isBranch } from "./addresses.js";
import { answerPage } from "./answer-page.js";
import type { Assets } from "./assets/serve-assets.js";
import type { EventStreams } from "./live/event-streams.js";
import type { PageFeeds } from "./live/page-feeds.js";
import type { QueueWatch } from "./live/queue-watch.js";
import type { RefreshBudget } from "./live/refresh-budget.js";
import { type Problem, ProblemPage } from "./pages/problem-page.js";
import { SignInPage } from "./pages/sign-in-page.js";
import type { ExitJudge } from "./reading/exit-judge.js";
import type { InsightsReader } from "./reading/insights/insights-reader.js";
import type { BranchReader } from "./reading/landings-view.js";
import type { QueueSummaries } from "./reading/queue-summaries.js";
import type { Reader } from "./session/reader.js";
import type { SessionCookie, Sessions } from "./session/sessions.js";
import type { Frame } from "./views/layout.js";

export interface Serving extends Shared {
  readonly addresses: Addresses;
  readonly assets: Assets;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  /** Of a sign-in that has begun at the code host. */
  readonly signInCookie: SessionCookie;
  /** null: people sign in with tokens only. */
  readonly accounts: AccountHost | null;
  readonly store: PageSessionStore;
  readonly summaries: QueueSummaries;
  readonly judge: ExitJudge;
  readonly insights: InsightsReader;
  readonly traveller: LogTraveller;
  readonly branches: BranchReader;
  readonly watch: QueueWatch;
  readonly feeds: PageFeeds;
  readonly budget: RefreshBudget;
  readonly streams: EventStreams;
  /** Whether visitors without a session may read. */
  readonly isPublic: boolean;
  readonly publicUrl: string | null;
}

export type ForReader = (reader: Reader) => Promise<Response>;

/** A token in the header counts as on the API. Without a session, the sign-in page; for programs, the API's refusal. */
export async function forReader(
  c: ApiContext,
  serving: Serving,
  work: ForReader,
  audience: "browser" | "program" = wantsJson(c) ? "program" : "browser",
): Promise<Response> {
  const { sessions, cookie, isPublic, tokens, attempts } = serving;
  if (c.req.header("x-api-token")) {
    const address = serving.addressOf(c);
    const need = { scope: "read", takesForkedRuns: false } as const;
    const outcome = await authenticate((name) => c.req.header(name), need, tokens, { attempts, address });
    if (!outcome.ok) return refuse(c, outcome.code, outcome.message);
    return outcome.caller.kind === "token"
      ? work({ kind: "token", grant: outcome.caller.grant })
      : refuse(c, "AUTHENTICATION_REQUIRED", "expected a token");
  }
  const session = await sessions.find(cookie.read(c.req.header("cookie")));
  if (session !== null) return work(session);
  if (isPublic) return work({ kind: "public" });
  if (audience === "program") {
    return refuse(
      c,
      "AUTHENTICATION_REQUIRED",
      "expected a token in the header x-api-token, or a session of the pages",
    );
  }
  const hadSession = cookie.read(c.req.header("cookie")) !== undefined;
  const problem = hadSession ? "Your session has ended. Sign in again to go on." : null;
  return answerSignIn(c, serving, frameOf(c, serving, null).path, problem, 401);
}

/**
 * An open page reads itself again and again: it gets a page only if that differs from the one with this tag, and in turn
 * with all other open pages.
 */
export async function answerAgain(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  tag: string,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  if (c.req.header("if-none-match") !== tag) return inTurn(c, serving, reader, answer);
  return withoutBody(c, 304, { ETag: tag });
}

/** Identifies what a page shows, as an ETag. */
export function tagOf({ assets }: Serving, ...parts: readonly unknown[]): string {
  const text = JSON.stringify([assets.version, ...parts]);
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** Pages that read themselves again cost no more than the budget of all open pages. */
export async function inTurn(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  if (c.req.header("hx-request") !== "true") return answer();
  const answered = await serving.budget.spendFor(turnsOf(c, serving, reader), async () =>
    c.req.raw.signal.aborted ? withoutBody(c, 204) : answer(),
  );
  return answered ?? refuse(c, "SERVICE_UNAVAILABLE", "too many open pages refresh: try again later");
}

/** A body, even an empty one, is refused with these statuses. */
function withoutBody(
  c: ApiContext,
  status: 204 | 304,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status, headers: { ...c.get("headers"), ...more } });
}

/** Who shares the turns of the budget. */
function turnsOf(c: ApiContext, serving: Serving, reader: Reader): string {
  if (reader.kind === "session") return `session ${reader.csrf}`;
  return reader.kind === "token" ? `token ${reader.grant.name}` : `address ${serving.addressOf(c)}`;
}

/** `next` is the path of the page to return to. */
export function answerSignIn(
  c: ApiContext,
  serving: Serving,
  next: string,
  problem: string | null,
  status: number,
): Response {
  const { accounts, addresses } = serving;
  // The page's own address may have a code in it.
  const frame = { ...frameOf(c, serving, null), path: next };
  const withGitHub = accounts === null ? null : addresses.signInWithGitHub(next);
  return answerPage(c, SignInPage({ frame, next, problem, withGitHub }), status);
}

export function noQueue(c: ApiContext, serving: Serving, reader: Reader, name: QueueName): Response {
  const { repository, targetBranch } = name;
  const sentence = `Branch ${targetBranch} of ${repositoryKey(repository)} has no queue.`;
  const problem = {
    status: 404,
    title: "No such queue",
    next: { text: "See all queues", href: serving.addresses.home },
  } as const;
  if (!isBranch(targetBranch)) {
    const not = `${targetBranch || "An empty text"} is not a valid branch name, so it has no queue.`;
    return answerProblem(c, serving, reader, { ...problem, sentence: not });
  }
  return answerRefusal(c, serving, reader, noSuchQueue(name), {
    ...problem,
    ...{ sentence, command: creationCommand(targetBranch) },
  });
}

export async function noSuchAddress(c: ApiContext, serving: Serving): Promise<Response> {
  const reader = await serving.sessions.find(serving.cookie.read(c.req.header("cookie")));
  return answerProblem(c, serving, reader, {
    status: 404,
    title: "Nothing here",
    sentence:
      "This address leads to no page: expected /HOST/OWNER/NAME/ with queue, history, insights, landings, " +
      "settings, log or pull/NUMBER.",
    next: { text: "See all queues", href: serving.addresses.home },
  });
}

const CODES = {
  400: "VALIDATION_FAILED",
  401: "AUTHENTICATION_REQUIRED",
  403: "INSUFFICIENT_PERMISSIONS",
  404: "NOT_FOUND",
  409: "VALIDATION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  429: "RATE_LIMIT_EXCEEDED",
  500: "INTERNAL_ERROR",
  502: "UPSTREAM_ERROR",
  503: "SERVICE_UNAVAILABLE",
} as const;

/** A page, or the API's form of an error for programs. */
export function answerProblem(
  c: ApiContext,
  serving: Serving,
  reader: Reader | null,
  problem: Problem,
): Response {
  if (wantsJson(c)) return refuse(c, CODES[problem.status], problem.sentence);
  return answerPage(c, ProblemPage({ frame: frameOf(c, serving, reader), problem }), problem.status);
}

/** What the API also refuses: programs get its code and its message. */
export function answerRefusal(
  c: ApiContext,
  serving: Serving,
  reader: Reader | null,
  { code, message }: Refusal<RefusalCode>,
  problem: Problem,
): Response {
  return wantsJson(c) ? refuse(c, code, message) : answerProblem(c, serving, reader, problem);
}

/** A failure of the service or the code host; its sentence is the API's, and names the request for the log. */
export async function failurePage(c: ApiContext, serving: Serving, failure: Response): Promise<Response> {
  const body: unknown = await failure.json();
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const status = failure.status === 502 || failure.status === 503 ? failure.status : 500;
  const sentence = typeof error["message"] === "string" ? error["message"] : "The service failed.";
  return answerProblem(c, serving, null, {
    ...{ status, sentence },
    title: "This did not work",
    next: { text: "Try again", href: frameOf(c, serving, null).path },
  });
}

export function frameOf(
  c: ApiContext,
  { addresses, assets, service }: Serving,
  reader: Reader | null,
): Frame {
  const { pathname, search } = new URL(c.req.url);
  // A form's own address is no page; its answer links to one.
  const path = c.req.method === "GET" ? `${addresses.base}${pathname}${search}` : addresses.home;
  return { addresses, assets, reader, now: service.queues.now(), path };
}

/** Browsers list text/html first; an address that ends with .json asks for JSON in every case. */
export function wantsJson(c: ApiContext): boolean {
  if (c.req.path.endsWith(".json")) return true;
  const accept = c.req.header("accept") ?? "";
  const [json, html] = [accept.indexOf("application/json"), accept.indexOf("text/html")];
  return json !== -1 && (html === -1 || json < html);
}
