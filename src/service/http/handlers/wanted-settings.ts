/**
 * Builds complete settings from `createQueue` and `updateQueue` requests. Settings that this version does not implement
 * are refused, never accepted without effect.
 */
import { isDeepStrictEqual } from "node:util";
import type { CheckedRequestOf } from "../../../contract/endpoints.js";
import {
  NEWER_NAMES,
  OLDER_NAMES,
  type QueueSettings,
  SETTING_NAMES,
  type SettingName,
  settingRow,
  underOwnName,
} from "../../../domain/queue-settings.js";
import { isStateLabel } from "../../../domain/states.js";
import type { Forge } from "../../ports/forge.js";

type WantedSettings = Omit<CheckedRequestOf<"updateQueue">, "repo" | "targetBranch">;

const MAX_REQUIRED_STATUSES = 100;
const MAX_BATCHING_RULES = 100;
const MAX_SKIPPED_CHECKS = 100;

/** A problem that exists regardless of the queue's current settings; null if there is none. */
export function wantedSettingsProblem(requestedSettings: WantedSettings): string | null {
  return (
    statusesProblem(requestedSettings) ??
    skippedProblem(requestedSettings) ??
    rulesProblem(requestedSettings) ??
    labelProblem(requestedSettings)
  );
}

/** The queue's own status label would be taken for a command. */
function labelProblem({ enqueueingLabel }: WantedSettings): string | null {
  if (enqueueingLabel === undefined || !isStateLabel(enqueueingLabel)) return null;
  return `enqueueingLabel: ${enqueueingLabel} is one of the status labels; expected another label`;
}

function statusesProblem({ requiredStatuses, deleteRequiredStatuses }: WantedSettings): string | null {
  if (requiredStatuses === undefined) return null;
  if (deleteRequiredStatuses === true) {
    return "requiredStatuses and deleteRequiredStatuses: expected one of them, not both";
  }
  if (requiredStatuses.length > MAX_REQUIRED_STATUSES) {
    return `requiredStatuses: expected at most ${MAX_REQUIRED_STATUSES} names`;
  }
  const blank = requiredStatuses.findIndex((name) => name.trim() === "");
  return blank === -1 ? null : `requiredStatuses[${blank}]: expected the name of a check`;
}

function skippedProblem({ skippedChecks = {} }: WantedSettings): string | null {
  const names = Object.keys(skippedChecks);
  if (names.length > MAX_SKIPPED_CHECKS) return `skippedChecks: expected at most ${MAX_SKIPPED_CHECKS} names`;
  return names.some((name) => name.trim() === "") ? "skippedChecks: expected the names of checks" : null;
}

/** A pattern that silently isolates other targets than intended would go unnoticed. */
function rulesProblem({ batchingRules = [] }: WantedSettings): string | null {
  if (batchingRules.length > MAX_BATCHING_RULES) {
    return `batchingRules: expected at most ${MAX_BATCHING_RULES} rules`;
  }
  const wrong = batchingRules.findIndex(({ targetPattern }) => targetPattern.slice(0, -1).includes("*"));
  const expected = "expected the name of a target, or its beginning followed by a final *";
  return wrong === -1 ? null : `batchingRules[${wrong}].targetPattern: ${expected}`;
}

/** Every name of a setting in the API; later ones take precedence. */
const NAMES = [...Object.keys(OLDER_NAMES).reverse(), ...SETTING_NAMES, ...Object.keys(NEWER_NAMES)];

/**
 * Keeps settings that are not requested. If an older and a newer name are both given, the newer one takes precedence.
 */
export function wantedSettings(current: QueueSettings, requestedSettings: WantedSettings): QueueSettings {
  const concurrency = requestedSettings.concurrency ?? current.concurrency;
  const given = new Map<string, unknown>(Object.entries(requestedSettings));
  const asked = new Map(
    NAMES.filter((name) => given.get(name) !== undefined).map((name) => underOwnName(name, given.get(name))),
  );
  let wanted = current;
  for (const name of SETTING_NAMES) {
    const requested = asked.get(name);
    if (requested === undefined || isInForce(name, requested, current, concurrency)) continue;
    wanted = { ...wanted, [name]: requested };
  }
  return { ...wanted, requiredStatuses: requiredStatuses(current, requestedSettings) };
}

/**
 * A queue older than the setting stores no value until another than its default is requested. While
 * `bisectionConcurrency` follows `concurrency`, requesting the same number changes nothing.
 */
function isInForce(
  name: SettingName,
  requested: unknown,
  current: QueueSettings,
  concurrency: number,
): boolean {
  if (name === "bisectionConcurrency") return current[name] === null && requested === concurrency;
  return current[name] === undefined && isDeepStrictEqual(requested, settingRow(name).absent);
}

/** An empty list requests nothing: only `deleteRequiredStatuses` removes the queue's own. */
function requiredStatuses(current: QueueSettings, requestedSettings: WantedSettings): readonly string[] {
  if (requestedSettings.deleteRequiredStatuses === true) return [];
  const requested = requestedSettings.requiredStatuses ?? [];
  return requested.length === 0 ? current.requiredStatuses : [...new Set(requested)];
}

type SettingsChange =
  /** Empty if everything requested is already in effect. */
  | { readonly ok: true; readonly changed: Partial<QueueSettings> }
  /** Names the settings and their values in effect. */
  | { readonly ok: false; readonly problem: string };

/** Returns what `wanted` changes in `current`, or the settings that this version does not support on this forge. */
export function settingsChange(
  current: QueueSettings,
  wanted: QueueSettings,
  { name: forge, onlyCheck, hasNoHeadChecks }: Pick<Forge, "name" | "onlyCheck" | "hasNoHeadChecks">,
): SettingsChange {
  const names = SETTING_NAMES.filter((name) => !isDeepStrictEqual(current[name], wanted[name]));
  const refused = (codeHost: string) =>
    names
      .filter((name) => codeHost !== forge && settingRow(name).codeHost === codeHost)
      .map((name) => `${name} (only ${JSON.stringify(inForce(current, name))})`);
  const problems = [
    ["not implemented yet", refused("none")] as const,
    ["only with GitHub as the code host", refused("github")] as const,
  ].filter(([, some]) => some.length > 0);
  const unknown = wanted.requiredStatuses.filter((name) => onlyCheck !== undefined && name !== onlyCheck);
  if (names.includes("requiredStatuses") && unknown.length > 0) {
    const never = unknown.map((name) => JSON.stringify(name)).join(", ");
    const only = JSON.stringify(onlyCheck);
    return {
      ok: false,
      problem: `requiredStatuses: this code host reports only the check ${only}, and never ${never}; expected ${only} alone, or deleteRequiredStatuses`,
    };
  }
  if (hasNoHeadChecks === true && names.includes("directMergeMode") && wanted.directMergeMode !== "off")
    return { ok: false, problem: NO_HEAD_CHECKS };
  if (problems.length > 0) {
    return { ok: false, problem: problems.map(([why, some]) => `${why}: ${some.join(", ")}`).join("; ") };
  }
  return { ok: true, changed: Object.fromEntries(names.map((name) => [name, wanted[name]])) };
}

const NO_HEAD_CHECKS =
  "landWithoutRetest (older name directMergeMode): this code host runs no checks on the head of a pull request that could " +
  'stand for a test run; expected "off"';

function inForce(settings: QueueSettings, name: SettingName): unknown {
  return settings[name] ?? settingRow(name).default ?? settingRow(name).absent;
}
