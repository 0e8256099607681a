/** Settings and impacted targets by chance, so that every combination of the rules is met sooner or later. */
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import {
  MERGE_METHODS,
  QUEUE_MODES,
  QUEUE_SETTINGS,
  type QueueSettings,
} from "../../src/domain/queue-settings.js";
import type { Chance } from "./seeded-chance.js";

const NAMES = ["api", "docs", "web", "worker"];

type Draw = (chance: Chance) => Partial<QueueSettings>;

/** One setting each, so that they change one by one as well. */
const DRAWS: readonly Draw[] = [
  (chance) => ({ mode: anyOf(chance, QUEUE_MODES) }),
  (chance) => ({ concurrency: chance.whole(1, 4) }),
  (chance) => ({ bisectionConcurrency: anyOf(chance, [null, 0, 1, 2]) }),
  (chance) => ({ testingTimeoutMinutes: anyOf(chance, [0, 10, 30, 300]) }),
  (chance) => ({ pendingFailureDepth: chance.whole(0, 2) }),
  (chance) => ({ canOptimisticallyMerge: anyOf(chance, [true, false]) }),
  (chance) => ({ batch: anyOf(chance, [true, false]) }),
  (chance) => ({ batchingMaxWaitTimeMinutes: chance.whole(0, 8) }),
  (chance) => ({ batchingMinSize: chance.whole(1, 4) }),
  (chance) => ({ requiredStatuses: ["tests", "lint"].slice(0, chance.whole(0, 2)) }),
  (chance) => ({ directMergeMode: anyOf(chance, QUEUE_SETTINGS.directMergeMode.values) }),
  (chance) => ({ optimizationMode: anyOf(chance, QUEUE_SETTINGS.optimizationMode.values) }),
  (chance) => ({ mergeMethod: anyOf(chance, MERGE_METHODS) }),
  (chance) => ({ notReadyTimeoutHours: chance.whole(0, 3) }),
  (chance) => ({
    batchingRules: ["web", "wor*"]
      .slice(0, chance.whole(0, 2))
      .map((targetPattern) => ({ targetPattern, policy: "isolate" as const })),
  }),
  (chance) => ({ priorityAgeingHours: chance.whole(0, 2) }),
  (chance) => ({ hedging: anyOf(chance, [true, false]) }),
];

export function anySettings(chance: Chance): Partial<QueueSettings> {
  return DRAWS.reduce<Partial<QueueSettings>>((drawn, draw) => ({ ...drawn, ...draw(chance) }), {});
}

export function anySettingsChange(chance: Chance): Partial<QueueSettings> {
  return anyOf(chance, DRAWS)(chance);
}

/** Mostly one or two names out of four; sometimes everything, and sometimes nothing. */
export function anyTargets(chance: Chance): ImpactedTargets {
  const drawn = chance.next();
  if (drawn < 0.08) return ALL_TARGETS;
  if (drawn < 0.18) return targetList([]);
  return targetList(drawn < 0.7 ? [anyOf(chance, NAMES)] : [anyOf(chance, NAMES), anyOf(chance, NAMES)]);
}

function anyOf<Item>(chance: Chance, items: readonly Item[]): Item {
  const item = items[chance.whole(0, items.length - 1)];
  if (item === undefined) throw new RangeError("nothing to choose from");
  return item;
}
