/** Who is heard at the door for GitHub's webhooks, over real HTTP. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { createApi } from "../../../../src/service/http/server.js";
import type { WebhookIntake } from "../../../../src/service/ports/command-store.js";
import { StoreError } from "../../../../src/service/ports/world-error.js";
import { apiWorld } from "../../../support/api-world.js";
import { comment, onPullRequest, push } from "../../../support/intake/github-events.js";
import { EARLIER_SECRET, IntakeWorld, SECRET } from "../../../support/intake/intake-world.js";

const MEBIBYTE = 1024 * 1024;
const PING = { event: "ping", payload: { zen: "Keep it logically awesome.", hook_id: 1 } };

let world: IntakeWorld;
beforeAll(async () => {
  world = await IntakeWorld.create();
});
afterAll(() => world.close());

describe("a webhook", () => {
  it.each([
    ["signed with the secret", 202, SECRET],
    ["signed with the secret before", 202, EARLIER_SECRET],
    ["signed with another one", 401, "another-secret-of-somebody"],
  ])("that is %s is answered with %i", async (_how, status, secret) => {
    expect(await world.send(PING, { secret })).toBe(status);
  });

  it.each([
    ["none", undefined],
    ["an empty one", ""],
    ["one of SHA-1", `sha1=${createHmac("sha1", SECRET).update(JSON.stringify(PING.payload)).digest("hex")}`],
    ["one without its beginning", "0".repeat(64)],
    ["one that is cut", "sha256=00"],
    ["one of other letters", `sha256=${"g".repeat(64)}`],
    ["two", `sha256=${"0".repeat(64)}, sha256=${"1".repeat(64)}`],
  ])("with %s for a signature is refused", async (_what, signature) => {
    const headers = { "x-hub-signature-256": signature ?? "" };
    expect(await world.send(PING, { headers })).toBe(401);
  });

  it("is held against its very bytes, not against what they mean", async () => {
    const body = JSON.stringify(PING.payload);
    const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
    const headers = { "x-hub-signature-256": signature };
    expect(await world.send(PING, { headers, body })).toBe(202);
    expect(await world.send(PING, { headers, body: `${body} ` })).toBe(401);
  });

  it.each([
    ["is no JSON", "{", 400],
    ["is nothing", "", 400],
    ["is no text", new Uint8Array([0x22, 0xff, 0x22]), 400],
    ["is a list", "[]", 400],
    ["names no repository", "{}", 400],
    ["is about nowhere", '{"repository":{"name":"..","owner":{"login":"x"}},"ref":"","after":""}', 400],
    ["is as deep as it is long", `${"[".repeat(200_000)}${"]".repeat(200_000)}`, 400],
  ])("that is signed and %s is a mistake, and nothing fails", async (_what, body, status) => {
    expect(await world.send(push("", ""), { body })).toBe(status);
  });

  it.each([
    ["of an unknown kind", { event: "star", payload: {} }],
    ["without a kind", { event: "", payload: {} }],
    [
      "of another repository",
      onPullRequest("closed", 1, { repository: { name: "x", owner: { login: "y" } } }),
    ],
    ["of a pull request that nobody submitted", onPullRequest("closed", 999)],
    ["of an action that is new", onPullRequest("teleported", 1)],
    ["of somebody who is gone", ghost()],
  ])("%s is heard and nothing follows", async (_what, event) => {
    expect(await world.send(event)).toBe(202);
  });

  it("says nothing with names of which it is not known what they would do", async () => {
    const hostile = comment(1, 1, "/merge", { login: "../../orgs/octo" });
    expect(await world.send(hostile)).toBe(400);
    expect(await world.send(comment(-1, 1, "/merge"))).toBe(400);
    expect(await world.send(comment(1, 1, "/merge"), { id: "a delivery\u00e9" })).toBe(400);
  });

  it("as large as GitHub sends them is heard, and a larger one is not read", async () => {
    const large = JSON.stringify({
      ...push("refs/tags/v1", "").payload,
      filler: "x".repeat(25 * MEBIBYTE - 400),
    });
    expect(await world.send(push("", ""), { body: large })).toBe(202);
    expect(await world.send(PING, { body: "x".repeat(25 * MEBIBYTE + 1) })).toBe(413);
  });

  it("is heard while strangers only announce as much as there is room for", async () => {
    const { hostname, port } = new URL(world.url);
    const strangers = await Promise.all(
      [25, 25, 13.9].map((size) => announcing(hostname, port, size * MEBIBYTE)),
    );
    const filler = "x".repeat(200_000);
    const large = JSON.stringify({ ...push("refs/tags/v1", "").payload, filler });
    expect(await world.send(push("", ""), { body: large })).toBe(202);
    for (const socket of strangers) socket.destroy();
  });

  it("in the form of a form is refused with what to do", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(await world.send(PING, { headers })).toBe(415);
  });

  it("that is not signed leaves nothing in the log but that it came, once in a while", async () => {
    const told = () => world.warnings.filter(({ message }) => message.includes("not signed"));
    const before = told().length;
    for (let count = 0; count < 5; count += 1) {
      await world.send({ event: "secret-words", payload: {} }, { secret: "secret-words-secret-words" });
    }
    expect(told().length - before).toBeLessThan(2);
    await world.clock.advance(60_000);
    await world.send(PING, { secret: "secret-words-secret-words" });
    expect(told().at(-1)).toEqual({
      message: "received webhooks that are not signed with the configured secret",
      more: expect.any(Number),
    });
    expect(JSON.stringify(world.warnings)).not.toMatch(/secret-words/);
  });
});

/** So many bytes, and no end. */
function slowBody(bytes: number) {
  const taken = Promise.withResolvers<true>();
  const cancelled = Promise.withResolvers<true>();
  let left = bytes;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (left === 0) {
          taken.resolve(true);
          return new Promise<void>(() => undefined);
        }
        left -= MEBIBYTE;
        controller.enqueue(new Uint8Array(MEBIBYTE));
        return Promise.resolve();
      },
      cancel: () => cancelled.resolve(true),
    },
    { highWaterMark: 0 },
  );
  return { body, isTaken: taken.promise, isCancelled: cancelled.promise };
}

