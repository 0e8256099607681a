/** Everything that a life under kills takes place in: repository, receiver, processes, and the queues with their settings. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestOf } from "../../../src/contract/endpoints.js";
import { type Chance, seededChance } from "../seeded-chance.js";
import { KeptProcess } from "./kept-process.js";
import type { Program } from "./program.js";
import type { SoakClient } from "./soak-client.js";
import { SoakOrigin } from "./soak-origin.js";
import { Complaints, PUBLIC_URL, REPOSITORY, type SoakPlan, TOKEN } from "./soak-plan.js";
import { openSoakStore, type SoakStore } from "./soak-store.js";
import { journalingTestCommand, TestJournal } from "./test-journal.js";
import { ToldWebhooks } from "./told-webhooks.js";

export const BRANCHES = ["main", "next", "stable"] as const;

export type DrawnSettings = Omit<RequestOf<"updateQueue">, "repo" | "targetBranch">;

export interface StagePlan {
  readonly seed: number;
  readonly replicas: number;
  /** By replica, how far the clock of its machine is ahead; those without a number are right. */
  readonly clocksAheadMs?: readonly number[];
  readonly program: Program;
}

export interface SoakStage {
  readonly folder: string;
  readonly chance: Chance;
  readonly origin: SoakOrigin;
  readonly journal: TestJournal;
  readonly webhooks: ToldWebhooks;
  readonly processes: readonly KeptProcess[];
  readonly settings: ReadonlyMap<string, DrawnSettings>;
  /** What every process gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What goes on there, with all that it wants; its folder is kept when something is broken. */
export async function onStage<Report extends { readonly broken: readonly string[] }>(
  plan: StagePlan & Pick<SoakPlan, "store">,
  live: (stage: SoakStage, store: SoakStore, complaints: Complaints) => Promise<Report>,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-soak-"));
  const complaints = new Complaints();
  const store = await openSoakStore(plan, folder);
  try {
    const stage = await openStage(plan, folder, store, complaints);
    const report = await livedOn(stage, async () => live(stage, store, complaints));
    if (report.broken.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    return report;
  } finally {
    await store.close();
  }
}

async function livedOn<Report>(stage: SoakStage, live: () => Promise<Report>): Promise<Report> {
  try {
    return await live();
  } finally {
    await closeStage(stage);
  }
}

async function openStage(
  plan: StagePlan,
  folder: string,
  store: SoakStore,
  complaints: Complaints,
): Promise<SoakStage> {
  const { seed, replicas, program, clocksAheadMs = [] } = plan;
  const chance = seededChance(seed);
  const origin = await SoakOrigin.create(folder, BRANCHES, chance);
  const journal = new TestJournal(join(folder, "tests.journal"));
  const webhooks = await ToldWebhooks.listen(chance);
  const environment = {
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATABASE_URL: store.url,
    MERGE_QUEUE_REPOSITORIES: `${REPOSITORY.host}/${REPOSITORY.owner}/${REPOSITORY.name}=${origin.repository.folder}`,
    MERGE_QUEUE_TEST_COMMAND: journalingTestCommand(journal.path),
    MERGE_QUEUE_PARALLEL_TESTS: "4",
    MERGE_QUEUE_POLL_INTERVAL: "500ms",
    MERGE_QUEUE_PUBLIC_URL: PUBLIC_URL,
    MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8",
  };
  const processes: KeptProcess[] = [];
  const settings = new Map(BRANCHES.map((branch) => [branch, drawnSettings(chance)]));
  const stage = { folder, chance, origin, journal, webhooks, processes, settings, environment };
  for (let index = 1; index <= replicas; index++) {
    const onOwnEnd = (said: string) => {
      if (!store.excusesEnds()) complaints.add(`a process ended by itself: ${said.slice(-1000)}`);
    };
    const name = `replica-${index}`;
    const aheadMs = clocksAheadMs[index - 1];
    const clock = aheadMs === undefined ? {} : { clockAheadMs: aheadMs };
    processes.push(await KeptProcess.start({ name, program, folder, environment, onOwnEnd, ...clock }));
  }
  try {
    await Promise.all(processes.map(async (process) => process.untilServing()));
    await addReceiver(program, store.url, webhooks.url);
  } catch (error) {
    await closeStage(stage);
    throw error;
  }
  return stage;
}

export async function createQueues(client: SoakClient, { settings }: SoakStage): Promise<void> {
  for (const [targetBranch, change] of settings) {
    const where = { repo: REPOSITORY, targetBranch };
    await client.ask(`creating ${targetBranch}`, (one) => one.createQueue(where));
    await client.ask(`settings of ${targetBranch}`, (one) => one.updateQueue({ ...where, ...change }));
  }
}

async function closeStage({ processes, webhooks }: SoakStage): Promise<void> {
  await Promise.all(processes.map(async (process) => process.stop(0)));
  await webhooks.close();
}

/** A program of before there were webhooks tells nobody. */
async function addReceiver({ call }: Program, database: string, url: string): Promise<void> {
  const { exitCode, stderr } = await call(["webhooks", "add", url, "--events", "*"], {
    MERGE_QUEUE_DATABASE_URL: database,
    MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8",
  });
  if (exitCode === 0 || stderr.includes("unknown command")) return;
  throw new Error(`the receiver of webhooks could not be added: ${stderr}`);
}

function drawnSettings(chance: Chance): DrawnSettings {
  const isTrue = () => chance.whole(0, 1) === 1;
  return {
    mode: isTrue() ? "parallel" : "single",
    concurrency: chance.whole(2, 4),
    mergeMethod: (["squash", "merge_commit", "rebase"] as const)[chance.whole(0, 2)] ?? "squash",
    batch: isTrue(),
    batchingMinSize: chance.whole(2, 4),
    batchingMaxWaitTimeMinutes: 0,
    pendingFailureDepth: chance.whole(0, 2),
    canOptimisticallyMerge: isTrue(),
    optimizationMode: isTrue() ? "off" : "bisection_skip_redundant_tests",
    hedging: isTrue(),
  };
}
