/**
 * What every request passes, whatever it asks for: it gets a name, its answer the common headers, a failure its words, and
 * logs and metrics hear of it. One function around another: middleware takes as long as a short answer itself.
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../ports/log.js";
import { withLogFields } from "../ports/log.js";
import { type Meter, secondsSince } from "../ports/meter.js";
import type { Span } from "../ports/tracer.js";
import { type ApiContext, answerFailure, headersOfAnswer, shortPath } from "./answer.js";

/** The span is there while somebody records it. */
export type Answering = (c: ApiContext, span?: Span) => Promise<Response>;

/** The label is what metrics count the request under: one of few, whatever is asked for. */
export type Frame = (label: string, answering: Answering) => (c: ApiContext) => Promise<Response>;

export interface FrameOptions {
  readonly log: Log;
  readonly meter: Meter;
  /** Tells browsers to come by https only; for a service that ends TLS itself. */
  readonly saysHttpsOnly: boolean;
}

export function frameOf({ log, meter, saysHttpsOnly }: FrameOptions): Frame {
  return (label, answering) => {
    const answered = orFailure(log, answering);
    return async (c) => {
      const startedAt = performance.now();
      const requestId = randomUUID();
      c.set("requestId", requestId);
      c.set("headers", headersOfAnswer(requestId, saysHttpsOnly));
      const response = await withLogFields({ requestId }, async () => answered(c));
      const { status } = response;
      meter.observe("request", { endpoint: label, status: String(status) }, secondsSince(startedAt));
      log.debug({ requestId, method: c.req.method, path: shortPath(c), status }, "answered");
      return response;
    };
  };
}

/** What is thrown becomes an answer, and stays with the request as its error. */
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
