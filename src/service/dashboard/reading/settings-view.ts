/** The settings of a queue as its page shows them: under their names in the API, and only those that the code host has. */
import { isDeepStrictEqual } from "node:util";
import {
  NEWER_NAMES,
  type OtherName,
  type QueueSettings,
  SETTING_NAMES,
  type SettingName,
  type SettingRow,
  settingRow,
} from "../../../domain/queue-settings.js";
import type { Forge } from "../../ports/forge.js";

export interface ShownSetting {
  /** As the API takes it. */
  readonly name: string;
  readonly description: string;
  readonly kind: SettingRow["kind"];
  /** Words to choose from; empty: any value. */
  readonly choices: readonly string[];
  /** Smallest and largest number; null: not a number. */
  readonly range: readonly [number, number] | null;
  /** In the form that a text is read from. */
  readonly value: string;
  readonly byDefault: string;
  readonly isDefault: boolean;
}

export function settingsView(
  settings: QueueSettings,
  forge: Pick<Forge, "name" | "hasNoHeadChecks">,
): readonly ShownSetting[] {
  return SETTING_NAMES.filter((name) => isOf(name, settings, forge)).map((name) => shown(name, settings));
}

function isOf(
  name: SettingName,
  settings: QueueSettings,
  forge: Pick<Forge, "name" | "hasNoHeadChecks">,
): boolean {
  const { api, codeHost } = settingRow(name);
  if (api === "none" || (codeHost !== undefined && codeHost !== forge.name)) return false;
  return name !== "directMergeMode" || forge.hasNoHeadChecks !== true || settings[name] !== "off";
}

function shown(own: SettingName, settings: QueueSettings): ShownSetting {
  const row = settingRow(own);
  const [name, other] = newerNameOf(own);
  const byDefault = row.default ?? row.absent ?? (own === "bisectionConcurrency" ? settings.concurrency : "");
  const value = settings[own] ?? byDefault;
  const text = (of: unknown) => textOf(of, other?.words ?? null);
  return {
    ...{ name, kind: row.kind, description: other?.description ?? row.description },
    choices: other?.words ?? choicesOf(row),
    range: row.kind === "whole" ? row.range : null,
    ...{ value: text(value), byDefault: text(byDefault), isDefault: isDeepStrictEqual(value, byDefault) },
  };
}

function newerNameOf(own: SettingName): readonly [name: string, other: OtherName | undefined] {
  const newer: readonly (readonly [string, OtherName])[] = Object.entries(NEWER_NAMES);
  return newer.find(([, { of }]) => of === own) ?? [own, undefined];
}

function choicesOf(row: SettingRow): readonly string[] {
  if (row.kind === "flag") return ["true", "false"];
  return row.kind === "oneOf" ? row.values : [];
}

function textOf(value: unknown, words: readonly [string, string] | null): string {
  if (words !== null) return words[value === true ? 1 : 0];
  if (typeof value === "string") return value;
  const isLines = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isLines ? value.join("\n") : JSON.stringify(value);
}
