/** The service's door: which requests reach which handler, and what each passes on its way. */
import type { Hono, MiddlewareHandler } from "hono";
import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import { FORKED_BODY_BYTES, MAX_BODY_BYTES } from "../../contract/limits.js";
import { openApiDocument } from "../../contract/openapi.js";
import type { Log } from "../ports/log.js";
import { type Meter, NO_METER } from "../ports/meter.js";
import { NO_TRACER, type Tracer } from "../ports/tracer.js";
import {
  type ApiContext,
  type ApiEnvironment,
  answerJson,
  answerWith,
  newApp,
  refuse,
  visitorOf,
} from "./answer.js";
import { authenticate, type Tokens } from "./auth.js";
import { check } from "./check.js";
import { clientAddress, trustedProxies } from "./client-address.js";
import { FailedAttempts } from "./failed-attempts.js";
import { getMergeQueueMetrics } from "./get-merge-queue-metrics.js";
import type { Service } from "./handler.js";
import { type CheckedHandler, handlers, isQueueEndpoint } from "./handlers.js";
import { addHealth } from "./health.js";
import { METRICS_CONTENT_TYPE } from "./metrics.js";
import { observed } from "./observe.js";
import { mediaTypeRefusal, readJson } from "./read-body.js";
import type { Readiness } from "./readiness.js";
import { receiveBody } from "./receive-body.js";
import { UploadMemory } from "./upload-memory.js";

export { listen } from "./listen.js";

export interface ApiOptions extends Service {
  readonly tokens: Tokens;
  readonly log: Log;
  readonly meter?: Meter;
  readonly tracer?: Tracer;
  readonly readiness?: Readiness;
  /** The program's version, for the OpenAPI document. */
  readonly version: string;
  /** Whose word on where a request comes from is believed; without it nobody's. */
  readonly trustedProxies?: readonly string[];
  /** How many bytes large bodies may hold together. */
  readonly uploadMemoryBytes?: number;
  /** That TLS ends here, so that it is for us to tell browsers. */
  readonly endsTls?: boolean;
}

const ALWAYS_READY: Readiness = { check: async () => Promise.resolve(new Map()) };
/** Every upload of the full size, several times over. */
export const UPLOAD_MEMORY_BYTES = 256 * 1024 * 1024;

type Middleware = MiddlewareHandler<ApiEnvironment>;

export function createApi(options: ApiOptions): Hono<ApiEnvironment> {
  const app = newApp({ log: options.log, saysHttpsOnly: options.endsTls ?? false });
  const document = openApiDocument(options.version, options.stateCase);
  const { meter = NO_METER, tracer = NO_TRACER, readiness = ALWAYS_READY } = options;
  app.use(observed({ meter, tracer }));
  addHealth(app, readiness);
  const guard = guardOf(options);
  const memory = new UploadMemory(options.uploadMemoryBytes ?? UPLOAD_MEMORY_BYTES);
  for (const path of ["/openapi.json", "/v1/openapi.json"]) app.get(path, (c) => answerJson(c, document));
  app.get("/v1/getMergeQueueMetrics", authorised("getMergeQueueMetrics", guard), async (c) =>
    answerMetrics(c, options),
  );
  for (const name of Object.keys(endpoints).filter(isQueueEndpoint)) {
    app.post(`/v1/${name}`, authorised(name, guard), declaredAsJson, async (c) => {
      const response = await answer(c, handlers[name], { ...options, span: c.get("span") }, memory);
      // A run that the forge does not vouch for; a token was judged before.
      if (response.status === 401) guard.attempts.note(guard.addressOf(c));
      return response;
    });
  }
  refuseOtherMethods(app);
  return app;
}

interface Guard {
  readonly tokens: Tokens;
  readonly attempts: FailedAttempts;
  readonly verifiesForkedRuns: boolean;
  addressOf(c: ApiContext): string;
}

function guardOf({ tokens, queues, trustedProxies: items = [] }: ApiOptions): Guard {
  const proxies = trustedProxies(items);
  if (proxies === null) throw new Error("a proxy is an address or a network");
  return {
    tokens,
    attempts: new FailedAttempts(() => queues.now()),
    verifiesForkedRuns: queues.forge.verifyForkedRun !== undefined,
    addressOf: (c) => {
      const { remoteAddress } = visitorOf(c);
      return clientAddress({ remoteAddress, header: (name) => c.req.header(name) }, proxies);
    },
  };
}

/** Before the body is read: strangers cannot make the service hold 20 MiB for them. */
function authorised(name: EndpointName, { tokens, attempts, ...guard }: Guard): Middleware {
  const takesForkedRuns = name === "setImpactedTargets" && guard.verifiesForkedRuns;
  const need = { scope: endpoints[name].scope, takesForkedRuns };
  return async (c, next) => {
    const address = guard.addressOf(c);
    const outcome = await authenticate((header) => c.req.header(header), need, tokens, { attempts, address });
    if (outcome.ok) {
      c.set("caller", outcome.caller);
      return next();
    }
    const waitMs = outcome.code === "RATE_LIMIT_EXCEEDED" ? attempts.waitMs(address) : null;
    const wait = waitMs === null ? {} : { "Retry-After": String(Math.ceil(waitMs / 1000)) };
    return refuse(c, outcome.code, outcome.message, wait);
  };
}

const declaredAsJson: Middleware = async (c, next) => {
  const refusal = mediaTypeRefusal(c);
  if (refusal !== null) return refuse(c, refusal.code, refusal.message);
  return next();
};

async function answer(c: ApiContext, handle: CheckedHandler, service: Service, memory: UploadMemory) {
  const caller = c.get("caller");
  const received = await receiveBody(c, caller.kind === "token" ? MAX_BODY_BYTES : FORKED_BODY_BYTES, memory);
  if (!received.ok) return refuse(c, received.code, received.message);
  try {
    const body = await readJson(received.bytes);
    if (!body.ok) return refuse(c, body.code, body.message);
    const outcome = await handle(body.value, service, caller);
    return outcome.ok ? answerJson(c, outcome.body) : refuse(c, outcome.code, outcome.message);
  } finally {
    received.release();
  }
}

async function answerMetrics(c: ApiContext, service: Service) {
  const request = check(endpoints.getMergeQueueMetrics.request, c.req.query());
  if (!request.ok) return refuse(c, "VALIDATION_FAILED", request.problem);
  const outcome = await getMergeQueueMetrics(request.value, service, c.get("caller"));
  if (!outcome.ok) return refuse(c, outcome.code, outcome.message);
  return answerWith(c, outcome.body, 200, { "Content-Type": METRICS_CONTENT_TYPE });
}

/** Comes last: what is left for a path that exists is a method it does not have. */
function refuseOtherMethods(app: Hono<ApiEnvironment>): void {
  const methods = new Map(
    app.routes.filter(({ path }) => path !== "/*").map(({ path, method }) => [path, method]),
  );
  for (const [path, method] of methods) {
    const allowed = { Allow: method === "GET" ? "GET, HEAD" : method };
    app.all(path, (c) => refuse(c, "METHOD_NOT_ALLOWED", `${path} takes ${method} only`, allowed));
  }
}
