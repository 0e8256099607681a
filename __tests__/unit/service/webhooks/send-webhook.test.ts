/** One attempt to tell a receiver something, over real HTTP, whatever the receiver does. */
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import type { Resolve } from "../../../../src/service/webhooks/destination.js";
import { addressRules } from "../../../../src/service/webhooks/private-addresses.js";
import { type SenderOptions, webhookSender } from "../../../../src/service/webhooks/send-webhook.js";
import { newSecret, signedHeaders } from "../../../../src/service/webhooks/signature.js";
import { waitUntil } from "../../../support/wait-until.js";
import { answering, HANG, type WebhookReceiver, webhookReceiver } from "../../../support/webhook-receiver.js";

const LOOPBACK = addressRules(["127.0.0.0/8"]);
const BODY = JSON.stringify({ type: "pull_request.merged", title: "Ünï — \u2028 🚀" });

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await webhookReceiver();
});
afterEach(() => receiver.close());

interface Attempt extends Partial<SenderOptions> {
  readonly url?: string;
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
}

function send({ url = receiver.url, secrets = [newSecret()], signal, ...options }: Attempt = {}) {
  const sender = webhookSender({ rules: LOOPBACK, version: "1.2.3-test", ...options });
  const headers = signedHeaders(secrets, "msg_1", Date.now(), BODY);
  return sender({ url, headers, body: BODY }, signal ?? new AbortController().signal);
}

describe("what is sent", () => {
  it("is a POST of JSON with the headers of Standard Webhooks", async () => {
    await send();
    const [one] = receiver.received;
    expect(one).toMatchObject({ method: "POST", path: "/hooks", body: BODY });
    expect(one?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "merge-queue/1.2.3-test",
      "webhook-id": "msg_1",
      host: `127.0.0.1:${receiver.port}`,
    });
  });

  it("is what receivers verify with the library, with either of two secrets and with no other", async () => {
    const [current, earlier] = [newSecret(), newSecret()];
    await send({ secrets: [current, earlier] });
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const verify = (secret: string, text: string) => new Webhook(secret).verify(text, strings(headers));
    expect(verify(current, body)).toEqual(JSON.parse(BODY));
    expect(verify(earlier, body)).toEqual(JSON.parse(BODY));
    expect(() => verify(newSecret(), body)).toThrow("No matching signature");
    expect(() => verify(current, `${body} `)).toThrow("No matching signature");
  });
});

describe("an answer", () => {
  it.each([200, 201, 204, 299])("of %i is a status without more", async (status) => {
    receiver.behave(answering(status));
    expect(await send()).toEqual({ kind: "answered", status, isAborted: false, excerpt: "" });
  });

  it("that redirects is told, and not followed", async () => {
    const elsewhere = await webhookReceiver();
    receiver.behave(answering(307, "", { location: elsewhere.url }));
    expect(await send()).toMatchObject({ kind: "answered", status: 307 });
    expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0]);
    await elsewhere.close();
  });

  it("may ask for no other attempt", async () => {
    receiver.behave(answering(500, "no", { "Webhook-Delivery": "abort-message" }));
    expect(await send()).toEqual({ kind: "answered", status: 500, isAborted: true, excerpt: "no" });
  });

  it("of a gigabyte is read no further than its beginning", async () => {
    let sent = 0;
    let isCut = false;
    receiver.behave((response) => {
      response.writeHead(500);
      response.on("close", () => {
        isCut = true;
      });
      const more = (): void => {
        for (; sent < 1e9 && !response.destroyed; ) {
          sent += 1 << 16;
          if (!response.write(Buffer.alloc(1 << 16, "x"))) return void response.once("drain", more);
        }
      };
      more();
    });
    const answer = await send();
    expect(answer).toEqual({ kind: "answered", status: 500, isAborted: false, excerpt: "x".repeat(200) });
    await waitUntil("the end of the connection", () => isCut);
    expect(sent).toBeLessThan(64 << 20);
  });

  it("counts as soon as its status is there, though its body never ends", async () => {
    receiver.behave((response) => void response.writeHead(200).write("and so on"));
    const answer = await send({ timeoutMs: 200 });
    expect(answer).toMatchObject({ kind: "answered", status: 200, excerpt: "and so on" });
  });
});

