/**
 * Spans that follow one pull request across processes and machines. Tracing affects no decision and never fails. Span
 * names are fixed; attributes may contain untrusted text, never a secret.
 */

/** A position in a trace: `traceparent` and `tracestate` of W3C Trace Context. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>;

export interface SpanOptions {
  /** null starts a new trace. */
  readonly parent: TraceContext | null;
  readonly kind: "server" | "internal";
  readonly attributes: SpanAttributes;
  /** Other traces that this work belongs to. */
  readonly links?: readonly TraceContext[];
  /** Milliseconds since 1970; defaults to now. */
  readonly startedAt?: number;
}

export interface Span {
  /** The parent context for children of this span; null if it is not recorded. */
  readonly context: TraceContext | null;
  set(attributes: SpanAttributes): void;
  fail(error: unknown): void;
  /** `at` is in milliseconds since 1970; defaults to now. */
  end(at?: number): void;
  /** Runs the work with this span as the current one. */
  around<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface Tracer {
  /** False: spans are not recorded, so callers need not prepare any. */
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
