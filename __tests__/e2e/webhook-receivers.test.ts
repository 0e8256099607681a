/** `docs/reference/webhooks.md`: its examples equal what queues send, and its receivers run and verify them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { WEBHOOK_EVENTS } from "../../src/domain/webhook-event.js";
import { addressRules } from "../../src/service/webhooks/private-addresses.js";
import { webhookSender } from "../../src/service/webhooks/send-webhook.js";
import { newSecret, signedHeaders } from "../../src/service/webhooks/signature.js";
import { freePort } from "../support/serve-process.js";
import { ROOT } from "../support/source-files.js";
import { waitUntil } from "../support/wait-until.js";
import { webhookSamples } from "../support/webhook-samples.js";

const DOCUMENT = readFileSync(join(ROOT, "docs/reference/webhooks.md"), "utf8");

describe("the examples", () => {
  const samples = webhookSamples();

  it("are there for every event", () => {
    expect([...samples.keys()].toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  });

  it.each(WEBHOOK_EVENTS)("of %s are what a queue tells", (event) => {
    const [, example = ""] =
      new RegExp(`\n### ${event}\n[^#]*?\`\`\`json\n([^]*?)\`\`\``).exec(DOCUMENT) ?? [];
    expect(example).toBe(`${JSON.stringify(samples.get(event), null, 2)}\n`);
  });
});

describe("a receiver of the document", () => {
  const programs = [...DOCUMENT.matchAll(/```js\n\/\/ receiver\.mjs\n([^`]*(?:`[^`\n]*`[^`]*)*?)```/g)];
  const receivers = programs.map(
    ([, program = ""], index) => [index === 0 ? "library" : "Node", program] as const,
  );
  let child: ChildProcess | undefined;
  let folder: string | undefined;
  afterEach(async () => {
    if (child?.exitCode === null) {
      const ended = once(child, "close");
      child.kill();
      await ended;
    }
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  it("is there with the library and without", () => {
    expect(receivers).toHaveLength(2);
  });

  it.each(receivers)("with the %s takes what is genuine and nothing else", async (_with, program) => {
    folder = mkdtempSync(join(tmpdir(), "webhook-receiver-"));
    writeFileSync(join(folder, "receiver.mjs"), program);
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const [secret, other, port] = [newSecret(), newSecret(), await freePort()];
    const environment = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    const started = spawn(process.execPath, ["receiver.mjs"], { cwd: folder, env: environment });
    child = started;
    let said = "";
    started.stdout.on("data", (chunk: unknown) => {
      said += String(chunk);
    });
    const url = `http://127.0.0.1:${port}/`;
    const send = webhookSender({ rules: addressRules("allow"), version: "1.0.0" });
    const status = async (secrets: readonly string[], body: string, sent = body, at = Date.now()) => {
      const headers = signedHeaders(secrets, "msg_1", at, body);
      const answer = await send({ url, headers, body: sent }, new AbortController().signal);
      return answer.kind === "answered" ? answer.status : answer.why;
    };
    const body = JSON.stringify({ ...webhookSamples().get("pull_request.merged"), author: "møna — 🚀" });
    await waitUntil(
      "the receiver",
      async () => !String(await status([other], body)).includes("ECONNREFUSED"),
    );
    expect({
      genuine: await status([secret], body),
      exchanged: await status([other, secret], body),
      ofAnother: await status([other], body),
      changed: await status([secret], body, body.replace("merged", "failed")),
      old: await status([secret], body, body, Date.now() - 3_600_000),
    }).toEqual({ genuine: 204, exchanged: 204, ofAnother: 401, changed: 401, old: 401 });
    await waitUntil("what it says", () => said.split("\n").length === 3);
    expect(said).toBe("pull_request.merged 1\npull_request.merged 1\n");
  });
});
