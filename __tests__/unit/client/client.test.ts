/** What the client sends, what it gives back, and which options it refuses. */
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "@jest/globals";
import { MergeQueueClient } from "../../../src/client/client.js";
import { Deadline } from "../../../src/client/deadline.js";
import type { AttemptNote } from "../../../src/client/perform-call.js";
import { endpoints } from "../../../src/contract/endpoints.js";
import { MAX_BODY_BYTES } from "../../../src/contract/limits.js";
import { aClient, aQueueReply, PULL_REQUEST, QUEUE, submitted, TOKEN } from "../../support/client-samples.js";
import {
  answers,
  answersJson,
  type Fault,
  FaultyServer,
  resetsBeforeHeaders,
} from "../../support/faulty-server.js";
import { JumpingClock } from "../../support/jumping-clock.js";

const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...script: readonly Fault[]): Promise<FaultyServer> {
  const server = await FaultyServer.start(script);
  servers.push(server);
  return server;
}

const usable = {
  apiUrl: "https://queue.example.com/v1",
  credential: { kind: "token", token: TOKEN },
  userAgent: "merge-queue/test",
} as const;

describe("MergeQueueClient", () => {
  it("has a method for every endpoint of the contract", () => {
    const methods = Object.getOwnPropertyNames(MergeQueueClient.prototype);
    expect(methods).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });

  it("sends what the contract says, and one credential", async () => {
    const server = await start(answersJson(200, {}));
    await aClient(`${server.apiUrl}/`).submitPullRequest({ ...PULL_REQUEST, priority: "high" });
    const [request] = server.requests;
    expect([request?.method, request?.path]).toEqual(["POST", "/v1/submitPullRequest"]);
    expect(request?.body.toString()).toBe(JSON.stringify({ ...PULL_REQUEST, priority: "high" }));
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: "close",
      "content-length": String(request?.body.length),
      "x-api-token": TOKEN,
      "user-agent": "merge-queue/test",
      "accept-encoding": "identity",
      accept: "application/json",
      "content-type": "application/json",
    });
  });

  it("sends the run of a forked workflow instead of a token", async () => {
    const server = await start(answersJson(200, {}));
    const client = aClient(server.apiUrl, { credential: { kind: "forkedRun", runId: "8812" } });
    await client.setImpactedTargets({ ...PULL_REQUEST, impactedTargets: "ALL" });
    expect(server.requests[0]?.headers).toMatchObject({ "x-forked-workflow-run-id": "8812" });
    expect(server.requests[0]?.headers).not.toHaveProperty("x-api-token");
  });

  it("asks for metrics with a query, and gives them as text", async () => {
    const server = await start(
      answers(200, "mq_depth_current 7\n", { "content-type": "text/plain; version=0.0.4" }),
    );
    const client = aClient(server.apiUrl);
    const { value } = await client.getMergeQueueMetrics({ repo: "acme/shop", repoHost: "github.com" });
    await client.getMergeQueueMetrics();
    expect(value).toBe("mq_depth_current 7\n");
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/getMergeQueueMetrics?repo=acme%2Fshop&repoHost=github.com",
      "GET /v1/getMergeQueueMetrics",
    ]);
    expect(server.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  it("gives the checked value and what it came with", async () => {
    const queue = aQueueReply({ state: "draining", mergeMethod: "SQUASH" });
    const server = await start(answersJson(200, queue, { "x-request-id": "req-1" }));
    expect(await aClient(server.apiUrl).getQueue(QUEUE)).toEqual({
      value: { ...queue, state: "DRAINING", mergeMethod: "squash" },
      status: 200,
      attempts: 1,
      body: JSON.stringify(queue),
      requestId: "req-1",
    });
  });

  it("sends nothing that is larger than the service takes", async () => {
    const server = await start(answersJson(200, {}));
    const client = aClient(server.apiUrl);
    await expect(
      client.callWithBody("setImpactedTargets", Buffer.alloc(MAX_BODY_BYTES + 1)),
    ).rejects.toMatchObject({
      kind: "bodyTooLarge",
      attempts: 0,
      status: null,
      mayHaveActed: false,
    });
    expect(server.requests).toEqual([]);
    await client.callWithBody("setImpactedTargets", Buffer.alloc(MAX_BODY_BYTES));
    expect(server.requests[0]?.body.length).toBe(MAX_BODY_BYTES);
  });

  it("tells of every attempt", async () => {
    const notes: AttemptNote[] = [];
    const fine = answersJson(200, submitted(), { "x-request-id": "r3" });
    const server = await start(answers(503, "later", { "x-request-id": "r1" }), resetsBeforeHeaders, fine);
    const client = aClient(server.apiUrl, {
      clock: new JumpingClock(),
      random: () => 0.5,
      onAttempt: (note) => notes.push(note),
    });
    await client.getSubmittedPullRequest(PULL_REQUEST);
    const same = { endpoint: "getSubmittedPullRequest", durationMs: 0 };
    expect(notes).toEqual([
      {
        ...same,
        attempt: 1,
        outcome: "serverFailed",
        status: 503,
        detail: "later",
        requestId: "r1",
        nextDelayMs: 250,
      },
      {
        ...same,
        attempt: 2,
        outcome: "unreachable",
        status: null,
        detail: expect.stringMatching(/ECONNRESET|socket hang up/),
        requestId: null,
        nextDelayMs: 500,
      },
      {
        ...same,
        attempt: 3,
        outcome: "succeeded",
        status: 200,
        detail: "",
        requestId: "r3",
        nextDelayMs: null,
      },
    ]);
  });

  it("tries once when no retries are wanted, by the client or by the call", async () => {
    const server = await start(answers(503));
    await expect(aClient(server.apiUrl, { retries: 0 }).getQueue(QUEUE)).rejects.toMatchObject({
      attempts: 1,
    });
    await expect(aClient(server.apiUrl).getQueue(QUEUE, { retries: 0 })).rejects.toMatchObject({
      attempts: 1,
    });
  });

  it("sends nothing after the deadline, its own or the call's", async () => {
    const server = await start(answers(200));
    const passed = Deadline.after(0);
    const expected = { kind: "deadlinePassed", attempts: 0, mayHaveActed: false };
    await expect(aClient(server.apiUrl, { deadline: passed }).getQueue(QUEUE)).rejects.toMatchObject(
      expected,
    );
    await expect(aClient(server.apiUrl).getQueue(QUEUE, { deadline: passed })).rejects.toMatchObject(
      expected,
    );
    expect(server.requests).toEqual([]);
  });

  it("remembers that a write may have arrived, whatever is answered later", async () => {
    const server = await start(resetsBeforeHeaders, answers(409));
    await expect(aClient(server.apiUrl).createQueue(QUEUE)).rejects.toMatchObject({
      status: 409,
      mayHaveActed: true,
    });
  });

  it("never thinks that a read has acted", async () => {
    const server = await start(resetsBeforeHeaders);
    await expect(aClient(server.apiUrl).getQueue(QUEUE)).rejects.toMatchObject({ mayHaveActed: false });
  });

  it("takes a transport of the caller's, and does not wait for one that hangs", async () => {
    const deaf = aClient("https://queue.example.com/v1", {
      attemptTimeoutMs: 10,
      transport: { send: () => new Promise(() => undefined) },
    });
    await expect(deaf.getQueue(QUEUE)).rejects.toMatchObject({ kind: "attemptTimedOut", attempts: 3 });
  });

  it("does not show the token when it is printed", () => {
    const client = new MergeQueueClient(usable);
    const printed = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)];
    expect(printed.join("\n")).not.toContain(TOKEN);
  });

  const unusable: readonly (readonly [option: string, change: object])[] = [
    ["apiUrl", { apiUrl: "http://queue.example.com/v1" }],
    ["credential.token", { credential: { kind: "token", token: "" } }],
    ["credential.token", { credential: { kind: "token", token: "se\r\ncret: x" } }],
    ["credential.token", { credential: { kind: "token", token: "secret " } }],
    ["credential.token", { credential: { kind: "token", token: "sécret" } }],
    ["credential.runId", { credential: { kind: "forkedRun", runId: "" } }],
    ["userAgent", { userAgent: "merge\nqueue" }],
  ];
  for (const [option, change] of unusable) {
    it(`refuses ${JSON.stringify(change)} by the name of the option alone`, () => {
      const construct = () => new MergeQueueClient({ ...usable, ...change });
      expect(construct).toThrow(new RegExp(`^${option}: expected (?!.*cret)`));
    });
  }
});
