/** START HERE: the API server: which requests reach which handler, and what each passes on the way. */
import { Hono } from "hono";
import { type EndpointName, endpoints } from "../../contract/endpoints.js";
import { FORKED_BODY_BYTES, MAX_BODY_BYTES } from "../../contract/limits.js";
import { openApiDocument } from "../../contract/openapi.js";
import { REFUSALS } from "../../contract/refusals.js";
import type { WebhookIntake } from "../ports/command-store.js";
import type { Log } from "../ports/log.js";
import { type Meter, NO_METER } from "../ports/meter.js";
import { NO_TRACER, type Span, type Tracer } from "../ports/tracer.js";
import type { Addition } from "./addition.js";
import { authenticate, type Caller, FailedAttempts, type Tokens } from "./auth.js";
import { type Understood, understandBody } from "./check-body.js";
import { check } from "./check-input.js";
import { clientAddress, trustedProxies } from "./client-address.js";
import { addGitHubWebhooks } from "./github-webhooks.js";
import { getMergeQueueMetrics } from "./handlers/get-merge-queue-metrics.js";
import type { Service } from "./handlers/handler.js";
import { handlers, isQueueEndpoint } from "./handlers/handlers.js";
import { answerNothingThere } from "./not-found.js";
import { METRICS_CONTENT_TYPE } from "./queue-metrics.js";
import { mediaTypeRefusal, receiveBody, UploadMemory } from "./receive-body.js";
import {
  type ApiContext,
  type ApiEnvironment,
  answerJson,
  answerWith,
  refuse,
  visitorOf,
} from "./response.js";
import { addHealth, type Readiness } from "./service-readiness.js";
import { traced } from "./traced.js";
import { type Answering, orFailure, type Wrap, wrapperOf } from "./wrap-handler.js";

export interface ApiOptions extends Service {
  readonly tokens: Tokens;
  readonly log: Log;
  readonly meter?: Meter;
  readonly tracer?: Tracer;
  readonly readiness?: Readiness;
  /** The program's version, for the OpenAPI document. */
  readonly version: string;
  /** Proxies whose forwarding headers are trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** The memory budget for large bodies. */
  readonly uploadMemoryBytes?: number;
  /** TLS ends here, so the service itself sends `Strict-Transport-Security`. */
  readonly endsTls?: boolean;
  /** Receives events of a forge that sends webhooks; null: no webhook endpoint. */
  readonly intake?: WebhookIntake | null;
  /** The web pages; absent: the API alone. */
  readonly pages?: Addition;
}

const ALWAYS_READY: Readiness = { check: async () => Promise.resolve(new Map()) };
/** Room for several of the largest uploads. */
export const UPLOAD_MEMORY_BYTES = 256 * 1024 * 1024;

export function createApi(options: ApiOptions): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  const { log, meter = NO_METER, tracer = NO_TRACER, readiness = ALWAYS_READY } = options;
  const { queues, testBranchPrefix, stateCase, pauses, pageOf } = options;
  const wrap = wrapperOf({ log, meter, sendsHsts: options.endsTls ?? false });
  const guard = guardOf(options);
  const service = {
    ...{ queues, testBranchPrefix, stateCase },
    ...(pauses !== undefined && { pauses }),
    ...(pageOf !== undefined && { pageOf }),
  };
  const inside = {
    service,
    guard,
    memory: new UploadMemory(options.uploadMemoryBytes ?? UPLOAD_MEMORY_BYTES),
  };
  const answering = (name: EndpointName, work: Admitted) => {
    const answered = orFailure(log, admitting(name, guard, work));
    return wrap(name, (c) => traced(c, name, tracer, answered));
  };
  addHealth(app, readiness, wrap);
  addDocument(app, wrap, options);
  const answeringMetrics = answering("getMergeQueueMetrics", async (c, caller) =>
    answerMetrics(c, caller, service),
  );
  app.get("/v1/getMergeQueueMetrics", answeringMetrics);
  for (const name of Object.keys(endpoints).filter(isQueueEndpoint)) {
    const understand = understandBody(handlers[name]);
    const answeringCall = answering(name, (c, caller, span) =>
      answerCall(c, understand, { ...inside, caller, span }),
    );
    app.post(`/v1/${name}`, answeringCall);
  }
  const { intake = null } = options;
  if (intake !== null) addGitHubWebhooks(app, wrap, { intake, log, monotonic: () => queues.monotonic() });
  const { attempts, tokens } = guard;
  const shared = { service, tokens, log, wrap, attempts, addressOf: (c: ApiContext) => guard.addressOf(c) };
  const added = options.pages?.(app, shared);
  answerNothingThere(app, wrap, (path) => (isEndpointPath(path) ? path.slice(PREFIX.length) : path), added);
  return app;
}

