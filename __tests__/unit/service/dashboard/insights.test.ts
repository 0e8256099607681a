/** The figures of a queue: where the time of a landing goes, flaky checks, buckets, and what the page and programs get. */
import { describe, expect, it } from "@jest/globals";
import { derivedUuid, testRunId, treeId } from "../../../../src/domain/ids.js";
import type { EndedRun, Transition } from "../../../../src/engine/model/decision.js";
import { CheckTally } from "../../../../src/service/dashboard/reading/insights/check-figures.js";
import {
  landingPhases,
  NO_TIMES,
  type RunTimes,
  type Surroundings,
} from "../../../../src/service/dashboard/reading/insights/landing-phases.js";
import {
  bucketsIn,
  grainFor,
  percentile,
} from "../../../../src/service/dashboard/reading/insights/period.js";
import { TOKEN } from "../../../support/api-world.js";
import { type PagesWorld, pagesWorld } from "../../../support/pages-world.js";
import {
  failed,
  landed,
  minutesPassed,
  prepared,
  provenOnTip,
  reported,
  submitted,
  touching,
  turned,
} from "../../../support/queue-builder.js";
import { anEndedRun, aQueueId, aStoredRun, aTransition } from "../../../support/stored-queue.js";

const INSIGHTS = "/github.com/octo/mono/insights";
const run = (number: number) => testRunId(derivedUuid(aQueueId(), number));

function move(at: number, to: Transition["to"], by: number | null = null): Transition {
  return aTransition(1, null, to, { at, run: by === null ? null : run(by) });
}

function around(
  times: Readonly<Record<number, RunTimes>> = {},
  more: Partial<Surroundings> = {},
): Surroundings {
  const byId = new Map(Object.entries(times).map(([number, of]) => [run(Number(number)), of]));
  return { timesOf: (id) => byId.get(id), pauses: [], previousLandingAt: null, ...more };
}

describe("the time of a landing", () => {
  const way = [
    move(0, "notReady"),
    move(10, "pending"),
    move(30, "testing", 1),
    move(100, "testsPassed", 1),
    move(150, "merged", 1),
  ];

  it("is spread over its phases, without a remainder", () => {
    const times = { 1: { startedAt: 35, begunAt: 50, reportedAt: 100 } };
    const phases = landingPhases(way, around(times, { previousLandingAt: 130 }));
    expect(phases).toEqual({
      ...{ readiness: 10, paused: 0, slot: 20, ciQueue: 15, ciRun: 50, discarded: 0, predecessors: 30 },
      ownLag: 5 + 20,
    });
    expect(Object.values(phases).reduce((sum, one) => sum + one, 0)).toBe(150);
  });

  it("has no CI queue where CI was only seen at its end", () => {
    const times = { 1: { startedAt: 35, begunAt: 100, reportedAt: 100 } };
    expect(landingPhases(way, around(times))).toMatchObject({ ciQueue: 0, ciRun: 65, ownLag: 55 });
  });

  it("is paused while the queue is, before and after its tests", () => {
    const pauses = [
      { from: 5, to: 15 },
      { from: 20, to: 25 },
      { from: 120, to: Number.POSITIVE_INFINITY },
    ];
    expect(landingPhases(way, around({}, { pauses }))).toMatchObject({
      ...{ readiness: 5, paused: 5 + 5 + 5 + 30, slot: 10, ownLag: 20, predecessors: 0 },
    });
  });

  it("counts runs that did not decide as discarded, and a pending failure as waiting for predecessors", () => {
    const moves = [
      move(0, "testing", 1),
      move(10, "pendingFailure", 1),
      move(25, "testing", 2),
      move(60, "testsPassed", 2),
      move(60, "merged", 2),
    ];
    const phases = landingPhases(moves, around({ 2: { startedAt: 30, begunAt: 40, reportedAt: 60 } }));
    expect(phases).toEqual({
      ...{ ...NO_TIMES, discarded: 10, predecessors: 15 },
      ...{ ownLag: 5, ciQueue: 10, ciRun: 20 },
    });
  });

  it("takes the newest run for decisive when it landed on that of a successor", () => {
    const moves = [move(0, "testing", 1), move(8, "testing", 2), move(20, "merged", 9)];
    expect(landingPhases(moves, around())).toMatchObject({ discarded: 8, ciRun: 12 });
  });
});

