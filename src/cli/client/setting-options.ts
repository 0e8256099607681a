/** Reads queue settings from `--set key=value` and from a YAML or JSON file, and checks them by the contract. */
import { shortened } from "../../client/error-text.js";
import { endpoints, type RequestOf } from "../../contract/endpoints.js";
import { settingsChange } from "../../contract/queue-settings.js";
import type { Given } from "./client-command.js";
import { readWholeText } from "./input-text.js";
import type { QueueOnWire } from "./subject.js";
import { MAX_SHOWN_CHARACTERS, shown, UsageError } from "./usage-error.js";

type SettingKey = keyof typeof settingsChange;

export interface GivenSettings {
  readonly names: readonly string[];
  /** To change them. */
  readonly request: RequestOf<"updateQueue">;
}

const MAX_CONFIG_BYTES = 1024 * 1024;

/** Of the same setting in both places the one of `--set` holds. Throws `UsageError`. */
export async function readSettings(given: Given, queue: QueueOnWire): Promise<GivenSettings> {
  const fromFile = await readConfig(given);
  const set = readSet(given.options.texts("set"));
  const settings = { ...fromFile, ...set };
  const read = endpoints.updateQueue.request.safeParse({ ...settings, ...queue });
  if (read.success) return { names: Object.keys(settings), request: read.data };
  const [issue] = read.error.issues;
  const [name = "", ...path] = (issue?.path ?? []).map(String);
  const option = Object.hasOwn(set, name) ? "--set" : "--config";
  const value = shortened(JSON.stringify(settings[name] ?? null), MAX_SHOWN_CHARACTERS);
  const where = path.length === 0 ? "" : ` at ${path.join(".")}`;
  const why =
    issue?.code === "unrecognized_keys" ? `unknown there: ${issue.keys.join(", ")}` : issue?.message;
  throw new UsageError(`${option} ${name}=${value} is not accepted${where}; ${why ?? "see the API"}.`);
}

function readSet(texts: readonly string[]): Readonly<Record<string, unknown>> {
  const settings = new Map<SettingKey, unknown>();
  for (const text of texts) {
    const [, key, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      throw new UsageError(
        `--set ${shown(text)} is not accepted; expected key=value, such as concurrency=4.`,
      );
    }
    if (!isSettingKey(key)) throw unknownSetting("--set", key);
    if (settings.has(key))
      throw new UsageError(`--set ${key} is given twice; lists are written as JSON arrays.`);
    settings.set(key, typedValue(key, value));
  }
  return Object.fromEntries(settings);
}

/** The text itself where the setting is a text; else what it says as JSON; else, for lists, its lines. */
function typedValue(key: SettingKey, text: string): unknown {
  const candidates = [text, parsedJson(text), text.startsWith("[") ? undefined : linesOf(text)];
  return (
    candidates.find((value) => value !== undefined && settingsChange[key].safeParse(value).success) ?? text
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

async function readConfig(given: Given): Promise<Readonly<Record<string, unknown>>> {
  const path = given.options.value("config");
  if (path === undefined) return {};
  const source = `--config ${shown(path)}`;
  const text = await readWholeText(path, source, MAX_CONFIG_BYTES, given);
  const { parse } = await import("yaml");
  let config: unknown;
  try {
    config = parse(text, { logLevel: "error" });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s*\n[^]*/, "") : String(error);
    throw new UsageError(`${source} is neither YAML nor JSON: ${why}`, { cause: error });
  }
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    throw new UsageError(
      `${source} is not accepted; expected settings with their names, such as concurrency: 4.`,
    );
  }
  const unknown = Object.keys(config).find((key) => !isSettingKey(key));
  if (unknown !== undefined) throw unknownSetting(source, unknown);
  return Object.fromEntries(Object.entries(config));
}

function unknownSetting(source: string, key: string): UsageError {
  const known = Object.keys(settingsChange).join(", ");
  return new UsageError(`${source} ${shown(key)} is no setting of a queue; expected one of ${known}.`);
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingsChange, key);
}
