/** The admin server for operators: the process's own metrics and health. It requires no token. */
import { Hono } from "hono";
import type { Log } from "../ports/log.js";
import { NO_METER } from "../ports/meter.js";
import { answerNothingThere } from "./not-found.js";
import { type ApiEnvironment, answerWith } from "./response.js";
import { addHealth, type Readiness } from "./service-readiness.js";
import { wrapperOf } from "./wrap-handler.js";

export interface AdminOptions {
  readonly log: Log;
  readonly readiness: Readiness;
  /** The process's own metrics, as text in the format that `contentType` names. */
  readonly readMetrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

export function createAdmin({ log, readiness, readMetrics }: AdminOptions): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  const wrap = wrapperOf({ log, meter: NO_METER, sendsHsts: false });
  addHealth(app, readiness, wrap);
  const answerMetrics = wrap("/metrics", async (c) => {
    const { contentType, text } = await readMetrics();
    return answerWith(c, text, 200, { "Content-Type": contentType });
  });
  app.get("/metrics", answerMetrics);
  answerNothingThere(app, wrap, (path) => path);
  return app;
}