/** Somebody without the secret who sends the beginning of a body; the door reads it by then. */
async function announcing(host: string, port: string, bytes: number): Promise<Socket> {
  const socket = connect(Number(port), host);
  socket.on("error", () => undefined);
  const head = [
    "POST /github/webhooks HTTP/1.1",
    `Host: ${host}`,
    "Content-Type: application/json",
    `X-Hub-Signature-256: sha256=${"0".repeat(64)}`,
    `Content-Length: ${Math.floor(bytes)}`,
    "Expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  // Told to go on, it has its reservation.
  await once(socket, "data");
  return socket;
}

function ghost() {
  const event = comment(1, 1, "/merge");
  const said = { id: 3, body: "/merge", user: null, created_at: "2026-01-01T00:00:00Z" };
  return { ...event, payload: { ...event.payload, comment: said } };
}

describe("the door for webhooks", () => {
  const deaf = (receive: WebhookIntake["receive"]) => ({ receive });
  const webhook = (signature = `sha256=${"0".repeat(64)}`) => ({
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signature },
    body: "{}",
  });
  const opened = async (intake: WebhookIntake | null) => {
    const { queues } = await apiWorld();
    const log = { debug: () => 0, info: () => 0, warn: () => 0, error: () => 0 };
    const tokens = { verify: async () => Promise.resolve(null) };
    return createApi({
      queues,
      tokens,
      log,
      version: "1",
      testBranchPrefix: "t/",
      stateCase: "upper",
      intake,
    });
  };
  const answered = async (intake: WebhookIntake | null, init: RequestInit = webhook()) =>
    (await opened(intake)).request("/github/webhooks", init);

  it("is not there without a secret", async () => {
    expect((await answered(null)).status).toBe(404);
  });

  it("waits ten seconds for a body, and gives back then what room it took", async () => {
    const deadline = new AbortController();
    const timeout = jest.spyOn(AbortSignal, "timeout").mockImplementation(() => deadline.signal);
    const api = await opened(deaf(async () => Promise.resolve("heard")));
    const slow = slowBody(20 * MEBIBYTE);
    const waiting = api.request("/github/webhooks", { ...webhook(), body: slow.body, duplex: "half" });
    await slow.isTaken;
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
    const large = { ...webhook(), body: "x".repeat(20 * MEBIBYTE) };
    const sendLarge = async () => (await api.request("/github/webhooks", large)).status;
    expect(await sendLarge()).toBe(503);
    deadline.abort();
    expect((await waiting).status).toBe(400);
    expect(await slow.isCancelled).toBe(true);
    expect(await sendLarge()).toBe(202);
  });

  it("takes POST only", async () => {
    const intake = deaf(async () => Promise.resolve("heard"));
    expect((await answered(intake, { method: "GET" })).status).toBe(405);
  });

  it("says when to come back where there is too much to do", async () => {
    const answer = await answered(deaf(async () => Promise.resolve("full")));
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it("has the same answer when the store fails, so that GitHub shows that it was not heard", async () => {
    const answer = await answered(deaf(async () => Promise.reject(new StoreError("gone", true))));
    expect(answer.status).toBe(503);
  });
});
