/**
 * What replicas cost: transactions and processor time of one and of three that share a Postgres, with many queues, idle and
 * while each queue lands two pull requests. `BENCH_QUEUES` and `BENCH_SECONDS` make it smaller.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { onPostgres } from "../__tests__/support/postgres-server.js";
import { REPOSITORY, Replicas } from "../__tests__/support/replicas.js";

const QUEUES = Number(process.env["BENCH_QUEUES"] ?? 200);
const IDLE_MS = Number(process.env["BENCH_SECONDS"] ?? 30) * 1000;
const PER_QUEUE = 2;
const SETTLED_AFTER_MS = 15_000;
const PATIENCE_MS = 600_000;
/** As with webhooks: polls only make up for what got lost. */
const SETTINGS = {
  MERGE_QUEUE_POLL_INTERVAL: "60s",
  MERGE_QUEUE_LOG_LEVEL: "warn",
  MERGE_QUEUE_TEST_COMMAND: "true",
};
const TICKS_PER_SECOND = 100;

interface Spent {
  readonly at: number;
  readonly transactions: number;
  readonly cpuSeconds: number;
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
  return latencies.sort((one, other) => one - other);
}

async function measure(count: number): Promise<void> {
  const replicas = await Replicas.start(count, SETTINGS);
  try {
    const [first] = replicas.all;
    const branches = Array.from({ length: QUEUES }, (_, index) => `branch-${index}`);
    const refs = branches.map((branch) => `refs/heads/${branch}`);
    await replicas.origin.commit({ parents: [replicas.base], files: {}, message: "Begin\n", refs });
    for (let number = 1; number <= QUEUES * PER_QUEUE; number += 1) await replicas.open(number);
    for (const targetBranch of branches) await first?.client.createQueue({ repo: REPOSITORY, targetBranch });
    await pause(SETTLED_AFTER_MS);
    const before = await spent(replicas);
    await pause(IDLE_MS);
    const idle = await spent(replicas);
    const seconds = (idle.at - before.at) / 1000;
    const perSecond = ((idle.transactions - before.transactions) / seconds).toFixed(1);
    const core = ((100 * (idle.cpuSeconds - before.cpuSeconds)) / seconds).toFixed(1);
    console.log(
      `${count} replica(s), ${QUEUES} queues idle: ${perSecond} transactions/s, ${core} % of a core`,
    );
    const busyFrom = await spent(replicas);
    const latencies = await load(replicas, branches);
    const busy = await spent(replicas);
    const landings = QUEUES * PER_QUEUE;
    const each = ((busy.transactions - busyFrom.transactions - latencies.length) / landings).toFixed(0);
    const rate = (landings / ((busy.at - busyFrom.at) / 1000)).toFixed(1);
    const p99 = (latencies[Math.floor(latencies.length * 0.99)] ?? 0).toFixed(0);
    console.log(
      `${count} replica(s), ${landings} landings: ${rate}/s, ${each} transactions each without reads of states, ` +
        `reads of states P99 ${p99} ms`,
    );
  } finally {
    await replicas.close();
  }
}

for (const count of [1, 3]) await measure(count);
process.exit(0);
