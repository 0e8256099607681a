/** Stores for simulated lives: in memory, or in a SQLite file that a new process opens again. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createMemoryStore } from "../memory-queue-store.js";
import { openSqliteStore } from "../open-sqlite-store.js";
import type { StoreHome } from "./processes.js";

/** The same store each time: memory dies with the process only where there is one. */
export function memoryHome(): StoreHome {
  const store = createMemoryStore();
  return { open: async () => Promise.resolve(store) };
}

/** Begins with an empty file in the folder. */
export function sqliteHome(folder: string): StoreHome {
  const path = join(folder, "life.sqlite");
  for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(`${path}${ending}`, { force: true });
  return { open: async () => openSqliteStore({ path, engine: "1.0.0" }) };
}
