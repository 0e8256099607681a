/** What kind of story a seed has: how the service works, what CI is, and the settings of the queue. */
import {
  DEFAULT_QUEUE_SETTINGS,
  type LandingWay,
  MERGE_METHODS,
  type QueueSettings,
} from "../../../src/domain/queue-settings.js";
import type { Chance } from "../seeded-chance.js";

export interface StoryWays {
  readonly isApp: boolean;
  readonly isCloned: boolean;
  readonly landing: LandingWay;
  /** Or CI is an App that has one check run per commit. */
  readonly isActions: boolean;
  /** In a story that is not drawn, an approval is demanded, and the service may bypass that. */
  readonly isReviewed: boolean;
  /** CI is a workflow file of the wind tunnel. */
  readonly usesWorkflow: boolean;
}

/** Any five stories in a row have each of them, and any sixty all of them together. */
export function waysOf(seed: number): StoryWays {
  return {
    isApp: seed % 2 === 0,
    isCloned: seed % 3 !== 2,
    landing: seed % 4 < 2 ? "merge" : "push",
    isActions: seed % 5 < 2,
    isReviewed: seed % 3 !== 0,
    usesWorkflow: seed % 5 === 1 || seed % 5 > 2,
  };
}

/** In a story that is not drawn, the queue has no setting that is newer than its bugs. */
export function settingsOf(chance: Chance, isDrawn: boolean): QueueSettings {
  const flag = () => chance.next() < 0.5;
  const settings: QueueSettings = {
    ...DEFAULT_QUEUE_SETTINGS,
    mergeMethod: MERGE_METHODS[chance.whole(0, MERGE_METHODS.length - 1)] ?? "squash",
    concurrency: chance.whole(1, 3),
    pendingFailureDepth: chance.whole(0, 1),
    canOptimisticallyMerge: flag(),
    batch: chance.next() < 0.3,
    batchingMinSize: 2,
    batchingMaxWaitTimeMinutes: 1,
    createPrsForTestingBranches: flag(),
    stateLabelsEnabled: true,
    showAsMerged: chance.next() < 0.4 ? "head-push" : "off",
  };
  if (!isDrawn) return settings;
  // A required check behind a job that failed may never appear: the run then ends by its time limit.
  return { ...settings, pauseOnRedTarget: flag(), hedging: chance.next() < 0.2, testingTimeoutMinutes: 5 };
}
