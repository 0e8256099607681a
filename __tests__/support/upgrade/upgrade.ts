/**
 * One upgrade of the real service from an earlier version while pull requests are in flight: real merges, real clients,
 * and a store that the earlier version filled. In the end each pull request has come to its right end, once.
 */
import { join } from "node:path";
import { expectNoTestBranches, expectNothingLeft, expectQueuesEmpty, stopAll } from "../soak/at-the-end.js";
import { auditMerges, countedBy } from "../soak/audit-merges.js";
import type { Complaints } from "../soak/soak-plan.js";
import { onStage, type SoakStage } from "../soak/soak-stage.js";
import type { SoakStore } from "../soak/soak-store.js";
import { auditSteps, auditTold, onceTold } from "./audit-ends.js";
import { auditLogs } from "./audit-logs.js";
import { expectRefused, schemaBefore } from "./schema.js";
import { underUpgrade } from "./under-upgrade.js";
import type { UpgradePlan, UpgradeReport } from "./upgrade-plan.js";

export async function upgradeOnce(plan: UpgradePlan): Promise<UpgradeReport> {
  const { seed, store, endings, previous } = plan;
  const stagePlan = { seed, store, replicas: endings.length, program: previous };
  return onStage(stagePlan, async (...place) => live(plan, ...place));
}

async function live(
  plan: UpgradePlan,
  stage: SoakStage,
  store: SoakStore,
  complaints: Complaints,
): Promise<UpgradeReport> {
  const startedAt = performance.now();
  const schema = await schemaBefore(stage.environment, complaints);
  const { client, found } = await underUpgrade(plan, stage, schema, complaints);
  await expectQueuesEmpty(client, complaints);
  await auditSteps(client, stage.origin.pullRequests.values(), complaints);
  await onceTold(client, stage.webhooks);
  await expectNoTestBranches(stage, complaints);
  await stopAll(stage, complaints);
  await expectNothingLeft(stage, store.url, complaints);
  const refusal = await expectRefused(plan.previous, schema, asFirst(stage), complaints);
  auditTold(client, stage.webhooks, complaints);
  await auditLogs(stage, complaints);
  const { landings, landedCommits } = await auditMerges(stage, client, complaints);
  const { seed, store: kind, endings, migrates, workers, restEnds } = plan;
  return {
    plan: { seed, store: kind, endings, migrates, workers, restEnds },
    ...{ found, refusal, landings, landedCommits },
    pullRequests: stage.origin.pullRequests.size,
    ended: countedBy([...client.ended.values()].map(({ state }) => state)),
    webhooks: stage.webhooks.bodies.size,
    seconds: (performance.now() - startedAt) / 1000,
    broken: complaints.all,
    folder: stage.folder,
  };
}

/** The settings of the first process, at an address that nobody has. */
function asFirst({ folder, environment, processes }: SoakStage): Readonly<Record<string, string>> {
  const data = join(folder, processes[0]?.name ?? "");
  return { ...environment, MERGE_QUEUE_DATA: data, MERGE_QUEUE_LISTEN: "127.0.0.1:0" };
}
