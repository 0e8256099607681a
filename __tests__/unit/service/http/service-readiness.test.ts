/** Whether the service is ready, as both doors tell it. */
import { describe, expect, it } from "@jest/globals";
import { createAdmin } from "../../../../src/service/http/admin-server.js";
import { type Check, createReadiness } from "../../../../src/service/http/service-readiness.js";
import type { Log } from "../../../../src/service/ports/log.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { answerOf, apiWorld } from "../../../support/api-world.js";

const SECRET = "postgres://user:password@db.example.com";
const fails: Check = () => Promise.reject(new Error(`cannot reach ${SECRET}`));
const holds: Check = async () => Promise.resolve(true);
const doesNotHold: Check = async () => Promise.resolve(false);

describe("readiness", () => {
  it("is told by the API, check by check, and says no secret", async () => {
    const readiness = createReadiness({ store: fails, git: holds, loop: doesNotHold }, { log: SILENT_LOG });
    const { app } = await apiWorld({ readiness });
    const answer = await answerOf(await app.request("/readyz"));
    expect(answer).toMatchObject({
      status: 503,
      body: { status: "not ready", checks: { store: "failed", git: "ok", loop: "failed" } },
    });
    expect(JSON.stringify(answer.body)).not.toContain("password");
    expect((await answerOf(await app.request("/healthz"))).status).toBe(200);
  });

  it("is told by the second door too, which wants no token", async () => {
    const readiness = createReadiness({ store: holds }, { log: SILENT_LOG });
    const readMetrics = async () =>
      Promise.resolve({ contentType: "text/plain; version=0.0.4", text: "up 1\n" });
    const admin = createAdmin({ log: SILENT_LOG, readiness, readMetrics });
    expect(await answerOf(await admin.request("/readyz"))).toMatchObject({
      status: 200,
      body: { status: "ready", checks: { store: "ok" } },
    });
    const metrics = await answerOf(await admin.request("/metrics"));
    expect([metrics.status, metrics.body]).toEqual([200, "up 1\n"]);
    expect((await admin.request("/v1/getQueue", { method: "POST" })).status).toBe(404);
  });

  it("is looked at once in a while, however many ask", async () => {
    let looks = 0;
    let now = 0;
    const counts: Check = async () => {
      looks += 1;
      return Promise.resolve(true);
    };
    const readiness = createReadiness({ counts }, { log: SILENT_LOG, keepMs: 1000, now: () => now });
    await Promise.all([readiness.check(), readiness.check(), readiness.check()]);
    now = 999;
    await readiness.check();
    expect(looks).toBe(1);
    now = 1000;
    await readiness.check();
    expect(looks).toBe(2);
  });

  it("is looked at by one look at a time, and for a while after its end", async () => {
    let [looks, now] = [0, 0];
    let answer: () => void = () => undefined;
    const slow: Check = () => {
      looks += 1;
      return new Promise((resolve) => {
        answer = () => resolve(true);
      });
    };
    const readiness = createReadiness({ slow }, { log: SILENT_LOG, keepMs: 1000, now: () => now });
    const first = readiness.check();
    now = 4000;
    const second = readiness.check();
    answer();
    expect(await Promise.all([first, second])).toEqual([
      new Map([["slow", true]]),
      new Map([["slow", true]]),
    ]);
    now = 4999;
    await readiness.check();
    expect(looks).toBe(1);
    now = 5000;
    void readiness.check();
    expect(looks).toBe(2);
    answer();
  });

  it("does not ask again what has not answered yet, and tells the answer once it is there", async () => {
    let asked = 0;
    let answer: (isReady: boolean) => void = () => undefined;
    const hangs: Check = () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const readiness = createReadiness({ hangs, holds }, { log: SILENT_LOG, keepMs: 0, patienceMs: 1 });
    for (let look = 0; look < 5; look += 1) expect((await readiness.check()).get("hangs")).toBe(false);
    expect(asked).toBe(1);
    const last = readiness.check();
    answer(true);
    expect((await last).get("hangs")).toBe(true);
    void readiness.check();
    expect(asked).toBe(2);
    answer(true);
  });

  it("fails for a check that does not answer, and the log says which", async () => {
    const warnings: unknown[] = [];
    const log: Log = { ...SILENT_LOG, warn: (fields) => warnings.push(fields) };
    const hangs: Check = () => new Promise(() => undefined);
    const readiness = createReadiness({ hangs, holds }, { log, patienceMs: 1 });
    expect([...(await readiness.check())]).toEqual([
      ["hangs", false],
      ["holds", true],
    ]);
    expect(warnings).toEqual([{ check: "hangs", error: "no answer within 1 ms" }]);
  });
});
