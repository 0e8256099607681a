/** What is told of every request while it is answered: its lines in the log, its numbers, its span. */
import type { MiddlewareHandler } from "hono";
import { endpoints } from "../../contract/endpoints.js";
import { withLogFields } from "../ports/log-context.js";
import { type Meter, secondsSince } from "../ports/meter.js";
import type { Tracer } from "../ports/tracer.js";
import type { ApiEnvironment } from "./answer.js";
import { readTraceContext } from "./trace-header.js";

export interface Observers {
  readonly meter: Meter;
  readonly tracer: Tracer;
}

/** Paths beside the endpoints'; any other is counted as one. */
const OTHER_PATHS = ["/healthz", "/readyz", "/openapi.json", "/v1/openapi.json"];
const ELSEWHERE = "elsewhere";
const ENDPOINTS: ReadonlySet<string> = new Set(Object.keys(endpoints));

export function observed({ meter, tracer }: Observers): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const startedAt = performance.now();
    const endpoint = endpointOf(c.req.path);
    if (!ENDPOINTS.has(endpoint)) {
      await next();
      meter.requestAnswered(endpoint, c.res.status, secondsSince(startedAt));
      return;
    }
    const requestId = c.get("requestId");
    const span = tracer.begin(`${c.req.method === "GET" ? "GET" : "POST"} ${endpoint}`, {
      parent: readTraceContext((name) => c.req.header(name)),
      kind: "server",
      attributes: { "http.route": `/v1/${endpoint}`, "merge_queue.request": requestId },
    });
    c.set("span", span);
    const traceId = span.context?.traceparent.split("-")[1];
    await withLogFields(traceId === undefined ? {} : { traceId }, async () => span.around(next));
    span.set({ "http.response.status_code": c.res.status });
    if (c.res.status >= 500) span.fail(c.error ?? `answered ${c.res.status}`);
    span.end();
    meter.requestAnswered(endpoint, c.res.status, secondsSince(startedAt));
  };
}

/** Few values, whatever is asked for. */
function endpointOf(path: string): string {
  const name = path.startsWith("/v1/") ? path.slice("/v1/".length) : "";
  if (ENDPOINTS.has(name)) return name;
  return OTHER_PATHS.includes(path) ? path : ELSEWHERE;
}
