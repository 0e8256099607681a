/**
 * The settings of a command on the database of a service: `--database`, and the other settings it names, read from
 * the environment and from files as `serve` reads them.
 */
import { ConfigError, readSettings, type ServiceConfig } from "../../../service/settings/config.js";
import type { Surroundings } from "../../surroundings.js";
import { WrongUse } from "./ending.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

/** Throws `WrongUse` without repeating a value that may contain a password. */
export function settingsOfService<Key extends keyof ServiceConfig>(
  keys: readonly Key[],
  { database }: StoreFlags,
  { environment }: Surroundings,
): Pick<ServiceConfig, Key> {
  try {
    return readSettings(keys, environment, { databaseUrl: database });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // The flag of `serve` is named after the setting.
    throw new WrongUse(error.problems.join("; ").replaceAll("--database-url", "--database"));
  }
}