describe("checks", () => {
  function ended(
    number: number,
    tree: string | null,
    results: Readonly<Record<string, "success" | "failure">>,
  ): EndedRun {
    const checks = Object.entries(results).map(
      ([name, conclusion]) => ({ name, url: "", status: "completed", conclusion }) as const,
    );
    const of = aStoredRun(number, number);
    return anEndedRun({ ...of, checks, tree: tree === null ? null : treeId(tree.repeat(40)) });
  }

  it("are flaky where they passed on the very tree on which they failed", () => {
    const tally = new CheckTally();
    tally.add(ended(1, "a", { lint: "failure", build: "failure" }));
    tally.add(ended(2, "a", { lint: "success" }));
    tally.add(ended(3, "b", { build: "success", lint: "success" }));
    tally.add(ended(4, null, { build: "failure" }));
    expect(tally.checks).toEqual([
      {
        name: "lint",
        runs: 3,
        failed: 1,
        flaky: 1,
        resultsIn: [3, 2, 1],
        resultsOf: 3,
        failedIn: [1],
        flakyIn: [1],
      },
      {
        name: "build",
        runs: 3,
        failed: 2,
        flaky: 0,
        resultsIn: [4, 3, 1],
        resultsOf: 3,
        failedIn: [4, 1],
        flakyIn: [],
      },
    ]);
    expect(tally.flakeRate).toBe(0.25);
  });
});

describe("periods", () => {
  it("have buckets from Mondays and midnights of UTC", () => {
    const wednesday = Date.UTC(2026, 0, 7, 5);
    const iso = (at: number) => new Date(at).toISOString().slice(0, 13);
    expect(bucketsIn(wednesday - 86_400_000 * 9, wednesday, "week").map(iso)).toEqual([
      "2025-12-29T00",
      "2026-01-05T00",
    ]);
    expect(bucketsIn(wednesday - 90_000_000, wednesday, "day").map(iso)).toEqual([
      "2026-01-06T00",
      "2026-01-07T00",
    ]);
    expect([grainFor("90d", "hour"), grainFor("7d", "hour"), grainFor("24h", null)]).toEqual([
      "day",
      "hour",
      "hour",
    ]);
  });

  it("have the percentiles that were measured", () => {
    expect([percentile([], 0.5), percentile([3, 1, 2], 0.5), percentile([5, 1], 0.95)]).toEqual([null, 2, 5]);
  });
});

/** #1 fails once and lands, #2 fails twice, #3 lands after a pause. */
async function lived(): Promise<PagesWorld> {
  const world = await pagesWorld({}, { concurrency: 1 });
  await world.happens(
    submitted(1, { facts: { author: "mona" } }),
    minutesPassed(2),
    reported("1", { tests: null }),
  );
  await world.happens(
    minutesPassed(8),
    failed("1"),
    minutesPassed(5),
    reported("1", { tests: "success" }),
    landed(),
  );
  await world.happens(submitted(2), minutesPassed(3), failed("2"), failed("2"));
  await world.happens(turned("paused"), submitted(3), minutesPassed(30), turned("running"));
  await world.happens(minutesPassed(4), reported("3", { tests: "success" }), minutesPassed(1), landed());
  return world;
}

