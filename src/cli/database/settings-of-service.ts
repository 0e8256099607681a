/**
 * What a command on the database of a service goes by: `--database` and, as `serve` would read them in this environment,
 * from files too, the other settings that it names.
 */
import { ConfigError, readSettings, type ServiceConfig } from "../../service/config.js";
import type { Surroundings } from "../surroundings.js";
import { WrongUse } from "./ending.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

/** Throws `WrongUse`; what may hold a password is not repeated. */
export function settingsOfService<Key extends keyof ServiceConfig>(
  keys: readonly Key[],
  { database }: StoreFlags,
  { environment }: Surroundings,
): Pick<ServiceConfig, Key> {
  try {
    return readSettings(keys, environment, { databaseUrl: database });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The flag of `serve` has the setting's name.
    throw new WrongUse(error.problems.join("; ").replaceAll("--database-url", "--database"));
  }
}
