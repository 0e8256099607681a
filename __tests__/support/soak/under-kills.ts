/** The busy part of a life: people open pull requests and follow them while processes are killed, until the last has ended. */
import { setTimeout as pause } from "node:timers/promises";
import { killAgainAndAgain } from "./killer.js";
import { livingGroups } from "./left-processes.js";
import { SoakClient } from "./soak-client.js";
import type { Complaints, SoakPlan } from "./soak-plan.js";
import { createQueues, type SoakStage } from "./soak-stage.js";
import type { SoakStore } from "./soak-store.js";
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

const FREEZE_EVERY = 5;
const RESTART_EVERY = 12;
const LONGEST_FREEZE_MS = 12_000;
const LONGEST_DOWN_MS = 2000;

/** What befalls replicas beside kills: one is frozen for a while, or the database server goes down and comes back. */
class Upsets {
  readonly #stage: SoakStage;
  readonly #store: SoakStore;
  readonly #longestFreezeMs: number;
  readonly #underWay: Promise<void>[] = [];
  #rounds = 0;
  freezes = 0;
  restarts = 0;

  constructor({ kills }: SoakPlan, stage: SoakStage, store: SoakStore) {
    this.#stage = stage;
    this.#store = store;
    // A short life is not to wait for it in the end.
    this.#longestFreezeMs = Math.min(LONGEST_FREEZE_MS, kills * 250);
  }

  /** After each round of kills: the first two bring one of either kind, so that the shortest life has both. */
  async follow(): Promise<void> {
    const { processes, chance } = this.#stage;
    if (processes.length === 1) return;
    this.#rounds += 1;
    if (this.#rounds % FREEZE_EVERY === 1) this.#underWay.push(this.#freezeOne());
    if (this.#rounds % RESTART_EVERY === 2 && this.#store.restart !== null) {
      this.restarts += 1;
      await this.#store.restart(chance.whole(0, LONGEST_DOWN_MS));
    }
  }

  /** Whoever is frozen has thawed. */
  async end(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #freezeOne(): Promise<void> {
    const { processes, chance } = this.#stage;
    const process = processes[chance.whole(0, processes.length - 1)];
    this.freezes += 1;
    process?.freeze();
    await pause(chance.whole(500, this.#longestFreezeMs));
    process?.thaw();
  }
}
