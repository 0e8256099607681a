/** The service on a real socket: limits on bodies, broken requests, and a stop that finishes what is under way. */
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { MAX_BODY_BYTES } from "../../../../src/contract/limits.js";
import { type HttpServer, listen } from "../../../../src/service/http/http-server.js";
import type { Visitor } from "../../../../src/service/http/response.js";
import { type Answer, answerOf, apiWorld, no, ON_MAIN, TOKEN } from "../../../support/api-world.js";

const HERE = { host: "127.0.0.1", port: 0 };
const HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };
const doors: HttpServer[] = [];

/** Bodies of 20 MiB take their time on a busy machine; a close that hangs still fails. */
jest.setTimeout(9_000);

afterEach(async () => {
  await Promise.all(doors.splice(0).map(async (door) => door.close()));
});

async function open(...options: Parameters<typeof listen>): Promise<HttpServer> {
  const door = await listen(...options);
  doors.push(door);
  return door;
}

async function openApi(): Promise<HttpServer> {
  return open((await apiWorld()).app, HERE);
}

async function post(door: HttpServer, body: Buffer | ReadableStream<Uint8Array>): Promise<Answer> {
  const init = { method: "POST", headers: HEADERS, body, duplex: "half" } as const;
  return answerOf(await fetch(`${door.url}/v1/getQueue`, init));
}

/** A request to show a queue, padded to so many bytes. */
function bodyOf(bytes: number): Buffer {
  return Buffer.from(JSON.stringify(ON_MAIN).padEnd(bytes, " "));
}

function inChunks(bytes: Buffer): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + 1_000_000));
      sent += 1_000_000;
      if (sent >= bytes.length) controller.close();
    },
  });
}

const TOO_LARGE = no(
  "PAYLOAD_TOO_LARGE",
  `the body has more than ${MAX_BODY_BYTES} bytes; send "ALL" instead of a longer list of targets`,
);

