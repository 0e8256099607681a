/** The options of `serve`, and what is done with them. */
import type { Command } from "commander";
import { ConfigError } from "../../service/config.js";
import type { Finish } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { checkConfig } from "./check-config.js";
import { explain, serve } from "./run-service.js";
import { addSettingFlags, type SettingFlags, sourcesOf } from "./setting-flags.js";

const EPILOGUE = `
A setting comes from its flag, else from the environment variable in brackets, else from the YAML file, where it is
called as the variable is: MERGE_QUEUE_POLL_INTERVAL is pollInterval. Secrets may lie in a file of their own: the
variable ends in _FILE, the key in File. The schema of the YAML file is schema/service-config.schema.json.

SIGTERM and SIGINT finish what is under way, a second one ends at once. Exit codes: 0 stopped, 2 cannot serve.`;

export function defineServeCommand(command: Command, surroundings: Surroundings, finish: Finish): void {
  addSettingFlags(command);
  command
    .option("--check-config", "say what would hold and where it comes from; start nothing")
    .addHelpText("after", EPILOGUE)
    .action(async (flags: SettingFlags) => finish(await act(flags, surroundings)));
}

async function act(flags: SettingFlags, surroundings: Surroundings) {
  const { environment, stderr } = surroundings;
  const sources = sourcesOf(flags, environment);
  if (flags["checkConfig"] === true) return checkConfig(sources, surroundings);
  try {
    return await serve(sources, surroundings);
  } catch (error) {
    if (error instanceof ConfigError) return explain(error.problems, stderr);
    throw error;
  }
}
