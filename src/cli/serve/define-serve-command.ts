/** The options of `serve`, and what is done with them. */
import type { Command } from "commander";
import { ConfigError, type Examined, examineConfig } from "../../service/config.js";
import type { Sources } from "../../service/settings/layers.js";
import { SETTINGS } from "../../service/settings/settings.js";
import type { Finish } from "../exit-codes.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { explain, serve, warn } from "./run-service.js";
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

/** What would hold and where each value comes from. Reads what the settings name, and changes nothing. */
function checkConfig(sources: Sources, { stdout, stderr }: Surroundings): ExitCode {
  const examined = examineConfig(sources);
  stdout.write(tableOf(examined));
  warn(examined.warnings, stderr);
  if (examined.problems.length === 0) return EXIT.done;
  const lines = examined.problems.map((problem) => `  - ${plainText(problem)}\n`);
  stderr.write(`merge-queue could not serve with these settings:\n${lines.join("")}`);
  return EXIT.wrongUse;
}

function tableOf({ held }: Examined): string {
  const rows = [...held].map(([key, { shown, origin }]) => [
    SETTINGS[key].name,
    plainText(shown),
    plainText(origin),
  ]);
  const widths = [0, 1].map((column) =>
    Math.min(40, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}