describe("the insights", () => {
  it("of programs agree with the log", async () => {
    const world = await lived();
    const answer = await world.get(`${INSIGHTS}.json?branch=main&period=24h`, { "x-api-token": TOKEN });
    const minute = 60_000;
    expect(await answer.json()).toMatchObject({
      by: "hour",
      total: { merged: 2, failed: 1, cancelled: 0, runs: 5, p50Ms: 15 * minute, p95Ms: 35 * minute },
      measuredLandings: 2,
      verdicts: [
        { verdict: "LANDED", count: 2 },
        { verdict: "YOURS", count: 1 },
      ],
      checks: [{ name: "tests", failed: 3, flaky: 1, flakyIn: [1] }],
      phases: expect.arrayContaining([
        expect.objectContaining({ phase: "paused", meanMs: 15 * minute, longest: [3] }),
        expect.objectContaining({ phase: "ownLag", longest: [3] }),
      ]),
    });
  });

  it("open the pull requests behind each number", async () => {
    const world = await lived();
    const cookie = await world.signIn();
    const page = await (await world.get(`${INSIGHTS}?branch=main`, { cookie })).text();
    const cells = [
      ...(page.split("<dialog")[0] ?? "").matchAll(/<td class="number"[^>]*>(.*?)<\/td>|<dd>(.*?)<\/dd>/g),
    ];
    const bare = cells
      .map(([, cell = "", total = ""]) => cell + total)
      .filter((text) => !text.includes("<a "));
    expect(bare.filter((text) => !/^(0|–|0s|0 ?%|0\.0)$/.test(text))).toEqual([]);
    const links = [...page.matchAll(/<a href="([^"]*\/history\?[^"]*)"[^>]*>(\d+)</g)];
    expect(links.length).toBeGreaterThan(6);
    for (const [, address = "", count] of links) {
      if (address.includes("pr=")) continue;
      const list = await world.get(address.replaceAll("&amp;", "&").replace("history?", "history.csv?"), {
        cookie,
      });
      const lines = (await list.text()).trimEnd().split("\r\n");
      expect([address, lines.length - 1]).toEqual([address, Number(count)]);
    }
  });

  it("state which part of a long list an address has, and list what has no filter", async () => {
    const world = await pagesWorld();
    for (let number = 1; number <= 51; number += 1) {
      await world.happens(
        submitted(number),
        minutesPassed(1),
        reported(String(number), { tests: "success" }),
        landed(),
      );
    }
    const cookie = await world.signIn();
    const page = await (await world.get(`${INSIGHTS}?branch=main`, { cookie })).text();
    // Median, P95, runs, CI time, the phase of CI, and the runs of the hour.
    expect(page.split("(first 50 of 51)").length - 1).toBe(6);
    const runs = /<a href="([^"]*)">51<\/a><span class="note"> \(first 50/.exec(page)?.[1] ?? "";
    const address = runs.replaceAll("&amp;", "&").replace("history?", "history.csv?");
    const list = await (await world.get(address, { cookie })).text();
    expect(list.trimEnd().split("\r\n").length - 1).toBe(50);
  });

  it("show a check that was never flaky as 0", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), failed("1"), failed("1"));
    const page = await (await world.get(INSIGHTS, { cookie: await world.signIn() })).text();
    const [, cells = ""] = /<th scope="row" class="waits">tests<\/th>(.*?)<\/tr>/s.exec(page) ?? [];
    expect(
      [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, "")),
    ).toEqual(["2", "2", "0", "0 %"]);
  });

  it.each([
    ["time", "from,landed,failed,cancelled,p50,p95,runs,ci,readiness,paused,slot,", 9],
    ["phases", "phase,mean,p95,share", 9],
    ["verdicts", "verdict,exits", 3],
    ["reasons", "reason,exits", 3],
    ["checks", "check,runs,failed,flaky", 2],
  ])("have the table %s as CSV", async (table, head, lines) => {
    const world = await lived();
    const answer = await world.get(`${INSIGHTS}.csv?table=${table}`, { "x-api-token": TOKEN });
    const text = await answer.text();
    expect([text.startsWith(head), text.trimEnd().split("\r\n").length]).toEqual([true, lines]);
  });

  it.each(["period=1y", "by=minute", "period=constructor"])("refuse %s", async (query) => {
    const world = await pagesWorld();
    const answer = await world.get(`${INSIGHTS}?branch=main&${query}`, { cookie: await world.signIn() });
    expect([answer.status, (await answer.text()).includes("is unknown: expected")]).toEqual([400, true]);
  });

  it("of a queue without a past have no figures and no failure", async () => {
    const world = await pagesWorld();
    const page = await (await world.get(INSIGHTS, { cookie: await world.signIn() })).text();
    expect(page).toContain("0 landed in this period");
    expect(page).toContain("No check failed in this period.");
  });

  it("are read once for many readers", async () => {
    const world = await lived();
    const cookie = await world.signIn();
    const { past } = world.queues.store;
    const read = past.exitFacts.bind(past);
    let reads = 0;
    Object.assign(past, {
      exitFacts: (...request: Parameters<typeof read>) => {
        reads += 1;
        return read(...request);
      },
    });
    await Promise.all([1, 2, 3].map(() => world.get(INSIGHTS, { cookie })));
    await world.get(`${INSIGHTS}?by=hour`, { cookie });
    expect(reads).toBe(1);
  });
});

