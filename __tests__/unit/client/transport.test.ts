/** Requests on a real connection: directly, to any loopback address, and through a proxy. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { NotSentError } from "../../../src/client/errors.js";
import { httpTransport, readBody, type TransportRequest } from "../../../src/client/transport.js";
import { ConnectProxy } from "../../support/connect-proxy.js";
import { answers, type Fault, FaultyServer, hangs, redirects } from "../../support/faulty-server.js";

const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
const NEVER = new AbortController().signal;

const cleanups: (() => Promise<void>)[] = [];
let environment: Readonly<Record<string, string | undefined>> = {};

beforeEach(() => {
  environment = { ...process.env };
  for (const name of PROXY_VARIABLES) Reflect.deleteProperty(process.env, name);
});

afterEach(async () => {
  for (const name of PROXY_VARIABLES) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

async function start(...script: readonly Fault[]): Promise<FaultyServer> {
  const server = await FaultyServer.start(script);
  cleanups.push(() => server.close());
  return server;
}

async function startProxy(...setting: Parameters<typeof ConnectProxy.start>): Promise<ConnectProxy> {
  const proxy = await ConnectProxy.start(...setting);
  cleanups.push(() => proxy.close());
  return proxy;
}

function post(url: string, changes: Partial<TransportRequest> = {}): TransportRequest {
  const headers = { "user-agent": "merge-queue/test", "content-type": "application/json" };
  return { method: "POST", url, headers, body: Buffer.from('{"a":"é"}'), ...changes };
}

async function sentText(request: TransportRequest): Promise<string> {
  const read = await readBody(await httpTransport.send(request, NEVER), 1000);
  return read.kind === "whole" ? Buffer.from(read.bytes).toString() : read.kind;
}

describe("a proxy variable that is no address", () => {
  it.each([
    "http://user:pa55word@h:99999",
    "user:pa55word@h",
    "socks5://user:pa55word@127.0.0.1:1",
    "http://user:pa55%zzword@127.0.0.1:1",
    "://pa55word",
    "pa55word.example:3128",
  ])("ends the request before it is sent, and is not shown: %s", async (value) => {
    process.env["HTTPS_PROXY"] = value;
    const sent = httpTransport.send(post("https://queue.example.invalid/v1/x"), NEVER);
    const error = await sent.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({
      passing: false,
      message: expect.stringMatching(/^the variable HTTPS_PROXY /),
    });
    expect(String(error)).not.toContain("pa55");
  });

  it.each(["http://127.0.0.1:1", "127.0.0.1:1"])("is not found in %s", async (value) => {
    process.env["https_proxy"] = value;
    const sent = httpTransport.send(post("https://queue.example.invalid/v1/x"), NEVER);
    await expect(sent).rejects.toMatchObject({
      passing: true,
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  it("does not matter where no proxy is used", async () => {
    process.env["http_proxy"] = "://";
    const server = await start(answers(200, "fine"));
    expect(await sentText(post(`${server.apiUrl}/x`))).toBe("fine");
  });
});

describe("httpTransport", () => {
  it("sends the body with its length, and gives the answer as it is", async () => {
    const server = await start(
      answers(418, "short and stout", { "x-request-id": "r1", "set-cookie": "a=1" }),
    );
    const reply = await httpTransport.send(post(`${server.apiUrl}/x`), NEVER);
    const read = await readBody(reply, 100);
    expect([reply.status, reply.headers["x-request-id"], reply.headers["set-cookie"]]).toEqual([
      418,
      "r1",
      "a=1",
    ]);
    expect(read).toEqual({ kind: "whole", bytes: Buffer.from("short and stout") });
    const [request] = server.requests;
    expect([request?.method, request?.path, request?.body.toString()]).toEqual([
      "POST",
      "/v1/x",
      '{"a":"é"}',
    ]);
    expect(request?.headers).toMatchObject({ "content-length": "10", connection: "close" });
    expect(request?.headers).not.toHaveProperty("transfer-encoding");
  });

  it("sends a GET without a body", async () => {
    const server = await start(answers(200, "metrics"));
    expect(await sentText(post(`${server.apiUrl}/x?repo=a%2Fb`, { method: "GET", body: null }))).toBe(
      "metrics",
    );
    const [request] = server.requests;
    expect([request?.method, request?.path, request?.body.length]).toEqual(["GET", "/v1/x?repo=a%2Fb", 0]);
  });

  it("sends a body of 20 MiB", async () => {
    const server = await start(answers(200, "{}"));
    const body = Buffer.alloc(20 * 1024 * 1024, "a");
    expect(await sentText(post(server.apiUrl, { body }))).toBe("{}");
    expect(server.requests[0]?.body.equals(body)).toBe(true);
  });

  it("gives a redirect back instead of following it", async () => {
    const server = await start(redirects(307, "/elsewhere"));
    expect((await httpTransport.send(post(server.apiUrl), NEVER)).status).toBe(307);
    expect(server.requests).toHaveLength(1);
  });

  it("knows that nothing was sent when the connection is refused", async () => {
    const server = await start(hangs);
    const { port } = server;
    await server.close();
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      const failure = httpTransport.send(post(`http://${host}:${port}/v1`), NEVER);
      await expect(failure).rejects.toThrow(NotSentError);
      await expect(failure).rejects.toMatchObject({
        passing: true,
        message: expect.stringContaining("ECONNREFUSED"),
      });
    }
  });

  it("ends a request at once when it is aborted", async () => {
    const server = await start(hangs);
    const controller = new AbortController();
    const failure = expect(httpTransport.send(post(server.apiUrl), controller.signal)).rejects.toThrow(
      "aborted",
    );
    while (server.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    await failure;
    while (server.openConnections > 0) await new Promise(setImmediate);
  });
});

describe("httpTransport behind a proxy", () => {
  it("goes through a tunnel to a host that only the proxy knows", async () => {
    const server = await start(answers(200, "{}"));
    const proxy = await startProxy(server.port);
    process.env["http_proxy"] = `http://mona:p%40ss@${proxy.host}`;
    expect(await sentText(post("http://api.merge.test/v1/x"))).toBe("{}");
    expect(proxy.asked).toEqual(["api.merge.test:80"]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from("mona:p@ss").toString("base64")}`]);
    expect(server.requests[0]?.headers["host"]).toBe("api.merge.test:80");
  });

  it("goes around it for loopback and for the hosts of no_proxy", async () => {
    const server = await start(answers(200, "{}"));
    const proxy = await startProxy(server.port);
    process.env["http_proxy"] = `http://${proxy.host}`;
    process.env["no_proxy"] = "other.test,.merge.test";
    expect(await sentText(post(server.apiUrl))).toBe("{}");
    await expect(httpTransport.send(post("http://api.merge.test/v1/x"), NEVER)).rejects.toThrow(
      "api.merge.test",
    );
    expect(proxy.asked).toEqual([]);
  });

  it("knows that nothing was sent when the proxy refuses", async () => {
    const server = await start(answers(200, "{}"));
    const proxy = await startProxy(server.port, "refuses");
    process.env["http_proxy"] = `http://${proxy.host}`;
    const failure = httpTransport.send(post("http://api.merge.test/v1/x"), NEVER);
    await expect(failure).rejects.toThrow(NotSentError);
    await expect(failure).rejects.toThrow("statusCode=407");
    expect(server.requests).toEqual([]);
  });

  it("leaves no connection to a proxy that never answers", async () => {
    const proxy = await startProxy(1, "never answers");
    process.env["http_proxy"] = `http://${proxy.host}`;
    const controller = new AbortController();
    const failure = expect(
      httpTransport.send(post("http://api.merge.test/v1/x"), controller.signal),
    ).rejects.toThrow();
    while (proxy.asked.length === 0) await new Promise(setImmediate);
    controller.abort();
    await failure;
    while (proxy.openConnections > 0) await new Promise(setImmediate);
  });
});
