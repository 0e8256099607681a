/** The options of `serve`, each from the table of settings, and what is done with them. */
import { type Command, Option } from "commander";
import { ConfigError } from "../../service/config.js";
import {
  environmentName,
  fileName,
  flagName,
  SETTING_GROUPS,
  type Setting,
  shownDefault,
} from "../../service/settings/setting.js";
import { SETTING_KEYS, SETTINGS } from "../../service/settings/settings.js";
import type { Finish } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { checkConfig } from "./check-config.js";
import { explain, serve } from "./run-service.js";

const EPILOGUE = `
A setting comes from its flag, else from the environment variable in brackets, else from the YAML file, where it is
called as the variable is: MERGE_QUEUE_POLL_INTERVAL is pollInterval. Secrets may lie in a file of their own: the
variable ends in _FILE, the key in File. The schema of the YAML file is schema/service-config.schema.json.

SIGTERM and SIGINT finish what is under way, a second one ends at once. Exit codes: 0 stopped, 2 cannot serve.`;

type Flags = Readonly<Record<string, string | boolean | undefined>>;

export function defineServeCommand(command: Command, surroundings: Surroundings, finish: Finish): void {
  command
    .option("--config <path>", "YAML file with settings (MERGE_QUEUE_CONFIG)")
    .option("--check-config", "say what would hold and where it comes from; start nothing")
    .addHelpText("after", EPILOGUE)
    .action(async (flags: Flags) => finish(await act(flags, surroundings)));
  for (const group of SETTING_GROUPS) {
    const entries: readonly Setting<unknown>[] = SETTING_KEYS.map((key) => SETTINGS[key]);
    for (const option of entries.filter((entry) => entry.group === group).flatMap(optionsOf)) {
      command.addOption(option.helpGroup(`${group}:`));
    }
  }
}

async function act(flags: Flags, surroundings: Surroundings) {
  const { environment, stderr } = surroundings;
  const texts = Object.entries(flags).filter((flag): flag is [string, string] => typeof flag[1] === "string");
  const sources = { environment, flags: Object.fromEntries(texts) };
  if (flags["checkConfig"] === true) return checkConfig(sources, surroundings);
  try {
    return await serve(sources, surroundings);
  } catch (error) {
    if (error instanceof ConfigError) return explain(error.problems, stderr);
    throw error;
  }
}

function optionsOf(entry: Setting<unknown>): readonly Option[] {
  const { name, summary, form, secret } = entry;
  const isSwitch = form.schema["type"] === "boolean";
  const without = entry.absent.kind === "required" ? "Required" : `Default: ${shownDefault(entry)}`;
  const direct = new Option(
    `${flagName(name)} ${isSwitch ? "[value]" : "<value>"}`,
    `${summary} ${without} (${environmentName(name)})`,
  );
  if (isSwitch) direct.preset("true");
  if (form.isRepeatable) direct.argParser(joined);
  const file = fileName(name);
  const inFile = (says: string) =>
    new Option(`${flagName(file)} <path>`, `${says} (${environmentName(file)})`);
  switch (secret) {
    case "no":
      return [direct];
    case "partly":
      return [direct, inFile("File that holds it, instead")];
    case "whole":
      return [inFile(`File that holds it: ${summary} ${without}`)];
  }
}

/** A flag given again adds to what it said. */
function joined(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}
