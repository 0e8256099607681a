/** Where the queues of a life under kills are kept, and what becomes of that place meanwhile. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../postgres-server.js";
import type { SoakPlan } from "./soak-plan.js";

/** After the server is back, processes that gave up on it have that long to be told so. */
const EXCUSED_MS = 10_000;

export interface SoakStore {
  readonly url: string;
  /** Null where the store has no life of its own. */
  readonly restart: ((downMs: number) => Promise<void>) | null;
  /** Whether a process may give up because of it. */
  excusesEnds(): boolean;
  close(): Promise<void>;
}

export async function openSoakStore({ store }: Pick<SoakPlan, "store">, folder: string): Promise<SoakStore> {
  return store === "sqlite" ? embedded(folder) : ownPostgres();
}

function embedded(folder: string): SoakStore {
  return {
    url: `sqlite:${join(folder, "store.sqlite")}`,
    restart: null,
    excusesEnds: () => false,
    close: async () => Promise.resolve(),
  };
}

async function ownPostgres(): Promise<SoakStore> {
  const server = await startPostgres();
  let excusedUntil = 0;
  return {
    url: server.url,
    restart: async (downMs) => {
      excusedUntil = Number.POSITIVE_INFINITY;
      await server.stop();
      await pause(downMs);
      await server.start();
      excusedUntil = Date.now() + EXCUSED_MS;
    },
    excusesEnds: () => Date.now() < excusedUntil,
    close: async () => server.end(),
  };
}
