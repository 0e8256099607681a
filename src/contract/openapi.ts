/** Generates the OpenAPI 3.1 document from the contract. Only the service uses it. */
import * as z from "zod/mini";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { type Endpoint, type EndpointName, endpoints } from "./endpoints.js";
import { entryOnWire, errorOnWire, readinessOnWire } from "./entry-on-wire.js";
import { FORKED_RUN_HEADER, TOKEN_HEADER } from "./limits.js";
import { EVENTS_REFUSALS, eventsRequest, HEARTBEAT_MS, QUEUE_CHANGED, queueChanged } from "./queue-events.js";
import { settingsOnWire } from "./queue-settings.js";
import { BODY_REFUSALS, COMMON_REFUSALS, REFUSALS, type RefusalCode } from "./refusals.js";
import { described, onWire } from "./schema.js";
import { PULL_REQUEST_STATES, QUEUE_STATES, TIMELINE_STATES } from "./states.js";
import { submittedPullRequest } from "./submitted-pull-request.js";

type OpenApiDocument = ReturnType<typeof createDocument>;

/** One document per program version and spelling of states. */
export function openApiDocument(version: string, stateCase: "upper" | "lower" = "upper"): OpenApiDocument {
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Merge Queue API",
      version,
      description: "Submit pull requests to a merge queue, watch them land, and run the queue.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/v1" }],
    security: [{ token: [] }],
    components: { securitySchemes: SECURITY_SCHEMES },
    paths: {
      ...Object.fromEntries(
        Object.entries(endpoints).map(([name, endpoint]) => [
          `/${name}`,
          { [endpoint.method.toLowerCase()]: operation(name, endpoint) },
        ]),
      ),
      "/events": { get: eventsOperation() },
    },
  });
  if (stateCase === "lower") lowerStates(document);
  return document;
}

const SECURITY_SCHEMES = {
  token: {
    type: "apiKey",
    in: "header",
    name: TOKEN_HEADER,
    description:
      "Each operation lists the scope that the token needs. A token may be limited to repositories.",
  },
  forkedRun: {
    type: "apiKey",
    in: "header",
    name: FORKED_RUN_HEADER,
    description:
      "The id of an active workflow run of a forked pull request on the head in `pr.sha`. The service verifies it with the code host.",
  },
} as const;

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const isRead = endpoint.method === "GET";
  const ofBody = isRead ? [] : BODY_REFUSALS;
  return {
    operationId: name,
    summary: endpoint.summary,
    security: [{ token: [endpoint.scope] }, ...(name === "setImpactedTargets" ? [{ forkedRun: [] }] : [])],
    ...(isRead
      ? { requestParams: { query: endpoint.request } }
      : { requestBody: { required: true, content: { "application/json": { schema: endpoint.request } } } }),
    responses: {
      "200": {
        description: "Done.",
        headers: HEADERS,
        content: {
          [isRead ? "text/plain; version=0.0.4; charset=utf-8" : "application/json"]: {
            schema: isEndpoint(name) ? (WRITTEN_REPLIES[name] ?? endpoint.response) : endpoint.response,
          },
        },
      },
      ...errors([...endpoint.refusals, ...COMMON_REFUSALS, ...ofBody]),
    },
  };
}

/** Browsers with a session need no token. */
function eventsOperation(): ZodOpenApiOperationObject {
  return {
    operationId: "events",
    summary: EVENTS_SUMMARY,
    description: EVENTS_DESCRIPTION,
    security: [{ token: ["read"] }],
    requestParams: {
      query: eventsRequest,
      header: z.object({
        "Last-Event-ID": z.optional(onWire("Id of the last event that the client received.")),
      }),
    },
    responses: {
      "200": {
        description: "An endless stream.",
        headers: HEADERS,
        content: { "text/event-stream": { schema: queueChanged } },
      },
      ...errors([...EVENTS_REFUSALS, ...COMMON_REFUSALS]),
    },
  };
}

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}

const HEADERS = {
  "X-Request-Id": {
    description: "Identifies this request in the service's log.",
    schema: { type: "string" },
  },
} as const;

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
} as const;

const WITH_RETRY_AFTER: readonly number[] = [
  REFUSALS.RATE_LIMIT_EXCEEDED.status,
  REFUSALS.SERVICE_UNAVAILABLE.status,
];

const EVENTS_SUMMARY = "Stream the changes of a queue as server-sent events.";
const EVENTS_DESCRIPTION = `Begins with the queue as it is, unless \`Last-Event-ID\` or \`since\` shows that the client knows it. Each \`data\` is a
\`QueueChanged\` object, sent as the event \`${QUEUE_CHANGED}\`: at most two a second. A comment line each ${HEARTBEAT_MS / 1000} seconds keeps the
connection open. The stream ends with the token or session, when the queue is deleted, and when the service stops.`;

/** One response per status; its description lists the codes with that status. */
function errors(codes: readonly RefusalCode[]): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of new Set(codes)) {
    const { status } = REFUSALS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, sameStatus] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[statusKey(status)] = {
      description: sameStatus.map((code) => `\`${code}\`: ${REFUSALS[code].meaning}`).join("\n\n"),
      headers: { ...HEADERS, ...(WITH_RETRY_AFTER.includes(status) && RETRY_AFTER) },
      content: { "application/json": { schema: refusalIn(sameStatus) } },
    };
  }
  return responses;
}

function refusalIn(codes: readonly RefusalCode[]) {
  const code = described(z.enum(codes), "Code of the refusal, for programs.");
  return z.object({ error: z.object({ ...errorOnWire.shape.error.shape, code }) });
}

function statusKey(status: number): `${4 | 5}${string}` {
  const rest = String(status).slice(1);
  return status < 500 ? `4${rest}` : `5${rest}`;
}

const ANSWERED_STATES = [PULL_REQUEST_STATES, QUEUE_STATES, TIMELINE_STATES].map((states) => states.join());

/** Only replies use lower case; requests accept either case. */
function lowerStates(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  if ("enum" in part && Array.isArray(part.enum) && ANSWERED_STATES.includes(part.enum.join())) {
    part.enum = part.enum.map((state) => String(state).toLowerCase());
  }
  for (const inner of Object.values(part)) lowerStates(inner);
}

const { id, state, noBatch } = z.required(z.object(entryOnWire), {
  id: true,
  state: true,
  noBatch: true,
}).shape;
const entryFields = { ...entryOnWire, id, state, noBatch };
const entry = described(z.object(entryFields), "A pull request in a queue.", { id: "Entry" });

const { hasImpactedTargets } = z.required(readinessOnWire, { hasImpactedTargets: true }).shape;
const readiness = described(
  z.object({ ...readinessOnWire.shape, hasImpactedTargets }),
  "Conditions for admission to the queue.",
  { id: "Readiness" },
);

const { verifiedByTestRun } = z.required(submittedPullRequest, { verifiedByTestRun: true }).shape;

const WRITTEN_REPLIES: { readonly [Name in EndpointName]?: z.ZodMiniType } = {
  getSubmittedPullRequest: z.object({
    ...submittedPullRequest.shape,
    ...entryFields,
    readiness,
    verifiedByTestRun,
  }),
  listPullRequests: z.object({
    pullRequests: described(z.array(entry), "The newest submission of each, newest first."),
    nextCursor: described(z.optional(z.string()), "Cursor of the next page; absent on the last page."),
  }),
  getQueue: z.object({
    ...settingsOnWire,
    enqueuedPullRequests: described(z.array(entry), "In the line first, then waiting, then not ready."),
  }),
  updateQueue: z.object(settingsOnWire),
};
