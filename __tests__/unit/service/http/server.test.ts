/** What every request passes on its way to a handler, and how every answer looks. */
import { describe, expect, it } from "@jest/globals";
import { endpoints } from "../../../../src/contract/endpoints.js";
import { openApiDocument } from "../../../../src/contract/openapi.js";
import type { Log } from "../../../../src/service/ports/log.js";
import { ForgeError, GitError, StoreError } from "../../../../src/service/ports/world-error.js";
import { apiWorld, no, ON_MAIN, post, TOKEN } from "../../../support/api-world.js";

const JSON_HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("an answer", () => {
  it.each([
    ["/healthz", {}, 200],
    ["/nowhere", {}, 404],
    ["/v1/getQueue", {}, 405],
    ["/v1/getQueue", { method: "POST" }, 401],
    ["/v1/getQueue", post(ON_MAIN), 200],
    ["/v1/getQueue", post({}), 400],
  ])("of %s with %j is %i, and has an id, no cache and no guessing", async (path, init, status) => {
    const { request } = await apiWorld();
    const answer = await request(path, init);
    expect(answer.status).toBe(status);
    const { headers } = answer;
    expect(headers.get("x-request-id")).toMatch(REQUEST_ID);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("has an id of its own", async () => {
    const { request } = await apiWorld();
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await request("/healthz", {})).headers.get("x-request-id")),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("tells that the service is up, and nothing else, to anybody", async () => {
    const { request } = await apiWorld();
    expect((await request("/healthz", {})).body).toEqual({ status: "ok" });
  });

  it.each(["/openapi.json", "/v1/openapi.json"])("at %s is the description of the API", async (path) => {
    const { request } = await apiWorld();
    expect((await request(path, {})).body).toEqual(JSON.parse(JSON.stringify(openApiDocument("1.2.3"))));
  });
});

describe("a request", () => {
  it.each([
    "/",
    "/v1",
    "/v1/",
    "/v1/getqueue",
    "/v1/getQueue/",
    "/getQueue",
    "/v1/__proto__",
    "/v1/toString",
  ])("to %s finds nothing", async (path) => {
    const { request } = await apiWorld();
    expect(await request(path, post(ON_MAIN))).toMatchObject({
      status: 404,
      body: no("NOT_FOUND", `nothing found at ${path}`),
    });
  });

  it("to a long address is told of its beginning", async () => {
    const { request } = await apiWorld();
    const { body } = await request(`/${"x".repeat(5000)}`, {});
    expect(body).toEqual(no("NOT_FOUND", `nothing found at /${"x".repeat(199)}`));
  });

  it.each(Object.entries(endpoints).map(([name, { method }]) => [name, method] as const))(
    "to %s uses %s",
    async (name, method) => {
      const { request } = await apiWorld();
      for (const other of ["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (other === method) continue;
        const { status, headers, body } = await request(`/v1/${name}`, {
          method: other,
          headers: JSON_HEADERS,
        });
        expect({ status, allow: headers.get("allow"), body }).toEqual({
          status: 405,
          allow: method === "GET" ? "GET, HEAD" : method,
          body: no("METHOD_NOT_ALLOWED", `/v1/${name} takes ${method} only`),
        });
      }
    },
  );

  it.each(Object.keys(endpoints))("to %s needs a token", async (name) => {
    const { request } = await apiWorld();
    const init = name === "getMergeQueueMetrics" ? {} : { method: "POST", body: "x" };
    expect(await request(`/v1/${name}`, init)).toMatchObject({
      status: 401,
      body: no("AUTHENTICATION_REQUIRED", "expected a token in the header x-api-token"),
    });
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
    "application/vnd.acme.v1+json",
  ])("may be declared as %s", async (type) => {
    const { request } = await apiWorld();
    const init = { ...post(ON_MAIN), headers: { ...JSON_HEADERS, "content-type": type } };
    expect((await request("/v1/getQueue", init)).status).toBe(200);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "text/json",
    "application/xml; x=application/json",
  ])("is not declared as %s", async (type) => {
    const { request } = await apiWorld();
    const init = { ...post(ON_MAIN), headers: { ...JSON_HEADERS, "content-type": type } };
    expect(await request("/v1/getQueue", init)).toMatchObject({
      status: 415,
      body: no("UNSUPPORTED_MEDIA_TYPE", "expected the header Content-Type: application/json"),
    });
  });

  it("says what its body is, and does not compress it", async () => {
    const { request } = await apiWorld();
    const undeclared = { method: "POST", headers: { "x-api-token": TOKEN }, body: Buffer.from("{}") };
    expect((await request("/v1/getQueue", undeclared)).status).toBe(415);
    const init = { ...post(ON_MAIN), headers: { ...JSON_HEADERS, "content-encoding": "gzip" } };
    expect(await request("/v1/getQueue", init)).toMatchObject({
      status: 415,
      body: no("UNSUPPORTED_MEDIA_TYPE", "expected a body without Content-Encoding"),
    });
  });

  it.each([
    ["", "the body is empty: expected a JSON object"],
    ['{"repo": ', "the body is not valid JSON: Unexpected end of JSON input"],
    [
      '{"repo" 1}',
      "the body is not valid JSON: Expected ':' after property name in JSON at position 8 (line 1 column 9)",
    ],
    ["[]", "the body: expected an object"],
    [
      JSON.stringify({ ...ON_MAIN, targetBranch: "a..b" }),
      'targetBranch: not a valid branch name, it has ".."',
    ],
    [
      JSON.stringify({ ...ON_MAIN, repo: { ...ON_MAIN.repo, owner: "../.." } }),
      "repo.owner: expected letters, digits, dots, hyphens and underscores",
    ],
  ])("with the body %j is told what is wrong", async (body, message) => {
    const { request } = await apiWorld();
    expect(await request("/v1/getQueue", { method: "POST", headers: JSON_HEADERS, body })).toMatchObject({
      status: 400,
      body: no("VALIDATION_FAILED", message),
    });
  });

  it("may carry fields that nobody knows", async () => {
    const world = await apiWorld();
    expect((await world.call("getQueue", { future: [{}], constructor: 1 })).status).toBe(200);
  });
});

describe("a failure", () => {
  async function failing(error: Error) {
    const lines: { readonly level: string; readonly fields: object }[] = [];
    const note = (level: string) => (fields: object) => void lines.push({ level, fields });
    const log: Log = { debug: () => undefined, info: note("info"), warn: note("warn"), error: note("error") };
    const world = await apiWorld({ log });
    world.forge.beforeReading = async () => Promise.reject(error);
    const answer = await world.call("submitPullRequest", { pr: { number: 1 } });
    return { answer, lines, requestId: answer.headers.get("x-request-id") };
  }

  it.each([
    [new ForgeError("https://token:secret@forge.example said 503", true), "retrying may help"],
    [new GitError("fatal: /srv/git/secret.git", false), "retrying will not help"],
  ])("of the code host is 502, in words of our own", async (error, hope) => {
    const { answer, lines, requestId } = await failing(error);
    expect(answer).toMatchObject({
      status: 502,
      body: no(
        "UPSTREAM_ERROR",
        `the code host failed: ${hope}; see request ${requestId} in the service's log`,
      ),
    });
    const isFinal = "retryable" in error && !error.retryable;
    expect(JSON.stringify(answer.body).includes('"retryable":false')).toBe(isFinal);
    expect(lines).toEqual([
      {
        level: "warn",
        fields: {
          requestId,
          method: "POST",
          path: "/v1/submitPullRequest",
          error: expect.stringContaining(error.message),
        },
      },
    ]);
  });

  it.each([true, false])(
    "of the store is 503, with when to come back, whether or not it passes by itself: %s",
    async (passes) => {
      const { answer, lines, requestId } = await failing(new StoreError("secret", passes));
      expect(answer).toMatchObject({
        status: 503,
        body: no(
          "SERVICE_UNAVAILABLE",
          `the store is not available at the moment; see request ${requestId} in the service's log`,
        ),
      });
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(lines).toMatchObject([{ level: "error", fields: { requestId } }]);
    },
  );

  it("of the service itself is 500 and keeps what happened in the log", async () => {
    const { answer, lines, requestId } = await failing(new Error("secret"));
    expect(answer).toMatchObject({
      status: 500,
      body: no("INTERNAL_ERROR", `the service failed; see request ${requestId} in the service's log`),
    });
    expect(lines).toMatchObject([{ level: "error", fields: { requestId } }]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
