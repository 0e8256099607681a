/** The page of a queue: its table by lane, filters, the graph of its runs, and the page of all queues. */
import { describe, expect, it } from "@jest/globals";
import type { QueueName } from "../../../../src/domain/queue-name.js";
import { NO_FILTER, queueView } from "../../../../src/service/dashboard/reading/queue-view.js";
import { RepositoryUnavailable } from "../../../../src/service/ports/world-error.js";
import { MAIN } from "../../../support/api-world.js";
import { type PagesWorld, PULL_PATH, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import {
  clockSet,
  failed,
  landed,
  minutesPassed,
  passed,
  reported,
  runNamed,
  submitted,
  touching,
  turned,
} from "../../../support/queue-builder.js";

async function pageOf(world: PagesWorld, query = ""): Promise<string> {
  return (await world.get(`${QUEUE_PATH}?branch=main${query}`, { cookie: await world.signIn() })).text();
}

/** `lane: #1 #2` for each group of the table. */
function lanesIn(page: string): readonly string[] {
  return [...page.matchAll(/<tbody>([\s\S]*?)<\/tbody>/g)].map(([, group = ""]) => {
    const lane = /scope="rowgroup" colspan="9">([^<]*?) </.exec(group)?.[1] ?? "";
    return `${lane}: ${[...group.matchAll(/>(#\d+) /g)].map(([, number]) => number).join(" ")}`;
  });
}

async function laned(): Promise<PagesWorld> {
  const world = await pagesWorld({}, { mode: "parallel", concurrency: 9 });
  await world.happens(
    submitted(1, touching("web")),
    submitted(2, touching("docs")),
    submitted(3, touching("web", "core")),
    submitted(4, touching("core")),
    submitted(5, { ...touching("docs"), facts: { author: "Ada", draft: true } }),
  );
  return world;
}

describe("a banner", () => {
  it("names why the repository is kept from the service, whatever is in the cause", async () => {
    const world = await laned();
    expect(await pageOf(world)).not.toContain("Waiting for the repository");
    const sentence = "octo/mono is archived <img>";
    world.queues.unavailable.note(MAIN.repository, new RepositoryUnavailable("archived", sentence));
    const page = await pageOf(world);
    expect(page).toContain("<strong>Waiting for the repository</strong>");
    expect(page).toContain("octo/mono is archived &lt;img&gt;. The entries keep their places.");
  });
});

describe("the table", () => {
  it("groups entries whose targets overlap, also through others", async () => {
    expect(lanesIn(await pageOf(await laned()))).toEqual(["lane 1: #1 #3 #4", "lane 2: #2", "not ready: #5"]);
  });

  it("makes two lanes one when an entry overlaps both", async () => {
    const world = await laned();
    await world.happens(submitted(6, touching("docs", "core")));
    expect(lanesIn(await pageOf(world))).toEqual(["lane 1: #1 #2 #3 #4 #6", "not ready: #5"]);
  });

  it("has one lane in single mode", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), submitted(2));
    expect(lanesIn(await pageOf(world))).toEqual(["lane 1: #1 #2"]);
  });

  it.each([
    ["&state=notReady", ["not ready: #5"]],
    ["&author=aDA", ["not ready: #5"]],
    ["&lane=lane%202", ["lane 2: #2"]],
    ["&lane=lane%202&state=testing", ["lane 2: #2"]],
    ["&author=none", []],
    ["&state=nonsense", ["lane 1: #1 #3 #4", "lane 2: #2", "not ready: #5"]],
  ])("is filtered by %s", async (query, lanes) => {
    expect(lanesIn(await pageOf(await laned(), query))).toEqual(lanes);
  });

  it("says how to see all when no entry matches", async () => {
    expect(await pageOf(await laned(), "&author=none")).toContain("No entry matches the filter.");
  });

  it("links a run to its panel on the pull request's page while CI has no page for it", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const { id } = runNamed(await world.queue(), "1");
    const address = `${PULL_PATH}/1?branch=main#run-${id}`;
    expect(await pageOf(world)).toContain(`<a href="${address}">run<span class="unseen"> of #1</span></a>`);
    const target = await (await world.get(address, { cookie: await world.signIn() })).text();
    expect(target).toContain(`<details class="run" id="run-${id}" open`);
    const stored = await world.queues.read(MAIN);
    const row = stored === null ? undefined : queueView(stored, NO_FILTER).rows[0];
    expect([row?.runUrl, row?.run]).toEqual([null, id]);
  });

  it("links a run with a saved file to its panel, and one with a page of CI to that", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), submitted(2));
    for (const [name, url] of [
      ["1", "file://host/output.log"],
      ["1+2", "https://ci.example/1"],
    ] as const) {
      const { id: run } = runNamed(await world.queue(), name);
      const checks = [{ name: "tests", url, status: "in_progress", conclusion: null }] as const;
      await world.happens({
        holdsBuilds: false,
        events: ({ now: at }) => [{ kind: "checksReported", at, run, checks }],
      });
    }
    const links = [...(await pageOf(world)).matchAll(/<td><a href="([^"]*)"[^>]*>(run|log)</g)];
    expect(links.map(([, href = "", word]) => [word, href.split(/[?#]/)[0]])).toEqual([
      ["run", `${PULL_PATH}/1`],
      ["log", "https://ci.example/1"],
    ]);
  });

  it("shows a retry beside the line", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), failed("1"));
    expect(lanesIn(await pageOf(world))).toEqual(["beside: #1"]);
  });
});

