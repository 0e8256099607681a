/** The OpenAPI 3.1 document, made from the contract. The service's side only: clients need none of it. */
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { type Endpoint, endpoints } from "./endpoints.js";
import { errorOnWire } from "./entry-on-wire.js";
import { TOKEN_HEADER } from "./limits.js";
import { COMMON_REFUSALS, REFUSALS, type RefusalCode } from "./refusals.js";

/** One document per version of the program; `version` is the program's. */
export function openApiDocument(version: string): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Merge Queue API",
      version,
      description: "Submit pull requests to a merge queue, watch them land, and run the queue.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/v1" }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "apiKey", in: "header", name: TOKEN_HEADER } } },
    paths: Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        `/${name}`,
        { [endpoint.method.toLowerCase()]: operation(name, endpoint) },
      ]),
    ),
  });
}

function operation(name: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const isRead = endpoint.method === "GET";
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(isRead
      ? { requestParams: { query: endpoint.request } }
      : { requestBody: { required: true, content: { "application/json": { schema: endpoint.request } } } }),
    responses: {
      "200": {
        description: "Done.",
        content: {
          [isRead ? "text/plain; version=0.0.4; charset=utf-8" : "application/json"]: {
            schema: endpoint.response,
          },
        },
      },
      ...errors([...endpoint.refusals, ...COMMON_REFUSALS]),
    },
  };
}

/** One response per status; its description lists the codes that travel under it. */
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
      content: { "application/json": { schema: errorOnWire } },
    };
  }
  return responses;
}

function statusKey(status: number): `${4 | 5}${string}` {
  const rest = String(status).slice(1);
  return status < 500 ? `4${rest}` : `5${rest}`;
}
