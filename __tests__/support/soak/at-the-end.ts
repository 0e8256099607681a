/** After the last kill: what has to come to rest, and what may not be left. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../../../src/domain/test-branch.js";
import { callCommand } from "../command-line.js";
import { exportHistory, type QueueHistory, untold } from "./audit-webhooks.js";
import { processesNaming } from "./left-processes.js";
import type { SoakClient } from "./soak-client.js";
import { type Complaints, REPOSITORY } from "./soak-plan.js";
import { BRANCHES, type SoakStage } from "./soak-stage.js";

/** Claims of the killed run out, and what failed once comes again. */
const TOLD_MS = 60_000;
/** A push of a killed process may arrive late; what it brings is tidied within a minute. */
const SWEPT_MS = 75_000;
const STOP_MS = 20_000;
const LOOK_EVERY_MS = 200;

export async function expectQueuesEmpty(client: SoakClient, complaints: Complaints): Promise<void> {
  for (const targetBranch of BRANCHES) {
    const { value } = await client.ask(`looking at ${targetBranch}`, (one) =>
      one.getQueue({ repo: REPOSITORY, targetBranch }),
    );
    const entries = value.enqueuedPullRequests ?? [{ prNumber: 0, state: "no list" }];
    const left = entries.map(({ prNumber, state }) => `#${prNumber ?? 0} ${state ?? ""}`);
    complaints.expect(left.length === 0, `the queue of ${targetBranch} still has ${left.join(", ")}`);
  }
}

/** The logs of all queues, once everything that they tell of has been told, or enough time has passed. */
export async function historiesOnceTold(
  { folder, webhooks }: SoakStage,
  database: string,
  complaints: Complaints,
): Promise<readonly QueueHistory[]> {
  const histories: QueueHistory[] = [];
  for (const branch of BRANCHES) histories.push(await exportHistory(folder, database, branch, complaints));
  const deadline = performance.now() + TOLD_MS;
  while (untold(histories, webhooks.bodies).length > 0 && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS);
  }
  return histories;
}

export async function expectNoTestBranches({ origin }: SoakStage, complaints: Complaints): Promise<void> {
  const deadline = performance.now() + SWEPT_MS;
  const left = async () =>
    (await origin.repository.refs()).filter((ref) =>
      ref.startsWith(`refs/heads/${DEFAULT_TEST_BRANCH_PREFIX}`),
    );
  while ((await left()).length > 0 && performance.now() < deadline) await pause(LOOK_EVERY_MS);
  for (const ref of await left()) complaints.add(`a test branch is left behind: ${ref}`);
}

export async function stopAll({ processes }: SoakStage, complaints: Complaints): Promise<void> {
  for (const process of processes) {
    const exitCode = await process.stop(STOP_MS);
    complaints.expect(
      exitCode === 0,
      `${process.name} ends with ${exitCode ?? "a signal"} when told to stop`,
    );
  }
}

/** No process, and nothing that git finds fault with, in the repository and in the service's own clones. */
export async function expectNothingLeft(
  { folder, origin, processes }: SoakStage,
  database: string,
  complaints: Complaints,
): Promise<void> {
  for (const line of await processesNaming(folder)) complaints.add(`a process is left behind: ${line}`);
  const clones = await Promise.all(
    processes.map(async ({ name }) => clonesIn(join(folder, name, "repositories"))),
  );
  for (const gitFolder of [origin.repository.folder, ...clones.flat()]) {
    const check = ["--git-dir", gitFolder, "fsck", "--strict", "--full", "--no-dangling"];
    const said = await origin.repository.git(...check).catch(String);
    complaints.expect(said === "", `git fsck of ${gitFolder}: ${said}`);
  }
  const { exitCode, stdout, stderr } = await callCommand(["db", "check"], {
    environment: { MERGE_QUEUE_DATABASE_URL: database },
  });
  complaints.expect(exitCode === 0, `merge-queue db check: ${stdout}${stderr}`);
}

async function clonesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter(({ name }) => name === "HEAD").map(({ parentPath }) => parentPath);
}