describe("the graph", () => {
  it("draws an edge from each run to the one that it is tested on", async () => {
    const page = await pageOf(await laned());
    const paths = [
      ...page.matchAll(
        /<a href="[^"]*pull\/(\d+)[^"]*" class="node \w+" data-run="[^"]*" data-path="([^"]*)"/g,
      ),
    ];
    expect(paths.map(([, number, path = ""]) => [Number(number), path.split(" ").length])).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
      [2, 1],
    ]);
  });

  it("shows a retry and a bisection as tracks beside the line, and a batch as one box", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), failed("1"));
    expect(await pageOf(world)).toMatch(
      /class="node \w+ retry"[^>]*title="#1 on main">.*?retry <span class="numbers">#1</,
    );
    const batching = await pagesWorld({}, { batch: true, batchingMinSize: 4, concurrency: 4 });
    await batching.happens(...[1, 2, 3, 4].map((number) => submitted(number)));
    expect(await pageOf(batching)).toMatch(/class="node blue"[^>]*title="#1 #2 #3 #4 on main"/);
    await batching.happens(failed("1+2+3+4"));
    expect(await pageOf(batching)).toMatch(/class="node \w+ bisection"[^>]*title="#1 #2 on main"/);
  });

  it("is absent without runs", async () => {
    expect(await pageOf(await pagesWorld())).not.toContain("<svg");
  });

  it("shows at most forty runs", async () => {
    const world = await pagesWorld({}, { concurrency: 50 });
    for (let number = 1; number <= 45; number += 1) await world.happens(submitted(number));
    const page = await pageOf(world);
    expect([page.split('class="node ').length - 1, page.includes("5 more runs are in the table.")]).toEqual([
      40,
      true,
    ]);
  });
});

describe("the queue as JSON", () => {
  async function jsonOf(world: PagesWorld, query = ""): Promise<unknown> {
    const path = `${QUEUE_PATH}.json?branch=main${query}`;
    return (await world.get(path, { cookie: await world.signIn() })).json();
  }

  it("has what the page shows, beside what the API answers", async () => {
    const world = await laned();
    const [one, two, three, four] = (await world.queue()).runs.map(({ id }) => id);
    const run = (testRunId: string | undefined, lane: string, number: number, more: object) => ({
      ...{ testRunId, lane, side: null, state: "running", startedAt: "2026-01-01T00:00:00.000Z" },
      ...{ testedPullRequests: [number], dependentPrs: [], testedOnRuns: [], ...more },
    });
    expect(await jsonOf(world)).toMatchObject({
      ...{ state: "RUNNING", branch: "main", total: 5, hidden: 0, slots: { used: 4, all: 9 } },
      ...{ oldestSubmittedAt: "2026-01-01T00:00:00.000Z", standstill: null, unavailable: null },
      enqueuedPullRequests: [
        { prNumber: 1, position: 1, lane: "lane 1", waitsFor: "required checks (0 of 1)", runUrl: null },
        { prNumber: 2, position: 2, lane: "lane 2" },
        { prNumber: 3, position: 3, lane: "lane 1" },
        { prNumber: 4, position: 4, lane: "lane 1" },
        { prNumber: 5, position: null, lane: "not ready", waitsFor: "a pull request that is no draft" },
      ],
      graph: {
        hidden: 0,
        runs: [
          run(one, "lane 1", 1, {}),
          run(three, "lane 1", 3, { dependentPrs: [1], testedOnRuns: [one] }),
          run(four, "lane 1", 4, { dependentPrs: [1, 3], testedOnRuns: [three] }),
          run(two, "lane 2", 2, {}),
        ],
      },
    });
  });

  it("has the entries that match the filter", async () => {
    expect(await jsonOf(await laned(), "&lane=lane%202")).toMatchObject({
      total: 5,
      enqueuedPullRequests: [{ prNumber: 2 }],
    });
  });

  it("states since when it stands still, and the cause", async () => {
    const world = await laned();
    await world.happens(minutesPassed(50), minutesPassed(50));
    expect(await jsonOf(world)).toMatchObject({
      standstill: {
        since: "2026-01-01T00:00:00.000Z",
        nextPullRequest: 1,
        cause: expect.stringMatching(/^`tests` has not started on any of the 4 test branches/),
      },
    });
  });

  it("asks for a token", async () => {
    const answer = await (await laned()).get(`${QUEUE_PATH}.json`);
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: { code: "AUTHENTICATION_REQUIRED" } },
    ]);
  });
});

