/** Spans through the OpenTelemetry API; the only file that imports it. Operators load an SDK with `--import`. */
import {
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { errorText } from "../../domain/thrown.js";
import type { Span, SpanOptions, TraceContext, Tracer } from "../ports/tracer.js";

const NAME = "merge-queue";
const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL } as const;
const SAMPLED = 1;

export function otelTracer(version: string): Tracer {
  let isLoaded: boolean | null = null;
  return {
    isOn: () => {
      isLoaded ??= isSdkLoaded();
      return isLoaded;
    },
    begin: (name, options) => begin(version, name, options),
  };
}

/**
 * Without an SDK, a new span has its parent's context; with one, it has a new id, recorded or not. The probe never ends,
 * so it is not exported.
 */
function isSdkLoaded(): boolean {
  const parent = {
    traceId: "0".repeat(31) + "1",
    spanId: "0".repeat(15) + "1",
    traceFlags: 0,
    isRemote: true,
  };
  const probe = trace.getTracer(NAME).startSpan("probe", {}, trace.setSpanContext(ROOT_CONTEXT, parent));
  return probe.spanContext().spanId !== parent.spanId;
}

function begin(version: string, name: string, options: SpanOptions): Span {
  const { parent, kind, attributes, links = [], startedAt } = options;
  const above = contextUnder(parent);
  const span = trace.getTracer(NAME, version).startSpan(
    name,
    {
      kind: KINDS[kind],
      attributes: plain(attributes),
      links: links.flatMap(linkTo),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    },
    above,
  );
  return {
    context: span.isRecording() ? written(span.spanContext()) : null,
    set: (more) => void span.setAttributes(plain(more)),
    fail: (error) => {
      const message = errorText(error);
      span.recordException({ name: error instanceof Error ? error.name : "Error", message });
      span.setStatus({ code: SpanStatusCode.ERROR, message });
    },
    end: (at) => span.end(at),
    around: async (work) => context.with(trace.setSpan(above, span), work),
  };
}

function contextUnder(parent: TraceContext | null): Context {
  const spanContext = parent === null ? null : read(parent);
  return spanContext === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

function linkTo(target: TraceContext): readonly Link[] {
  const spanContext = read(target);
  return spanContext === null ? [] : [{ context: spanContext }];
}

/** Null for an invalid `traceparent`. */
function read({ traceparent, tracestate }: TraceContext): SpanContext | null {
  const [, traceId, spanId, flags] = traceparent.split("-");
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & SAMPLED,
    isRemote: true,
    ...(tracestate === null ? {} : { traceState: VendorState.read(tracestate) }),
  };
}

function written({ traceId, spanId, traceFlags, traceState }: SpanContext): TraceContext {
  const flags = (traceFlags & SAMPLED).toString(16).padStart(2, "0");
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: traceState?.serialize() || null };
}

function plain(attributes: SpanOptions["attributes"]): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "object" ? [...value] : value]),
  );
}

/** The `tracestate` of a trace, newest entry first, in the form that the OpenTelemetry API requires. */
export class VendorState {
  readonly #members: readonly (readonly [name: string, value: string])[];

  constructor(members: readonly (readonly [name: string, value: string])[]) {
    this.#members = members;
  }

  static read(tracestate: string): VendorState {
    const members = tracestate.split(",").map((member) => {
      const [name = "", ...value] = member.trim().split("=");
      return [name, value.join("=")] as const;
    });
    return new VendorState(members.filter(([name]) => name !== ""));
  }

  get(name: string): string | undefined {
    return this.#members.find(([known]) => known === name)?.[1];
  }

  set(name: string, value: string): VendorState {
    return new VendorState([[name, value], ...this.unset(name).#members]);
  }

  unset(name: string): VendorState {
    return new VendorState(this.#members.filter(([known]) => known !== name));
  }

  serialize(): string {
    return this.#members.map(([name, value]) => `${name}=${value}`).join();
  }
}