const PREFIX = "/v1/";

function isEndpointPath(path: string): boolean {
  return path.startsWith(PREFIX) && Object.hasOwn(endpoints, path.slice(PREFIX.length));
}

/** Built at the first request, because it takes as long as the rest of the start; it never changes. */
function addDocument(app: Hono<ApiEnvironment>, wrap: Wrap, { version, stateCase }: ApiOptions): void {
  let text: string | undefined;
  for (const path of ["/openapi.json", "/v1/openapi.json"]) {
    const answerDocument = wrap(path, async (c) =>
      Promise.resolve(
        answerWith(c, (text ??= documentText(version, stateCase)), 200, {
          "Content-Type": "application/json",
        }),
      ),
    );
    app.get(path, answerDocument);
  }
}

function documentText(version: string, stateCase: ApiOptions["stateCase"]): string {
  return JSON.stringify(openApiDocument(version, stateCase));
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
    attempts: new FailedAttempts(() => queues.monotonic()),
    verifiesForkedRuns: queues.forge.verifyForkedRun !== undefined,
    addressOf: (c) => {
      const { remoteAddress } = visitorOf(c);
      return clientAddress({ remoteAddress, header: (name) => c.req.header(name) }, proxies);
    },
  };
}

/** The work for an authenticated caller. */
type Admitted = (c: ApiContext, caller: Caller, span: Span | undefined) => Promise<Response>;

/** Authenticates before the body is read, so that unauthenticated callers cannot make the service hold 20 MiB. */
function admitting(name: EndpointName, { tokens, attempts, ...guard }: Guard, work: Admitted): Answering {
  const takesForkedRuns = name === "setImpactedTargets" && guard.verifiesForkedRuns;
  const need = { scope: endpoints[name].scope, takesForkedRuns };
  return async (c, span) => {
    const address = guard.addressOf(c);
    const outcome = await authenticate((header) => c.req.header(header), need, tokens, { attempts, address });
    if (outcome.ok) return work(c, outcome.caller, span);
    const waitMs = outcome.code === "RATE_LIMIT_EXCEEDED" ? attempts.waitMs(address) : null;
    const wait = waitMs === null ? {} : { "Retry-After": String(Math.ceil(waitMs / 1000)) };
    return refuse(c, outcome.code, outcome.message, wait);
  };
}

interface Call {
  readonly service: Service;
  readonly guard: Guard;
  readonly memory: UploadMemory;
  readonly caller: Caller;
  readonly span: Span | undefined;
}

async function answerCall(
  c: ApiContext,
  understand: (bytes: Uint8Array<ArrayBuffer>) => Promise<Understood>,
  call: Call,
): Promise<Response> {
  const { caller, guard, span, memory } = call;
  const undeclared = mediaTypeRefusal(c);
  if (undeclared !== null) return refuse(c, undeclared.code, undeclared.message);
  const received = await receiveBody(c, caller.kind === "token" ? MAX_BODY_BYTES : FORKED_BODY_BYTES, memory);
  if (!received.ok) return refuse(c, received.code, received.message);
  try {
    const understood = await understand(received.bytes);
    if (!understood.ok) return refuse(c, understood.code, understood.message);
    const service = span === undefined ? call.service : { ...call.service, span };
    const outcome = await understood.asked(service, caller);
    if (outcome.ok) return answerJson(c, outcome.body);
    // A run that the forge did not verify; a wrong token was counted before.
    if (REFUSALS[outcome.code].status === 401) guard.attempts.note(guard.addressOf(c));
    return refuse(c, outcome.code, outcome.message);
  } finally {
    received.release();
  }
}

async function answerMetrics(c: ApiContext, caller: Caller, service: Service): Promise<Response> {
  const request = check(endpoints.getMergeQueueMetrics.request, c.req.query());
  if (!request.ok) return refuse(c, "VALIDATION_FAILED", request.problem);
  const outcome = await getMergeQueueMetrics(request.value, service, caller);
  if (!outcome.ok) return refuse(c, outcome.code, outcome.message);
  return answerWith(c, outcome.body, 200, { "Content-Type": METRICS_CONTENT_TYPE });
}
