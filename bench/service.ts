/**
 * The service under load, in ratios of one run: reads beside the same HTTP library answering a constant, submissions
 * beside the store's own commits, reads while 20 MiB are uploaded, many queues, a long history.
 * Run: npm run bench:service [-- reads submits uploads queues history] with SERVICE_BENCH_SECONDS, _SUBMITS, _QUEUES,
 * _ENTRIES, _HISTORY for other sizes, and SERVICE_BENCH_POSTGRES=0 without Postgres.
 */
import { migratedDatabase } from "../__tests__/support/postgres-server.js";
import { decide } from "../src/engine/decide.js";
import type { Queue } from "../src/engine/model/queue.js";
import { openStore } from "../src/service/store/open-store.js";
import { figuresOf } from "./engine-samples.js";
import { caller, rate, type Timed } from "./service-load.js";
import { type Served, serve } from "./service-process.js";
import {
  branchOf,
  database,
  emptyQueue,
  nameOf,
  newSqliteFile,
  type Stored,
  storeHistory,
  storeQueues,
  submission,
} from "./service-stored.js";

const size = (name: string, usual: number) => Number(process.env[`SERVICE_BENCH_${name}`] ?? usual);
const SECONDS = size("SECONDS", 6);
const SUBMITS = size("SUBMITS", 2000);
const QUEUES = size("QUEUES", 1000);
const ENTRIES = size("ENTRIES", 100);
const HISTORY = size("HISTORY", 1_000_000);
const ROUNDS = 3;
const SHORT_HISTORY = 1000;
const UPLOAD_BYTES = 20 * 1024 * 1024;

/** Pull requests that are submitted over and over again: what is measured is not how long the line has become. */
const PULL_REQUESTS = 20;
/** What a P50 may grow by before it counts as growth: one run differs from the next by as much. */
const FLAT = 1.5;

interface Row {
  readonly what: string;
  readonly figure: string;
  /** Compared with the bar; null where nothing is promised. */
  readonly ratio: number | null;
  readonly bar: { readonly least?: number; readonly most?: number } | null;
}

const rows: Row[] = [];
const PARTS = { reads, submits, uploads, queues, history };

const ASKED: Readonly<Record<string, (index: number) => readonly [string, object]>> = {
  submitPullRequest: submitting,
  getQueue: () => ["getQueue", {}],
  "getSubmittedPullRequest (live)": (index) => [
    "getSubmittedPullRequest",
    { pr: { number: 1 + (index % 10) } },
  ],
  "getSubmittedPullRequest (long gone)": (index) => [
    "getSubmittedPullRequest",
    { pr: { number: 1_000_001 + (index % SHORT_HISTORY) }, includeTimeline: true },
  ],
  listPullRequests: () => ["listPullRequests", {}],
};

await main();

async function main(): Promise<void> {
  const asked = process.argv.slice(2).filter((word) => Object.hasOwn(PARTS, word));
  for (const [name, part] of Object.entries(PARTS)) {
    if (asked.length === 0 || asked.includes(name)) await part();
  }
  for (const { what, figure, ratio, bar } of rows) {
    const shown = ratio === null ? "" : ratio.toFixed(2);
    console.log(`${what.padEnd(64)} ${figure.padEnd(46)} ${shown.padStart(7)}  ${verdict(ratio, bar)}`);
  }
  const missed = rows.filter(({ ratio, bar }) => verdict(ratio, bar).startsWith("MISSED"));
  process.exitCode = missed.length === 0 ? 0 : 1;
}

function verdict(ratio: number | null, bar: Row["bar"]): string {
  if (ratio === null || bar === null) return "";
  const { least = 0, most = Number.POSITIVE_INFINITY } = bar;
  const word = ratio >= least && ratio <= most ? "held" : "MISSED";
  return `${word} (${bar.least === undefined ? `at most ${most}` : `at least ${least}`})`;
}

