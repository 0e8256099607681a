/**
 * What a running service tells of itself, from outside: its metrics, the files that read them, its health, its spans and
 * its log. One service, started as the documents say, with a kill of it in between.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { parse } from "yaml";
import { MergeQueueClient } from "../../src/client/client.js";
import { isRecord } from "../../src/domain/is-record.js";
import { QUEUE_METRICS } from "../../src/service/http/queue-metrics.js";
import { PROCESS_METRICS } from "../../src/service/observability/process-metrics.js";
import { number, orNull, record, text } from "../../src/service/store/sql/json-checks.js";
import { selectorsIn } from "../support/prom-ql.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

const TOKEN = 'mq_"a\\secret"-of-this-test';
const REPOSITORY = { host: "github.com", owner: "acme", name: "shop" };
const QUEUE = { repo: REPOSITORY, targetBranch: "main" };
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const FORGED = '{"level":50,"msg":"forged"}';
const TITLE = `Add "it"\u0085${FORGED}\u2028${FORGED}\u001b[2J\u009b2J`;
const PATIENCE_MS = 20_000;

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

interface RecordedSpan {
  readonly name: string;
  readonly pid: number;
  readonly traceId: string;
  readonly traceState: string | null;
  readonly spanId: string;
  readonly parent: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly startTime: number;
  readonly endTime: number;
  readonly error: string | null;
}

const isSpan = record<RecordedSpan>({
  name: text(),
  pid: number(),
  traceId: text(),
  traceState: orNull(text()),
  spanId: text(),
  parent: orNull(text()),
  attributes: isRecord,
  startTime: number(),
  endTime: number(),
  error: orNull(text()),
});

let service: ServiceOnRepository;
let spans: readonly RecordedSpan[] = [];
let lines: readonly Readonly<Record<string, unknown>>[] = [];
let samples: readonly Sample[] = [];
let texts: readonly string[] = [];
/** What each door says at `/readyz`. */
const health = new Map<string, string>();

beforeAll(async () => {
  service = await ServiceOnRepository.start({
    token: TOKEN,
    files: { "README.md": "Shop\n" },
    names: ["github.com/acme/shop"],
    settings: (folder) => ({
      MERGE_QUEUE_TEST_COMMAND: `until test -e ${folder}/go; do sleep 0.05; done; ! test -e broken.txt`,
      MERGE_QUEUE_POLL_INTERVAL: "1s",
      MERGE_QUEUE_ADMIN_LISTEN: "127.0.0.1:0",
      MERGE_QUEUE_LOG_LEVEL: "debug",
      NODE_OPTIONS: `--import=${join(ROOT, "__tests__/support/record-spans.mjs")}`,
      SPANS_FILE: join(folder, "spans"),
    }),
  });
  await service.client.createQueue(QUEUE);
  await pullRequest(1, { "one.txt": "1\n" });
  await pullRequest(2, { "broken.txt": "2\n" });
  await submit(1, { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "vendor=1" });
  await submit(2, { traceparent: "00-hostile\u0022-00-01" });
  await until("the first is tested", async () => (await state(1)) === "TESTING");
  service.process.kill();
  await until("the service is back", async () => Promise.resolve(service.restarts() === 1));
  writeFileSync(join(service.folder, "go"), "");
  await until("both are over", async () => (await state(1)) === "MERGED" && (await state(2)) === "FAILED");
  for (const last of ["landed", "order discardTestRun"])
    await until(`the span "${last}" is told`, async () =>
      Promise.resolve(readSpans().some(({ name, traceId }) => name === last && traceId === TRACE)),
    );
  for (const door of [service.process.apiUrl, adminUrl()])
    health.set(door, await get(new URL("/readyz", door)));
  await fetch(new URL("/v1/nothing/of/the/kind", service.process.apiUrl));
  texts = [
    await get(`${service.process.apiUrl}/getMergeQueueMetrics`),
    await get(new URL("/metrics", adminUrl())),
  ];
  samples = texts.flatMap(samplesOf);
  await service.process.stop();
  spans = readSpans();
  lines = readLines();
});

afterAll(() => service.stop());