describe("no answer", () => {
  it("comes from a receiver that hangs, after the deadline", async () => {
    receiver.behave(HANG);
    expect(await send({ timeoutMs: 100 })).toEqual({
      kind: "unanswered",
      why: "no answer within 0.1 seconds",
    });
    await waitUntil("the end of the connection", () => receiver.open() === 0);
  });

  it("comes from a receiver that cuts the connection", async () => {
    receiver.behave((response) => void response.destroy());
    expect(await send()).toEqual({ kind: "unanswered", why: "socket hang up" });
  });

  it("comes from one that answers something else than HTTP", async () => {
    const server = createServer(
      (socket) => void socket.on("error", () => undefined).end("SSH-2.0-hello\r\n"),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ kind: "unanswered" });
    server.close();
  });

  it("comes from where nobody listens", async () => {
    const gone = await webhookReceiver();
    await gone.close();
    expect(await send({ url: gone.url })).toMatchObject({
      kind: "unanswered",
      why: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("comes when the service stops meanwhile", async () => {
    receiver.behave(HANG);
    const stop = new AbortController();
    const answer = send({ signal: stop.signal });
    await receiver.until(1);
    stop.abort();
    expect(await answer).toEqual({ kind: "unanswered", why: "the service stopped meanwhile" });
  });

  it("comes when the name is not resolved in time", async () => {
    const never: Resolve = () => new Promise(() => undefined);
    const url = "https://slow.example.com/";
    expect(await send({ url, resolve: never, timeoutMs: 50 })).toMatchObject({
      why: "no answer within 0.05 seconds",
    });
  });
});

describe("where it is sent", () => {
  const at = (...addresses: readonly string[]): Resolve => {
    return () => Promise.resolve(addresses.map((address) => ({ address, family: 4 })));
  };

  it("is the very address that was checked, whatever the name means a moment later", async () => {
    let asked = 0;
    const rebinding: Resolve = () => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }]);
    };
    const url = `http://rebinding.example.com:${receiver.port}/hooks`;
    expect(await send({ url, resolve: rebinding })).toMatchObject({ status: 204 });
    expect(asked).toBe(1);
    expect(receiver.received[0]?.headers.host).toBe(`rebinding.example.com:${receiver.port}`);
  });

  it.each([["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["169.254.169.254"], ["::ffff:127.0.0.1"]])(
    "is never %s, when any of the addresses of the name is private",
    async (...addresses) => {
      const url = `https://inside.example.com:${receiver.port}/`;
      const answer = await send({ url, resolve: at(...addresses), rules: addressRules([]) });
      expect(answer).toMatchObject({
        kind: "unanswered",
        why: expect.stringContaining("is not a public address"),
      });
      expect(receiver.received).toEqual([]);
    },
  );

  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
  ])("is never %s", async (url) => {
    expect(await send({ url, rules: addressRules([]) })).toMatchObject({
      why: expect.stringContaining("is not a public address"),
    });
  });

  it("is never plain http where the operator has not named the address", async () => {
    const url = "http://public.example.com/";
    expect(await send({ url, resolve: at("8.8.8.8") })).toMatchObject({
      why: expect.stringContaining("use https"),
    });
  });

  it.each(["ftp://127.0.0.1/", "https://user:secret@example.com/", "no address", "file:///etc/passwd"])(
    "is never %s",
    async (url) => {
      const answer = await send({ url });
      expect(answer).toMatchObject({ kind: "unanswered" });
      expect(JSON.stringify(answer)).not.toContain("secret");
    },
  );
});

function strings(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