function tell(what: string, figure: string, ratio: number | null = null, bar: Row["bar"] = null): void {
  rows.push({ what, figure, ratio, bar });
  console.error(`  ${what}: ${figure}`);
}

async function withService<Result>(
  stored: Stored,
  work: (served: Served) => Promise<Result>,
): Promise<Result> {
  const served = await serve(stored.url);
  try {
    return await work(served);
  } finally {
    await served.stop();
  }
}

async function withFile(work: (stored: Stored) => Promise<void>): Promise<void> {
  const stored = await newSqliteFile();
  try {
    await work(stored);
  } finally {
    await stored.remove();
  }
}

interface Reads {
  readonly read: number;
  readonly constant: number;
  readonly received: number;
}

/** Turn by turn, so that what else the machine does falls on all. */
async function reads(): Promise<void> {
  await withFile(async (stored) => {
    await storeQueues(stored.url, 1, ENTRIES);
    await withService(stored, async (served) => {
      const rounds: Reads[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await readsOf(served));
      tellReads("status reads, of the same library answering a constant", rounds, "constant", { least: 0.5 });
      tellReads("status reads, of a constant once the body is read", rounds, "received", null);
    });
  });
}

async function readsOf({ apiUrl, besideUrl }: Served): Promise<Reads> {
  const asked = { repo: nameOf("main").repository, targetBranch: "main", pr: { number: 1 } };
  const constant = await rate(`${besideUrl}/constant`, asked, SECONDS);
  const read = await rate(`${apiUrl}/getSubmittedPullRequest`, asked, SECONDS);
  return { constant, read, received: await rate(`${besideUrl}/received`, asked, SECONDS) };
}

/** The round in the middle: one that something else disturbed tells nothing. */
function tellReads(
  what: string,
  rounds: readonly Reads[],
  beside: "constant" | "received",
  bar: Row["bar"],
): void {
  const sorted = rounds.toSorted((one, other) => one.read / one[beside] - other.read / other[beside]);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  const figure = `${middle.read.toFixed(0)}/s of ${middle[beside].toFixed(0)}/s`;
  tell(what, figure, middle.read / middle[beside], bar);
}

async function submits(): Promise<void> {
  await withFile(async (stored) => submitsTo("SQLite", stored));
  if (process.env["SERVICE_BENCH_POSTGRES"] === "0") return;
  const created = await migratedDatabase();
  const remove = async () => created.drop();
  await submitsTo("Postgres", { url: created.url, remove });
  await remove();
}

/** On the same disk, one after the other: first the store by itself, then the whole way through the service. */
async function submitsTo(kind: string, stored: Stored): Promise<void> {
  const bare = await bareCommits(stored.url);
  tell(`${kind}: the store's own commits`, shown(bare));
  await withService(stored, async ({ apiUrl }) => {
    const calls = caller(apiUrl);
    const submitted = await calls.timed(SUBMITS, 1, submitting);
    calls.close();
    tell(
      `${kind}: submissions one by one, of that rate`,
      shown(submitted),
      submitted.perSecond / bare.perSecond,
    );
    const p99 = submitted.figures.p99 / bare.figures.p99;
    tell(`${kind}: P99 of a submission, beside that of a commit`, ms(submitted.figures.p99), p99);
  });
}

async function bareCommits(url: string): Promise<Timed> {
  const { store } = await openStore(database(url), "bench");
  const name = nameOf("bare");
  let queue: Queue = emptyQueue(2, "bare");
  await store.create(name, queue);
  await store.create(nameOf("main"), emptyQueue(1, "main"));
  const times: number[] = [];
  for (let number = 1; number <= SUBMITS; number += 1) {
    const event = submission(1 + (number % PULL_REQUESTS), "bare");
    const decision = decide(queue, event);
    const at = performance.now();
    await store.commit(name, number - 1, event, decision);
    times.push(performance.now() - at);
    ({ queue } = decision);
  }
  await store.close();
  const total = times.reduce((sum, time) => sum + time, 0);
  return { figures: figuresOf(times), perSecond: (1000 * times.length) / total };
}

