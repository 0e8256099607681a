/** The OpenAPI document tells the truth: every answer that it declares is given by somebody, and there is no other. */
import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { openApiDocument } from "../../src/contract/openapi.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { ForgeError, StoreError } from "../../src/service/ports/world-error.js";
import { answerChecker } from "../support/answer-checker.js";
import { type ApiWorld, apiWorld, MAIN, ON_MAIN, TOKEN } from "../support/api-world.js";
import { headOf } from "../support/fake-commits.js";
import { runNamed, submitted } from "../support/queue-builder.js";

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
const HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };
const DOCUMENT = openApiDocument("1.2.3");

let world: ApiWorld;
let door: HttpServer;

beforeEach(async () => {
  world = await apiWorld();
  for (const number of [1, 2]) world.forge.tell(number);
  world.forge.tell(3, { state: "closed" });
  await world.happens(submitted(1), submitted(5, { facts: { draft: true } }));
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
});

afterEach(async () => door.close());

/** Through the socket as it is, so that headers may lie. */
async function statusOf(name: EndpointName, headers: Readonly<Record<string, string>>, body: object | null) {
  const { method } = endpoints[name];
  const query = method === "GET" && body !== null ? `?${new URLSearchParams({ ...body }).toString()}` : "";
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const request = send(`${door.url}/v1/${name}${query}`, { method, headers, agent: false }, (response) => {
    text(response).then(() => resolve(response.statusCode), reject);
  });
  request.once("error", reject);
  if (body === null) request.flushHeaders();
  else request.end(method === "GET" ? undefined : JSON.stringify({ ...ON_MAIN, ...body }));
  const status = await promise;
  request.destroy();
  return String(status);
}

/** What is to be said so that it works. */
async function works(name: EndpointName): Promise<object> {
  switch (name) {
    case "submitPullRequest":
      return { pr: { number: 2 } };
    case "setImpactedTargets":
      return { pr: { number: 1, sha: headOf(1) }, impactedTargets: ["web"] };
    case "getMergeQueueTestingDetails":
      return { testRunId: runNamed(await world.queue(), "1").id };
    case "createQueue":
      return { targetBranch: "release/1.x" };
    case "deleteQueue":
      await world.queues.create({ ...MAIN, targetBranch: "release/1.x" }, {});
      return { targetBranch: "release/1.x" };
    case "getMergeQueueMetrics":
      return { repo: "octo/mono", repoHost: "github.com" };
    case "updateQueue":
    case "getQueue":
    case "listPullRequests":
    case "listLandings":
      return {};
    case "cancelPullRequest":
    case "restartTestsOnPullRequest":
    case "getSubmittedPullRequest":
      return { pr: { number: 1 } };
  }
}

/** What is to be said so that something is missing, or in the way. */
const NOT_FOUND: Readonly<Record<string, object>> = {
  createQueue: { repo: { ...ON_MAIN.repo, name: "none" } },
  getMergeQueueMetrics: { repo: "octo/none", repoHost: "github.com" },
};
const CONFLICT: Readonly<Record<string, object>> = {
  restartTestsOnPullRequest: { pr: { number: 5 } },
  createQueue: {},
  updateQueue: { concurrency: 9 },
};

/** What is to be said so that the forge is asked. */
const ASKS_THE_FORGE: Readonly<Record<string, object>> = {
  getSubmittedPullRequest: { pr: { branch: "topic" } },
  getMergeQueueMetrics: { repo: "octo/none", repoHost: "github.com" },
};

function breakForge(): void {
  const { forge } = world;
  const failed = async () => Promise.reject(new ForgeError("no", true));
  forge.hasRepository = failed;
  forge.readTip = failed;
  forge.readPullRequest = failed;
}

/** Until the returned function is called. */
function breakStore(error: Error): () => void {
  const { store } = world.queues;
  const failed = async () => Promise.reject(error);
  const names = ["load", "lastSeen", "list", "create"];
  Object.assign(store, Object.fromEntries(names.map((name) => [name, failed])));
  return () => {
    for (const name of names) Reflect.deleteProperty(store, name);
  };
}

async function statusesGivenBy(name: EndpointName): Promise<readonly string[]> {
  const isPost = endpoints[name].method === "POST";
  const fine = await works(name);
  const given = [
    await statusOf(name, {}, fine),
    await statusOf(name, HEADERS, isPost ? { repo: 1 } : { repo: "octo/mono" }),
    await statusOf(name, HEADERS, NOT_FOUND[name] ?? { ...fine, targetBranch: "none" }),
  ];
  if (isPost) {
    given.push(await statusOf(name, { "x-api-token": TOKEN, "content-type": "text/plain" }, fine));
    given.push(await statusOf(name, { ...HEADERS, "content-length": "20971521" }, null));
  }
  if (name === "updateQueue") await world.call(name, { mode: "parallel" });
  if (CONFLICT[name] !== undefined) given.push(await statusOf(name, HEADERS, CONFLICT[name]));
  if (name === "updateQueue") await world.call(name, { mode: "single" });
  given.push(await statusOf(name, HEADERS, await works(name)));
  for (const error of [new Error("no"), new StoreError("no", true)]) {
    const mend = breakStore(error);
    given.push(await statusOf(name, HEADERS, name === "createQueue" ? { targetBranch: "main" } : fine));
    mend();
  }
  breakForge();
  given.push(await statusOf(name, HEADERS, ASKS_THE_FORGE[name] ?? fine));
  return given;
}