/** The rule compares with ten tested landings. */
async function testedTen(): Promise<PagesWorld> {
  const world = await pagesWorld();
  for (let number = 1; number <= 10; number += 1) {
    await world.happens(submitted(number), minutesPassed(1));
    await world.happens(reported(String(number), { tests: "success" }), landed());
  }
  return world;
}

describe("what landing without a retest saves", () => {
  it("is what landed without a run, with the pull requests behind it", async () => {
    const world = await pagesWorld({}, { directMergeMode: "always" });
    await world.happens(submitted(1, provenOnTip(1)), prepared(), landed());
    const answer = await world.get(`${INSIGHTS}.json?branch=main`, { "x-api-token": TOKEN });
    expect(await answer.json()).toMatchObject({ retests: { landedWithoutRun: 1, atMost: null } });
    const page = await (await world.get(INSIGHTS, { cookie: await world.signIn() })).text();
    expect(page).toMatch(/reason=MERGE_GRAPH_DIRECT_MERGE">1 landed without a test run</);
    expect(page).not.toContain("at most");
    const proof = await world.get("/github.com/octo/mono/pull/1", { cookie: await world.signIn() });
    expect(await proof.text()).toContain("No test run: on its head");
  });

  it("is at most, while it is off, what the rule demands of the landings and of the heads", async () => {
    const world = await testedTen();
    world.queues.upToDate.add(11).add(12);
    await world.happens(submitted(11, { facts: { isHeadGreen: true } }), minutesPassed(7));
    await world.happens(reported("11", { tests: "success" }), landed(), minutesPassed(1));
    await world.happens(submitted(12), minutesPassed(1), reported("12", { tests: "success" }), landed());
    const answer = await world.get(`${INSIGHTS}.json?branch=main`, { "x-api-token": TOKEN });
    expect(await answer.json()).toMatchObject({
      total: { merged: 12 },
      retests: {
        landedWithoutRun: 0,
        atMost: { landings: 1, runs: 1, ciMs: 420_000, pullRequests: [11] },
      },
    });
    const page = await (await world.get(INSIGHTS, { cookie: await world.signIn() })).text();
    expect(page.replaceAll(/\s+/g, " ")).toMatch(
      /at most <a href="[^"]*pr=11">1 of 12<\/a> would have landed without a test run: 1 run and 7m of CI less\./,
    );
  });

  it("is not estimated on a code host without checks on heads", async () => {
    const world = await testedTen();
    Object.assign(world.queues.forge, { hasNoHeadChecks: true });
    world.queues.upToDate.add(11);
    await world.happens(submitted(11, { facts: { isHeadGreen: true } }), minutesPassed(7));
    await world.happens(reported("11", { tests: "success" }), landed());
    const answer = await world.get(`${INSIGHTS}.json?branch=main`, { "x-api-token": TOKEN });
    expect(await answer.json()).toMatchObject({ retests: { atMost: null } });
  });

  it("is not shown where nothing is to be saved", async () => {
    const world = await lived();
    const page = await (await world.get(INSIGHTS, { cookie: await world.signIn() })).text();
    expect(page).not.toContain("without a test run");
  });
});

