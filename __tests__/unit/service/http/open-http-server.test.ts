/** Clients that do not behave, on a real socket: too slow, too much, too many, half a request, another protocol. */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { MAX_BODY_BYTES } from "../../../../src/contract/limits.js";
import { type HttpServer, type HttpServerOptions, listen } from "../../../../src/service/http/http-server.js";
import type { ApiOptions } from "../../../../src/service/http/server.js";
import { apiWorld, ON_MAIN, TOKEN } from "../../../support/api-world.js";
import { RawClient } from "../../../support/raw-client.js";
import { itInCi } from "../../../support/sized-tests.js";

jest.setTimeout(15_000);

const HERE = { host: "127.0.0.1", port: 0 };
const doors: HttpServer[] = [];
const clients: RawClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(doors.splice(0).map(async (door) => door.close()));
});

async function open(
  limits: HttpServerOptions["limits"] = {},
  options: Partial<ApiOptions> = {},
  more: HttpServerOptions = {},
) {
  const { app } = await apiWorld(options);
  const door = await listen(app, HERE, { limits: { checkedEveryMs: 20, ...limits }, ...more });
  doors.push(door);
  return door;
}

async function client(door: HttpServer): Promise<RawClient> {
  const opened = await RawClient.open(door.url);
  clients.push(opened);
  return opened;
}

