/** Queue settings of commands: read from `--set key=value` and a YAML or JSON file, and shown as lines. */
import { shown, shownJson } from "../../client/message-words.js";
import type { QueueOnWire } from "../../client/pull-request-on-wire.js";
import { issueInWords, settingsProblem } from "../../client/queue-config.js";
import { endpoints, type RequestOf } from "../../contract/endpoints.js";
import {
  isSettingKey,
  type SettingKey,
  settingFromText,
  settingsChange,
} from "../../contract/queue-settings.js";
import { isNotableSetting } from "../../domain/queue-settings.js";
import { counted } from "../../domain/words.js";
import type { Given } from "./client-command.js";
import { readWholeText } from "./input-text.js";
import { UsageError } from "./option-reader.js";

export interface GivenSettings {
  readonly names: readonly string[];
  /** The request that sets them. */
  readonly request: RequestOf<"updateQueue">;
}

const MAX_CONFIG_BYTES = 1024 * 1024;

type Written = ReadonlyMap<SettingKey, unknown>;

/** A setting of `--set` overrides the same setting of the file. Throws `UsageError`. */
export async function readSettings(given: Given, queue: QueueOnWire): Promise<GivenSettings> {
  const fromFile = await readConfig(given);
  const set = readSet(given.options.texts("set"));
  const settings: Written = new Map([...fromFile, ...set]);
  const optionOf = (key: SettingKey) => (set.has(key) ? "--set" : "--config");
  for (const [key, value] of settings) {
    const [issue] = settingsChange[key].safeParse(value).error?.issues ?? [];
    if (issue === undefined) continue;
    throw new UsageError(`${optionOf(key)} ${key}=${shownJson(value)} ${issueInWords(issue)}.`);
  }
  const found = settingsProblem(settings);
  if (found !== null) throw new UsageError(`${optionOf(found.key)} ${found.key} ${found.problem}.`);
  const request = endpoints.updateQueue.request.parse({ ...Object.fromEntries(settings), ...queue });
  return { names: [...settings.keys()], request };
}

function readSet(texts: readonly string[]): Written {
  const settings = new Map<SettingKey, unknown>();
  for (const text of texts) {
    const [, key, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (key === undefined || value === undefined) {
      throw new UsageError(
        `--set ${shown(text)} is not accepted; expected key=value, such as concurrency=4.`,
      );
    }
    if (!isSettingKey(key)) throw unknownSetting("--set", key);
    if (settings.has(key)) throw new UsageError(`--set ${key} is given twice; write a list as a JSON array.`);
    settings.set(key, settingFromText(key, value));
  }
  return settings;
}

async function readConfig(given: Given): Promise<Written> {
  const path = given.options.value("config");
  if (path === undefined) return new Map();
  const source = `--config ${shown(path)}`;
  const text = await readWholeText(path, source, MAX_CONFIG_BYTES, given);
  const { readQueueConfig } = await import("../../client/queue-config.js");
  const config = readQueueConfig(text);
  switch (config.kind) {
    case "otherValue":
      throw new UsageError(
        `${source} is not accepted; expected names and values of settings, such as concurrency: 4.`,
      );
    case "notYaml":
      throw new UsageError(`${source} is neither YAML nor JSON: ${config.reason}`);
    case "alias":
      throw new UsageError(
        `${source} has the alias *${config.name}; expected every value written out, without aliases.`,
      );
    case "settings":
      return new Map([...config.settings].map(([key, value]) => [knownKey(key, source), value]));
  }
}

function knownKey(key: string, source: string): SettingKey {
  if (isSettingKey(key)) return key;
  throw unknownSetting(source, key);
}

function unknownSetting(source: string, key: string): UsageError {
  const known = Object.keys(settingsChange).join(", ");
  return new UsageError(`${source} ${shown(key)} is not a queue setting; expected one of ${known}.`);
}

type Settings = Readonly<Record<string, unknown>>;

/** Not settings, or shown otherwise. */
const APART: ReadonlySet<string> = new Set(["state", "branch", "enqueuedPullRequests"]);

/** In the form that `--set` reads: every setting. */
export function allSettingLines(queue: Settings): readonly string[] {
  return settingsOf(queue).map(line);
}

/** The settings that differ from those of a new queue. */
export function changedSettingLines(queue: Settings): readonly string[] {
  const settings = settingsOf(queue).filter(([key]) => !APART.has(key));
  const shown = settings.filter(([key, value]) => isNotableSetting(key, value, queue));
  const others = settings.length - shown.length;
  return [...shown.map(line), ...othersLine(others, "with default values")];
}

/** The named settings; the other ones are as before. */
export function namedSettingLines(queue: Settings, names: readonly string[]): readonly string[] {
  const settings = settingsOf(queue).filter(([key]) => key !== "branch");
  const shown = settings.filter(([key]) => names.includes(key));
  return [...shown.map(line), ...othersLine(settings.length - shown.length, "unchanged")];
}

function settingsOf(queue: Settings): readonly (readonly [string, unknown])[] {
  return Object.entries(queue).filter(
    ([key, value]) => key !== "enqueuedPullRequests" && value !== undefined,
  );
}

function line([key, value]: readonly [string, unknown]): string {
  return `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`;
}

function othersLine(count: number, which: string): readonly string[] {
  return count === 0 ? [] : [`${counted(count, "setting")} ${which}; --all shows them`];
}
