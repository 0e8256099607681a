/**
 * The client against a server that does everything wrong. Whatever happens, a call ends well before its
 * deadline, with the outcome that tells what happened; nothing succeeds by accident.
 */

import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { Answer, ClientOptions, MergeQueueClient } from "../../src/client/client.js";
import { Deadline } from "../../src/client/deadline.js";
import { MergeQueueError } from "../../src/client/errors.js";
import type { EndpointName } from "../../src/contract/endpoints.js";
import { aClient, PULL_REQUEST, QUEUE, submitted, TOKEN } from "../support/client-samples.js";
import {
  after,
  answers,
  answersJson,
  breaksOff,
  closesWithoutAnswer,
  drips,
  endsWithoutLastChunk,
  type Fault,
  FaultyServer,
  floods,
  gzipBomb,
  hangs,
  late,
  redirects,
  resetsBeforeHeaders,
  resetsOnConnect,
  says,
} from "../support/faulty-server.js";
import { JumpingClock } from "../support/jumping-clock.js";

const DEADLINE_MS = 20_000;
/** With servers that never answer in time. */
const SHORT_PATIENCE_MS = 120;
/** With servers that do: longer than a busy machine holds up an answer. */
const LONG_PATIENCE_MS = 3000;

type CallUnderTest = (client: MergeQueueClient) => Promise<Answer<EndpointName>>;

const read: CallUnderTest = (client) => client.getSubmittedPullRequest(PULL_REQUEST);
const write: CallUnderTest = (client) => client.submitPullRequest(PULL_REQUEST);
const restart: CallUnderTest = (client) => client.restartTestsOnPullRequest(PULL_REQUEST);
const metrics: CallUnderTest = (client) => client.getMergeQueueMetrics();

const DEEP = `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`;
const fine = answersJson(200, submitted());
const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(...script: readonly Fault[]): Promise<FaultyServer> {
  const server = await FaultyServer.start(script);
  servers.push(server);
  return server;
}

/** What a call came to, in one line: `ok 200 ×2`, `serverFailed 503 ×3`, `refused 409 QUEUE_NOT_EMPTY ×1`. */
async function outcomeOf(promise: Promise<Answer<EndpointName>>): Promise<string> {
  try {
    const { status, attempts } = await promise;
    return `ok ${status} ×${attempts}`;
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    const facts = [error.kind, error.status, error.code].filter((fact) => fact !== null);
    return `${facts.join(" ")} ×${error.attempts}`;
  }
}

async function errorOf(promise: Promise<unknown>): Promise<MergeQueueError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof MergeQueueError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}

interface Case {
  readonly fact: string;
  readonly script: readonly Fault[];
  readonly call: CallUnderTest;
  readonly outcome: string;
  readonly options?: Partial<ClientOptions>;
}

