/**
 * One life of the real service under kills: real merges, real clients, a receiver of webhooks, and `kill -9` at random
 * instants. In the end everything that was promised has to hold. The same seed draws the same kinds of things, not the
 * same instants: what was going on stands in the folder that a broken life leaves.
 */
import {
  expectNoTestBranches,
  expectNothingLeft,
  expectQueuesEmpty,
  historiesOnceTold,
  stopAll,
} from "./at-the-end.js";
import { auditMerges, countedBy } from "./audit-merges.js";
import { auditWebhooks } from "./audit-webhooks.js";
import { PRESENT_PROGRAM } from "./program.js";
import type { Complaints, SoakPlan, SoakReport } from "./soak-plan.js";
import { onStage, type SoakStage } from "./soak-stage.js";
import type { SoakStore } from "./soak-store.js";
import { underKills } from "./under-kills.js";

const HOUR_MS = 3_600_000;
/** By replica; the one of a SQLite store is right. */
const CLOCKS_AHEAD_MS = [0, HOUR_MS, 40 * 24 * HOUR_MS];

export async function soak(plan: SoakPlan): Promise<SoakReport> {
  const clocksAheadMs = plan.replicas === 1 ? [] : CLOCKS_AHEAD_MS;
  const stagePlan = { ...plan, clocksAheadMs, program: PRESENT_PROGRAM };
  return onStage(stagePlan, async (...place) => live(plan, ...place));
}

async function live(
  plan: SoakPlan,
  stage: SoakStage,
  store: SoakStore,
  complaints: Complaints,
): Promise<SoakReport> {
  const startedAt = performance.now();
  const { client, kills, freezes, restarts } = await underKills(plan, stage, store, complaints);
  await expectQueuesEmpty(client, complaints);
  const histories = await historiesOnceTold(stage, store.url, complaints);
  await expectNoTestBranches(stage, complaints);
  await stopAll(stage, complaints);
  await expectNothingLeft(stage, store.url, complaints);
  auditWebhooks(histories, stage.webhooks, complaints);
  const { landings, landedCommits } = await auditMerges(stage, client, complaints);
  const broken = complaints.all;
  return {
    plan: { seed: plan.seed, kills: plan.kills, store: plan.store, replicas: plan.replicas },
    ...{ kills, freezes, restarts },
    pullRequests: stage.origin.pullRequests.size,
    ended: countedBy([...client.ended.values()].map(({ state }) => state)),
    ...{ landings, landedCommits },
    testRuns: (await stage.journal.begun()).length,
    webhooks: stage.webhooks.bodies.size,
    repeatedWebhooks: stage.webhooks.repeated,
    versions: histories.reduce((sum, { versions }) => sum + versions, 0),
    minutes: (performance.now() - startedAt) / 60_000,
    broken,
    pictures: broken.length === 0 ? [] : histories.flatMap(({ pictures }) => pictures),
    folder: stage.folder,
  };
}
