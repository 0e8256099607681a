/** Checks the queue's settings against the contract. Loaded only when a workflow gives settings. */
import { shown, shownJson } from "../client/message-words.js";
import { issueInWords, settingsProblem } from "../client/queue-config.js";
import { endpoints, type RequestOf } from "../contract/endpoints.js";
import { isSettingKey, type SettingKey, settingsChange } from "../contract/queue-settings.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import { SETTING_INPUT_NAMES, SETTING_INPUTS, type Settings } from "./setting-inputs.js";

/**
 * Throws `InputError` for a key or value that the contract does not know, and for two inputs that contradict each
 * other.
 */
export async function checkedSettings(inputs: InputReader): Promise<Settings> {
  const settings = new Map<SettingKey, unknown>();
  for (const [key, value] of await configured(inputs)) {
    if (!isSettingKey(key)) throw new InputError("queue-config", unknownKey(key));
    settings.set(key, checked("queue-config", key, value));
  }
  for (const name of SETTING_INPUT_NAMES) {
    const text = inputs.value(name);
    if (text === undefined) continue;
    const { key } = SETTING_INPUTS[name];
    const value = checked(name, key, fromText(key, text));
    const configuredValue = settings.get(key);
    if (configuredValue !== undefined && JSON.stringify(configuredValue) !== JSON.stringify(value)) {
      throw new InputError(name, `${shown(text)} contradicts ${key} in queue-config; give it once.`);
    }
    settings.set(key, value);
  }
  const found = settingsProblem(settings);
  if (found !== null) throw new InputError(inputOf(found.key, inputs), `${found.key} ${found.problem}.`);
  return settings;
}

/** Throws for a setting that has not been checked. */
export function parsedUpdate(request: object): RequestOf<"updateQueue"> {
  return endpoints.updateQueue.request.parse(request);
}

async function configured(inputs: InputReader): Promise<ReadonlyMap<string, unknown>> {
  const text = inputs.value("queue-config");
  if (text === undefined) return new Map();
  // The parser is large, and few steps use this input.
  const { readQueueConfig } = await import("../client/queue-config.js");
  const config = readQueueConfig(text);
  switch (config.kind) {
    case "settings":
      return config.settings;
    case "otherValue":
      throw new InputError(
        "queue-config",
        "does not map names to settings; expected YAML or JSON such as {concurrency: 2}.",
      );
    case "notYaml":
      throw new InputError("queue-config", `is neither YAML nor JSON: ${config.reason}`);
    case "alias":
      throw new InputError(
        "queue-config",
        `has the alias *${config.name}; expected every value written out, without aliases.`,
      );
  }
}

function unknownKey(key: string): string {
  return `${shown(key)} is not a setting; expected one of ${Object.keys(settingsChange).join(", ")}.`;
}

function checked(input: string, key: SettingKey, value: unknown): unknown {
  const read = settingsChange[key].safeParse(value);
  if (read.success && read.data !== undefined) return value;
  const [issue] = read.error?.issues ?? [];
  const problem = issue === undefined ? "is not accepted; expected another value" : issueInWords(issue);
  const setting = input === "queue-config" ? `${key}: ` : "";
  throw new InputError(input, `${setting}${shownJson(value)} ${problem}.`);
}

/** The input that the user must change. */
function inputOf(key: SettingKey, inputs: InputReader): string {
  const given = SETTING_INPUT_NAMES.find((name) => SETTING_INPUTS[name].key === key && inputs.isGiven(name));
  return given ?? "queue-config";
}

/** Reads the input's text as the type of value that the setting has. */
function fromText(key: SettingKey, text: string): unknown {
  if (key === "requiredStatuses") {
    const lines = text.split("\n").map((line) => line.trim());
    return lines.filter((line) => line !== "");
  }
  if (text === "true" || text === "false") return text === "true";
  return /^\d{1,10}$/.test(text) ? Number(text) : text;
}
