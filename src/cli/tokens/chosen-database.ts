/** Which database a command about tokens is for: the one it is told of, or that of the service of this environment. */
import { ConfigError, readSettings } from "../../service/config.js";
import type { Database } from "../../service/storage/database.js";
import { WrongUse } from "../database/wrong-use.js";
import type { Surroundings } from "../surroundings.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

/** Read as the service reads it, from files too. */
export function chosenDatabase({ database }: StoreFlags, { environment }: Surroundings): Database {
  try {
    return readSettings(["database"], environment, { databaseUrl: database }).database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The flag of `serve` has the setting's name.
    throw new WrongUse(error.problems.join("; ").replaceAll("--database-url", "--database"));
  }
}