const cases: readonly Case[] = [
  // Connections that do not hold.
  {
    fact: "repeats after a reset on connecting",
    script: [resetsOnConnect, fine],
    call: read,
    outcome: "ok 200 ×2",
  },
  {
    fact: "repeats a POST after a reset before the headers",
    script: [resetsBeforeHeaders, fine],
    call: write,
    outcome: "ok 200 ×2",
  },
  {
    fact: "gives up when every connection is reset",
    script: [resetsBeforeHeaders],
    call: write,
    outcome: "unreachable ×3",
  },
  {
    fact: "repeats after a close without an answer",
    script: [closesWithoutAnswer, fine],
    call: read,
    outcome: "ok 200 ×2",
  },
  {
    fact: "is told by a reset in the middle of the body",
    script: [breaksOff("resets")],
    call: read,
    outcome: "unreachable ×3",
  },
  {
    fact: "does not take a truncated body for a whole one",
    script: [breaksOff("closes")],
    call: read,
    outcome: "unreachable ×3",
  },
  {
    fact: "does not take a truncated answer to a write for a success",
    script: [breaksOff("closes", "{}")],
    call: write,
    outcome: "unreachable ×3",
  },
  {
    fact: "does not take a chunked body without its last chunk for a whole one",
    script: [endsWithoutLastChunk],
    call: write,
    outcome: "unreachable ×3",
  },
  {
    fact: "recovers from a truncated body",
    script: [breaksOff("closes"), fine],
    call: read,
    outcome: "ok 200 ×2",
  },
  // Time.
  {
    fact: "stops waiting for an answer that never comes",
    script: [hangs],
    call: read,
    outcome: "attemptTimedOut ×3",
  },
  {
    fact: "answers a hang with another attempt",
    script: [hangs, fine],
    call: read,
    outcome: "ok 200 ×2",
    options: { attemptTimeoutMs: 1000 },
  },
  {
    fact: "limits the whole attempt, not the silence between drops",
    script: [drips(10)],
    call: read,
    outcome: "attemptTimedOut ×3",
  },
  {
    fact: "stops waiting in the middle of a body",
    script: [breaksOff("hangs")],
    call: read,
    outcome: "attemptTimedOut ×3",
  },
  {
    fact: "reports the status of an error whose text never ends",
    script: [drips(10, 401)],
    call: read,
    outcome: "unauthorized 401 ×1",
    options: { attemptTimeoutMs: 1000 },
  },
  {
    fact: "waits for an answer that is only slow",
    script: [late(60, fine)],
    call: read,
    outcome: "ok 200 ×1",
  },
  // Statuses.
  { fact: "repeats a POST after a 500", script: [answers(500), fine], call: write, outcome: "ok 200 ×2" },
  {
    fact: "repeats a POST after 502 and 504",
    script: [answers(502), answers(504), fine],
    call: write,
    outcome: "ok 200 ×3",
  },
  {
    fact: "gives up on a 503 that stays",
    script: [answers(503)],
    call: write,
    outcome: "serverFailed 503 ×3",
  },
  {
    fact: "repeats a POST after a 429",
    script: [answers(429, "", { "retry-after": "0" }), fine],
    call: write,
    outcome: "ok 200 ×2",
  },
  {
    fact: "gives up on a 429 that stays",
    script: [answers(429)],
    call: write,
    outcome: "rateLimited 429 ×3",
  },
  {
    fact: "does not repeat a refusal",
    script: [answersJson(409, { error: { code: "PR_TESTS_NOT_RESTARTABLE", message: "no" } })],
    call: restart,
    outcome: "refused 409 PR_TESTS_NOT_RESTARTABLE ×1",
  },
  {
    fact: "does not repeat a 400 in plain text",
    script: [answers(400, "bad")],
    call: write,
    outcome: "refused 400 ×1",
  },
  { fact: "does not repeat a 401", script: [answers(401)], call: write, outcome: "unauthorized 401 ×1" },
  { fact: "does not repeat a 403", script: [answers(403)], call: write, outcome: "forbidden 403 ×1" },
  { fact: "does not repeat a 404", script: [answers(404)], call: write, outcome: "notFound 404 ×1" },
  { fact: "does not repeat a 408", script: [answers(408)], call: write, outcome: "refused 408 ×1" },
  {
    fact: "takes a status that does not exist for no success",
    script: [answers(799)],
    call: write,
    outcome: "badAnswer 799 ×1",
  },
  {
    fact: "accepts a 204 for a write",
    script: [says("HTTP/1.1 204 No Content\r\n\r\n")],
    call: write,
    outcome: "ok 204 ×1",
  },
  // Acting twice.
  {
    fact: "does not repeat a restart whose reply was lost",
    script: [resetsBeforeHeaders, fine],
    call: restart,
    outcome: "unreachable ×1",
  },
  {
    fact: "does not repeat a restart after a 500",
    script: [answers(500), fine],
    call: restart,
    outcome: "serverFailed 500 ×1",
  },
  {
    fact: "does not repeat a restart after a hang",
    script: [hangs, fine],
    call: restart,
    outcome: "attemptTimedOut ×1",
  },
  {
    fact: "repeats a restart that was not let in",
    script: [answers(429), answersJson(200, {})],
    call: restart,
    outcome: "ok 200 ×2",
  },
  // Bodies that are not what they should be.
  {
    fact: "takes a web page for no answer to a read",
    script: [answers(200, "<!DOCTYPE html><title>Sign in</title>", { "content-type": "text/html" })],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes a web page for no answer to a write",
    script: [answers(200, "\n<html><body>Sign in</body></html>")],
    call: write,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes a web page for no metrics",
    script: [answers(200, "<html></html>", { "content-type": "text/html; charset=utf-8" })],
    call: metrics,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes an empty body for no answer to a read",
    script: [answers(200)],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  { fact: "accepts an empty body for a write", script: [answers(200)], call: write, outcome: "ok 200 ×1" },
  { fact: "accepts {} for a write", script: [answersJson(200, {})], call: write, outcome: "ok 200 ×1" },
  { fact: "accepts a word for a write", script: [answers(200, "OK")], call: write, outcome: "ok 200 ×1" },
  {
    fact: "accepts a word that a server calls HTML",
    script: [answers(200, "ok", { "content-type": "text/html" })],
    call: write,
    outcome: "ok 200 ×1",
  },
  {
    fact: "takes a part of a page for no answer to a write",
    script: [answers(200, "<p>Sign in</p>", { "content-type": "text/html" })],
    call: write,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes {} for no answer to a read",
    script: [answersJson(200, {})],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes null for no answer to a read",
    script: [answersJson(200, null)],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes cut JSON for no answer",
    script: [answers(200, '{"state":"MERGED"')],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "takes a wrong type of what it needs for no answer",
    script: [answersJson(200, { ...submitted(), state: false })],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "leaves out a wrong type of what it does not need",
    script: [answersJson(200, { ...submitted(), isCurrentlySubmittedToQueue: "false" })],
    call: read,
    outcome: "ok 200 ×1",
  },
  {
    fact: "takes invalid UTF-8 for no answer",
    script: [answers(200, Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "repeats a GET no more often than any other",
    script: [answers(503), answers(502), answers(504), fine],
    call: metrics,
    outcome: "serverFailed 504 ×3",
  },
  {
    fact: "does not unfold JSON that is nested a million times",
    script: [answers(200, JSON.stringify(submitted()).replace("{", `{"x":${DEEP},`))],
    call: read,
    outcome: "badAnswer 200 ×1",
  },
  {
    fact: "does not read a body of 100 MB",
    script: [floods(100_000_000)],
    call: read,
    outcome: "badAnswer 200 ×1",
    options: { attemptTimeoutMs: 4000 },
  },
  {
    fact: "does not unpack a bomb",
    script: [gzipBomb(200 * 1024 * 1024)],
    call: write,
    outcome: "badAnswer 200 ×1",
    options: { attemptTimeoutMs: 4000 },
  },
  {
    fact: "understands gzip that it did not ask for",
    script: [answers(200, gzipSync(JSON.stringify(submitted())), { "content-encoding": "gzip" })],
    call: read,
    outcome: "ok 200 ×1",
  },
  {
    fact: "does not take cut gzip for a whole answer",
    script: [
      answers(200, gzipSync(JSON.stringify(submitted())).subarray(0, 80), { "content-encoding": "gzip" }),
    ],
    call: read,
    outcome: "unreachable ×3",
  },
  {
    fact: "does not guess at other compressions",
    script: [answers(200, "{}", { "content-encoding": "br" })],
    call: write,
    outcome: "badAnswer 200 ×1",
  },
  // Not quite HTTP.
  {
    fact: "takes another protocol for no answer",
    script: [says("SSH-2.0-OpenSSH_9.9\r\n")],
    call: write,
    outcome: "unreachable ×3",
  },
  {
    fact: "does not take headers without end",
    script: [says(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(100_000)}\r\n\r\n`)],
    call: write,
    outcome: "unreachable ×3",
  },
  {
    fact: "takes a switch of protocols for no answer",
    script: [says("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")],
    call: write,
    outcome: "badAnswer 101 ×1",
  },
  {
    fact: "waits for the answer behind interim ones",
    script: [after("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", fine)],
    call: read,
    outcome: "ok 200 ×1",
  },
  {
    fact: "does not take an interim answer for the last word",
    script: [says("HTTP/1.1 102 Processing\r\n\r\n")],
    call: write,
    outcome: "unreachable ×3",
  },
];

describe("a client and a faulty server", () => {
  for (const { fact, script, call, outcome, options } of cases) {
    it(fact, async () => {
      const server = await start(...script);
      const deadline = Deadline.after(DEADLINE_MS);
      const answersTooLate = outcome.startsWith("attemptTimedOut");
      const attemptTimeoutMs = answersTooLate ? SHORT_PATIENCE_MS : LONG_PATIENCE_MS;
      const client = aClient(server.apiUrl, { attemptTimeoutMs, deadline, ...options });
      expect(await outcomeOf(call(client))).toBe(outcome);
      expect(deadline.remainingMs()).toBeGreaterThan(0);
    });
  }

  it("ends an attempt at the deadline", async () => {
    const server = await start(hangs);
    const client = aClient(server.apiUrl, {
      retries: 100,
      attemptTimeoutMs: LONG_PATIENCE_MS,
      deadline: Deadline.after(150),
    });
    expect(await outcomeOf(read(client))).toBe("deadlinePassed ×1");
  });

  it("makes no attempt after the deadline when the server keeps it busy", async () => {
    const server = await start(hangs);
    const deadline = Deadline.after(400);
    const client = aClient(server.apiUrl, { retries: 100, attemptTimeoutMs: 40, deadline });
    const outcome = await outcomeOf(read(client));
    // Which of the two depends on whether the deadline falls into an attempt or into the pause before the next one.
    const [, attempts] = /^(?:deadlinePassed|attemptTimedOut) ×(\d+)$/.exec(outcome) ?? [];
    expect(outcome).toMatch(/^(deadlinePassed|attemptTimedOut) ×([1-9]|10)$/);
    await setTimeout(Math.max(0, deadline.remainingMs()) + 200);
    // The server may see the last one a moment after it was given up, and none that the client does not count.
    expect(server.requests.length).toBeGreaterThan(0);
    expect(server.requests.length).toBeLessThanOrEqual(Number(attempts));
  });

  it("says that it cannot connect, and that nothing was done", async () => {
    const server = await start(fine);
    const { apiUrl } = server;
    await server.close();
    const error = await errorOf(write(aClient(apiUrl)));
    expect(error).toMatchObject({ kind: "unreachable", attempts: 3, mayHaveActed: false, retryable: true });
    expect(error.message).toContain("ECONNREFUSED");
  });

  it("reaches a server on the IPv6 loopback", async () => {
    const server = await FaultyServer.start([fine], { host: "::1" });
    servers.push(server);
    expect(await outcomeOf(read(aClient(server.apiUrl)))).toBe("ok 200 ×1");
    expect(server.requests[0]?.headers["host"]).toBe(`[::1]:${server.port}`);
  });

  it("reads states in any spelling", async () => {
    for (const spelling of ["pending_failure", "pendingFailure", "PENDING_FAILURE", "Pending_Failure"]) {
      const server = await start(answersJson(200, submitted({ state: spelling })));
      const { value } = await aClient(server.apiUrl).getSubmittedPullRequest(PULL_REQUEST);
      expect(value.state).toBe("PENDING_FAILURE");
    }
  });

  it("names the field of a wrong type", async () => {
    const server = await start(answersJson(200, { state: 7, branch: "main" }));
    const error = await errorOf(aClient(server.apiUrl).getQueue(QUEUE));
    expect(error.detail).toBe("its field state: expected a string");
  });

  it("names the field of a wrong type that is left out, once", async () => {
    const [rule, none] = [{ targetPattern: 7 }, null];
    const queue = { state: "RUNNING", mode: 7, batchingRules: [rule, rule, none], moon: "full" };
    const server = await start(answersJson(200, queue));
    const warnings: string[] = [];
    const client = aClient(server.apiUrl, { onWarning: (sentence) => warnings.push(sentence) });
    for (const _time of [1, 2]) {
      const { value } = await client.getQueue(QUEUE);
      expect(value).toEqual({ state: "RUNNING", batchingRules: [{}, {}, {}], moon: "full" });
    }
    expect(warnings).toEqual([
      "getQueue: a part of the answer is left out: its field mode: expected one of single, parallel; its field batchingRules[].targetPattern: expected text of at least one character; its field batchingRules[]: expected an object.",
    ]);
  });
});

describe("redirects", () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`are not followed to another origin (${status})`, async () => {
      const other = await start(fine);
      const server = await start(redirects(status, `${other.apiUrl}/steal?secret=1`));
      const error = await errorOf(write(aClient(server.apiUrl)));
      expect(error).toMatchObject({ kind: "redirected", status, attempts: 1 });
      expect(error.detail).toBe(`to http://127.0.0.1:${other.port}; set api-url to the final address`);
      expect(other.requests).toEqual([]);
    });
  }

  it("are not followed within the same origin", async () => {
    const server = await start(redirects(307, "/v2/submitPullRequest"), fine);
    const error = await errorOf(write(aClient(server.apiUrl)));
    expect(error).toMatchObject({ kind: "redirected", detail: "to another address on the same host" });
    expect(server.requests).toHaveLength(1);
  });

  it("without an address are an error too", async () => {
    const server = await start(redirects(302), fine);
    expect(await outcomeOf(write(aClient(server.apiUrl)))).toBe("redirected 302 ×1");
  });
});

describe("Retry-After", () => {
  const waits: readonly (readonly [fact: string, header: string, sleeps: readonly number[]])[] = [
    ["in seconds is waited for", "7", [7000]],
    ["as a date is waited for", "Mon, 02 Mar 2026 12:00:09 GMT", [9000]],
    ["in the past is no wait", "Mon, 02 Mar 2026 11:00:00 GMT", [0]],
    ["of an hour is cut to a minute", "3600", [60_000]],
    ["of a thousand years is cut to a minute", "Fri, 31 Dec 3026 23:59:59 GMT", [60_000]],
    ["that makes no sense is no wait", "soon", [0]],
    ["that is negative is no wait", "-5", [0]],
  ];
  for (const [fact, header, sleeps] of waits) {
    it(fact, async () => {
      const clock = new JumpingClock();
      const server = await start(answers(429, "", { "retry-after": header }), fine);
      expect(await outcomeOf(read(aClient(server.apiUrl, { clock })))).toBe("ok 200 ×2");
      expect(clock.sleeps).toEqual(sleeps);
    });
  }

  it("is honoured on a 503 too", async () => {
    const clock = new JumpingClock();
    const server = await start(answers(503, "", { "retry-after": "3" }), fine);
    await read(aClient(server.apiUrl, { clock }));
    expect(clock.sleeps).toEqual([3000]);
  });

  it("ends the call at once when it reaches past the deadline", async () => {
    const clock = new JumpingClock();
    const server = await start(answers(429, "", { "retry-after": "30" }));
    const client = aClient(server.apiUrl, { clock, deadline: Deadline.after(20_000, clock) });
    expect(await outcomeOf(read(client))).toBe("rateLimited 429 ×1");
    expect(clock.sleeps).toEqual([]);
  });

  it("does not hold a call for more than two minutes in all", async () => {
    const clock = new JumpingClock();
    const server = await start(answers(429, "", { "retry-after": "3600" }));
    expect(await outcomeOf(read(aClient(server.apiUrl, { clock, retries: 10 })))).toBe("rateLimited 429 ×3");
    expect(clock.sleeps).toEqual([60_000, 60_000]);
  });
});

describe("the words of an error", () => {
  const bodies: readonly (readonly [fact: string, body: string, code: string | null, detail: string])[] = [
    [
      "come from error.message",
      '{"error":{"code":"QUEUE_NOT_EMPTY","message":"3 left"}}',
      "QUEUE_NOT_EMPTY",
      "3 left",
    ],
    ["come from error", '{"error":"unauthorized"}', null, "unauthorized"],
    ["come from message", '{"message":"no such thing"}', null, "no such thing"],
    ["come from a JSON text", '"not here"', null, "not here"],
    ["come from plain text", "  pull request is closed\n", null, "pull request is closed"],
    ["tell a web page", "<html><h1>404</h1></html>", null, "the answer is HTML, not JSON: is api-url right?"],
    ["may be missing", "", null, ""],
    ["survive broken UTF-8", "caf\xe9", null, "café"],
  ];
  for (const [fact, body, code, detail] of bodies) {
    it(fact, async () => {
      const server = await start(answers(400, body));
      expect(await errorOf(write(aClient(server.apiUrl)))).toMatchObject({ kind: "refused", code, detail });
    });
  }

  it("are cut to 2000 characters", async () => {
    const server = await start(answers(400, "x".repeat(1_000_000)));
    const error = await errorOf(write(aClient(server.apiUrl)));
    expect([error.detail.length, error.body.length]).toEqual([2000, 512 * 1024]);
  });

  const echoes: readonly (readonly [fact: string, fault: Fault])[] = [
    [
      "in an error's message",
      answersJson(401, { error: { code: "INVALID_TOKEN", message: `no ${TOKEN}!` } }),
    ],
    ["in plain text", answers(400, `what is ${TOKEN}?`)],
    ["as an address writes it", answers(400, `?token=${encodeURIComponent(TOKEN)}`)],
    ["escaped in JSON", answers(400, `{"error":"\\u006d${TOKEN.slice(1)}"}`)],
    ["cut by the limit", answers(400, `${"x".repeat(512 * 1024 - 12)}${TOKEN}`)],
    ["in an answer of the wrong type", answersJson(200, { ...submitted(), state: 7, prAuthor: TOKEN })],
    ["in a request id", answers(400, "no", { "x-request-id": TOKEN })],
  ];
  for (const [fact, fault] of echoes) {
    it(`never hold the token: ${fact}`, async () => {
      const server = await start(fault);
      const error = await errorOf(read(aClient(server.apiUrl)));
      const everything = [JSON.stringify(error), error.message, error.stack, inspect(error, { depth: 9 })];
      expect(everything.join("\n")).not.toContain(TOKEN.slice(0, 8));
    });
  }

  it("never hold a token that looks like a code", async () => {
    const server = await start(answersJson(400, { error: { code: "SECRET_1234", message: "no" } }));
    const credential = { kind: "token", token: "SECRET_1234" } as const;
    const error = await errorOf(read(aClient(server.apiUrl, { credential })));
    expect([error.code, error.message]).toEqual([null, "reading the pull request: refused (400): no"]);
  });

  it("and the values of an answer never hold the token", async () => {
    const server = await start(answersJson(200, submitted({ prTitle: `title ${TOKEN}` })));
    const answer = await aClient(server.apiUrl).getSubmittedPullRequest(PULL_REQUEST);
    expect(answer.value.prTitle).toBe("title ***");
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
  });
});

describe("an abort", () => {
  it("ends a request under way at once", async () => {
    const server = await start(hangs);
    const controller = new AbortController();
    const call = outcomeOf(
      read(aClient(server.apiUrl, { signal: controller.signal, attemptTimeoutMs: 60_000 })),
    );
    while (server.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    expect(await call).toBe("aborted ×1");
  });

  it("ends the pause between attempts at once", async () => {
    const server = await start(answers(429, "", { "retry-after": "50" }));
    const controller = new AbortController();
    const client = aClient(server.apiUrl, { signal: controller.signal, onAttempt: () => controller.abort() });
    expect(await outcomeOf(read(client))).toBe("aborted ×1");
  });

  it("before the call sends nothing", async () => {
    const server = await start(fine);
    expect(await outcomeOf(read(aClient(server.apiUrl, { signal: AbortSignal.abort() })))).toBe("aborted ×0");
    expect(server.requests).toEqual([]);
  });

  it("is told apart from an error that arrived in part", async () => {
    const server = await start(drips(10, 500));
    const controller = new AbortController();
    const call = outcomeOf(
      read(aClient(server.apiUrl, { signal: controller.signal, attemptTimeoutMs: 60_000 })),
    );
    while (server.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    expect(await call).toBe("aborted ×1");
  });
});
