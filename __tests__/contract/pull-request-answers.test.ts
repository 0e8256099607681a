/** What the API tells of pull requests, over a real socket: lists with pages, a branch, a timeline, a guess of time. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { endpoints } from "../../src/contract/endpoints.js";
import { decide } from "../../src/engine/decide.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import {
  type Answer,
  type ApiWorld,
  answerOf,
  apiWorld,
  MAIN,
  no,
  ON_MAIN,
  TOKEN,
} from "../support/api-world.js";
import { namedCommit } from "../support/fake-commits.js";
import {
  cancelled,
  failed,
  landed,
  minutesPassed,
  passed,
  reported,
  submitted,
} from "../support/queue-builder.js";
import { aStoredEntry } from "../support/stored-queue.js";

let world: ApiWorld;
let door: HttpServer;

async function open(...options: Parameters<typeof apiWorld>): Promise<void> {
  world = await apiWorld(...options);
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
}

beforeEach(async () => open());
afterEach(async () => door.close());

async function send(name: "listPullRequests" | "getSubmittedPullRequest", more: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-api-token": TOKEN };
  const body = JSON.stringify({ ...ON_MAIN, ...more });
  return answerOf(await fetch(`${door.url}/v1/${name}`, { method: "POST", headers, body }));
}

async function page(more: object = {}) {
  const { body } = await send("listPullRequests", more);
  const { pullRequests, nextCursor } = endpoints.listPullRequests.response.parse(body);
  return { shown: pullRequests.map(({ prNumber, state }) => `${prNumber} ${state}`), nextCursor };
}

async function everyPage(more: object) {
  const pages: (readonly string[])[] = [];
  for (let cursor: string | undefined; ; ) {
    const { shown, nextCursor } = await page({ ...more, ...(cursor && { cursor }) });
    pages.push(shown);
    if (nextCursor === undefined) return pages;
    cursor = nextCursor;
  }
}

describe("the list of pull requests", () => {
  /** #1 has landed, #2 was cancelled and came back, #3 was cancelled, #4 waits. */
  beforeEach(async () => {
    await world.happens(submitted(1), passed("1"), landed(), submitted(2), cancelled(2), submitted(3));
    await world.happens(cancelled(3), submitted(4, { facts: { draft: true } }), submitted(2));
  });

  it("shows each once, with its newest stay, newest submission first", async () => {
    expect(await page()).toEqual({
      shown: ["2 TESTING", "4 NOT_READY", "3 CANCELLED", "1 MERGED"],
      nextCursor: undefined,
    });
  });

  it.each([1, 2, 3, 4, 100])("comes in pages of %i", async (take) => {
    const pages = await everyPage({ take });
    expect(pages.flat()).toEqual(["2 TESTING", "4 NOT_READY", "3 CANCELLED", "1 MERGED"]);
    expect(pages.map((shown) => shown.length)).toEqual(
      Array.from({ length: Math.ceil(4 / take) }, (_, index) => Math.min(take, 4 - index * take)),
    );
  });

  it.each([
    ["MERGED", ["1 MERGED"]],
    ["cancelled", ["3 CANCELLED"]],
    ["notReady", ["4 NOT_READY"]],
    ["not_ready", ["4 NOT_READY"]],
    ["FAILED", []],
  ])("has only those in the state %s", async (state, shown) => {
    expect((await page({ state })).shown).toEqual(shown);
  });

  it("has only what left in a while, when one is named", async () => {
    const now = new Date(world.queues.now()).toISOString();
    expect((await page({ since: now })).shown).toEqual(["3 CANCELLED", "1 MERGED"]);
    expect((await page({ until: now })).shown).toEqual([]);
    expect((await page({ since: "2000-01-01", until: "2000-01-02T00:00:00+01:00" })).shown).toEqual([]);
  });

  it.each<[object, string]>([
    [{ take: 101 }, "take: expected a whole number from 1 to 100"],
    [{ take: 0 }, "take: expected a whole number from 1 to 100"],
    [{ since: "yesterday" }, "since: expected a moment, such as 2026-01-31T12:00:00Z"],
    [{ since: "2026-99-99" }, "since: expected a moment, such as 2026-01-31T12:00:00Z"],
    [{ cursor: "1" }, "cursor: expected a UUID"],
    [
      { cursor: "10000000-0000-8000-8000-000000000002" },
      "cursor: expected the nextCursor of another page of this queue",
    ],
    [
      { state: "gone" },
      "state: expected one of NOT_READY, PENDING, TESTING, TESTS_PASSED, PENDING_FAILURE, MERGED, FAILED, CANCELLED",
    ],
  ])("is refused for %j", async (wish, problem) => {
    expect(await send("listPullRequests", wish)).toMatchObject({
      status: 400,
      body: no("VALIDATION_FAILED", problem),
    });
  });
});

describe("a long list of pull requests", () => {
  it("is told in full by its pages, though no call looks at all of it", async () => {
    const queue = await world.queue();
    const concluded = Array.from({ length: 1251 }, (_, index) =>
      aStoredEntry(index + 1, { ended: "merged", state: "merged", sequence: index + 1 }),
    );
    const tick = { kind: "timePassed", at: world.queues.now() } as const;
    await world.queues.store.commit(MAIN, 0, tick, { ...decide(queue, tick), concluded });
    const rare = await everyPage({ state: "FAILED" });
    expect(rare).toEqual([[], []]);
    const all = await everyPage({ take: 100 });
    expect(all).toHaveLength(13);
    expect(new Set(all.flat()).size).toBe(1251);
  });
});