describe("a page of a thousand entries", () => {
  it("takes well under a third of a second of processor time", async () => {
    const world = await pagesWorld({}, { mode: "parallel", concurrency: 100 });
    for (let number = 1; number <= 1000; number += 1) {
      await world.happens(submitted(number, touching(`part ${number % 40}`, `part ${(number * 7) % 300}`)));
    }
    const cookie = await world.signIn();
    const took: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // Otherwise the table of the attempt before is used again.
      world.queues.clock += 10_000;
      const before = process.cpuUsage();
      const page = await (await world.get(`${QUEUE_PATH}?branch=main`, { cookie })).text();
      const { user, system } = process.cpuUsage(before);
      took.push((user + system) / 1000);
      expect(page.split('id="entry-').length - 1).toBe(1000);
    }
    expect(Math.min(...took)).toBeLessThan(150);
  });

  it("has no more rows, and says so", async () => {
    const world = await pagesWorld({}, { concurrency: 1 });
    for (let number = 1; number <= 1010; number += 1) await world.happens(submitted(number));
    const stored = await world.queues.read(MAIN);
    const view = stored === null ? null : queueView(stored, NO_FILTER);
    expect([view?.rows.length, view?.hidden, view?.total]).toEqual([1000, 10, 1010]);
  });
});

describe("the page of all queues", () => {
  it("has one line per queue, also as JSON", async () => {
    const world = await pagesWorld();
    const release: QueueName = { ...MAIN, targetBranch: "release/1.x" };
    await world.queues.create(release, {});
    await world.happens(
      submitted(1),
      submitted(2),
      passed("1"),
      landed(),
      minutesPassed(5),
      turned("paused"),
    );
    const answer = await world.get("/", { cookie: await world.signIn(), accept: "application/json" });
    expect(await answer.json()).toMatchObject({
      queues: [
        { targetBranch: "main", state: "paused", depth: 1, testing: 1, landed24h: 1 },
        { targetBranch: "release/1.x", state: "running", depth: 0, oldestSubmittedAt: null },
      ],
    });
    const page = await (await world.get("/", { cookie: await world.signIn() })).text();
    expect(page).toContain(`href="${QUEUE_PATH}?branch=release%2F1.x"`);
    expect(page).toContain("2 queues, 1 entry, 1 landed in 24 h");
  });

  it("asks whether there is another page, and gets none while nothing has changed", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookie = await world.signIn();
    const [history, landings] = ["history", "landings"].map((page) => QUEUE_PATH.replace("queue", page));
    for (const path of ["/", history, landings]) {
      const first = await world.get(path ?? "", { cookie });
      const tag = first.headers.get("etag") ?? "";
      const page = await first.text();
      expect(page).toContain(
        `hx-headers="${JSON.stringify({ "If-None-Match": tag }).replaceAll('"', "&quot;")}"`,
      );
      const again = await world.get(path ?? "", { cookie, "hx-request": "true", "if-none-match": tag });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      await world.happens(passed("1"), landed(), submitted(1));
      const changed = await world.get(path ?? "", { cookie, "hx-request": "true", "if-none-match": tag });
      expect([path, changed.status, changed.headers.get("etag") === tag]).toEqual([path, 200, false]);
      expect(await changed.text()).toContain('id="page"');
    }
    const ended = await world.get("/", { "hx-request": "true", "if-none-match": "*" });
    expect(ended.status).toBe(401);
  });

  it("has another page of the history for an exit after the clock was set back, and none for a report of CI", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const history = QUEUE_PATH.replace("queue", "history");
    await world.happens(submitted(1), passed("1"), landed(), submitted(2));
    const tag = (await world.get(history, { cookie })).headers.get("etag") ?? "";
    const again = async () => world.get(history, { cookie, "hx-request": "true", "if-none-match": tag });
    await world.happens(reported("2", { tests: null }));
    expect((await again()).status).toBe(304);
    await world.happens(clockSet(-30), passed("2"), landed());
    const answer = await again();
    expect([answer.status, (await answer.text()).includes("/pull/2?")]).toEqual([200, true]);
  });

  it("reads the day of a queue again only after a decision, or after a minute", async () => {
    const world = await pagesWorld();
    const { past } = world.queues.store;
    let reads = 0;
    const exitFacts = past.exitFacts.bind(past);
    Object.assign(past, {
      exitFacts: async (...asked: Parameters<typeof exitFacts>) => {
        reads += 1;
        return exitFacts(...asked);
      },
    });
    const cookie = await world.signIn();
    const readsAfter = async (prepare: () => Promise<void>) => {
      await prepare();
      reads = 0;
      await world.get("/", { cookie });
      return reads;
    };
    expect(await readsAfter(() => Promise.resolve())).toBe(1);
    expect(await readsAfter(() => Promise.resolve())).toBe(0);
    expect(await readsAfter(() => world.happens(submitted(1)))).toBe(1);
    expect(await readsAfter(() => Promise.resolve())).toBe(0);
    world.queues.clock += 60_000;
    expect(await readsAfter(() => Promise.resolve())).toBe(1);
  });
});
