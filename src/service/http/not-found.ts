/** Responses to requests that match no route: a wrong method on a known path, or an unknown path. */
import type { Hono } from "hono";
import type { Added } from "./addition.js";
import { type ApiContext, type ApiEnvironment, refuse, shortPath } from "./response.js";
import type { Wrap } from "./wrap-handler.js";

/** All unknown paths share one metrics label. */
const ELSEWHERE = "elsewhere";

/** Must be added after all routes; `labelOf` maps a known path to its metrics label. */
export function answerNothingThere(
  app: Hono<ApiEnvironment>,
  wrap: Wrap,
  labelOf: (path: string) => string,
  added?: Added,
): void {
  const methods = new Map(app.routes.map(({ path, method }) => [path, method]));
  const refusals = new Map(
    [...methods].map(([path, method]) => [
      path,
      wrap(labelOf(path), async (c) => otherMethod(c, path, method)),
    ]),
  );
  const nothing = wrap(
    ELSEWHERE,
    async (c) => (await added?.nothingThere(c)) ?? refuse(c, "NOT_FOUND", `nothing found at ${shortPath(c)}`),
  );
  app.notFound(async (c) => (refusals.get(c.req.path) ?? nothing)(c));
}

async function otherMethod(c: ApiContext, path: string, method: string): Promise<Response> {
  const allowed = { Allow: method === "GET" ? "GET, HEAD" : method };
  return Promise.resolve(refuse(c, "METHOD_NOT_ALLOWED", `${path} takes ${method} only`, allowed));
}