describe("a body", () => {
  it("of exactly the limit is taken, announced or in chunks", async () => {
    const door = await openApi();
    const body = bodyOf(MAX_BODY_BYTES);
    expect((await post(door, body)).status).toBe(200);
    expect((await post(door, inChunks(body))).status).toBe(200);
  });

  it("of one byte more is refused, announced or in chunks", async () => {
    const door = await openApi();
    const body = bodyOf(MAX_BODY_BYTES + 1);
    expect(await post(door, body)).toMatchObject({ status: 413, body: TOO_LARGE });
    expect(await post(door, inChunks(body))).toMatchObject({ status: 413, body: TOO_LARGE });
  });

  it("that is announced too large is refused before it comes", async () => {
    const door = await openApi();
    const reply = await raw(door, `${head(door)}Content-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`, '"}}');
    expect(reply).toContain("HTTP/1.1 413 ");
    expect(reply).toContain(JSON.stringify(TOO_LARGE));
  });

  it("of a stranger is not waited for", async () => {
    const door = await openApi();
    const reply = await raw(
      door,
      "POST /v1/getQueue HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
      '"}}',
    );
    expect(reply).toContain("HTTP/1.1 401 ");
  });

  it("that is longer than announced is cut there, and the rest is no request", async () => {
    const door = await openApi();
    const reply = await raw(door, `${head(door)}Content-Length: 5\r\n\r\n${JSON.stringify(ON_MAIN)}`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).not.toContain("HTTP/1.1 200 ");
  });

  it("that ends before its announced end does no harm", async () => {
    const door = await openApi();
    const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
    socket.end(`${head(door)}Content-Length: 500\r\n\r\n{"repo":`);
    await once(socket.resume(), "close");
    expect((await post(door, bodyOf(0))).status).toBe(200);
  });

  it.each(["before it is asked for", "after it is asked for"])(
    "whose client goes away %s is waited for no longer",
    async (when) => {
      const [arrived, asked, over] = [
        Promise.withResolvers(),
        Promise.withResolvers(),
        Promise.withResolvers(),
      ];
      const isGone = Promise.withResolvers();
      const fetch = async (request: Request, visitor: Visitor) => {
        request.signal.addEventListener("abort", () => isGone.resolve(null));
        arrived.resolve(null);
        await asked.promise;
        over.resolve(await visitor.takeBody().then(String, (error: unknown) => String(error)));
        return new Response("");
      };
      const door = await open({ fetch }, HERE);
      const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
      socket.write(`${head(door)}Content-Length: 500\r\n\r\n{"repo":`);
      await arrived.promise;
      if (when.startsWith("after")) asked.resolve(null);
      socket.destroy();
      await isGone.promise;
      asked.resolve(null);
      expect(await over.promise).toMatch(/^Error: (?:the client disconnected|aborted)/);
    },
  );

  it("may not be announced in two ways", async () => {
    const door = await openApi();
    const reply = await raw(
      door,
      `${head(door)}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("a request", () => {
  it("with a host that is none is refused like every other", async () => {
    const door = await openApi();
    const reply = await raw(door, "GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain(
      '{"error":{"code":"VALIDATION_FAILED","message":"the request\'s address cannot be read"}}',
    );
  });

  it("in the old manner, without a host, is answered", async () => {
    const door = await openApi();
    expect(await raw(door, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("whose app fails outside of it is told so in JSON", async () => {
    const door = await open({ fetch: () => Promise.reject(new Error("secret")) }, HERE);
    const { status, body } = await answerOf(await fetch(door.url));
    expect({ status, body }).toEqual({ status: 500, body: no("INTERNAL_ERROR", "the service failed") });
  });
});

describe("a door", () => {
  it("says where it is", async () => {
    expect((await openApi()).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const six = await open((await apiWorld()).app, { host: "::1", port: 0 });
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${six.url}/healthz`)).status).toBe(200);
  });

  it("cannot be where another one is", async () => {
    const port = Number(new URL((await openApi()).url).port);
    await expect(listen((await apiWorld()).app, { host: "127.0.0.1", port })).rejects.toMatchObject({
      syscall: "listen",
      code: "EADDRINUSE",
    });
  });

  it("finishes what is under way before it closes, and takes nothing new", async () => {
    const held = hold();
    const door = await open({ fetch: held.fetch }, HERE);
    const agent = new Agent({ keepAlive: true });
    const answer = get(door, agent);
    await held.arrived;
    const closed = door.close();
    await expect(fetch(door.url)).rejects.toThrow();
    held.release();
    expect(await answer).toBe(200);
    await closed;
    agent.destroy();
  });

  it("does not wait for connections that ask for nothing", async () => {
    const door = await openApi();
    const agent = new Agent({ keepAlive: true });
    expect(await get(door, agent)).toBe(404);
    await door.close();
    agent.destroy();
  });

  it("cuts off what is not done in time", async () => {
    const held = hold();
    const door = await open({ fetch: held.fetch }, HERE, { limits: { graceMs: 20 } });
    const answer = get(door);
    const failed = expect(answer).rejects.toThrow("socket hang up");
    await held.arrived;
    await door.close();
    await failed;
    held.release();
  });
});

function head(door: HttpServer): string {
  return `POST /v1/getQueue HTTP/1.1\r\nHost: ${new URL(door.url).host}\r\nContent-Type: application/json\r\nX-Api-Token: ${TOKEN}\r\n`;
}

/** Sends bytes as they are and reads until the server hangs up, or until the reply ends as it should. */
async function raw(door: HttpServer, bytes: string, end?: string): Promise<string> {
  const socket = connect(Number(new URL(door.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  let reply = "";
  for await (const chunk of socket) {
    reply += String(chunk);
    if (end !== undefined && reply.endsWith(end)) break;
  }
  socket.destroy();
  return reply;
}

async function get(door: HttpServer, agent?: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(door.url, { ...(agent && { agent }) }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
    request.once("error", reject).end();
  });
}

/** An app that answers when it is told to. */
function hold() {
  const arrival = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  return {
    arrived: arrival.promise,
    release: () => release.resolve(undefined),
    fetch: async () => {
      arrival.resolve(undefined);
      await release.promise;
      return new Response("done");
    },
  };
}
