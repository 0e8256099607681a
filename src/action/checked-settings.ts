/** Checks the queue's settings as the contract demands. Loaded only when a workflow gives some. */
import { endpoints, type RequestOf } from "../contract/endpoints.js";
import { settingsChange } from "../contract/queue-settings.js";
import { InputError, shown } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import { isSettingInputName, SETTING_INPUTS, type SettingKey, type Settings } from "./setting-inputs.js";

/** Throws `InputError` for a key or value that the contract does not know, and for two inputs that disagree. */
export async function checkedSettings(inputs: InputReader): Promise<Settings> {
  const settings = new Map<SettingKey, unknown>();
  for (const [key, value] of await configured(inputs)) {
    if (!isSettingKey(key)) throw new InputError("queue-config", unknownKey(key));
    settings.set(key, checked("queue-config", key, value));
  }
  for (const name of Object.keys(SETTING_INPUTS).filter(isSettingInputName)) {
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
  if (settings.has("requiredStatuses") && settings.get("deleteRequiredStatuses") === true) {
    throw new InputError("queue-config", "both sets and deletes the required statuses; give one of the two.");
  }
  return settings;
}

/** Throws when one of the settings has not been checked. */
export function parsedUpdate(request: object): RequestOf<"updateQueue"> {
  return endpoints.updateQueue.request.parse(request);
}

async function configured(inputs: InputReader): Promise<ReadonlyMap<string, unknown>> {
  const text = inputs.value("queue-config");
  if (text === undefined) return new Map();
  const { parseQueueConfig } = await import("./queue-config.js");
  return parseQueueConfig(text);
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsChange, key);
}

function unknownKey(key: string): string {
  return `${shown(key)} is no setting; expected some of ${Object.keys(settingsChange).join(", ")}.`;
}

/** An empty list of required statuses is ignored by services, so it says nothing that anyone could mean. */
function checked(input: string, key: SettingKey, value: unknown): unknown {
  const written = shown(JSON.stringify(value));
  if (key === "requiredStatuses" && Array.isArray(value) && value.length === 0) {
    throw new InputError(
      input,
      "requiredStatuses is empty; to drop the list say deleteRequiredStatuses: true.",
    );
  }
  const read = settingsChange[key].safeParse(value);
  if (read.success && read.data !== undefined) return value;
  const [issue] = read.error?.issues ?? [];
  const expected = (issue?.message ?? "another value").replace(/^expected /, "");
  throw new InputError(input, `${key}: ${written} is not accepted; expected ${expected}.`);
}

/** Takes the input's text as the kind of value that the setting has. */
function fromText(key: SettingKey, text: string): unknown {
  if (key === "requiredStatuses") {
    const lines = text.split("\n").map((line) => line.trim());
    return lines.filter((line) => line !== "");
  }
  if (text === "true" || text === "false") return text === "true";
  return /^\d{1,10}$/.test(text) ? Number(text) : text;
}
