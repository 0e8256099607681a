/** The metrics as Prometheus reads them. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import { metricsText } from "../../../../src/service/http/queue-metrics.js";
import type { MoveGroup } from "../../../../src/service/ports/moves.js";
import type { Fact } from "../../../../src/service/queue/queues.js";
import { type ApiWorld, apiWorld, MAIN, no, REPOSITORY, TOKEN } from "../../../support/api-world.js";
import {
  cancelled,
  failed,
  landed,
  passed,
  restarted,
  submitted,
  turned,
} from "../../../support/queue-builder.js";
import { aQueueId } from "../../../support/stored-queue.js";

const GAUGES = [
  "mq_depth_current",
  "mq_awaiting_mergeability",
  "mq_testing_slots_active",
  "mq_pr_conclusions_1h_total",
  "mq_pr_restarts_1h_total",
];
const HISTOGRAMS = [
  "mq_pr_wait_duration_1h_seconds",
  "mq_pr_test_duration_1h_seconds",
  "mq_pr_time_in_queue_1h_seconds",
  "mq_pr_state_duration_1h_seconds",
];
const MAIN_LABELS = 'repo="octo/mono",branch="main",queue_type="main"';
const REASON = { code: "API_REQUESTED", sentence: "Asked for." } as const;
const BOUNDS = ["60", "300", "600", "900", "1800", "3600", "5400", "7200", "+Inf"];

async function metrics(world: ApiWorld, query = "") {
  return world.request(`/v1/getMergeQueueMetrics${query}`, { headers: { "x-api-token": TOKEN } });
}

/** Of the gauges. */
async function samples(world: ApiWorld, query = ""): Promise<readonly string[]> {
  return (await lines(world, query)).filter((line) => !line.includes("_seconds_"));
}