describe("looking a pull request up by its branch", () => {
  /** `main` and `release/1.x` are the branches that this forge has; both point to the same commit. */
  const headSha = namedCommit("v1");

  it("finds the one that is queued before those that have left", async () => {
    await world.happens(submitted(1, { facts: { headSha } }), cancelled(1));
    const look = async () => (await send("getSubmittedPullRequest", { pr: { branch: "release/1.x" } })).body;
    expect(await look()).toMatchObject({ prNumber: 1, state: "CANCELLED" });
    await world.happens(submitted(2, { facts: { headSha } }));
    expect(await look()).toMatchObject({ prNumber: 2, state: "TESTING" });
    await world.happens(submitted(3, { facts: { headSha } }), cancelled(3), cancelled(2));
    expect(await look()).toMatchObject({ prNumber: 3, state: "CANCELLED" });
  });

  it.each<[object, number, string]>([
    [
      { branch: "release/1.x" },
      404,
      "no pull request from branch release/1.x was submitted to the queue of main",
    ],
    [{ branch: "gone" }, 404, "no pull request from branch gone was submitted to the queue of main"],
    [{ branch: "a..b" }, 400, 'pr.branch: not a valid branch name, it has ".."'],
    [{ branch: "release/1.x", number: 1 }, 400, "pr: expected either number or branch, and only one of them"],
    [{}, 400, "pr: expected either number or branch, and only one of them"],
  ])("is refused for %j", async (pr, status, message) => {
    const code = status === 404 ? "PR_NOT_FOUND" : "VALIDATION_FAILED";
    expect(await send("getSubmittedPullRequest", { pr })).toMatchObject({ status, body: no(code, message) });
  });
});

describe("a timeline", () => {
  const steps = async () => {
    const { body } = await send("getSubmittedPullRequest", { pr: { number: "1" }, includeTimeline: true });
    return endpoints.getSubmittedPullRequest.response.parse(body).timeline;
  };

  it("has every step, newest first, with reasons in lower case and the run", async () => {
    await world.happens(submitted(1), passed("1"), landed());
    const timeline = await steps();
    expect(timeline?.map(({ state, reason }) => [state, reason])).toEqual([
      ["MERGED", "merge_graph_merge"],
      ["TESTS_PASSED", "test_run_passed"],
      ["TESTING", undefined],
      ["PENDING", "merge_item_now_ready"],
      ["NOT_READY", "api_requested"],
    ]);
    expect(timeline?.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 5 }, () => new Date(world.queues.now()).toISOString()),
    );
    expect(timeline?.[2]?.testRunId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["upper", "FAILURE"],
    ["lower", "failure"],
  ] as const)("calls a failure that settled by a word of its own (%s)", async (stateCase, word) => {
    await door.close();
    await open({ stateCase });
    await world.happens(submitted(1), failed("1"), failed("1"));
    const { body } = await send("getSubmittedPullRequest", { pr: { number: 1 }, includeTimeline: true });
    expect(endpoints.getSubmittedPullRequest.response.parse(body).timeline?.[0]).toMatchObject({
      state: "FAILURE",
      reason: "test_run_required_status_failed",
    });
    expect(JSON.stringify(body)).toContain(`"state":"${word}"`);
  });

  it("is there only when it is asked for", async () => {
    await world.happens(submitted(1));
    for (const more of [{}, { includeTimeline: false }]) {
      const { body } = await send("getSubmittedPullRequest", { pr: { number: 1 }, ...more });
      expect(body).not.toHaveProperty("timeline");
      expect(body).not.toHaveProperty("estimatedTimeToMergeSeconds");
    }
  });
});

describe("the guess of how long it takes to land", () => {
  const guess = async (number: number) => {
    const { body } = await send("getSubmittedPullRequest", {
      pr: { number },
      includeEstimatedTimeToMerge: true,
    });
    return endpoints.getSubmittedPullRequest.response.parse(body).estimatedTimeToMergeSeconds;
  };

  it("is what it took in the middle, less what has passed", async () => {
    for (const [index, minutes] of [2, 10, 4].entries()) {
      const number = index + 1;
      await world.happens(submitted(number), minutesPassed(minutes), passed(String(number)), landed());
    }
    await world.happens(submitted(9));
    world.queues.clock = (await world.queue()).now;
    expect(await guess(9)).toBe(240);
    world.queues.clock += 60_000;
    expect(await guess(9)).toBe(180);
    world.queues.clock += 600_000;
    // No check has started for so long.
    expect(await guess(9)).toBeNull();
    await world.happens(reported("9", { tests: null }));
    expect(await guess(9)).toBe(0);
  });

  it("is nothing where nobody can tell", async () => {
    await world.happens(submitted(1), submitted(2, { facts: { draft: true } }));
    expect(await guess(1)).toBeNull();
    await world.happens(passed("1"), landed());
    expect(await guess(1)).toBeNull();
    expect(await guess(2)).toBeNull();
  });
});

describe("the name of the default priority", () => {
  const named = async () => (await send("getSubmittedPullRequest", { pr: { number: 1 } })).body;

  it("stays when the pull request is submitted again with another", async () => {
    world.forge.tell(1);
    await world.call("submitPullRequest", { pr: { number: 1 } });
    await world.call("submitPullRequest", { pr: { number: 1 }, priority: "high" });
    expect(await named()).toMatchObject({ priorityName: "high", usedDefaultPriorityName: "medium" });
  });
});
