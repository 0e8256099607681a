/** Every endpoint over a real socket: replies and refusals are what the contract says, nothing less and nothing more. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { errorOnWire } from "../../src/contract/entry-on-wire.js";
import { REFUSALS, type RefusalCode } from "../../src/contract/refusals.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { ForgeError } from "../../src/service/ports/world-error.js";
import {
  type Answer,
  type ApiWorld,
  answerOf,
  apiWorld,
  MAIN,
  ON_MAIN,
  TOKEN,
} from "../support/api-world.js";
import { headOf } from "../support/fake-commits.js";
import { landed, passed, reported, runNamed, submitted } from "../support/queue-builder.js";
import { aQueueId } from "../support/stored-queue.js";

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));
const HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };

let world: ApiWorld;
let door: HttpServer;

/** #1 is under test, #2 has passed behind it, #3 is a draft, #4 can be submitted, #5 is closed. */
beforeEach(async () => {
  world = await apiWorld();
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
  for (const number of [1, 2, 4]) world.forge.tell(number);
  world.forge.tell(3, { draft: true });
  world.forge.tell(5, { state: "closed" });
  await world.happens(submitted(1), submitted(2), submitted(3, { facts: { draft: true } }));
  await world.happens(reported("1", { unit: "success", tests: null }), passed("1+2"));
});

afterEach(async () => door.close());

async function send(name: EndpointName, more: object = {}, headers: Record<string, string> = HEADERS) {
  const { method } = endpoints[name];
  if (method === "GET") {
    const query = new URLSearchParams({ ...more });
    return answerOf(await fetch(`${door.url}/v1/${name}?${query.toString()}`, { headers }));
  }
  const body = JSON.stringify({ ...ON_MAIN, ...more });
  return answerOf(await fetch(`${door.url}/v1/${name}`, { method, headers, body }));
}

/** A call that works on the world above. */
async function workingCall(name: EndpointName): Promise<Answer> {
  switch (name) {
    case "submitPullRequest":
      return send(name, { pr: { number: 4 }, priority: "high", noBatch: true });
    case "setImpactedTargets":
      return send(name, { pr: { number: 4, sha: headOf(4) }, impactedTargets: ["web"] });
    case "listPullRequests":
      return send(name, { take: 2 });
    case "listLandings":
      await world.happens(passed("1"), landed());
      return send(name, { take: 1 });
    case "getMergeQueueTestingDetails":
      return send(name, { testRunId: runNamed(await world.queue(), "1").id });
    case "createQueue":
      return send(name, { targetBranch: "release/1.x", mode: "single", concurrency: 2 });
    case "deleteQueue":
      await world.queues.create({ ...MAIN, targetBranch: "release/1.x" }, {});
      return send(name, { targetBranch: "release/1.x" });
    case "updateQueue":
      return send(name, { state: "paused", requiredStatuses: ["unit"] });
    case "getMergeQueueMetrics":
      return send(name, { repo: "octo/mono", repoHost: "github.com" });
    case "getQueue":
      return send(name);
    case "cancelPullRequest":
    case "restartTestsOnPullRequest":
    case "getSubmittedPullRequest":
      return send(name, { pr: { number: 1 } });
  }
}

describe("the reply of", () => {
  it.each(NAMES)("%s has what the contract says, and nothing else", async (name) => {
    const { status, body, headers } = await workingCall(name);
    expect({ status, body }).toEqual({ status: 200, body: endpoints[name].response.parse(body) });
    expect(headers.get("content-type")).toBe(
      name === "getMergeQueueMetrics" ? "text/plain; version=0.0.4; charset=utf-8" : "application/json",
    );
  });

  it("a queue shows every entry, in the order they are considered", async () => {
    const { body } = await send("getQueue");
    const { enqueuedPullRequests } = endpoints.getQueue.response.parse(body);
    expect(enqueuedPullRequests.map(({ prNumber, state }) => [prNumber, state])).toEqual([
      [1, "TESTING"],
      [2, "TESTS_PASSED"],
      [3, "NOT_READY"],
    ]);
  });
});