async function lines(world: ApiWorld, query = ""): Promise<readonly string[]> {
  const { body } = await metrics(world, query);
  return String(body)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Of one series of a histogram: what its buckets say, its sum and its count. */
async function histogram(world: ApiWorld, name: string, labels = MAIN_LABELS) {
  const all = await lines(world);
  const value = (suffix: string, more = "") =>
    Number(
      all
        .find((line) => line.startsWith(`${name}_${suffix}{${more}${labels}} `))
        ?.split(" ")
        .at(-1),
    );
  return {
    buckets: BOUNDS.map((bound) => value("bucket", `le="${bound}",`)),
    sum: value("sum"),
    count: value("count"),
  };
}

describe("the metrics", () => {
  it("count what is in a queue and what left it within the hour", async () => {
    const world = await apiWorld({}, { concurrency: 2 });
    await world.happens(
      submitted(1),
      submitted(2),
      failed("1"),
      failed("1"),
      submitted(3),
      passed("2"),
      landed(),
      submitted(4),
      cancelled(4),
      submitted(5),
      submitted(6),
      restarted(3),
      submitted(7, { facts: { draft: true } }),
    );
    const main = 'repo="octo/mono",branch="main",queue_type="main"';
    const bisection = 'repo="octo/mono",branch="main",queue_type="bisection"';
    expect(await samples(world)).toEqual([
      `mq_depth_current{${main}} 3`,
      `mq_depth_current{${bisection}} 0`,
      `mq_awaiting_mergeability{${main}} 1`,
      `mq_awaiting_mergeability{${bisection}} 0`,
      `mq_testing_slots_active{${main}} 2`,
      `mq_testing_slots_active{${bisection}} 0`,
      `mq_pr_conclusions_1h_total{${main},conclusion="merged"} 1`,
      `mq_pr_conclusions_1h_total{${main},conclusion="failed"} 1`,
      `mq_pr_conclusions_1h_total{${main},conclusion="cancelled"} 1`,
      `mq_pr_conclusions_1h_total{${bisection},conclusion="merged"} 0`,
      `mq_pr_conclusions_1h_total{${bisection},conclusion="failed"} 0`,
      `mq_pr_conclusions_1h_total{${bisection},conclusion="cancelled"} 0`,
      `mq_pr_restarts_1h_total{${main}} 2`,
      `mq_pr_restarts_1h_total{${bisection}} 0`,
    ]);
  });

  it("count the parts of a split batch apart, and what left of them", async () => {
    const world = await apiWorld({}, { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 0 });
    await world.happens(
      turned("paused"),
      submitted(1),
      submitted(2),
      submitted(3),
      turned("running"),
      failed("1+2"),
    );
    const counted = async () =>
      (await samples(world))
        .filter((line) => !line.endsWith(" 0"))
        .map((line) => line.replace('repo="octo/mono",branch="main",', ""));
    expect(await counted()).toEqual([
      'mq_depth_current{queue_type="main"} 1',
      'mq_depth_current{queue_type="bisection"} 2',
      'mq_testing_slots_active{queue_type="main"} 1',
      'mq_testing_slots_active{queue_type="bisection"} 2',
      'mq_pr_restarts_1h_total{queue_type="main"} 1',
    ]);
    await world.happens(cancelled(1));
    expect(await counted()).toContain(
      'mq_pr_conclusions_1h_total{queue_type="bisection",conclusion="cancelled"} 1',
    );
    expect(await counted()).toContain('mq_depth_current{queue_type="bisection"} 1');
  });

  it("count one that is retried beside the line with the line, whose slot it takes", async () => {
    const world = await apiWorld();
    await world.happens(submitted(1), submitted(2), failed("1"));
    const shown = (await lines(world)).filter((line) => /_(depth|slots)_.*[1-9]$/.test(line));
    expect(shown.map((line) => line.replace('repo="octo/mono",branch="main",', ""))).toEqual([
      'mq_depth_current{queue_type="main"} 2',
      'mq_testing_slots_active{queue_type="main"} 2',
    ]);
  });

  it("forget what left more than an hour ago", async () => {
    const world = await apiWorld();
    await world.happens(submitted(1), cancelled(1));
    world.queues.clock += 3_600_001;
    expect((await lines(world)).filter((line) => !line.endsWith(" 0"))).toEqual([]);
  });

  it("tell how long what moved within the hour was where it was", async () => {
    const world = await apiWorld();
    const later = (seconds: number) => {
      world.queues.clock += seconds * 1000;
    };
    const happens = async (event: Fact) =>
      world.queues.act(MAIN, () => ({ event: { ...event, at: world.queues.clock } }));
    await world.happens(submitted(1));
    later(61);
    await happens({ kind: "entryCancelled", pullRequest: pullRequestNumber(1), reason: REASON });
    expect(await histogram(world, "mq_pr_test_duration_1h_seconds")).toEqual({
      buckets: [0, 1, 1, 1, 1, 1, 1, 1, 1],
      sum: 61,
      count: 1,
    });
    expect(await histogram(world, "mq_pr_wait_duration_1h_seconds")).toMatchObject({ sum: 0, count: 1 });
    const inQueue = "mq_pr_time_in_queue_1h_seconds";
    expect(await histogram(world, inQueue, `${MAIN_LABELS},conclusion="cancelled"`)).toMatchObject({
      sum: 61,
      count: 1,
    });
    expect(await histogram(world, inQueue, `${MAIN_LABELS},conclusion="merged"`)).toEqual({
      buckets: BOUNDS.map(() => 0),
      sum: 0,
      count: 0,
    });
    const states = "mq_pr_state_duration_1h_seconds";
    expect(await histogram(world, states, `${MAIN_LABELS},state="testing"`)).toMatchObject({ sum: 61 });
    expect(await histogram(world, states, `${MAIN_LABELS},state="tests_passed"`)).toMatchObject({ count: 0 });
    expect((await lines(world)).filter((line) => line.includes("not_ready"))).toEqual([]);
  });

  it("have durations beside the line only where batches are split", async () => {
    const beside = async (settings: object) =>
      (await lines(await apiWorld({}, settings))).filter((line) => /_seconds_count.*"bisection"/.test(line));
    expect(await beside({})).toEqual([]);
    expect(await beside({ batch: true })).toHaveLength(1 + 1 + 3 + 4);
  });

  it("declare every family once, in the format that is announced", async () => {
    const { headers, body } = await metrics(await apiWorld());
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = String(body);
    expect(text.match(/^# TYPE .*$/gm)).toEqual([
      ...GAUGES.map((name) => `# TYPE ${name} gauge`),
      ...HISTOGRAMS.map((name) => `# TYPE ${name} histogram`),
    ]);
    expect(text.match(/^# HELP \S+/gm)).toEqual([...GAUGES, ...HISTOGRAMS].map((name) => `# HELP ${name}`));
    expect(text.endsWith("\n")).toBe(true);
  });

  it("have no samples without queues", async () => {
    const world = await apiWorld();
    await world.queues.delete(MAIN);
    expect(await samples(world)).toEqual([]);
    expect(String((await metrics(world)).body).match(/^# TYPE/gm)).toHaveLength(
      GAUGES.length + HISTOGRAMS.length,
    );
  });

  it("sort the queues, escape their names and add up what has the same labels", async () => {
    const world = await apiWorld();
    const stored = await world.queues.read(MAIN);
    if (stored === null) throw new Error("there is no queue");
    const lastHour: readonly MoveGroup[] = [
      {
        queueId: stored.queue.id,
        from: "testing",
        to: "merged",
        wasBeside: false,
        count: 1,
        lasted: null,
        sinceAdmission: null,
        isFirstState: false,
      },
    ];
    const named = (owner: string, targetBranch: string, host = "a.example") => ({
      stored: { ...stored, name: { repository: { host, owner, name: "x" }, targetBranch } },
      lastHour,
    });
    const text = await metricsText([
      named("b", "main"),
      named("a", 'q"\\\n'),
      named("b", "main", "b.example"),
      named("a", "main"),
    ]);
    expect(text.match(/^mq_pr_conclusions_1h_total.*queue_type="main",conclusion="merged".*$/gm)).toEqual([
      'mq_pr_conclusions_1h_total{repo="a/x",branch="main",queue_type="main",conclusion="merged"} 1',
      'mq_pr_conclusions_1h_total{repo="a/x",branch="q\\"\\\\\\n",queue_type="main",conclusion="merged"} 1',
      'mq_pr_conclusions_1h_total{repo="b/x",branch="main",queue_type="main",conclusion="merged"} 2',
    ]);
  });
});

describe("the metrics of one repository", () => {
  it("are those of all its queues, whatever the case it is written in", async () => {
    const world = await apiWorld();
    await world.queues.create({ ...MAIN, targetBranch: "release/1.x" }, {});
    const other = { repository: { ...REPOSITORY, name: "other" }, targetBranch: "main" };
    await world.queues.store.create(other, { ...(await world.queue()), id: aQueueId(99) });
    const branches = async (query: string) =>
      (await samples(world, query)).filter((line) => /^mq_depth.*"main"\}/.test(line)).length;
    expect(await branches("?repo=Octo/MONO&repoHost=github.com")).toBe(2);
    expect(await branches("")).toBe(3);
  });

  it("are empty when it has no queue", async () => {
    const world = await apiWorld();
    await world.queues.delete(MAIN);
    expect((await metrics(world, "?repo=octo/mono&repoHost=github.com")).status).toBe(200);
  });

  it.each([
    ["?repo=octo/mono", 400, no("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither")],
    [
      "?repoHost=github.com",
      400,
      no("VALIDATION_FAILED", "repo and repoHost: expected both of them, or neither"),
    ],
    ["?repo=octo&repoHost=github.com", 400, no("VALIDATION_FAILED", "repo: expected owner/name")],
    ["?repo=octo/&repoHost=github.com", 400, no("VALIDATION_FAILED", "repo: expected owner/name")],
    ["?repo=a/b/c&repoHost=github.com", 400, no("VALIDATION_FAILED", "repo: expected owner/name")],
    [
      "?repo=&repoHost=github.com",
      400,
      no("VALIDATION_FAILED", "repo: expected text of at least one character"),
    ],
    [
      "?repo=octo/none&repoHost=github.com",
      404,
      no(
        "REPOSITORY_NOT_FOUND",
        "this service does not serve github.com/octo/none: its operator adds it to MERGE_QUEUE_REPOSITORIES, and `merge-queue doctor` checks the access",
      ),
    ],
  ])("are refused for %s", async (query, status, body) => {
    expect(await metrics(await apiWorld(), query)).toMatchObject({ status, body });
  });
});
