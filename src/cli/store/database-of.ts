/** Which store a command is about: `--database`, or the one that the service has, told by the same settings. */
import { ConfigError, readSettings } from "../../service/config.js";
import type { Database } from "../../service/storage/database.js";
import type { Surroundings } from "../surroundings.js";

export class NoDatabase extends Error {
  override readonly name = "NoDatabase";
}

/** Throws `NoDatabase`. A password is not for the command line, where others see it. */
export function databaseFor(option: string | undefined, { environment }: Surroundings): Database {
  try {
    return readSettings(["database"], environment, { databaseUrl: option }).database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The flag of `serve` has the setting's name.
    throw new NoDatabase(error.problems.join("; ").replaceAll("--database-url", "--database"));
  }
}
