/** The busy part of a life: people open pull requests and follow them while processes are killed, until the last has ended. */
import { setTimeout as pause } from "node:timers/promises";
import { killAgainAndAgain } from "./killer.js";
import { livingGroups } from "./left-processes.js";
import { SoakClient } from "./soak-client.js";
import type { Complaints, SoakPlan } from "./soak-plan.js";
import { createQueues, type SoakStage } from "./soak-stage.js";
import type { SoakStore } from "./soak-store.js";
import { Upsets } from "./upsets.js";
import { expectDrained, workOn } from "./work-on.js";

const WORKERS = 8;
const TELL_EVERY_KILLS = 10;
const GROUP_END_MS = 5000;
const LOOK_EVERY_MS = 50;
const LONGEST_REST_MS = 1500;
const SHORT_REST_MS = 500;
/** A short life keeps its kills close together. */
const SHORT_LIFE_KILLS = 50;

export interface LifeUnderKills {
  readonly client: SoakClient;
  readonly kills: number;
  readonly freezes: number;
  /** Of the database server. */
  readonly restarts: number;
}

export async function underKills(
  plan: SoakPlan,
  stage: SoakStage,
  store: SoakStore,
  complaints: Complaints,
): Promise<LifeUnderKills> {
  const { origin, chance, processes, webhooks, settings } = stage;
  let isBusy = true;
  let onAcknowledged: () => void = () => undefined;
  const client = new SoakClient({
    ...{ origin, chance, complaints },
    apiUrls: processes.map(({ apiUrl }) => apiUrl),
    wantsTargets: (branch) => settings.get(branch)?.mode === "parallel",
    isBusy: () => isBusy,
    onAcknowledged: () => onAcknowledged(),
  });
  await createQueues(client, stage);
  const work = workOn(stage, client, WORKERS, () => isBusy);
  const nextAcknowledgement = async () =>
    new Promise<void>((resolve) => {
      onAcknowledged = resolve;
    });
  const upsets = new Upsets(plan, stage, store);
  const killing = killAgainAndAgain({
    ...{ processes, chance, kills: plan.kills },
    longestRestMs: plan.kills <= SHORT_LIFE_KILLS ? SHORT_REST_MS : LONGEST_REST_MS,
    progress: () => client.ended.size,
    moments: [async () => webhooks.next(), nextAcknowledgement],
    onKill: async (kills) => {
      await upsets.follow();
      if (processes.length === 1) await expectGroupsEnd(stage, complaints);
      if (kills % TELL_EVERY_KILLS === 0 || kills === plan.kills) tellProgress(plan, stage, client, kills);
    },
  });
  const kills = await killing.finally(() => {
    isBusy = false;
  });
  await upsets.end();
  await expectDrained(work, complaints);
  const { freezes, restarts } = upsets;
  return { client, kills, freezes, restarts };
}

/** Tests end with the service, in whatever way it ends. */
async function expectGroupsEnd({ journal }: SoakStage, complaints: Complaints): Promise<void> {
  const ended = new Set((await journal.tested()).map(({ run }) => run));
  const cut = (await journal.begun()).filter(({ run }) => !ended.has(run));
  const deadline = performance.now() + GROUP_END_MS;
  let living = livingGroups(cut);
  while (living.length > 0 && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS);
    living = livingGroups(living);
  }
  for (const { run, processGroup } of living) {
    complaints.add(`tests of run ${run} (process group ${processGroup}) go on after the service was killed`);
  }
}

function tellProgress(
  { tell, kills: all }: SoakPlan,
  { origin, webhooks }: SoakStage,
  client: SoakClient,
  kills: number,
): void {
  const opened = origin.pullRequests.size;
  tell(
    `${kills} of ${all} kills, ${opened} pull requests, ${client.ended.size} of them ended, ${webhooks.bodies.size} webhooks`,
  );
}
