/** The span of a request, which is its part of a trace; nothing at all where nobody records spans. */
import { withLogFields } from "../ports/log-context.js";
import type { Tracer } from "../ports/tracer.js";
import type { ApiContext } from "./answer.js";
import type { Answering } from "./frame.js";
import { readTraceContext } from "./trace-header.js";

export function traced(
  c: ApiContext,
  endpoint: string,
  tracer: Tracer,
  answering: Answering,
): Promise<Response> {
  return tracer.isOn() ? inSpan(c, endpoint, tracer, answering) : answering(c);
}

async function inSpan(
  c: ApiContext,
  endpoint: string,
  tracer: Tracer,
  answering: Answering,
): Promise<Response> {
  const span = tracer.begin(`${c.req.method} ${endpoint}`, {
    parent: readTraceContext((name) => c.req.header(name)),
    kind: "server",
    attributes: { "http.route": `/v1/${endpoint}`, "merge_queue.request": c.get("requestId") },
  });
  const traceId = span.context?.traceparent.split("-")[1];
  const fields = traceId === undefined ? {} : { traceId };
  const response = await withLogFields(fields, async () => span.around(async () => answering(c, span)));
  span.set({ "http.response.status_code": response.status });
  if (response.status >= 500) span.fail(c.error ?? `answered ${response.status}`);
  span.end();
  return response;
}
