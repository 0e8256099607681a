/**
 * What replicas cost: transactions and processor time of one and of three that share a Postgres, with many queues, idle and
 * while each queue lands two pull requests. Each figure is compared with its bar; exit code 1: a bar was missed.
 * Run: npm run bench:replicas with BENCH_QUEUES, BENCH_SECONDS and BENCH_ROUNDS for other sizes.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { onPostgres } from "../__tests__/support/postgres-server.js";
import { REPOSITORY, Replicas } from "../__tests__/support/replicas.js";

const size = (name: string, usual: number) => {
  const given = Number(process.env[`BENCH_${name}`] ?? usual);
  if (Number.isSafeInteger(given) && given >= 1) return given;
  throw new RangeError(`BENCH_${name}: expected a whole number from 1`);
};
const QUEUES = size("QUEUES", 200);
const IDLE_MS = size("SECONDS", 30) * 1000;
/** One and three replicas take turns, so that what else the machine does falls on both. */
const ROUNDS = size("ROUNDS", 1);
const PER_QUEUE = 2;
/** After a replica's start, it removes old history, which happens once an hour. */
const SWEPT_AFTER_MS = 75_000;
const SETTLED_AFTER_MS = 15_000;
const PATIENCE_MS = 600_000;
/** As with webhooks: polls only make up for what got lost. */
const SETTINGS = {
  MERGE_QUEUE_POLL_INTERVAL: "60s",
  MERGE_QUEUE_LOG_LEVEL: "warn",
  MERGE_QUEUE_TEST_COMMAND: "true",
};
const TICKS_PER_SECOND = 100;
const BARS = { idleTransactions: 5, idleCorePercent: 3, transactionsPerLanding: 40, readsRatio: 2 };

interface Spent {
  readonly at: number;
  readonly transactions: number;
  readonly cpuSeconds: number;
}

interface Figures {
  /** Per second, of all replicas together, as is the processor time. */
  readonly idleTransactions: number;
  readonly idleCorePercent: number;
  /** Without those of status reads. */
  readonly transactionsPerLanding: number;
  readonly landingsPerSecond: number;
  /** Of status reads, in milliseconds. */
  readonly readsP99: number;
}

function cpuSecondsOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , , , , , , , , , , user = "0", system = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

async function spent({ database, all }: Replicas): Promise<Spent> {
  const statement =
    "select xact_commit + xact_rollback as transactions from pg_stat_database where datname = current_database()";
  const [row] = await onPostgres(database.url, statement);
  const cpuSeconds = all.reduce((sum, { process: { pid } }) => sum + cpuSecondsOf(pid), 0);
  return { at: performance.now(), transactions: Number(row?.["transactions"]), cpuSeconds };
}

/** Returns how long each status read took. */
async function load(replicas: Replicas, branches: readonly string[]): Promise<readonly number[]> {
  const latencies: number[] = [];
  const jobs = branches.flatMap((targetBranch, queue) =>
    Array.from({ length: PER_QUEUE }, (_, index) => ({
      targetBranch,
      number: queue * PER_QUEUE + index + 1,
    })),
  );
  const waiting = [...jobs];
  const work = async (worker: number) => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const replica = replicas.all[worker % replicas.all.length];
      if (replica === undefined) throw new Error("no replica serves");
      const { targetBranch, number } = job;
      const on = { repo: REPOSITORY, targetBranch, pr: { number } };
      await replica.client.submitPullRequest(on);
      const givenUpAt = performance.now() + PATIENCE_MS;
      for (;;) {
        const askedAt = performance.now();
        const { state } = (await replica.client.getSubmittedPullRequest(on)).value;
        latencies.push(performance.now() - askedAt);
        if (state.toUpperCase() === "MERGED") break;
        if (performance.now() > givenUpAt) throw new Error(`#${number} is ${state}`);
        await pause(250);
      }
    }
  };
  await Promise.all(Array.from({ length: 12 }, async (_, worker) => work(worker)));
  return latencies;
}

