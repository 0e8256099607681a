/** A tracer provider for `--import`, as small as one can be: each span that ends is a line of JSON in SPANS_FILE. */

import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { SpanStatusCode, trace } from "@opentelemetry/api";

const file = process.env.SPANS_FILE;

class RecordedSpan {
  #told;
  #spanContext;

  constructor(name, options, above) {
    const parent = above === undefined ? undefined : trace.getSpanContext(above);
    const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
    this.#spanContext = {
      traceId,
      spanId: randomBytes(8).toString("hex"),
      traceFlags: 1,
      traceState: parent?.traceState,
    };
    const { attributes = {}, links = [], startTime = Date.now(), kind } = options;
    this.#told = {
      name,
      kind,
      pid: process.pid,
      ...this.#spanContext,
      traceState: parent?.traceState?.serialize() ?? null,
      parent: parent?.spanId ?? null,
      attributes: { ...attributes },
      links: links.map(({ context }) => context.traceId),
      startTime,
      error: null,
    };
  }

  spanContext = () => this.#spanContext;
  isRecording = () => true;
  setAttributes = (attributes) => {
    Object.assign(this.#told.attributes, attributes);
    return this;
  };
  setStatus = ({ code, message }) => {
    if (code === SpanStatusCode.ERROR) this.#told.error = message ?? "";
    return this;
  };
  recordException = () => undefined;
  end = (endTime = Date.now()) => appendFileSync(file, `${JSON.stringify({ ...this.#told, endTime })}\n`);
}

const tracer = {
  startSpan: (name, options = {}, above = undefined) => new RecordedSpan(name, options, above),
};
trace.setGlobalTracerProvider({ getTracer: () => tracer });
