/** START HERE: the web pages: which address shows which page, and what each passes on the way. */
import { isTestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { Addition, Shared } from "../http/addition.js";
import { type ApiContext, answerFailure, answerWith } from "../http/response.js";
import { type AccountHost, GITHUB_CALLBACK_PATH, GITHUB_SIGN_IN_PATH } from "../ports/account-host.js";
import type { Clock } from "../ports/clock.js";
import type { Git } from "../ports/git.js";
import type { PageSessionStore } from "../ports/page-session-store.js";
import { LogTraveller } from "../replay/travel-log.js";
import { actOnPullRequest, actOnQueue } from "./actions/perform-action.js";
import { Addresses, isBranch, pullRequestOf, repositoryOf } from "./addresses.js";
import type { Assets } from "./assets/serve-assets.js";
import type { EventStreams } from "./live/event-streams.js";
import { PageFeeds } from "./live/page-feeds.js";
import { QueueWatch } from "./live/queue-watch.js";
import { RefreshBudget } from "./live/refresh-budget.js";
import { ExitJudge } from "./reading/exit-judge.js";
import { InsightsReader } from "./reading/insights/insights-reader.js";
import { BranchReader } from "./reading/landings-view.js";
import { QueueSummaries } from "./reading/queue-summaries.js";
import { followQueuePage } from "./requests/follow-queue-page.js";
import { isStream } from "./requests/for-repository.js";
import { showHistory } from "./requests/show-history.js";
import { showInsights } from "./requests/show-insights.js";
import { showLandings } from "./requests/show-landings.js";
import { showLog } from "./requests/show-log.js";
import { showOutput, showPullRequest } from "./requests/show-pull-request.js";
import { showQueue } from "./requests/show-queue.js";
import { showQueues } from "./requests/show-queues.js";
import { showSettings } from "./requests/show-settings.js";
import { showSignIn, signIn, signOut } from "./requests/sign-in.js";
import { beginWithAccount, endWithAccount } from "./requests/sign-in-with-account.js";
import { streamEvents } from "./requests/stream-events.js";
import { failurePage, noSuchAddress, type Serving, wantsJson } from "./serving.js";
import { SessionCookie, Sessions, type SessionTokens } from "./session/sessions.js";

export interface PagesOptions {
  readonly assets: Assets;
  readonly store: PageSessionStore;
  readonly tokens: SessionTokens;
  readonly access: "signed-in" | "public";
  readonly publicUrl: string | null;
  readonly clock: Pick<Clock, "after" | "monotonic">;
  /** Calls back after each decision of this process; absent: pages find changes by reading. */
  readonly onDecision?: (listener: (name: QueueName) => void) => void;
  /** null: people sign in with tokens only. */
  readonly accounts: AccountHost | null;
  /** The caller closes them before it stops the server. */
  readonly streams: EventStreams;
  /** Reads the commits of target branches; null: pages show only what the store has. */
  readonly git: Pick<Git, "readFirstParents"> | null;
  /** The service itself serves https. */
  readonly endsTls: boolean;
}

const MONTH_SECONDS = 2_592_000;

export function pages(options: PagesOptions): Addition {
  return (app, shared) => {
    const serving = servingOf(options, shared);
    const wrapped = (label: string, work: PageWork) =>
      shared.wrap(`page ${label}`, async (c) => orProblem(c, serving, work));
    const get = (path: string, label: string, work: PageWork) => app.get(path, wrapped(label, work));
    const post = (path: string, label: string, work: PageWork) => app.post(path, wrapped(label, work));
    get("/", "queues", showQueues);
    get("/assets/:name", "asset", answerAsset);
    get("/sign-in", "sign-in", showSignIn);
    post("/sign-in", "sign-in", signIn);
    get(GITHUB_SIGN_IN_PATH, "sign-in with GitHub", beginWithAccount);
    get(GITHUB_CALLBACK_PATH, "end of sign-in with GitHub", endWithAccount);
    post("/sign-out", "sign-out", signOut);
    get("/v1/events", "events", streamEvents);
    get(`${REPOSITORY}/queue.json`, "queue", answerOf(showQueue));
    get(`${REPOSITORY}/queue`, "queue", answerOf(showQueue));
    get(`${REPOSITORY}/queue/live`, "queue changes", answerOf(followQueuePage));
    for (const form of ["", ".json", ".csv"]) {
      get(`${REPOSITORY}/history${form}`, "history", answerOf(showHistory));
      get(`${REPOSITORY}/insights${form}`, "insights", answerOf(showInsights));
    }
    for (const form of ["", ".json"]) {
      get(`${REPOSITORY}/log${form}`, "log", answerOf(showLog));
      get(`${REPOSITORY}/landings${form}`, "landings", answerOf(showLandings));
      get(`${REPOSITORY}/settings${form}`, "settings", answerOf(showSettings));
    }
    get(`${REPOSITORY}/pull/:number`, "pull request", answerPullRequest);
    get(`${REPOSITORY}/pull/:number/output/:run`, "output", answerOutput);
    post(`${REPOSITORY}/queue/:action`, "queue action", answerQueueAction);
    post(`${REPOSITORY}/pull/:number/:action`, "pull request action", answerPullRequestAction);
    return {
      nothingThere: async (c) => (isForBrowser(c) ? noSuchAddress(c, serving) : Promise.resolve(null)),
    };
  };
}

type PageWork = (c: ApiContext, serving: Serving) => Promise<Response>;

const REPOSITORY = "/:host/:owner/:name";

function servingOf(options: PagesOptions, shared: Shared): Serving {
  const { assets, store, tokens, publicUrl, endsTls, access, accounts, clock, streams } = options;
  const { queues } = shared.service;
  const judge = new ExitJudge(queues.store, () => queues.now());
  const watch = new QueueWatch({ read: async (name) => queues.read(name), clock });
  const budget = new RefreshBudget(clock);
  options.onDecision?.((name) => watch.readSoon(name));
  const isSecure = endsTls || publicUrl?.startsWith("https:") === true;
  return {
    ...shared,
    ...{ assets, store, publicUrl, accounts, streams },
    addresses: new Addresses(publicUrl),
    sessions: new Sessions(store, tokens, () => queues.now()),
    cookie: new SessionCookie(isSecure),
    signInCookie: new SessionCookie(isSecure, "merge-queue-sign-in"),
    summaries: new QueueSummaries(queues),
    judge,
    insights: new InsightsReader(queues, judge),
    traveller: new LogTraveller(queues.store),
    watch,
    branches: new BranchReader(options.git, clock),
    ...{ budget, feeds: new PageFeeds({ watch, clock, budget }) },
    isPublic: access === "public",
  };
}

/** The API's answer to a failure, as a page for browsers. */
async function orProblem(c: ApiContext, serving: Serving, work: PageWork): Promise<Response> {
  try {
    return await work(c, serving);
  } catch (error) {
    if (error instanceof Error) c.error = error;
    const failure = answerFailure(c, error, serving.log);
    return wantsJson(c) || isStream(c) ? failure : failurePage(c, serving, failure);
  }
}

function answerOf(
  show: (c: ApiContext, serving: Serving, repository: Repository) => Promise<Response>,
): PageWork {
  return async (c, serving) => {
    const repository = repositoryOf(...partsOf(c));
    return repository === null ? noSuchAddress(c, serving) : show(c, serving, repository);
  };
}

async function answerPullRequest(c: ApiContext, serving: Serving): Promise<Response> {
  const repository = repositoryOf(...partsOf(c));
  const number = pullRequestOf((c.req.param("number") ?? "").replace(/\.json$/, ""));
  if (repository === null || number === null) return noSuchAddress(c, serving);
  return showPullRequest(c, serving, repository, number);
}

/** An id of another form is never part of a path. */
async function answerOutput(c: ApiContext, serving: Serving): Promise<Response> {
  const repository = repositoryOf(...partsOf(c));
  const number = pullRequestOf(c.req.param("number") ?? "");
  const run = c.req.param("run") ?? "";
  if (repository === null || number === null || !isTestRunId(run)) return noSuchAddress(c, serving);
  return showOutput(c, serving, repository, number, run);
}

async function answerQueueAction(c: ApiContext, serving: Serving): Promise<Response> {
  const name = queueOf(c);
  if (name === null) return noSuchAddress(c, serving);
  return actOnQueue(c, serving, name, c.req.param("action") ?? "");
}

async function answerPullRequestAction(c: ApiContext, serving: Serving): Promise<Response> {
  const name = queueOf(c);
  const number = pullRequestOf(c.req.param("number") ?? "");
  if (name === null || number === null) return noSuchAddress(c, serving);
  return actOnPullRequest(c, serving, name, number, c.req.param("action") ?? "");
}

/** An action names its branch, so that it never changes another queue than the page showed. */
function queueOf(c: ApiContext): QueueName | null {
  const repository = repositoryOf(...partsOf(c));
  const targetBranch = c.req.query("branch") ?? "";
  return repository === null || !isBranch(targetBranch) ? null : { repository, targetBranch };
}

function partsOf(c: ApiContext): readonly [host: string, owner: string, name: string] {
  return [c.req.param("host") ?? "", c.req.param("owner") ?? "", c.req.param("name") ?? ""];
}

/** The address changes with the contents, so a browser keeps a file for as long as it likes. */
async function answerAsset(c: ApiContext, serving: Serving): Promise<Response> {
  const asset = serving.assets.find(c.req.param("name") ?? "");
  if (asset === undefined) return noSuchAddress(c, serving);
  return answerWith(c, asset.text, 200, {
    "Content-Type": asset.contentType,
    "Cache-Control": `public, max-age=${MONTH_SECONDS}, immutable`,
  });
}

function isForBrowser(c: ApiContext): boolean {
  return c.req.method === "GET" && !wantsJson(c) && c.req.header("accept")?.includes("text/html") === true;
}