/** The beginning of a request, up to its last header. */
function head(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { Host: "localhost", ...headers };
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}`;
}

const CREDENTIALS = { "Content-Type": "application/json", "X-Api-Token": TOKEN };
const HEALTH = `${head("GET /healthz")}\r\n`;
const ASK = JSON.stringify(ON_MAIN);
const POST = (headers: Readonly<Record<string, string>> = {}) =>
  head("POST /v1/getQueue", { ...CREDENTIALS, ...headers });

function chunk(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
}

function statusesIn(text: string): readonly string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
}

function codeIn(text: string): string | undefined {
  return /"code":"(\w+)"/.exec(text)?.[1];
}

describe("a client that is slow", () => {
  it("to say anything is hung up on", async () => {
    const door = await open({ headersTimeoutMs: 100 });
    expect(codeIn(await (await client(door)).ends())).toBe("REQUEST_TIMEOUT");
  });

  it("with its headers, a byte at a time, is told so and hung up on", async () => {
    const door = await open({ headersTimeoutMs: 200 });
    const slow = await client(door);
    slow.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
    const dribble = setInterval(() => slow.send("X-A: b\r\n"), 20);
    const text = await slow.ends();
    clearInterval(dribble);
    expect(statusesIn(text)).toEqual(["408"]);
    expect(codeIn(text)).toBe("REQUEST_TIMEOUT");
  });

  it("with its body, a byte at a time, is told so and hung up on", async () => {
    const door = await open({ headersTimeoutMs: 200, requestTimeoutMs: 300 });
    const slow = await client(door);
    slow.send(`${POST({ "Content-Length": "100000" })}\r\n`);
    const dribble = setInterval(() => slow.send(" "), 20);
    const text = await slow.ends();
    clearInterval(dribble);
    expect(statusesIn(text)).toEqual(["408"]);
  });

  it("to ask again is hung up on without a word", async () => {
    const door = await open({ keepAliveTimeoutMs: 50 });
    const idle = (await client(door)).send(HEALTH);
    await idle.receives(/"ok"/);
    expect(statusesIn(await idle.ends())).toEqual(["200"]);
  });

  it("holds up nobody else", async () => {
    const door = await open();
    for (let number = 0; number < 50; number += 1)
      (await client(door)).send("POST /v1/getQueue HTTP/1.1\r\nX");
    expect(await (await client(door)).send(HEALTH).receives(/"ok"/)).toContain("200 OK");
  });
});

describe("headers", () => {
  it("of more bytes than are read are refused", async () => {
    const door = await open();
    const text = await (await client(door)).send(head("GET /healthz", { "X-A": "a".repeat(17_000) })).ends();
    expect(statusesIn(text)).toEqual(["431"]);
    expect(codeIn(text)).toBe("HEADERS_TOO_LARGE");
  });

  it("may be a hundred and no more", async () => {
    const door = await open();
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, "a"]));
    const enough = (await client(door)).send(`${head("GET /healthz", many(99))}\r\n`);
    expect(statusesIn(await enough.receives(/"ok"/))).toEqual(["200"]);
    const more = (await client(door)).send(`${head("GET /healthz", many(100))}\r\n`);
    expect(codeIn(await more.receives(/\}\}$/))).toBe("HEADERS_TOO_LARGE");
    const flood = (await client(door)).send(`${head("GET /healthz", many(1500))}\r\n`);
    expect(codeIn(await flood.receives(/\}\}$/))).toBe("HEADERS_TOO_LARGE");
  });

  it.each([
    ["a NUL", "a\0b"],
    ["an escape", "a\u001b[2Jb"],
  ])("with %s are no headers", async (_what, value) => {
    const door = await open();
    const text = await (await client(door))
      .send(`${head("POST /v1/getQueue", { "X-Api-Token": value })}\r\n`)
      .ends();
    expect(statusesIn(text)).toEqual(["400"]);
    expect(codeIn(text)).toBe("VALIDATION_FAILED");
  });

  it.each([
    ["of bytes that are no ASCII", { "X-Api-Token": "\u00e9\u00ff" }],
    ["of ten thousand letters", { "X-Api-Token": "a".repeat(10_000) }],
    ["given twice, once rightly", { "X-Api-Token": TOKEN, "x-api-token": "other" }],
    ["given twice, the same", { "X-Api-Token": TOKEN, "x-api-token": TOKEN }],
  ])("with a token %s are those of a stranger", async (_what, headers) => {
    const door = await open();
    const request = `${head("POST /v1/getQueue", { ...CREDENTIALS, ...headers, "Content-Length": "2" })}\r\n{}`;
    expect(codeIn(await (await client(door)).send(request).receives(/\}\}$/))).toBe("INVALID_TOKEN");
  });
});

describe("connections", () => {
  it("are as many as may be; one more is turned away, until one of them ends", async () => {
    const onRejectedConnection = jest.fn();
    const door = await open({ maxConnections: 2 }, {}, { onRejectedConnection });
    const first = await client(door);
    const second = await client(door);
    for (const one of [first, second]) await one.send(HEALTH).receives(/"ok"/);
    expect(await (await client(door)).ends()).toBe("");
    expect(onRejectedConnection).toHaveBeenCalledTimes(1);
    first.halfClose();
    await first.ends();
    expect(await (await client(door)).send(HEALTH).receives(/"ok"/)).toContain("200 OK");
  });

  it("serve so many requests and are closed then", async () => {
    const door = await open({ maxRequests: 2 });
    const busy = await client(door);
    expect(await busy.send(HEALTH).receives(/"ok"/)).toMatch(/Connection: keep-alive/i);
    expect(await busy.send(HEALTH).ends()).toMatch(/Connection: close/i);
  });

  it("take several requests at once, and answer them in order", async () => {
    const door = await open();
    const body = `${POST({ "Content-Length": String(ASK.length) })}\r\n${ASK}`;
    const nothing = `${head("GET /nowhere")}\r\n`;
    const pipelined = (await client(door)).send(`${body}${nothing}${HEALTH}`);
    expect(statusesIn(await pipelined.receives(/"ok"/))).toEqual(["200", "404", "200"]);
  });

  it("that are half closed still get their answer", async () => {
    const door = await open();
    const text = await (await client(door)).send(HEALTH).halfClose().ends();
    expect(statusesIn(text)).toEqual(["200"]);
  });
});

describe("another protocol", () => {
  it.each([
    ["no HTTP at all", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a request smuggled by two lengths", `${POST({ "Content-Length": "3", "content-length": "4" })}\r\n{} `],
    ["a chunk of no length", `${POST({ "Transfer-Encoding": "chunked" })}\r\nzz\r\n`],
    ["a folded header", `${head("GET /healthz")} folded\r\n\r\n`],
  ])("such as %s is refused, and hung up on", async (_what, bytes) => {
    const door = await open();
    const text = await (await client(door)).send(bytes).ends();
    expect(statusesIn(text)).toEqual(["400"]);
    expect(codeIn(text)).toBe("VALIDATION_FAILED");
  });

  it("is not answered into an answer that is on its way", async () => {
    const part = new TextEncoder().encode("the first part");
    const fetch = () => new Response(new ReadableStream({ start: (body) => body.enqueue(part) }));
    const door = await listen({ fetch }, HERE);
    doors.push(door);
    const odd = (await client(door)).send(HEALTH);
    await odd.receives(/the first part/);
    expect(await odd.send("no HTTP at all\r\n\r\n").ends()).toMatch(/the first part\r\n$/);
  });

  it.each(["websocket", "h2c"])("is not changed to when asked for, as %s", async (upgrade) => {
    const door = await open();
    const request = head("GET /healthz", { Connection: "Upgrade", Upgrade: upgrade });
    expect(statusesIn(await (await client(door)).send(`${request}\r\n`).receives(/"ok"/))).toEqual(["200"]);
  });

  it("is not tunnelled to", async () => {
    const door = await open();
    expect(await (await client(door)).send(`${head("CONNECT example.com:443")}\r\n`).ends()).not.toContain(
      " 200 ",
    );
  });
});

describe("a body that is announced with Expect: 100-continue", () => {
  const EXPECT = { Expect: "100-continue" };

  it("is asked for when it is wanted", async () => {
    const door = await open();
    const patient = await client(door);
    patient.send(`${POST({ ...EXPECT, "Content-Length": String(ASK.length) })}\r\n`);
    await patient.receives(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    expect(statusesIn(await patient.send(ASK).receives(/\]\}$/))).toEqual(["100", "200"]);
  });

  it.each([
    ["of a stranger", { "X-Api-Token": "wrong" }, "401"],
    ["that is too large", { "Content-Length": String(MAX_BODY_BYTES + 1) }, "413"],
    ["that is no JSON", { "Content-Type": "text/plain" }, "415"],
  ])("%s is not asked for", async (_what, headers, status) => {
    const door = await open();
    const request = `${POST({ ...EXPECT, "Content-Length": "1000", ...headers })}\r\n`;
    expect(statusesIn(await (await client(door)).send(request).receives(/\}\}$/))).toEqual([status]);
  });

  it("is refused with any other expectation", async () => {
    const door = await open();
    const request = `${POST({ Expect: "the impossible", "Content-Length": "2" })}\r\n{}`;
    expect(statusesIn(await (await client(door)).send(request).receives(/\r\n\r\n/))[0]).toBe("417");
  });
});

describe("uploads", () => {
  const MIB = 1024 * 1024;
  const spaces = Buffer.alloc(MIB, " ");

  it("without end are cut off soon after the limit", async () => {
    const door = await open();
    const endless = await client(door);
    endless.send(`${POST({ "Transfer-Encoding": "chunked" })}\r\n`);
    let sent = 0;
    while (sent < 200 && (await endless.sendWhole(chunk(spaces)))) sent += 1;
    expect(sent).toBeGreaterThanOrEqual(20);
    expect(sent).toBeLessThan(100);
  });

  itInCi("hold so much memory together and no more, and everyday calls go on", async () => {
    const door = await open({}, { uploadMemoryBytes: 30 * MIB });
    const first = await client(door);
    first.send(`${POST({ "Content-Length": String(20 * MIB) })}\r\n`);
    await first.sendWhole(spaces);
    await settled(door);
    const announced = (await client(door)).send(`${POST({ "Content-Length": String(20 * MIB) })}\r\n`);
    const refused = await announced.receives(/\}\}$/);
    expect(statusesIn(refused)).toEqual(["503"]);
    expect(refused).toMatch(/\r\nretry-after: 5\r\n/i);
    const chunked = (await client(door)).send(`${POST({ "Transfer-Encoding": "chunked" })}\r\n`);
    for (let sent = 0; sent < 12 && (await chunked.sendWhole(chunk(spaces))); sent += 1);
    expect(statusesIn(await chunked.receives(/\}\}$/))).toEqual(["503"]);
    expect(await ask(door)).toEqual(["200"]);
    for (let sent = 1; sent < 19; sent += 1) await first.sendWhole(spaces);
    await first.sendWhole(Buffer.from(ASK.padStart(MIB, " ")));
    expect(statusesIn(await first.receives(/\]\}$/))).toEqual(["200"]);
    for (let number = 0; number < 8; number += 1) expect(await upload(door)).toEqual(["200"]);
  });

  it("give their memory back when their client goes away", async () => {
    const door = await open({}, { uploadMemoryBytes: 20 * MIB });
    for (let number = 0; number < 3; number += 1) {
      const gone = await client(door);
      gone.send(`${POST({ "Content-Length": String(20 * MIB) })}\r\n`);
      await gone.sendWhole(spaces);
      await settled(door);
      gone.close();
      await until(async () => (await upload(door))[0] === "200");
    }
  });

  async function ask(door: HttpServer): Promise<readonly string[]> {
    const request = `${POST({ "Content-Length": String(ASK.length) })}\r\n${ASK}`;
    return statusesIn(await (await client(door)).send(request).receives(/\]\}$/));
  }

  /** What the door was sent before this has been seen by it. */
  async function settled(door: HttpServer): Promise<void> {
    expect(await ask(door)).toEqual(["200"]);
  }

  async function upload(door: HttpServer): Promise<readonly string[]> {
    const body = ASK.padEnd(2 * MIB, " ");
    const one = await client(door);
    one.send(`${POST({ "Content-Length": String(body.length), Connection: "close" })}\r\n${body}`);
    return statusesIn(await one.ends());
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 8000;
    while (!(await holds())) if (Date.now() > deadline) throw new Error("it never held");
  }
});
