/** What befalls replicas beside kills: one is frozen for a while, or the database server goes down and comes back. */
import { setTimeout as pause } from "node:timers/promises";
import type { SoakPlan } from "./soak-plan.js";
import type { SoakStage } from "./soak-stage.js";
import type { SoakStore } from "./soak-store.js";

const FREEZE_EVERY = 5;
const RESTART_EVERY = 12;
const LONGEST_FREEZE_MS = 12_000;
const LONGEST_DOWN_MS = 2000;

export class Upsets {
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
