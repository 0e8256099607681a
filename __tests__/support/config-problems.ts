/** What the service says of settings that it does not take; nothing of those that it takes. */
import { ConfigError, readConfig } from "../../src/service/settings/config.js";

export function configProblems(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
