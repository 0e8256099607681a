/** The answers to requests that no route takes: another method where there is something, or nothing at all. */
import type { Hono } from "hono";
import { type ApiContext, type ApiEnvironment, refuse, shortPath } from "./answer.js";
import type { Frame } from "./frame.js";

/** Paths that nobody serves are counted as one. */
const ELSEWHERE = "elsewhere";

/** Comes after all routes; `labelOf` names those of a path that is one of them. */
export function answerNothingThere(
  app: Hono<ApiEnvironment>,
  frame: Frame,
  labelOf: (path: string) => string,
): void {
  const methods = new Map(app.routes.map(({ path, method }) => [path, method]));
  const refusals = new Map(
    [...methods].map(([path, method]) => [
      path,
      frame(labelOf(path), async (c) => otherMethod(c, path, method)),
    ]),
  );
  const nothing = frame(ELSEWHERE, async (c) =>
    Promise.resolve(refuse(c, "NOT_FOUND", `there is nothing at ${shortPath(c)}`)),
  );
  app.notFound(async (c) => (refusals.get(c.req.path) ?? nothing)(c));
}

async function otherMethod(c: ApiContext, path: string, method: string): Promise<Response> {
  const allowed = { Allow: method === "GET" ? "GET, HEAD" : method };
  return Promise.resolve(refuse(c, "METHOD_NOT_ALLOWED", `${path} takes ${method} only`, allowed));
}
