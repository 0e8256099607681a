/** Which settings this version acts on. What it does not act on is refused, never accepted for show. */
import { isDeepStrictEqual } from "node:util";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../domain/queue-settings.js";

/** Those that the API knows; the others stay as they are. */
type SettingName = Exclude<keyof QueueSettings, "priorityAgeingHours" | "landing">;

/** Per setting: every value, here or on GitHub only, or no other than the one in force. */
export const BUILT_SETTINGS: Readonly<Record<SettingName, "everyValue" | "onGitHub" | "notBuilt">> = {
  mode: "everyValue",
  concurrency: "everyValue",
  bisectionConcurrency: "everyValue",
  testingTimeoutMinutes: "everyValue",
  pendingFailureDepth: "everyValue",
  canOptimisticallyMerge: "everyValue",
  batch: "everyValue",
  batchingMaxWaitTimeMinutes: "everyValue",
  batchingMinSize: "everyValue",
  createPrsForTestingBranches: "onGitHub",
  commentsEnabled: "onGitHub",
  commandsEnabled: "onGitHub",
  statusCheckEnabled: "onGitHub",
  requiredStatuses: "everyValue",
  skippedChecks: "onGitHub",
  directMergeMode: "everyValue",
  optimizationMode: "everyValue",
  mergeMethod: "everyValue",
  extensionEnabled: "notBuilt",
  enqueueingLabel: "onGitHub",
  labelCommandsEnabled: "onGitHub",
  stateLabelsEnabled: "onGitHub",
  notReadyTimeoutHours: "everyValue",
  allowedBotSubmitters: "onGitHub",
  batchingRules: "everyValue",
  testBranchConstructionMode: "notBuilt",
  hedging: "everyValue",
  readinessChecks: "onGitHub",
};

export type SettingsChange =
  /** Empty when everything wanted is in force already. */
  | { readonly ok: true; readonly changed: Partial<QueueSettings> }
  /** Names the settings and their values in force. */
  | { readonly ok: false; readonly problem: string };

/** What `wanted` changes about `current`, or which of it this version does not act on with a forge of this name. */
export function settingsChange(current: QueueSettings, wanted: QueueSettings, forge: string): SettingsChange {
  const names = Object.keys(BUILT_SETTINGS)
    .filter(isSettingName)
    .filter((name) => !isDeepStrictEqual(current[name], wanted[name]));
  const refused = names.filter((name) => !isBuilt(name, forge));
  if (refused.length > 0) {
    const listed = (built: "notBuilt" | "onGitHub") =>
      refused
        .filter((name) => BUILT_SETTINGS[name] === built)
        .map((name) => `${name} (only ${JSON.stringify(current[name] ?? DEFAULT_QUEUE_SETTINGS[name])})`);
    const reasons = [
      ["not built yet", listed("notBuilt")] as const,
      ["only with GitHub as the code host", listed("onGitHub")] as const,
    ];
    const told = reasons
      .filter(([, some]) => some.length > 0)
      .map(([why, some]) => `${why}: ${some.join(", ")}`);
    return { ok: false, problem: told.join("; ") };
  }
  let changed: Partial<QueueSettings> = {};
  for (const name of names) changed = { ...changed, [name]: wanted[name] };
  return { ok: true, changed };
}

function isBuilt(name: SettingName, forge: string): boolean {
  const built = BUILT_SETTINGS[name];
  return built === "everyValue" || (built === "onGitHub" && forge === "github");
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(BUILT_SETTINGS, name);
}
