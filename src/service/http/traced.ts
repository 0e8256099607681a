/** The span of a request, as a part of its trace; no cost while tracing is off. */
import { withLogFields } from "../ports/log.js";
import type { TraceContext, Tracer } from "../ports/tracer.js";
import type { ApiContext } from "./response.js";
import type { Answering } from "./wrap-handler.js";

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

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST_TRACESTATE = 512;
const MEMBER =
  /^[a-z0-9][a-z0-9_\-*/]{0,255}(?:@[a-z][a-z0-9_\-*/]{0,13})?=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MOST_MEMBERS = 32;

/** The trace context of a request, according to W3C Trace Context. Anything malformed counts as absent. */
export function readTraceContext(header: (name: string) => string | undefined): TraceContext | null {
  const traceparent = readTraceparent(header("traceparent") ?? "");
  if (traceparent === null) return null;
  return { traceparent, tracestate: readTracestate(header("tracestate") ?? "") };
}

function readTraceparent(text: string): string | null {
  const [, version, traceId = "", spanId = "", flags, more] = TRACEPARENT.exec(text) ?? [];
  // Later versions may have more fields; version 00 may not.
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return `00-${traceId}-${spanId}-${flags}`;
}

/** null if absent or invalid: a truncated or forged vendor state is worse than none. */
function readTracestate(text: string): string | null {
  if (text === "" || text.length > LONGEST_TRACESTATE) return null;
  const members = text.split(",").map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""));
  const whole = members.filter((member) => member !== "");
  return whole.length > 0 && whole.length <= MOST_MEMBERS && whole.every((member) => MEMBER.test(member))
    ? whole.join(",")
    : null;
}
