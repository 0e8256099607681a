/** Which database a command about tokens is for: the one it is told of, or that of the service of this environment. */
import { join, resolve } from "node:path";
import { DATABASE_FORM, type Database, databaseOf } from "../../service/storage/database.js";
import type { Surroundings } from "../surroundings.js";
import { WrongUse } from "./wrong-use.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

export function chosenDatabase({ database }: StoreFlags, { environment }: Surroundings): Database {
  const url = database ?? environment["MERGE_QUEUE_DATABASE_URL"]?.trim();
  if (!url) {
    const folder = environment["MERGE_QUEUE_DATA"]?.trim() || "merge-queue-data";
    return { kind: "sqlite", path: resolve(join(folder, "merge-queue.sqlite")) };
  }
  const chosen = databaseOf(url);
  // It may hold a password, so it is not repeated.
  if (chosen === null) throw new WrongUse(`--database: expected ${DATABASE_FORM}, as the service has it`);
  return chosen;
}
