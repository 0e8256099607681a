/** The stored form of a queue's settings. Those that a store of an earlier version lacks may be absent. */
import { isRecord } from "../../../domain/is-record.js";
import {
  type BatchingRule,
  mayLack,
  type QueueSettings,
  SETTING_NAMES,
  type SettingRow,
  SKIPPED_CHECK_POLICIES,
  settingRow,
} from "../../../domain/queue-settings.js";
import { type Check, flag, listOf, mapOf, number, oneOf, orNull, record, text } from "./json-checks.js";

const SETTINGS = SETTING_NAMES.map((name) => [name, settingCheck(settingRow(name))] as const);

export function isSettings(value: unknown): value is QueueSettings {
  return isPartOfSettings(value) && SETTING_NAMES.every((name) => value[name] !== undefined || mayLack(name));
}

export function isPartOfSettings(value: unknown): value is Partial<QueueSettings> {
  return (
    isRecord(value) && SETTINGS.every(([name, check]) => value[name] === undefined || check(value[name]))
  );
}

function settingCheck(row: SettingRow): Check<unknown> {
  switch (row.kind) {
    case "flag":
      return flag;
    case "whole":
      return row.default === null ? orNull(number()) : number();
    case "oneOf":
      return oneOf(row.values);
    case "text":
      return text();
    case "texts":
      return listOf(text());
    case "batchingRules":
      return listOf(record<BatchingRule>({ targetPattern: text(), policy: oneOf(["isolate"]) }));
    case "skippedChecks":
      return mapOf(oneOf(SKIPPED_CHECK_POLICIES));
  }
}
