/** START HERE: the web pages: which address shows which page, and what each passes on the way. */
import type { Addition, Shared } from "../http/addition.js";
import { type ApiContext, answerWith } from "../http/response.js";
import type { Answering } from "../http/wrap-handler.js";
import type { PageSessionStore } from "../ports/page-session-store.js";
import { Addresses, pullRequestOf, repositoryOf } from "./addresses.js";
import type { Assets } from "./assets/serve-assets.js";
import { QueueSummaries } from "./reading/queue-summaries.js";
import { showPullRequest } from "./requests/show-pull-request.js";
import { showQueue } from "./requests/show-queue.js";
import { showQueues } from "./requests/show-queues.js";
import { showSignIn, signIn, signOut } from "./requests/sign-in.js";
import { noSuchAddress, type Serving, wantsJson } from "./serving.js";
import { SessionCookie } from "./session/session-cookie.js";
import { Sessions, type SessionTokens } from "./session/sessions.js";

export interface PagesOptions {
  readonly assets: Assets;
  readonly store: PageSessionStore;
  readonly tokens: SessionTokens;
  readonly access: "signed-in" | "public";
  readonly publicUrl: string | null;
  /** The service itself serves https. */
  readonly endsTls: boolean;
}

const MONTH_SECONDS = 2_592_000;

export function pages(options: PagesOptions): Addition {
  return (app, shared) => {
    const serving = servingOf(options, shared);
    const get = (path: string, label: string, answering: Answering) =>
      app.get(path, shared.wrap(label, answering));
    const post = (path: string, label: string, answering: Answering) =>
      app.post(path, shared.wrap(label, answering));
    get("/", "page queues", async (c) => showQueues(c, serving));
    get("/assets/:name", "page asset", async (c) => answerAsset(c, serving));
    get("/sign-in", "page sign-in", async (c) => showSignIn(c, serving));
    post("/sign-in", "page sign-in", async (c) => signIn(c, serving));
    post("/sign-out", "page sign-out", async (c) => signOut(c, serving));
    get(`${REPOSITORY}/queue`, "page queue", async (c) => answerQueue(c, serving));
    get(`${REPOSITORY}/pull/:number`, "page pull request", async (c) => answerPullRequest(c, serving));
    return {
      nothingThere: async (c) => (isForBrowser(c) ? noSuchAddress(c, serving) : Promise.resolve(null)),
    };
  };
}

const REPOSITORY = "/:host/:owner/:name";

function servingOf(options: PagesOptions, shared: Shared): Serving {
  const { assets, store, tokens, publicUrl, endsTls, access } = options;
  const { queues } = shared.service;
  const isSecure = endsTls || publicUrl?.startsWith("https:") === true;
  return {
    ...shared,
    ...{ assets, store, publicUrl },
    addresses: new Addresses(publicUrl),
    sessions: new Sessions(store, tokens, () => queues.now()),
    cookie: new SessionCookie(isSecure),
    summaries: new QueueSummaries(queues),
    isPublic: access === "public",
  };
}

async function answerQueue(c: ApiContext, serving: Serving): Promise<Response> {
  const repository = repositoryOf(...partsOf(c));
  return repository === null ? noSuchAddress(c, serving) : showQueue(c, serving, repository);
}

async function answerPullRequest(c: ApiContext, serving: Serving): Promise<Response> {
  const repository = repositoryOf(...partsOf(c));
  const number = pullRequestOf((c.req.param("number") ?? "").replace(/\.json$/, ""));
  if (repository === null || number === null) return noSuchAddress(c, serving);
  return showPullRequest(c, serving, repository, number);
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
