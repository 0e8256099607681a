/** Settings of a queue, and targets of a pull request, as chance will have them. */
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../src/domain/impacted-targets.js";
import { MERGE_METHODS, type QueueMode, type QueueSettings } from "../../src/domain/queue-settings.js";
import type { Chance } from "./seeded-chance.js";

const TARGETS = ["app", "lib", "web"];

export function drawnSettings(mode: QueueMode, chance: Chance): Partial<QueueSettings> {
  const isLucky = () => chance.next() < 0.5;
  return {
    mode,
    mergeMethod: MERGE_METHODS[chance.whole(0, MERGE_METHODS.length - 1)] ?? "squash",
    concurrency: chance.whole(2, 3),
    batch: isLucky(),
    batchingMinSize: chance.whole(2, 3),
    batchingMaxWaitTimeMinutes: 1,
    canOptimisticallyMerge: isLucky(),
    pendingFailureDepth: chance.whole(0, 1),
    bisectionConcurrency: isLucky() ? null : chance.whole(0, 1),
    optimizationMode: isLucky() ? "off" : "bisection_skip_redundant_tests",
    notReadyTimeoutHours: 1,
  };
}

/** Few enough for lanes to meet now and then. */
export function drawnTargets(chance: Chance): ImpactedTargets {
  if (chance.next() < 0.1) return ALL_TARGETS;
  return targetList(TARGETS.filter(() => chance.next() < 0.3));
}
