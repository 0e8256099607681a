/** Where the queues of a life under kills are kept, and what becomes of that place meanwhile. */
import { join } from "node:path";
import type { SoakPlan } from "./soak-plan.js";

export interface SoakStore {
  readonly url: string;
  /** Whether a process may give up because of it. */
  excusesEnds(): boolean;
  close(): Promise<void>;
}

export async function openSoakStore(plan: SoakPlan, folder: string): Promise<SoakStore> {
  if (plan.store === "postgres") throw new Error("--store: postgres is not there yet");
  return Promise.resolve({
    url: `sqlite:${join(folder, "store.sqlite")}`,
    excusesEnds: () => false,
    close: async () => Promise.resolve(),
  });
}
