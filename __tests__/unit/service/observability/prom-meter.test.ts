/** The process's own numbers; that all families are served is told by the running service. */
import { describe, expect, it } from "@jest/globals";
import { createPromMeter, type ReadingSources } from "../../../../src/service/observability/prom-meter.js";

const QUIET: ReadingSources = {
  now: () => 10_000,
  unavailable: (cause) => (cause === "archived" ? 2 : 0),
  gitHub: async () => Promise.resolve({ commands: 3, statuses: 4 }),
  outbox: async () => Promise.resolve({ pending: 2, oldestAt: 4000 }),
  readiness: async () =>
    Promise.resolve(
      new Map([
        ["store", true],
        ["loop", false],
      ]),
    ),
};

async function linesOf(sources: ReadingSources, name: RegExp): Promise<readonly string[]> {
  const meter = createPromMeter("1.2.3");
  meter.watch(sources);
  return (await meter.read()).text.split("\n").filter((line) => name.test(line) && !line.startsWith("#"));
}

describe("the process's numbers", () => {
  it("tell what waits, since when, and which checks hold", async () => {
    expect(await linesOf(QUIET, /outbox|_ready/)).toEqual([
      "merge_queue_outbox_pending 2",
      "merge_queue_outbox_oldest_age_seconds 6",
      'merge_queue_ready{check="store"} 1',
      'merge_queue_ready{check="loop"} 0',
      'merge_queue_ready{check="all"} 0',
    ]);
  });

  it("tell what waits that concerns GitHub, and nothing of it elsewhere", async () => {
    expect(await linesOf(QUIET, /_waiting/)).toEqual([
      "merge_queue_github_wishes_waiting 3",
      "merge_queue_github_faces_waiting 4",
    ]);
    expect(await linesOf({ ...QUIET, gitHub: null }, /_waiting/)).toEqual([]);
    const gitHub = () => Promise.reject(new Error("the disk is gone"));
    expect(await linesOf({ ...QUIET, gitHub }, /_waiting/)).toEqual([]);
  });

  it("leave out what the store does not tell", async () => {
    const outbox = () => Promise.reject(new Error("the disk is gone"));
    expect(await linesOf({ ...QUIET, outbox }, /outbox/)).toEqual([]);
  });

  it("are counted by what was done and how it ended", async () => {
    const meter = createPromMeter("1.2.3");
    meter.observe("request", { endpoint: "getQueue", status: "200" }, 0.2);
    meter.observe("orderAttempt", { order: "land", outcome: "givenUp" }, 0.2);
    meter.count("conflict", {});
    meter.observe("workRun", { work: "test_runs", outcome: "settled" }, 0.2);
    meter.observe("webhookAttempt", { outcome: "delivered" }, 0.2);
    const route = "/repos/{owner}/{repo}/pulls/{number}";
    meter.observe("gitHubRequest", { method: "GET", route, status: "304" }, 0.2);
    meter.count("commandAttempt", { outcome: "givenUp" });
    meter.count("gitHubDelivery", { outcome: "notSigned" });
    const { text } = await meter.read();
    expect(text).toContain('merge_queue_requests_total{endpoint="getQueue",status="200"} 1');
    expect(text).toContain('merge_queue_request_duration_seconds_bucket{le="0.1",endpoint="getQueue"} 0');
    expect(text).toContain('merge_queue_request_duration_seconds_bucket{le="0.25",endpoint="getQueue"} 1');
    expect(text).toContain('merge_queue_order_attempts_total{order="land",outcome="given_up"} 1');
    expect(text).toContain('merge_queue_order_attempts_total{order="land",outcome="done"} 0');
    expect(text).toContain("merge_queue_conflicts_total 1");
    expect(text).toContain('merge_queue_work_runs_total{work="test_runs",outcome="settled"} 1');
    expect(text).toContain('merge_queue_work_run_duration_seconds_count{work="test_runs"} 1');
    expect(text).toContain(
      'merge_queue_github_requests_total{method="GET",route="/repos/{owner}/{repo}/pulls/{number}",status="304"} 1',
    );
    expect(text).toContain('merge_queue_webhook_attempts_total{outcome="delivered"} 1');
    expect(text).toContain('merge_queue_github_wish_attempts_total{outcome="given_up"} 1');
    expect(text).toContain('merge_queue_github_wish_attempts_total{outcome="done"} 0');
    expect(text).toContain('merge_queue_github_deliveries_total{outcome="not_signed"} 1');
    expect(text).not.toMatch(/^merge_queue_github_limit_remaining/m);
    expect(text).toContain('merge_queue_order_duration_seconds_count{order="land"} 1');
    expect(text).toContain("merge_queue_github_request_duration_seconds_count 1");
    meter.setGitHubLimit(4999);
    expect((await meter.read()).text).toMatch(/^merge_queue_github_limit_remaining 4999$/m);
    expect(text).toMatch(/merge_queue_build_info\{version="1\.2\.3",node_version="v\d+/);
  });
});

describe("the repositories that GitHub keeps from the service", () => {
  it("are counted by cause", async () => {
    const name = /^merge_queue_repositories_unavailable\{/;
    expect(await linesOf(QUIET, name)).toEqual([
      'merge_queue_repositories_unavailable{cause="suspended"} 0',
      'merge_queue_repositories_unavailable{cause="not_installed"} 0',
      'merge_queue_repositories_unavailable{cause="archived"} 2',
      'merge_queue_repositories_unavailable{cause="renamed"} 0',
      'merge_queue_repositories_unavailable{cause="branch_gone"} 0',
    ]);
  });
});
