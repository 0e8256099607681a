/** The busy part: people open pull requests and follow them while each process gives way to one of the present version. */

import { countedBy } from "../soak/audit-merges.js";
import { PRESENT_PROGRAM } from "../soak/program.js";
import { SoakClient } from "../soak/soak-client.js";
import { type Complaints, REPOSITORY } from "../soak/soak-plan.js";
import { BRANCHES, createQueues, type SoakStage } from "../soak/soak-stage.js";
import { expectDrained, workOn } from "../soak/work-on.js";
import { until } from "../until.js";
import { migratePresent, type SchemaBefore } from "./schema.js";
import type { UpgradePlan, UpgradeReport } from "./upgrade-plan.js";

const PATIENCE_MS = 90_000;

export interface LifeThroughUpgrade {
  readonly client: SoakClient;
  readonly found: UpgradeReport["found"];
}

export async function underUpgrade(
  plan: UpgradePlan,
  stage: SoakStage,
  schema: SchemaBefore,
  complaints: Complaints,
): Promise<LifeThroughUpgrade> {
  const { origin, chance, processes, settings } = stage;
  let isBusy = true;
  const client = new SoakClient({
    ...{ origin, chance, complaints },
    apiUrls: processes.map(({ apiUrl }) => apiUrl),
    wantsTargets: (branch) => settings.get(branch)?.mode === "parallel",
    isBusy: () => isBusy,
    onAcknowledged: () => undefined,
  });
  await createQueues(client, stage);
  const work = workOn(stage, client, plan.workers, () => isBusy);
  const upgrading = upgrade(plan, stage, client, schema, complaints);
  const found = await upgrading.finally(() => {
    isBusy = false;
  });
  await expectDrained(work, complaints);
  plan.tell("everything has ended");
  return { client, found };
}

async function upgrade(
  plan: UpgradePlan,
  { processes, environment }: SoakStage,
  client: SoakClient,
  schema: SchemaBefore,
  complaints: Complaints,
): Promise<UpgradeReport["found"]> {
  const { endings, migrates, restEnds, tell } = plan;
  const found = await statesOnceMixed(client);
  tell(`in flight: ${JSON.stringify(found)}`);
  const migrate = async () => migratePresent(schema, environment, complaints);
  // Beside replicas that serve it; a file is for one process.
  if (migrates === "before" && processes.length > 1) await migrate();
  for (const [index, process] of processes.entries()) {
    const ending = endings[index] ?? "stopped";
    const exitCode = await process.replace(
      PRESENT_PROGRAM,
      ending === "killed" ? "SIGKILL" : "SIGTERM",
      async () => {
        if (migrates === "before" && processes.length === 1) await migrate();
      },
    );
    const isOrderly = ending === "killed" || exitCode === 0;
    complaints.expect(isOrderly, `${process.name} of the version before ends with ${String(exitCode)}`);
    await process.untilServing();
    tell(`${process.name} was ${ending}, and serves as the present version`);
    await untilMoreEnded(client, restEnds);
  }
  return found;
}

/** Some are tested, some wait, one has landed and one has failed. */
async function statesOnceMixed(client: SoakClient): Promise<UpgradeReport["found"]> {
  let found: UpgradeReport["found"] = {};
  await until(
    async () => {
      const ended = countedBy([...client.ended.values()].map(({ state }) => state));
      found = { ...(await statesInQueues(client)), ...ended };
      return ["TESTING", "PENDING", "MERGED", "FAILED"].every((state) => (found[state] ?? 0) > 0);
    },
    () => found,
    PATIENCE_MS,
  );
  return found;
}

async function statesInQueues(client: SoakClient): Promise<UpgradeReport["found"]> {
  const states: string[] = [];
  for (const targetBranch of BRANCHES) {
    const { value } = await client.ask(`looking at ${targetBranch}`, (one) =>
      one.getQueue({ repo: REPOSITORY, targetBranch }),
    );
    states.push(...(value.enqueuedPullRequests ?? []).map(({ state }) => state ?? ""));
  }
  return countedBy(states);
}

async function untilMoreEnded({ ended }: SoakClient, count: number): Promise<void> {
  const wanted = ended.size + count;
  await until(
    () => ended.size >= wanted,
    () => `${ended.size} ended, of ${wanted}`,
    PATIENCE_MS,
  );
}
