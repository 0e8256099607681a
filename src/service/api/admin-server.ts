/** The second door, for whoever runs the service: the process's own metrics, and health. No token opens it or is asked for. */
import type { Hono } from "hono";
import type { Log } from "../ports/log.js";
import { type ApiEnvironment, newApp } from "./answer.js";
import { addHealth } from "./health.js";
import type { Readiness } from "./readiness.js";

export interface AdminOptions {
  readonly log: Log;
  readonly readiness: Readiness;
  /** The process's own metrics, as text in the format that `contentType` names. */
  readonly readMetrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

export function createAdmin({ log, readiness, readMetrics }: AdminOptions): Hono<ApiEnvironment> {
  const app = newApp({ log, saysHttpsOnly: false });
  addHealth(app, readiness);
  app.get("/metrics", async (c) => {
    const { contentType, text } = await readMetrics();
    return c.body(text, 200, { "Content-Type": contentType });
  });
  return app;
}