describe("the metrics of a running service", () => {
  itInCi("have every family that the code declares, and no other of ours", () => {
    const declared = { ...QUEUE_METRICS, ...PROCESS_METRICS };
    const types = texts.flatMap((metrics) => [
      ...metrics.matchAll(/^# TYPE ((?:mq|merge_queue)_\w+) (\w+)$/gm),
    ]);
    expect(types.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(
      Object.entries(declared)
        .map(([name, { type }]) => `${name} ${type}`)
        .toSorted(),
    );
    for (const [name, { labels }] of Object.entries(declared)) {
      // This service has another code host, so nothing was counted there.
      if (name.startsWith("merge_queue_github_")) continue;
      const sample = samples.find(
        (known) => known.name.replace(/_(bucket|sum|count)$/, "") === name || known.name === name,
      );
      expect([
        name,
        Object.keys(sample?.labels ?? {})
          .filter((label) => label !== "le")
          .toSorted(),
      ]).toEqual([name, [...labels].toSorted()]);
    }
  });

  itInCi("hold each label to few values, whatever was asked for", () => {
    const endpoints = samples.flatMap(({ name, labels }) =>
      name === "merge_queue_requests_total" ? [labels["endpoint"]] : [],
    );
    expect(new Set(endpoints)).toEqual(
      new Set(["getMergeQueueMetrics", "getSubmittedPullRequest", "elsewhere", "/readyz"]),
    );
  });

  itInCi("are what every expression of the dashboard and the alerts asks for", () => {
    expect(expressions().flatMap(notServed)).toEqual([]);
    expect(expressions().length).toBeGreaterThan(40);
  });

  itInCi("are not there for an expression with a metric, label or value that is not served", () => {
    expect(notServed("sum by (colour) (rate(mq_depth_currant[5m]))")).toHaveLength(1);
    expect(notServed("sum by (colour) (mq_depth_current)")).toHaveLength(1);
    expect(notServed('mq_depth_current{queue_type="side"}')).toHaveLength(1);
    expect(() => notServed("topk(3, mq_depth_current)")).toThrow("topk");
  });
});

describe("the health of a running service", () => {
  itInCi("says on both doors which checks hold", () => {
    const checks = { store: "ok", git: "ok", loop: "ok", serving: "ok" };
    const ready = JSON.stringify({ status: "ready", checks });
    expect([...health.values()]).toEqual([ready, ready]);
  });
});

describe("the trace of a stay", () => {
  const stay = () => spans.filter(({ traceId }) => traceId === TRACE);

  itInCi("leads from the request to the merge, through the kill of the process", () => {
    expect(new Set(stay().map(({ pid }) => pid)).size).toBe(2);
    expect(new Set(stay().map(({ name }) => name))).toEqual(
      new Set([
        "POST submitPullRequest",
        "state notReady",
        "state pending",
        "state testing",
        "state testsPassed",
        "order startTestRun",
        "order land",
        "order discardTestRun",
        "test run",
        "landed",
        "submission",
      ]),
    );
  });

  itInCi("begins where its caller said, and everything else is beneath the request", () => {
    const request = stay().find(({ name }) => name === "POST submitPullRequest");
    const others = stay().filter((span) => span !== request);
    expect(request).toMatchObject({ parent: CALLER, traceState: "vendor=1" });
    expect(new Set(others.map(({ parent }) => parent))).toEqual(new Set([request?.spanId]));
  });

  itInCi("names the repository, the branch, the pull request and the run", () => {
    const run = stay().find(({ name }) => name === "test run");
    expect(run?.attributes).toEqual({
      "merge_queue.queue": expect.any(String),
      "merge_queue.repository": "github.com/acme/shop",
      "merge_queue.target_branch": "main",
      "merge_queue.pull_request": 1,
      "merge_queue.run": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "merge_queue.verdict": "passed",
    });
    expect(run?.endTime).toBeGreaterThan(run?.startTime ?? Number.POSITIVE_INFINITY);
  });

  itInCi("is one of its own where the caller's is no trace, and tells what failed", () => {
    const other = spans.find(
      ({ name, attributes }) => name === "submission" && attributes["merge_queue.pull_request"] === 2,
    );
    expect(other?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(other?.traceId).not.toBe(TRACE);
    expect(other?.error).not.toBeNull();
    expect(other?.attributes["merge_queue.next_state"]).toBe("failed");
  });
});

describe("the log of a running service", () => {
  itInCi("is one object of JSON a line, whatever a title says", () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter(({ level, time, msg }) => !level || !time || !msg)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === "forged")).toEqual([]);
    expect(readFileSync(service.process.logFile, "utf8")).not.toMatch(/[\u001b\u007f-\u009f\u2028]/);
  });

  itInCi("never has the token", () => {
    const log = readFileSync(service.process.logFile, "utf8");
    expect(log).not.toContain(TOKEN);
    expect(log).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
  });

  itInCi("has the request in what a request led to, and the queue in what is said of one", () => {
    const decided = lines.filter(({ msg, event }) => msg === "decided" && event === "entrySubmitted");
    expect(decided.length).toBeGreaterThan(0);
    for (const line of decided) {
      expect(line).toMatchObject({
        requestId: expect.any(String),
        traceId: expect.any(String),
        queue: "github.com/acme/shop:main",
        pullRequest: expect.any(Number),
      });
    }
    const answered = lines.filter(({ msg }) => msg === "answered");
    expect(answered.filter(({ requestId }) => requestId === undefined)).toEqual([]);
  });

  itInCi("has queue, pull request, entry and run in what the loop does, and no request in it", () => {
    const moved = lines.filter(({ msg, to }) => msg === "moved" && to === "merged");
    expect(moved).toHaveLength(1);
    expect(moved[0]).toMatchObject({
      queue: "github.com/acme/shop:main",
      pullRequest: 1,
      entry: expect.stringMatching(/^[0-9a-f-]{36}$/),
      run: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const ofRuns = lines.filter(({ event }) => /^testRun/.test(String(event)));
    expect(ofRuns.length).toBeGreaterThan(0);
    expect(ofRuns.filter(({ queue, run }) => queue === undefined || run === undefined)).toEqual([]);
    expect(ofRuns.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
  });
});

async function pullRequest(number: number, files: Readonly<Record<string, string>>): Promise<void> {
  const plan = { parents: [service.base], files, message: TITLE, refs: [`refs/pull/${number}/head`] };
  await service.repository.commit(plan);
}

async function submit(number: number, trace: { traceparent: string; tracestate?: string }): Promise<void> {
  const client = new MergeQueueClient({
    apiUrl: service.process.apiUrl,
    credential: { kind: "token", token: TOKEN },
    userAgent: "merge-queue/test",
    trace,
  });
  await client.submitPullRequest({ ...QUEUE, pr: { number } });
}

async function state(number: number): Promise<string> {
  const { value } = await service.client.getSubmittedPullRequest({ ...QUEUE, pr: { number } });
  return value.state;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`);
    await pause(50);
  }
}

async function get(url: string | URL): Promise<string> {
  return (await fetch(url, { headers: { "x-api-token": TOKEN } })).text();
}

/** Where the newest process said that it serves. */
function adminUrl(): string {
  const url = readLines().findLast(({ msg }) => msg === "serving")?.["admin"];
  if (typeof url !== "string") throw new Error("the service has no second door");
  return url;
}

/** Each line, cut wherever some reader of lines might cut it; what the command itself prints is no JSON. */
function readLines(): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(service.process.logFile, "utf8")
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .filter((line) => line.startsWith("{"))
    .map((line) => {
      const said: unknown = JSON.parse(line);
      if (!isRecord(said)) throw new Error(`no line of the log: ${line}`);
      return said;
    });
}

function readSpans(): readonly RecordedSpan[] {
  const told = readFileSync(join(service.folder, "spans"), "utf8").trim().split("\n");
  return told.map((line) => {
    const span: unknown = JSON.parse(line);
    if (!isSpan(span)) throw new Error(`no span: ${line}`);
    return span;
  });
}

function samplesOf(metrics: string): readonly Sample[] {
  return metrics
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (name === "") throw new Error(`no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return { name, labels: Object.fromEntries(pairs.map(([, label = "", value = ""]) => [label, value])) };
    });
}

/** Of the dashboards and the alerts, with variables as someone who looks at everything has them. */
function expressions(): readonly string[] {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("expr" in value && typeof value.expr === "string") found.push(value.expr.replaceAll(/\$\w+/g, ".*"));
    for (const part of Object.values(value)) collect(part);
  };
  const grafana = join(ROOT, "deploy/grafana");
  for (const name of readdirSync(grafana)) collect(JSON.parse(readFileSync(join(grafana, name), "utf8")));
  collect(parse(readFileSync(join(ROOT, "deploy/prometheus/alerts.yaml"), "utf8")));
  return found;
}

/** What an expression asks for and the service does not serve. */
function notServed(expression: string): readonly string[] {
  return selectorsIn(expression).flatMap(({ metric, matchers, groupedBy }) => {
    const series = samples.filter(({ name }) => name === metric);
    if (series.length === 0) return [`${expression}: there is no ${metric}`];
    // Prometheus adds it to whatever it scrapes.
    const labels = new Set(["instance", ...series.flatMap((sample) => Object.keys(sample.labels))]);
    const unknown = [...matchers.map(({ label }) => label), ...groupedBy].filter(
      (label) => !labels.has(label),
    );
    const wrong = matchers.filter(
      ({ label, operator, value }) =>
        operator === "=" && !series.some((sample) => sample.labels[label] === value),
    );
    return [
      ...unknown.map((label) => `${expression}: ${metric} has no ${label}`),
      ...wrong.map(({ label, value }) => `${expression}: no ${metric} has ${label}="${value}"`),
    ];
  });
}
