/** Which trace the requests of one client belong to: its caller's, or one of their own. */
import { randomBytes } from "node:crypto";

export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/;

/** Reads TRACEPARENT and TRACESTATE, as tools that trace builds set them; without a usable one it begins a trace. */
export function traceHeaders(environment: (name: string) => string | undefined): TraceHeaders {
  const traceparent = environment("TRACEPARENT")?.trim() ?? "";
  if (!TRACEPARENT.test(traceparent)) return newTrace();
  const tracestate = environment("TRACESTATE")?.trim() ?? "";
  return TRACESTATE.test(tracestate) ? { traceparent, tracestate } : { traceparent };
}

/** Marked as sampled: whether it is kept is for the service to say, which knows no other opinion. */
function newTrace(): TraceHeaders {
  return { traceparent: `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01` };
}
