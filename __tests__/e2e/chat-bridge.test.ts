/** `docs/how-to/chat.md`: its program posts what the service sends to a channel of Slack or Teams, once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { addressRules } from "../../src/service/webhooks/private-addresses.js";
import { webhookSender } from "../../src/service/webhooks/send-webhook.js";
import { newSecret, signedHeaders } from "../../src/service/webhooks/signature.js";
import { freePort } from "../support/serve-process.js";
import { ROOT } from "../support/source-files.js";
import { waitUntil } from "../support/wait-until.js";
import { answering, type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.js";
import { webhookSamples } from "../support/webhook-samples.js";

const DOCUMENT = readFileSync(join(ROOT, "docs/how-to/chat.md"), "utf8");
const [, PROGRAM = ""] = /```js\n\/\/ chat-bridge\.mjs\n([^]*?)\n```/.exec(DOCUMENT) ?? [];

let bridge: ChildProcess | undefined;
let channel: WebhookReceiver | undefined;
let folder: string | undefined;
afterEach(async () => {
  if (bridge?.exitCode === null) {
    const ended = once(bridge, "close");
    bridge.kill();
    await ended;
  }
  await channel?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** Starts the program of the document; returns how to send it an event, which gives the status of its answer. */
async function started(kind: string) {
  folder = mkdtempSync(join(tmpdir(), "chat-bridge-"));
  writeFileSync(join(folder, "chat-bridge.mjs"), PROGRAM);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  channel = await webhookReceiver();
  const [secret, port] = [newSecret(), await freePort()];
  const env = { ...process.env, WEBHOOK_SECRET: secret, CHANNEL_URL: channel.url, CHANNEL_KIND: kind };
  bridge = spawn(process.execPath, ["chat-bridge.mjs"], { cwd: folder, env: { ...env, PORT: String(port) } });
  const url = `http://127.0.0.1:${port}/`;
  const send = webhookSender({ rules: addressRules("allow"), version: "1.0.0" });
  const status = async (event: object, id = "msg_1", signedWith = secret) => {
    const body = JSON.stringify(event);
    const headers = signedHeaders([signedWith], id, Date.now(), body);
    const answer = await send({ url, headers, body }, new AbortController().signal);
    return answer.kind === "answered" ? answer.status : answer.why;
  };
  await waitUntil("the bridge", async () => (await status({ type: "webhook.test" }, "msg_0")) === 204);
  return { status, channel };
}

function messages({ received }: WebhookReceiver): readonly unknown[] {
  return received.map(({ body }): unknown => JSON.parse(body));
}

const samples = webhookSamples();
const FAILED = { ...samples.get("pull_request.failed"), author: "<!channel> & <https://evil.example|mona>" };

describe("the chat bridge of the document", () => {
  it("posts to Slack what happened, without a mention or link that a name brings along", async () => {
    const { status, channel: slack } = await started("slack");
    expect(await status(FAILED)).toBe(204);
    expect(messages(slack)).toEqual([
      {
        text:
          "octo/mono: #1 by &lt;!channel&gt; &amp; &lt;https://evil.example|mona&gt; left the queue: " +
          "#1 failed `tests` again with nothing else ahead, so the failure is its own. " +
          "<https://queue.example.com/github.com/octo/mono/pull/1?branch=main|Details>",
        unfurl_links: false,
      },
    ]);
  });

  it("adds what the verdict asks for, and has the code where an older service sends no sentence", async () => {
    const { status, channel: slack } = await started("slack");
    const older = { ...FAILED, reason_text: undefined };
    const conflict = { reason_text: "#1 conflicts with `main` in <b>.", verdict: "CONFLICT" };
    const cancelled = { ...samples.get("pull_request.canceled"), verdict: "constructor" };
    for (const [at, event] of [{ ...FAILED, ...conflict }, older, cancelled].entries())
      expect(await status({ ...event, author: "mona" }, `msg_${at + 1}`)).toBe(204);
    expect(messages(slack).map((message) => JSON.stringify(message))).toEqual([
      expect.stringContaining(
        "left the queue: #1 conflicts with `main` in &lt;b&gt;. Resolve the conflict, push, then submit it again. <",
      ),
      expect.stringContaining("left the queue: TEST_RUN_REQUIRED_STATUS_FAILED. <"),
      expect.stringContaining("mono: #1 was cancelled. <"),
    ]);
  });

  it("posts to Teams a card of plain text", async () => {
    const { status, channel: teams } = await started("teams");
    expect(await status(samples.get("queue.state_changed") ?? {})).toBe(204);
    expect(messages(teams)).toMatchObject([
      {
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            content: {
              body: [
                {
                  type: "RichTextBlock",
                  inlines: [{ type: "TextRun", text: "octo/mono: The queue of main is now paused." }],
                },
              ],
              actions: [],
            },
          },
        ],
      },
    ]);
  });

  it("posts a repeated message once, and again one that the channel refused", async () => {
    const { status, channel: slack } = await started("slack");
    slack.behave(answering(500));
    expect(await status(FAILED)).toBe(502);
    slack.behave(answering(200));
    expect(await status(FAILED)).toBe(204);
    expect(await status(FAILED)).toBe(204);
    expect(messages(slack)).toHaveLength(2);
  });

  it("posts nothing that is not signed, and nothing about an event without a sentence", async () => {
    const { status, channel: slack } = await started("slack");
    expect(await status(FAILED, "msg_1", newSecret())).toBe(401);
    expect(await status(samples.get("pull_request.testing") ?? {}, "msg_2")).toBe(204);
    expect(messages(slack)).toEqual([]);
  });
});
