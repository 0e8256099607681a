/** Health checks for operators: `/healthz` reports that the process is alive, `/readyz` that it can work. */
import type { Hono } from "hono";
import { type ApiEnvironment, answerJson } from "./response.js";
import type { Readiness } from "./service-readiness.js";
import type { Wrap } from "./wrap-handler.js";

export function addHealth(app: Hono<ApiEnvironment>, readiness: Readiness, wrap: Wrap): void {
  const answerAlive = wrap("/healthz", async (c) => Promise.resolve(answerJson(c, { status: "ok" })));
  app.get("/healthz", answerAlive);
  const answerReady = wrap("/readyz", async (c) => {
    const checks = await readiness.check();
    const isReady = [...checks.values()].every(Boolean);
    const states = [...checks].map(([name, isGood]) => [name, isGood ? "ok" : "failed"] as const);
    const body = { status: isReady ? "ready" : "not ready", checks: Object.fromEntries(states) };
    return answerJson(c, body, isReady ? 200 : 503);
  });
  app.get("/readyz", answerReady);
}
