/** Which store a command is about: `--database`, or what the service is told. */
import { DATABASE_FORM, type Database, databaseOf } from "../../service/storage/database.js";
import type { Surroundings } from "../surroundings.js";

export class NoDatabase extends Error {
  override readonly name = "NoDatabase";
}

/** A password is not for the command line, where others see it. */
export function databaseFor(option: string | undefined, { environment }: Surroundings): Database {
  const text = option ?? environment["MERGE_QUEUE_DATABASE_URL"]?.trim() ?? "";
  const database = databaseOf(text);
  if (database !== null) return database;
  throw new NoDatabase(`--database (or MERGE_QUEUE_DATABASE_URL): expected ${DATABASE_FORM}`);
}
