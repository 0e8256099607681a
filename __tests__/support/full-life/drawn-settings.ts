/** One change of a queue's settings, drawn from all that the service acts on; hedging goes along with another one. */
import type { CheckedRequestOf } from "../../../src/contract/endpoints.js";
import type { SimulatedWorld } from "./simulated-world.js";

export type ChangeableSettings = Omit<CheckedRequestOf<"updateQueue">, "repo" | "targetBranch">;

export function drawnSettings(world: SimulatedWorld): ChangeableSettings {
  const { chance } = world;
  const isTrue = chance.next() < 0.6;
  const settings: readonly ChangeableSettings[] = [
    { concurrency: chance.whole(1, 4) },
    { bisectionConcurrency: chance.whole(0, 2) },
    { testingTimeoutMinutes: chance.whole(0, 30) },
    { requiredStatuses: ["tests", "lint"].slice(0, chance.whole(1, 2)) },
    { deleteRequiredStatuses: true },
    { mergeMethod: world.any(["squash", "merge_commit", "rebase"] as const) },
    { notReadyTimeoutHours: chance.whole(0, 3) },
    { mode: world.any(["single", "parallel", "parallel"] as const) },
    { pendingFailureDepth: chance.whole(0, 2) },
    { canOptimisticallyMerge: isTrue },
    { batch: isTrue },
    { batchingMaxWaitTimeMinutes: chance.whole(0, 10) },
    { batchingMinSize: chance.whole(1, 4) },
    { directMergeMode: world.any(["off", "always"] as const) },
    { optimizationMode: world.any(["off", "bisection_skip_redundant_tests"] as const) },
    { batchingRules: isTrue ? [{ targetPattern: "doc*", policy: "isolate" }] : [], hedging: isTrue },
  ];
  return world.any(settings) ?? {};
}

/** Several changes in one request, such as a queue may begin with. */
export function manyDrawnSettings(world: SimulatedWorld): ChangeableSettings {
  const changes = Array.from({ length: world.chance.whole(0, 16) }, () => drawnSettings(world));
  return changes.reduce<ChangeableSettings>(
    (all, change) => (change.deleteRequiredStatuses === true ? all : { ...all, ...change }),
    {},
  );
}
