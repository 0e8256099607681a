/** `merge-queue webhooks` on a real store, and with a real receiver. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { webhookOutbox } from "../../../src/service/store/sql/webhook-outbox.js";
import { callCommand } from "../../support/command-line.js";
import { openSqliteStore } from "../../support/open-sqlite-store.js";
import { aDecision, aQueueName, aStoredQueue } from "../../support/stored-queue.js";
import { payloadOf } from "../../support/told-by-story.js";
import { answering, type WebhookReceiver, webhookReceiver } from "../../support/webhook-receiver.js";

const URL = "https://example.com/hooks";
const folder = mkdtempSync(join(tmpdir(), "webhooks-command-"));
let files = 0;
let path: string;
let receiver: WebhookReceiver | undefined;
beforeAll(async () => {
  await (await openSqliteStore({ path: join(folder, "0.sqlite"), engine: "1.0.0" })).close();
});
beforeEach(() => {
  files += 1;
  path = join(folder, `${files}.sqlite`);
  copyFileSync(join(folder, "0.sqlite"), path);
});
afterAll(async () => {
  await receiver?.close();
  rmSync(folder, { recursive: true });
});

async function webhooks(...words: readonly string[]) {
  const environment = {
    MERGE_QUEUE_DATABASE_URL: `sqlite:${path}`,
    MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8",
  };
  return callCommand(["webhooks", ...words], { environment });
}

async function json(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  return payloadOf((await webhooks(...words, "--json")).stdout);
}

async function added(...words: readonly string[]): Promise<{ readonly id: string; readonly secret: string }> {
  const { id, secret } = await json("add", ...(words.length === 0 ? [URL] : words));
  return { id: String(id), secret: String(secret) };
}

describe("add", () => {
  it("shows the secret this once, and `list` never", async () => {
    const { exitCode, stdout } = await webhooks("add", URL, "--repo", "Acme/Shop,git.example.com/a/b");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^ep_[0-9a-f]{12} receives \* of github\.com\/acme\/shop, git\.example\.com\/a\/b\.\nIts secret is shown only once:\nwhsec_[A-Za-z0-9+/]{43}=\n$/,
    );
    const listed = await webhooks("list");
    expect(listed.stdout).toMatch(
      /^ep_\S+ {2}https:\/\/example\.com\/hooks {2}\* .* 0 waiting, 0 given up {2}ok\n$/,
    );
    expect(listed.stdout + (await webhooks("list", "--json")).stdout).not.toContain("whsec_");
  });

  it("tells everything as JSON", async () => {
    const words = ["add", URL, "--events", "pull_request.merged, queue.*", "--repo", "acme/shop"];
    expect(await json(...words)).toEqual({
      command: "webhooks add",
      exitCode: 0,
      id: expect.stringMatching(/^ep_/),
      url: URL,
      events: ["pull_request.merged", "queue.*"],
      repositories: ["github.com/acme/shop"],
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await json("list")).toMatchObject({
      endpoints: [{ url: URL, events: ["pull_request.merged", "queue.*"], disabled: null, waiting: 0 }],
    });
  });

  it.each([
    [[URL, "--events", "pull_request.cancelled"], '"pull_request.cancelled" is none of *, pull_request.*'],
    [[URL, "--events", ","], "is none of"],
    [[URL, "--repo", "shop"], '"shop" is neither owner/name nor host/owner/name'],
    [[URL, "--repo", "a/b/c/d"], "is neither"],
    [["ftp://example.com"], "expected https://"],
    [
      [URL, "--database", "postgres://db/queue?user=me&password=pass@"],
      "--database: contains a password, and other users can read arguments",
    ],
    [["https://user:pass@example.com/"], "user and password are not allowed"],
    [["https://10.0.0.1/"], "10.0.0.1 is not a public address"],
    [["https://169.254.169.254/"], "is not a public address"],
    [["example.com"], "expected an address such as https://example.com/hooks"],
    [[URL, "--database", "mysql://x"], "--database: its value is not sqlite:PATH"],
  ])("refuses %j and says what was expected", async (words, message) => {
    const { exitCode, stdout, stderr } = await webhooks("add", ...words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("pass@");
  });

  it.each([
    ["sqlite:nowhere.sqlite", 1, "refused", "there is no file "],
    ["postgres://127.0.0.1:1/queue", 3, "unreachable", "check that it runs"],
  ])("on the database %s ends with %i", async (database, exitCode, error, message) => {
    const words = ["add", URL, "--database", database];
    expect(await webhooks(...words)).toMatchObject({ exitCode, stdout: "" });
    expect(await json(...words)).toEqual({
      command: "webhooks add",
      exitCode,
      message: expect.stringContaining(message),
      error,
    });
  });

  it("refuses plain http where no private address is allowed", async () => {
    const environment = { MERGE_QUEUE_DATABASE_URL: `sqlite:${path}` };
    const call = await callCommand(["webhooks", "add", "http://example.com/"], { environment });
    expect([call.exitCode, call.stderr]).toEqual([
      2,
      expect.stringContaining("expected https://; plain http"),
    ]);
  });
});

describe("test", () => {
  it("sends a signed message and says what was answered", async () => {
    receiver = await webhookReceiver();
    const { id, secret } = await added(receiver.url);
    const { exitCode, stdout } = await webhooks("test", id);
    expect([exitCode, stdout]).toEqual([0, `${id} answered 204.\n`]);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const strings = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(secret).verify(body, strings)).toEqual({
      type: "webhook.test",
      timestamp: expect.any(String),
    });
    receiver.behave(answering(403, "not\u001b[31m you"));
    expect(await json("test", id)).toMatchObject({ exitCode: 1, status: 403, error: "not-accepted" });
    expect((await webhooks("test", id)).stderr).toBe(
      `merge-queue webhooks test: ${id} did not accept it: answered 403: not you\n`,
    );
  });

  it("says why nothing was sent", async () => {
    const { id } = await added("https://nowhere.invalid/");
    const { exitCode, stderr } = await webhooks("test", id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("nowhere.invalid")]);
  });
});

describe("what is changed about an endpoint", () => {
  it("is its secret", async () => {
    const { id, secret } = await added();
    const rotated = await json("rotate-secret", id, "--overlap", "1h");
    expect(rotated).toMatchObject({ exitCode: 0, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated["secret"]).not.toBe(secret);
    expect((await webhooks("rotate-secret", id)).stdout).toContain("is shown only once:\nwhsec_");
  });

  it("is that it is there", async () => {
    const { id } = await added();
    expect((await webhooks("remove", id)).stdout).toBe(`${id} is removed.\n`);
    expect((await webhooks("list")).stdout).toBe("There are no endpoints.\n");
  });

  it("is that it is told of things again", async () => {
    const { id } = await added();
    expect(await json("enable", id)).toEqual({ command: "webhooks enable", exitCode: 0, id });
  });

  it("is what waits for it", async () => {
    const { id } = await added();
    await tellThrice();
    expect(await json("replay", id, "--since", "1h")).toMatchObject({ count: 2 });
    expect((await webhooks("replay", id, "--since", "2000-01-01")).stdout).toBe(
      `3 messages are due again for ${id}; the service delivers them.\n`,
    );
    expect(await json("list")).toMatchObject({ endpoints: [{ waiting: 3 }] });
  });

  it.each([["test"], ["remove"], ["enable"], ["rotate-secret"], ["replay", "--since", "1h"]])(
    "is nothing by `%s` when there is no such endpoint",
    async (name, ...options) => {
      expect(await json(name, "ep_x", ...options)).toMatchObject({ exitCode: 1, error: "no-such-endpoint" });
    },
  );

  it.each([
    ["replay", "--since", "yesterday"],
    ["replay", "--since", "2026-13-45"],
    ["rotate-secret", "--overlap", "90d"],
    ["rotate-secret", "--overlap", "long"],
  ])("is nothing by `%s %s %s`", async (name, ...options) => {
    const { id } = await added();
    expect(await json(name, id, ...options)).toMatchObject({ exitCode: 2, error: "wrong-use" });
  });
});

it("shows its help where nothing is asked for, beside what a command answers", async () => {
  const { exitCode, stdout, stderr } = await webhooks();
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("merge-queue webhooks replay ep_");
});

/** One message of long ago, and two of just now. */
async function tellThrice(): Promise<void> {
  const repository = "github.com/octo/mono";
  const message = { event: "pull_request.merged", repository, body: "{}" } as const;
  const now = Date.now();
  const told = [Date.parse("2001-01-01"), now - 1000, now].map((at) => ({ ...message, id: `m${at}`, at }));
  const store = await openSqliteStore({ path, engine: "1.0.0", onCommit: [webhookOutbox(() => told)] });
  await store.create(aQueueName(), aStoredQueue());
  await store.commit(aQueueName(), 0, { kind: "timePassed", at: now }, aDecision(aStoredQueue()));
  await store.close();
}
