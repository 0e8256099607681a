/** Health for whoever runs the service: `/healthz` says that the process lives, `/readyz` that it can do its work. */
import type { Hono } from "hono";
import type { ApiEnvironment } from "./answer.js";
import type { Readiness } from "./readiness.js";

export function addHealth(app: Hono<ApiEnvironment>, readiness: Readiness): void {
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const checks = await readiness.check();
    const isReady = [...checks.values()].every(Boolean);
    const states = [...checks].map(([name, isGood]) => [name, isGood ? "ok" : "failed"] as const);
    const body = { status: isReady ? "ready" : "not ready", checks: Object.fromEntries(states) };
    return c.json(body, isReady ? 200 : 503);
  });
}