async function forbidden(name: EndpointName): Promise<string> {
  const strict = await apiWorld({
    tokens: { verify: async () => Promise.resolve({ scopes: [], repositories: null }) },
  });
  const other = await listen(strict.app, { host: "127.0.0.1", port: 0 });
  const { method } = endpoints[name];
  const { status } = await fetch(`${other.url}/v1/${name}`, { method, headers: HEADERS });
  await other.close();
  return String(status);
}

describe("the document", () => {
  it.each(NAMES)("declares for %s the statuses that it gives, and no others", async (name) => {
    const { method } = endpoints[name];
    const operation = DOCUMENT.paths?.[`/${name}`]?.[method === "GET" ? "get" : "post"];
    const given = new Set([...(await statusesGivenBy(name)), await forbidden(name)]);
    // Given by the limits on how often, how slowly and with how many headers one may ask, which have tests of their own.
    for (const status of ["408", "429", "431"]) given.add(status);
    expect([...given].toSorted()).toEqual(Object.keys(operation?.responses ?? {}).toSorted());
  });

  it("is served, and names every endpoint of the contract, and the stream of events", async () => {
    const served: unknown = await (await fetch(`${door.url}/openapi.json`)).json();
    expect(served).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
    expect(served).toMatchObject({ openapi: "3.1.1", info: { version: "1.2.3" } });
    expect(Object.keys(DOCUMENT.paths ?? {})).toEqual([...NAMES.map((name) => `/${name}`), "/events"]);
  });

  it("spells the states of answers as the service does", async () => {
    const lower = await apiWorld({ stateCase: "lower" });
    await lower.happens(submitted(1));
    expect((await lower.call("getQueue")).body).toMatchObject({
      state: "running",
      enqueuedPullRequests: [{ state: "testing" }],
    });
    const { body } = await lower.request("/openapi.json", {});
    expect(JSON.stringify(body)).toContain('"enum":["running","paused","draining","switching_modes"]');
    expect(JSON.stringify(body)).not.toContain(
      '"NOT_READY","PENDING","TESTING","TESTS_PASSED","PENDING_FAILURE","MERGED","FAILURE"',
    );
  });

  it("asks for pull requests as integers, and knows nothing of the spellings that older clients use", () => {
    const document = JSON.stringify(DOCUMENT);
    expect(document).not.toContain("^[1-9][0-9]{0,9}$");
    const { paths = {} } = DOCUMENT;
    expect(JSON.stringify(paths["/getQueue"])).not.toContain("testingTimeoutMins");
  });
});

describe("an answer that the document does not allow", () => {
  const check = answerChecker(DOCUMENT);
  const queue = { method: "POST", path: "/v1/getQueue", status: 200, contentType: "application/json" };

  it.each<[string, object, RegExp]>([
    ["has a field that nobody declared", { body: JSON.stringify({ colour: 1 }) }, /additional properties/],
    ["lacks a field", { body: "{}" }, /required property 'enqueuedPullRequests'/],
    ["is no JSON", { body: "<html>" }, /must be object/],
    ["has another type", { body: "{}", contentType: "text/html" }, /the type text\/html/],
    ["has another status", { body: "{}", status: 204 }, /does not declare/],
    [
      "has a code that travels under another status",
      { status: 404, body: '{"error":{"code":"PR_NOT_FOUND","message":"no"}}' },
      /allowed values/,
    ],
    ["is about nothing and looks like a success", { path: "/v1/none", body: "{}" }, /unknown address/],
    [
      "is about nothing and has no code",
      { path: "/v1/none", status: 404, body: '{"error":"no"}' },
      /NOT_FOUND/,
    ],
  ])("%s", (_what, change, problem) => {
    expect(check({ ...queue, body: "", ...change })).toMatch(problem);
  });

  it("is 599 to every test of the API", async () => {
    const { store } = world.queues;
    const stored = await store.load(MAIN);
    if (stored === null) throw new Error("there is no queue");
    const settings = { ...stored.queue.settings, concurrency: 1001 };
    store.load = async () => Promise.resolve({ ...stored, queue: { ...stored.queue, settings } });
    expect(await world.call("getQueue")).toMatchObject({
      status: 599,
      body: expect.stringContaining("data/concurrency must be <= 1000"),
    });
  });
});