describe("the list of queues", () => {
  it("has the figures of the last day", async () => {
    const world = await lived();
    const headers = { cookie: await world.signIn() };
    const answer = await world.get("/", { ...headers, accept: "application/json" });
    const landedByHour = [...Array.from({ length: 23 }, () => 0), 2];
    const last24h = { landed: 2, p50Ms: 900_000, failureRate: 1 / 3, flakeRate: 0.2, landedByHour };
    expect(await answer.json()).toMatchObject({ queues: [{ last24h }] });
    const page = await (await world.get("/", headers)).text();
    expect(page).toMatch(/role="img" aria-label="2 landed, hour by hour"/);
    expect(page).toContain("33 %");
  });
});

describe("the page of a queue", () => {
  const QUEUE = "/github.com/octo/mono/queue?branch=main";
  const shown = async (world: PagesWorld, more = "") =>
    (await world.get(`${QUEUE}${more}`, { cookie: await world.signIn() })).text();

  it("reports a standstill with its cause, until something lands", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), minutesPassed(59));
    expect(await shown(world)).not.toContain("Standing still");
    await world.happens(minutesPassed(2));
    expect(await shown(world)).toMatch(
      /Standing still<\/strong>: nothing has landed for [\s\S]*<code>tests<\/code> has not started on the only test branch since 00:00 UTC[\s\S]*#1 is next\./,
    );
    await world.happens(reported("1", { tests: "success" }), landed(), submitted(2));
    expect(await shown(world)).not.toContain("Standing still");
  });

  it("names the checks that have not started, on how many test branches and since when", async () => {
    const world = await pagesWorld({}, { mode: "parallel", requiredStatuses: ["lint", "build"] });
    await world.happens(minutesPassed(10), submitted(1, touching("a")));
    await world.happens(minutesPassed(20), submitted(2, touching("b")), minutesPassed(61));
    expect(await shown(world)).toMatch(
      /Standing still<\/strong>: nothing has landed for <time[^>]*>1h21m<\/time>: <code>lint<\/code> and <code>build<\/code> have not started on any of the 2 test branches since 00:10 UTC. Check whether CI works. #1 is next./,
    );
    for (const run of ["1", "2"]) await world.happens(reported(run, { lint: "success" }));
    await world.happens(minutesPassed(11), submitted(3, touching("c")), minutesPassed(1));
    const json: unknown = await (
      await world.get(QUEUE, { "x-api-token": TOKEN, accept: "application/json" })
    ).json();
    expect(json).toMatchObject({
      standstill: {
        nextPullRequest: 1,
        cause: "`build` has not started on 2 of 3 test branches since 01:31 UTC. Check whether CI works.",
        silentChecks: { names: ["build"], testBranches: 2, ofTestBranches: 3, since: expect.any(String) },
      },
    });
    for (const run of ["1", "2"]) await world.happens(reported(run, { build: null }));
    expect(await shown(world)).toContain("#1 is next: First in <code>main</code>, being tested");
  });

  it("does not call a paused queue a standstill", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), turned("paused"), minutesPassed(120));
    expect(await shown(world)).not.toContain("Standing still");
  });

  it("shows alternates when asked to", async () => {
    const world = await pagesWorld({}, { mode: "parallel", concurrency: 4, hedging: true });
    await world.happens(submitted(1, touching("web")), submitted(2, touching("web")));
    expect(await shown(world)).toContain("Show 1 alternate");
    const page = await shown(world, "&alternates=1");
    expect([page.split('class="node blue alternate"').length, page.includes("Hide alternates")]).toEqual([
      2,
      true,
    ]);
  });
});