function submitting(index: number): readonly [string, object] {
  return ["submitPullRequest", { pr: { number: 1 + (index % PULL_REQUESTS) }, priority: index % 200 }];
}

async function uploads(): Promise<void> {
  await withFile(async (stored) => {
    await storeQueues(stored.url, 1, ENTRIES);
    await withService(stored, async ({ apiUrl }) => {
      const calls = caller(apiUrl);
      const read = async () => calls.timed(1000 * SECONDS, 2, () => ["getQueue", {}]);
      await read();
      const quiet = await read();
      const uploading = { done: false, count: 0 };
      const upload = uploadUntil(uploading, apiUrl);
      const busy = await read();
      uploading.done = true;
      await upload;
      calls.close();
      tell("getQueue by itself", shown(quiet));
      const figure = `${shown(busy)}, ${uploading.count} uploads`;
      const ratio = busy.figures.p99 / quiet.figures.p99;
      tell("getQueue while 20 MiB are uploaded: P99 beside that", figure, ratio);
    });
  });
}

async function uploadUntil(state: { done: boolean; count: number }, apiUrl: string): Promise<void> {
  const calls = caller(apiUrl);
  const target = "//services/auth/core:ledger_test_";
  const impactedTargets = Array.from(
    { length: Math.floor((UPLOAD_BYTES - 1000) / 42) },
    (_, index) => `${target}${String(index).padStart(6, "0")}`,
  );
  while (!state.done) {
    await calls.call("setImpactedTargets", { pr: { number: 1 }, impactedTargets });
    state.count += 1;
  }
  calls.close();
}

async function queues(): Promise<void> {
  await withFile(async (stored) => {
    await storeQueues(stored.url, QUEUES, ENTRIES);
    await withService(stored, async (served) => {
      const calls = caller(served.apiUrl);
      const timed = await calls.timed(500 * SECONDS, 4, (index) => [
        "getQueue",
        { targetBranch: branchOf(1 + ((index * 7919) % QUEUES)) },
      ]);
      calls.close();
      const { heapBytes, rssBytes } = await served.memory();
      const held = `${QUEUES} queues × ${ENTRIES} entries`;
      tell(`${held}: start`, `${(served.startUpMs / 1000).toFixed(1)} s`);
      tell(`${held}: memory`, `heap ${mib(heapBytes)}, resident ${mib(rssBytes)}`);
      tell(`${held}: getQueue of any, while it looks at all`, shown(timed));
    });
  });
}

async function history(): Promise<void> {
  const short = await timesAfter(SHORT_HISTORY);
  const long = await timesAfter(HISTORY);
  for (const what of Object.keys(ASKED)) {
    const [before, after] = [short.get(what), long.get(what)];
    if (before === undefined || after === undefined) throw new Error(`${what} was not measured`);
    const figure = `P50 ${ms(after.figures.p50)} after ${HISTORY}, ${ms(before.figures.p50)} after ${SHORT_HISTORY}`;
    tell(`${what} after a long history`, figure, after.figures.p50 / before.figures.p50, { most: FLAT });
  }
}

async function timesAfter(concluded: number): Promise<ReadonlyMap<string, Timed>> {
  const times = new Map<string, Timed>();
  await withFile(async (stored) => {
    await storeHistory(stored.url, concluded);
    await withService(stored, async ({ apiUrl }) => {
      const calls = caller(apiUrl);
      for (const [what, next] of Object.entries(ASKED)) {
        await calls.timed(100, 1, next);
        times.set(what, await calls.timed(Math.max(200, SUBMITS / 2), 1, next));
      }
      calls.close();
    });
  });
  return times;
}

function shown({ figures, perSecond }: Timed): string {
  return `${perSecond.toFixed(0)}/s, P50 ${ms(figures.p50)}, P99 ${ms(figures.p99)}`;
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`;
}

function mib(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
