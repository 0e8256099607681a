/**
 * Spans for whoever follows one pull request through processes and machines. Nothing of it decides anything, and
 * nothing of it fails. Names are fixed words; attributes may carry untrusted text, never a secret.
 */

/** A place in a trace, as `traceparent` and `tracestate` of W3C Trace Context write it. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>;

export interface SpanOptions {
  /** Null begins a trace of its own. */
  readonly parent: TraceContext | null;
  readonly kind: "server" | "internal";
  readonly attributes: SpanAttributes;
  /** Other traces that this work is for too. */
  readonly links?: readonly TraceContext[];
  /** Milliseconds since 1970; without it the span begins now. */
  readonly startedAt?: number;
}

export interface Span {
  /** Where children of this span belong; null when nobody records it. */
  readonly context: TraceContext | null;
  set(attributes: SpanAttributes): void;
  fail(error: unknown): void;
  /** `at` in milliseconds since 1970; without it the span ends now. */
  end(at?: number): void;
  /** Runs the work so that what it calls may find this span. */
  around<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface Tracer {
  /** False: nobody records spans, and nothing need be made ready for them. */
  readonly isOn: () => boolean;
  begin(name: string, options: SpanOptions): Span;
}

const NO_SPAN: Span = {
  context: null,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  around: async (work) => work(),
};

export const NO_TRACER: Tracer = { isOn: () => false, begin: () => NO_SPAN };
