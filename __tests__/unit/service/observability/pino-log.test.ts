/** Lines of the log: what they hold, and what no line may hold. */
import { describe, expect, it } from "@jest/globals";
import { pinoLog } from "../../../../src/service/observability/pino-log.js";
import {
  addLogFields,
  logFields,
  withLogFields,
  withOnlyLogFields,
} from "../../../../src/service/ports/log.js";

function aLog(secrets: readonly string[] = []) {
  const written: string[] = [];
  const log = pinoLog("info", { secrets, destination: { write: (line) => void written.push(line) } });
  return { log, written };
}

describe("a line", () => {
  it("is one line and one object, whatever is in its fields and its message", () => {
    const { log, written } = aLog();
    const forged = '\n{"level":50,"msg":"forged"}\r\n\u2028{"a":1}\u0085\u001b[2J\u009b2J\u202etxt';
    log.info({ title: forged, [forged]: 1, deep: { title: forged } }, forged);
    const [line = "", ...more] = written;
    expect(more).toEqual([]);
    expect(line.split(/[\n\r\u0085\u2028\u2029]/)).toEqual([line.trimEnd(), ""]);
    expect(line.slice(0, -1)).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({
      level: 30,
      title: forged,
      msg: forged,
      deep: { title: forged },
    });
  });

  it("hides what only ever is a secret, at the top and below", () => {
    const { log, written } = aLog();
    const fields = { token: "t1", "x-api-token": "t2", authorization: "t3", password: "t4", secret: "t5" };
    log.info({ ...fields, headers: fields }, "called");
    expect(written.join("")).not.toMatch(/t[1-5]/);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ headers: { token: "[redacted]" } });
  });

  it("hides the secrets it was told of wherever they turn up, and passwords in addresses", () => {
    const secret = 'mq_"quoted\\secret';
    const { log, written } = aLog([secret, ""]);
    log.error(
      { error: new Error(`refused ${secret}`).stack, url: "https://me:hidden@git.example.com/x" },
      secret,
    );
    expect(written.join("")).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(written.join("")).not.toContain("hidden");
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      msg: "[redacted]",
      url: "https://[redacted]@git.example.com/x",
    });
  });

  it("hides a secret that begins with another one as a whole", () => {
    const { log, written } = aLog(["secret", "secret-and-its-rest"]);
    log.error({}, "refused secret-and-its-rest");
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ msg: "refused [redacted]" });
  });

  it.each([
    ["postgres://db/queue?user=u&password=hidden", "postgres://db/queue?user=u&password=[redacted]"],
    [
      "at postgres://db/q?sslpassword=hid\\den&sslmode=require",
      "at postgres://db/q?sslpassword=[redacted]&sslmode=require",
    ],
    ['in "postgres://db/q?PASSWORD=hidden" it', 'in "postgres://db/q?PASSWORD=[redacted] it'],
    ["https://hidden@git.example.com/x", "https://[redacted]@git.example.com/x"],
  ])("hides the password or the token in the address %s", (text, shown) => {
    const { log, written } = aLog();
    log.error({ error: text }, text);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({ error: shown, msg: shown });
  });

  it("says what it is about: what is around it, unless it says so itself", () => {
    const { log, written } = aLog();
    withLogFields({ requestId: "r1", queue: "q1" }, () => {
      withLogFields({ queue: "q2", run: "1" }, () => log.info({ run: "2" }, "inner"));
      log.info({}, "outer");
      withOnlyLogFields({ queue: "q3" }, () => log.info({}, "apart"));
    });
    log.info({}, "beyond");
    expect(logFields()).toEqual({});
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([
      { level: 30, time: expect.any(Number), requestId: "r1", queue: "q2", run: "2", msg: "inner" },
      { level: 30, time: expect.any(Number), requestId: "r1", queue: "q1", msg: "outer" },
      { level: 30, time: expect.any(Number), queue: "q3", msg: "apart" },
      { level: 30, time: expect.any(Number), msg: "beyond" },
    ]);
  });

  it("says what turned out on the way, from there to the end of the work that it is about", async () => {
    const { log, written } = aLog();
    const about = { requestId: "r1" };
    await withOnlyLogFields(about, async () => {
      log.info({}, "before");
      addLogFields({ queue: "q1" });
      await Promise.resolve();
      log.info({}, "after");
    });
    addLogFields({ queue: "q2" });
    log.info({}, "beyond");
    expect(about).toEqual({ requestId: "r1" });
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([
      { level: 30, time: expect.any(Number), requestId: "r1", msg: "before" },
      { level: 30, time: expect.any(Number), requestId: "r1", queue: "q1", msg: "after" },
      { level: 30, time: expect.any(Number), msg: "beyond" },
    ]);
  });
});
