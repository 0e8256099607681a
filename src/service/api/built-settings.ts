/** Which settings this version acts on. What it does not act on is refused, never accepted for show. */
import { isDeepStrictEqual } from "node:util";
import type { QueueSettings } from "../../domain/queue-settings.js";

type SettingName = keyof QueueSettings;

/** Per setting: every value, the values listed, or no other than the one in force. */
export const BUILT_SETTINGS: {
  readonly [Name in SettingName]: "everyValue" | "notBuilt" | readonly QueueSettings[Name][];
} = {
  mode: ["single"],
  concurrency: "everyValue",
  bisectionConcurrency: "notBuilt",
  testingTimeoutMinutes: "everyValue",
  pendingFailureDepth: "notBuilt",
  canOptimisticallyMerge: "notBuilt",
  batch: "notBuilt",
  batchingMaxWaitTimeMinutes: "notBuilt",
  batchingMinSize: "notBuilt",
  createPrsForTestingBranches: "notBuilt",
  commentsEnabled: "notBuilt",
  commandsEnabled: "notBuilt",
  statusCheckEnabled: "notBuilt",
  requiredStatuses: "everyValue",
  directMergeMode: "notBuilt",
  optimizationMode: "notBuilt",
  mergeMethod: "everyValue",
  extensionEnabled: "notBuilt",
  enqueueingLabel: "notBuilt",
  labelCommandsEnabled: "notBuilt",
  stateLabelsEnabled: "notBuilt",
  notReadyTimeoutHours: "everyValue",
  allowedBotSubmitters: "notBuilt",
  batchingRules: "notBuilt",
  testBranchConstructionMode: "notBuilt",
};

export type SettingsChange =
  /** Empty when everything wanted is in force already. */
  | { readonly ok: true; readonly changed: Partial<QueueSettings> }
  /** Names the settings and their values in force. */
  | { readonly ok: false; readonly problem: string };

/** What `wanted` changes about `current`, or which of it this version does not act on. */
export function settingsChange(current: QueueSettings, wanted: QueueSettings): SettingsChange {
  const names = Object.keys(BUILT_SETTINGS)
    .filter(isSettingName)
    .filter((name) => !isDeepStrictEqual(current[name], wanted[name]));
  const notBuilt = names.filter((name) => !isBuilt(name, wanted[name]));
  if (notBuilt.length > 0) {
    const inForce = notBuilt.map((name) => `${name} (only ${inForceText(current, name)})`);
    return { ok: false, problem: `not built yet: ${inForce.join(", ")}` };
  }
  let changed: Partial<QueueSettings> = {};
  for (const name of names) changed = { ...changed, [name]: wanted[name] };
  return { ok: true, changed };
}

function isBuilt(name: SettingName, value: unknown): boolean {
  const built: "everyValue" | "notBuilt" | readonly unknown[] = BUILT_SETTINGS[name];
  return built === "everyValue" || (built !== "notBuilt" && built.includes(value));
}

function inForceText(current: QueueSettings, name: SettingName): string {
  return JSON.stringify(
    name === "bisectionConcurrency" ? (current[name] ?? current.concurrency) : current[name],
  );
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(BUILT_SETTINGS, name);
}
