/** The service's settings as command flags, generated from the table of settings. */
import { type Command, Option } from "commander";
import type { Sources } from "../../../service/settings/layers.js";
import {
  described,
  environmentName,
  fileName,
  flagName,
  SETTING_GROUPS,
  type Setting,
} from "../../../service/settings/setting.js";
import { SETTING_KEYS, SETTINGS } from "../../../service/settings/settings.js";

/** The values that commander returns. */
export type SettingFlags = Readonly<Record<string, string | boolean | undefined>>;

export function addSettingFlags(command: Command): void {
  command.option("--config <path>", "YAML file with settings (MERGE_QUEUE_CONFIG)");
  for (const group of SETTING_GROUPS) {
    const entries: readonly Setting<unknown>[] = SETTING_KEYS.map((key) => SETTINGS[key]);
    for (const option of entries.filter((entry) => entry.group === group).flatMap(optionsOf)) {
      command.addOption(option.helpGroup(`${group}:`));
    }
  }
}

export function sourcesOf(flags: SettingFlags, environment: Sources["environment"]): Sources {
  const texts = Object.entries(flags).filter((flag): flag is [string, string] => typeof flag[1] === "string");
  return { environment, flags: Object.fromEntries(texts) };
}

function optionsOf(entry: Setting<unknown>): readonly Option[] {
  const { name, form, secret } = entry;
  const direct = new Option(`${flagName(name)} <value>`, `${described(entry)} (${environmentName(name)})`);
  if (form.isRepeatable) direct.argParser(joined);
  const file = fileName(name);
  const inFile = (says: string) =>
    new Option(`${flagName(file)} <path>`, `${says} (${environmentName(file)})`);
  switch (secret) {
    case "no":
      return [direct];
    case "partly":
      return [direct, inFile("File that contains it")];
    case "whole":
      return [inFile(`File that contains it: ${described(entry)}`)];
  }
}

/** A repeated flag adds to the earlier value. */
function joined(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}
