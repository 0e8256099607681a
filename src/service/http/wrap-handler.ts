/**
 * What every request passes through: an id, common headers, error responses, logging and metrics. Plain nested
 * functions, because middleware would take as long as producing a short response.
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../ports/log.js";
import { withLogFields } from "../ports/log.js";
import { type Meter, secondsSince } from "../ports/meter.js";
import type { Span } from "../ports/tracer.js";
import { type ApiContext, answerFailure, headersOfAnswer, shortPath } from "./response.js";

/** `span` is present while tracing is enabled. */
export type Answering = (c: ApiContext, span?: Span) => Promise<Response>;

/** Metrics count the request under `label`, which comes from a small fixed set. */
export type Wrap = (label: string, answering: Answering) => (c: ApiContext) => Promise<Response>;

export interface WrapperOptions {
  readonly log: Log;
  readonly meter: Meter;
  /** Sends `Strict-Transport-Security`; for a service that ends TLS itself. */
  readonly sendsHsts: boolean;
}

export function wrapperOf({ log, meter, sendsHsts }: WrapperOptions): Wrap {
  return (label, answering) => {
    const answered = orFailure(log, answering);
    return async (c) => {
      const startedAt = performance.now();
      const requestId = randomUUID();
      c.set("requestId", requestId);
      c.set("headers", headersOfAnswer(requestId, sendsHsts));
      const response = await withLogFields({ requestId }, async () => answered(c));
      const { status } = response;
      meter.observe("request", { endpoint: label, status: String(status) }, secondsSince(startedAt));
      log.debug({ requestId, method: c.req.method, path: shortPath(c), status }, "answered");
      return response;
    };
  };
}

/** Turns a thrown error into a response and keeps it as the error of the request. */
export function orFailure(log: Log, answering: Answering): Answering {
  return async (c, span) => {
    try {
      return await answering(c, span);
    } catch (error) {
      if (error instanceof Error) c.error = error;
      return answerFailure(c, error, log);
    }
  };
}
