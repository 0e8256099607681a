/** The web pages without a socket: the API's world of tests, a store of sessions in memory, and a browser's headers. */

import type { QueueSettings } from "../../src/domain/queue-settings.js";
import type { Scope } from "../../src/domain/scope.js";
import { readAssets } from "../../src/service/dashboard/assets/serve-assets.js";
import { EventStreams } from "../../src/service/dashboard/live/event-streams.js";
import { type PagesOptions, pages } from "../../src/service/dashboard/pages.js";
import { serviceTokens } from "../../src/service/http/auth.js";
import { createApi } from "../../src/service/http/server.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { createToken } from "../../src/service/tokens/token-text.js";
import { apiWorld, TOKEN } from "./api-world.js";
import { manualClock } from "./manual-clock.js";
import { createMemoryPageSessionStore } from "./memory-page-session-store.js";
import { createMemoryTokenStore } from "./memory-token-store.js";

export const ORIGIN = "http://localhost";
export const QUEUE_PATH = "/github.com/octo/mono/queue";
export const PULL_PATH = "/github.com/octo/mono/pull";

export type PagesWorld = Awaited<ReturnType<typeof pagesWorld>>;

export async function pagesWorld(options: Partial<PagesOptions> = {}, settings: Partial<QueueSettings> = {}) {
  const world = await apiWorld({}, settings);
  const { queues } = world;
  const tokenStore = createMemoryTokenStore();
  const timers = manualClock();
  const clock = {
    now: () => queues.clock,
    monotonic: () => queues.clock,
    after: (delayMs: number, callback: () => void) => timers.after(delayMs, callback),
    setForwardSince: () => 0,
  };
  const streams = new EventStreams(options.clock ?? clock);
  const tokens = await serviceTokens(TOKEN, tokenStore, { clock, log: SILENT_LOG });
  if (tokens === null) throw new Error("the world has a token");
  const store = createMemoryPageSessionStore();
  const addition = pages({
    ...{ assets: await readAssets(), store, tokens, access: "signed-in" as const, accounts: null, git: null },
    ...{ publicUrl: null, endsTls: false, clock, streams, ...options },
  });
  const app = createApi({
    ...{ queues, tokens, log: SILENT_LOG, version: "1.2.3", testBranchPrefix: "mq-merge/" },
    stateCase: "upper",
    pauses: store,
    pages: addition,
  });

  async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return app.request(path, { headers: { accept: "text/html", ...headers } });
  }

  /** Posts a form as a browser does from a page of the service. */
  async function postForm(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const body = new URLSearchParams(fields).toString();
    return app.request(path, {
      method: "POST",
      headers: {
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
        origin: ORIGIN,
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      body,
    });
  }

  return {
    ...world,
    app,
    store,
    streams,
    timers,
    tokenStore,
    get,
    postForm,
    /** A token with these scopes, in the store. */
    async token(scopes: readonly Scope[], repositories: readonly string[] | null = null): Promise<string> {
      const request = { name: "mona", scopes, repositories, createdAt: queues.clock, expiresAt: null };
      const { token } = await createToken(tokenStore, request);
      queues.clock += 2000;
      return token;
    },
    /** The cookie header of a new session. */
    async signIn(token: string = TOKEN): Promise<string> {
      const answer = await postForm("/sign-in", { token });
      const cookie = answer.headers.get("set-cookie")?.split(";")[0];
      if (answer.status !== 303 || cookie === undefined) throw new Error(`not signed in: ${answer.status}`);
      return cookie;
    },
  };
}

/** The value that a page puts into its forms. */
export async function csrfOf(page: Response): Promise<string> {
  return /name="csrf" value="([0-9a-f]+)"/.exec(await page.text())?.[1] ?? "";
}