/** What makes an endpoint refuse, by code. */
const REFUSED: { readonly [Name in EndpointName]: Readonly<Partial<Record<RefusalCode, object>>> } = {
  submitPullRequest: {
    MERGE_QUEUE_NOT_FOUND: { pr: { number: 4 }, targetBranch: "none" },
    PR_NOT_FOUND: { pr: { number: 99 } },
    PR_NOT_ENQUEUEABLE: { pr: { number: 5 } },
  },
  cancelPullRequest: {
    MERGE_QUEUE_NOT_FOUND: { pr: { number: 1 }, targetBranch: "none" },
    PR_NOT_IN_QUEUE: { pr: { number: 4 } },
  },
  restartTestsOnPullRequest: {
    MERGE_QUEUE_NOT_FOUND: { pr: { number: 1 }, targetBranch: "none" },
    PR_NOT_IN_QUEUE: { pr: { number: 4 } },
    PR_TESTS_NOT_RESTARTABLE: { pr: { number: 3 } },
  },
  getSubmittedPullRequest: {
    MERGE_QUEUE_NOT_FOUND: { pr: { number: 1 }, targetBranch: "none" },
    PR_NOT_FOUND: { pr: { number: 4 } },
  },
  setImpactedTargets: {
    MERGE_QUEUE_NOT_FOUND: { pr: { number: 1 }, impactedTargets: [], targetBranch: "none" },
    PR_NOT_FOUND: { pr: { number: 99 }, impactedTargets: "ALL" },
  },
  listPullRequests: { MERGE_QUEUE_NOT_FOUND: { targetBranch: "none" } },
  listLandings: { MERGE_QUEUE_NOT_FOUND: { targetBranch: "none" } },
  getMergeQueueTestingDetails: {
    MERGE_QUEUE_NOT_FOUND: { testRunId: "x", targetBranch: "none" },
    TEST_RUN_NOT_FOUND: { testRunId: "x" },
  },
  createQueue: {
    REPOSITORY_NOT_FOUND: { repo: { ...ON_MAIN.repo, name: "none" } },
    QUEUE_ALREADY_EXISTS: {},
  },
  deleteQueue: { MERGE_QUEUE_NOT_FOUND: { targetBranch: "none" }, QUEUE_NOT_EMPTY: {} },
  getQueue: { MERGE_QUEUE_NOT_FOUND: { targetBranch: "none" } },
  updateQueue: {
    MERGE_QUEUE_NOT_FOUND: { targetBranch: "none" },
    MODE_CHANGE_IN_PROGRESS: { targetBranch: "switching", concurrency: 2 },
  },
  getMergeQueueMetrics: { REPOSITORY_NOT_FOUND: { repo: "octo/none", repoHost: "github.com" } },
};

/** Tried where the world fails, below. */
const UPSTREAM = "UPSTREAM_ERROR";

describe("a refusal of", () => {
  const cases = NAMES.flatMap((name) =>
    Object.entries(REFUSED[name]).map(([code, request]) => [name, code, request] as const),
  );

  it("every endpoint and every code of its own is tried", () => {
    const documented = NAMES.flatMap((name) =>
      endpoints[name].refusals.filter((code) => code !== UPSTREAM).map((code) => `${name} ${code}`),
    );
    expect(cases.map(([name, code]) => `${name} ${code}`).toSorted()).toEqual(documented.toSorted());
  });

  it.each(cases)("%s: %s", async (name, code, request) => {
    const switching = { ...(await world.queue()), id: aQueueId(99), state: "switchingModes" as const };
    await world.queues.store.create({ ...MAIN, targetBranch: "switching" }, switching);
    expectRefusal(await send(name, request), code);
  });

  it.each(NAMES)("%s may be any that all endpoints share", async (name) => {
    expectRefusal(await send(name, {}, { "content-type": "application/json" }), "AUTHENTICATION_REQUIRED");
    expectRefusal(await send(name, {}, { ...HEADERS, "x-api-token": "other" }), "INVALID_TOKEN");
    if (name === "getMergeQueueMetrics") return;
    expectRefusal(await send(name, { repo: 1 }), "VALIDATION_FAILED");
    expectRefusal(
      await send(name, {}, { ...HEADERS, "content-type": "text/plain" }),
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  it("anything is in JSON, also when the world failed", async () => {
    world.forge.beforeReading = async () => Promise.reject(new ForgeError("no", true));
    expectRefusal(await send("submitPullRequest", { pr: { number: 4 } }), "UPSTREAM_ERROR");
    world.forge.beforeReading = async () => Promise.reject(new Error("no"));
    expectRefusal(await send("submitPullRequest", { pr: { number: 4 } }), "INTERNAL_ERROR");
  });
});

function expectRefusal({ status, body, headers }: Answer, code: string): void {
  const expected = Object.entries(REFUSALS).find(([known]) => known === code)?.[1].status;
  const { error } = errorOnWire.parse(body);
  expect({ status, body, type: headers.get("content-type") }).toEqual({
    status: expected,
    body: { error: { code, message: error.message } },
    type: "application/json",
  });
  expect(error.message).toMatch(/\S/);
}