async function measure(count: number): Promise<Figures> {
  const replicas = await Replicas.start(count, SETTINGS);
  const startedAt = performance.now();
  try {
    const [first] = replicas.all;
    const branches = Array.from({ length: QUEUES }, (_, index) => `branch-${index}`);
    const refs = branches.map((branch) => `refs/heads/${branch}`);
    await replicas.origin.commit({ parents: [replicas.base], files: {}, message: "Begin\n", refs });
    for (let number = 1; number <= QUEUES * PER_QUEUE; number += 1) await replicas.open(number);
    for (const targetBranch of branches) await first?.client.createQueue({ repo: REPOSITORY, targetBranch });
    await pause(Math.max(SETTLED_AFTER_MS, startedAt + SWEPT_AFTER_MS - performance.now()));
    const before = await spent(replicas);
    await pause(IDLE_MS);
    const idle = await spent(replicas);
    const idleSeconds = (idle.at - before.at) / 1000;
    const latencies = await load(replicas, branches);
    const busy = await spent(replicas);
    const landings = QUEUES * PER_QUEUE;
    const figures = {
      idleTransactions: (idle.transactions - before.transactions) / idleSeconds,
      idleCorePercent: (100 * (idle.cpuSeconds - before.cpuSeconds)) / idleSeconds,
      transactionsPerLanding: (busy.transactions - idle.transactions - latencies.length) / landings,
      landingsPerSecond: landings / ((busy.at - idle.at) / 1000),
      readsP99: [...latencies].sort((one, other) => one - other)[Math.floor(latencies.length * 0.99)] ?? 0,
    };
    console.log(shown(count, figures));
    return figures;
  } finally {
    await replicas.close();
  }
}

function shown(count: number, figures: Figures): string {
  const idle = `${figures.idleTransactions.toFixed(1)} transactions/s, ${figures.idleCorePercent.toFixed(1)} % of a core`;
  const busy =
    `${QUEUES * PER_QUEUE} landings at ${figures.landingsPerSecond.toFixed(2)}/s, ` +
    `${figures.transactionsPerLanding.toFixed(1)} transactions each, status reads P99 ${figures.readsP99.toFixed(0)} ms`;
  return `${count} replica(s), ${QUEUES} queues: idle ${idle}; ${busy}`;
}

function medianOf(all: readonly Figures[], figure: keyof Figures): number {
  const sorted = all.map((figures) => figures[figure]).sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

let missed = 0;

function compare(
  what: string,
  figure: number,
  bar: { readonly least?: number; readonly most?: number },
): void {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = bar;
  const isHeld = figure >= least && figure <= most;
  if (!isHeld) missed += 1;
  const limit = bar.least === undefined ? `at most ${most}` : `at least ${least}`;
  console.log(
    `${what.padEnd(64)} ${figure.toFixed(2).padStart(7)}  ${isHeld ? "held" : "MISSED"} (${limit})`,
  );
}

const one: Figures[] = [];
const three: Figures[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const [first, second] = round % 2 === 0 ? ([1, 3] as const) : ([3, 1] as const);
  for (const count of [first, second]) (count === 1 ? one : three).push(await measure(count));
}
for (const [name, all] of [
  ["one replica", one],
  ["three replicas", three],
] as const) {
  compare(`${name}: transactions a second, idle`, medianOf(all, "idleTransactions"), {
    most: BARS.idleTransactions,
  });
  compare(`${name}: percent of a core, idle`, medianOf(all, "idleCorePercent"), {
    most: BARS.idleCorePercent,
  });
  compare(`${name}: transactions a landing`, medianOf(all, "transactionsPerLanding"), {
    most: BARS.transactionsPerLanding,
  });
}
const ratioOf = (figure: keyof Figures) => medianOf(three, figure) / medianOf(one, figure);
compare("landings a second: three replicas, of those of one", ratioOf("landingsPerSecond"), { least: 1 });
compare("status reads P99: three replicas, of that of one", ratioOf("readsP99"), { most: BARS.readsRatio });
process.exit(missed === 0 ? 0 : 1);
