/** The service's door: which requests reach which handler, and what each passes on its way. */
import type { Hono, MiddlewareHandler } from "hono";
import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import { openApiDocument } from "../../contract/openapi.js";
import type { Log } from "../ports/log.js";
import { type ApiContext, type ApiEnvironment, newApp, refuse } from "./answer.js";
import { authRefusal, type Tokens } from "./auth.js";
import { check } from "./check.js";
import { getMergeQueueMetrics } from "./get-merge-queue-metrics.js";
import type { Service } from "./handler.js";
import { type CheckedHandler, handlers, isQueueEndpoint } from "./handlers.js";
import { METRICS_CONTENT_TYPE } from "./metrics.js";
import { mediaTypeRefusal, readBody } from "./read-body.js";
import { withinLimit } from "./within-limit.js";

export { listen } from "./listen.js";

export interface ApiOptions extends Service {
  readonly tokens: Tokens;
  readonly log: Log;
  /** The program's version, for the OpenAPI document. */
  readonly version: string;
}

type Middleware = MiddlewareHandler<ApiEnvironment>;

export function createApi(options: ApiOptions): Hono<ApiEnvironment> {
  const app = newApp(options.log);
  const document = openApiDocument(options.version, options.stateCase);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  for (const path of ["/openapi.json", "/v1/openapi.json"]) app.get(path, (c) => c.json(document));
  app.get("/v1/getMergeQueueMetrics", authorised("getMergeQueueMetrics", options.tokens), async (c) =>
    answerMetrics(c, options),
  );
  for (const name of Object.keys(endpoints).filter(isQueueEndpoint)) {
    app.post(`/v1/${name}`, authorised(name, options.tokens), declaredAsJson, withinLimit, async (c) =>
      answer(c, handlers[name], options),
    );
  }
  refuseOtherMethods(app);
  return app;
}

/** Before the body is read: strangers cannot make the service hold 20 MiB for them. */
function authorised(name: EndpointName, tokens: Tokens): Middleware {
  return async (c, next) => {
    const refusal = authRefusal((header) => c.req.header(header), endpoints[name].scope, tokens);
    if (refusal !== null) return refuse(c, refusal.code, refusal.message);
    return next();
  };
}

const declaredAsJson: Middleware = async (c, next) => {
  const refusal = mediaTypeRefusal(c);
  if (refusal !== null) return refuse(c, refusal.code, refusal.message);
  return next();
};

async function answer(c: ApiContext, handle: CheckedHandler, service: Service) {
  const body = await readBody(c);
  if (!body.ok) return refuse(c, body.code, body.message);
  const outcome = await handle(body.value, service);
  return outcome.ok ? c.json(outcome.body) : refuse(c, outcome.code, outcome.message);
}

async function answerMetrics(c: ApiContext, service: Service) {
  const request = check(endpoints.getMergeQueueMetrics.request, c.req.query());
  if (!request.ok) return refuse(c, "VALIDATION_FAILED", request.problem);
  const outcome = await getMergeQueueMetrics(request.value, service);
  if (!outcome.ok) return refuse(c, outcome.code, outcome.message);
  return c.body(outcome.body, 200, { "Content-Type": METRICS_CONTENT_TYPE });
}

/** Comes last: what is left for a path that exists is a method it does not have. */
function refuseOtherMethods(app: Hono<ApiEnvironment>): void {
  const methods = new Map(
    app.routes.filter(({ path }) => path !== "/*").map(({ path, method }) => [path, method]),
  );
  for (const [path, method] of methods) {
    app.all(path, (c) => {
      c.header("Allow", method === "GET" ? "GET, HEAD" : method);
      return refuse(c, "METHOD_NOT_ALLOWED", `${path} takes ${method} only`);
    });
  }
}
