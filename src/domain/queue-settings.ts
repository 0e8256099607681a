/** A queue's settings: what `updateQueue` may change, and what holds until it does. */

export const QUEUE_MODES = ["single", "parallel"] as const;
export type QueueMode = (typeof QUEUE_MODES)[number];

export const MERGE_METHODS = ["squash", "merge_commit", "rebase"] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

/** Who moves the branch: the service by a push, or the code host by merging the pull request. */
export const LANDING_WAYS = ["push", "merge"] as const;
export type LandingWay = (typeof LANDING_WAYS)[number];

export const DIRECT_MERGE_MODES = ["off", "always"] as const;
/** Which of the branch's required checks on its own head keep a pull request waiting: those that are reported, or all. */
export const READINESS_CHECKS = ["reported", "required"] as const;
export type ReadinessChecks = (typeof READINESS_CHECKS)[number];

export const OPTIMIZATION_MODES = ["off", "bisection_skip_redundant_tests"] as const;
export const TEST_BRANCH_CONSTRUCTION_MODES = ["rename_temp_branch", "push_new_branch_from_temp"] as const;

/** What starts CI on a test branch: the push, or also a draft pull request. */
export const TEST_BRANCH_TRIGGERS = ["push", "draft"] as const;

export const SKIPPED_CHECK_POLICIES = ["pass", "fail"] as const;
/**
 * By name of a required check, what a check that was only skipped counts as. A check without an entry passes where
 * another required check succeeded.
 */
export type SkippedChecks = Readonly<Record<string, (typeof SKIPPED_CHECK_POLICIES)[number]>>;

/** Pull requests that touch a matching target are tested alone. The pattern is exact, or a prefix before one final `*`. */
export interface BatchingRule {
  readonly targetPattern: string;
  readonly policy: "isolate";
}

export interface QueueSettings {
  readonly mode: QueueMode;
  /** Test runs at once, 1 to 1000. */
  readonly concurrency: number;
  /** Test runs at once while a failed batch is split, 0 to 1000; null follows `concurrency`. */
  readonly bisectionConcurrency: number | null;
  /** A run older than this has failed, 0 to 10080; 0 is no limit. */
  readonly testingTimeoutMinutes: number;
  /** Levels of successors that are waited for before a failure is settled, 0 to 1000. */
  readonly pendingFailureDepth: number;
  readonly canOptimisticallyMerge: boolean;
  readonly batch: boolean;
  /** Longest wait to fill a batch, 0 to 10080. */
  readonly batchingMaxWaitTimeMinutes: number;
  /** The size a batch aims for and never exceeds, 1 to 1000. */
  readonly batchingMinSize: number;
  /** On the wire also `testBranchTrigger`: true is "draft", false is "push". */
  readonly createPrsForTestingBranches: boolean;
  readonly commentsEnabled: boolean;
  readonly commandsEnabled: boolean;
  readonly statusCheckEnabled: boolean;
  /** Check names that decide a test run; empty falls back to what the forge says. */
  readonly requiredStatuses: readonly string[];
  /** Absent is empty. Not part of the API as others have it. */
  readonly skippedChecks?: SkippedChecks;
  readonly directMergeMode: (typeof DIRECT_MERGE_MODES)[number];
  readonly optimizationMode: (typeof OPTIMIZATION_MODES)[number];
  readonly mergeMethod: MergeMethod;
  readonly extensionEnabled: boolean;
  readonly enqueueingLabel: string;
  readonly labelCommandsEnabled: boolean;
  readonly stateLabelsEnabled: boolean;
  /** An entry that is not ready for longer is cancelled; 0 is never. */
  readonly notReadyTimeoutHours: number;
  readonly allowedBotSubmitters: readonly string[];
  readonly batchingRules: readonly BatchingRule[];
  readonly testBranchConstructionMode: (typeof TEST_BRANCH_CONSTRUCTION_MODES)[number];
  /**
   * Slots that nobody needs test what would be tested if one of those ahead came out otherwise. Not part of the API
   * as others have it.
   */
  readonly hedging: boolean;
  /**
   * An entry that has waited so many hours counts as one step more important (low, medium, high; never urgent), and
   * again after as many; 0 is never. Not part of the API.
   */
  readonly priorityAgeingHours: number;
  /**
   * Absent is "push". As the service is configured, and not part of the API. By "merge" one pull request lands at a
   * time, each on a pass of its own.
   */
  readonly landing?: LandingWay;
  /** Absent, as of queues made before it was known, is "reported". Not part of the API as others have it. */
  readonly readinessChecks?: ReadinessChecks;
}

export const DEFAULT_QUEUE_SETTINGS: QueueSettings = {
  mode: "single",
  concurrency: 1,
  bisectionConcurrency: null,
  testingTimeoutMinutes: 300,
  pendingFailureDepth: 0,
  canOptimisticallyMerge: false,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 4,
  createPrsForTestingBranches: false,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  requiredStatuses: [],
  directMergeMode: "off",
  optimizationMode: "off",
  mergeMethod: "squash",
  extensionEnabled: true,
  enqueueingLabel: "merge-queue-submit",
  labelCommandsEnabled: true,
  stateLabelsEnabled: false,
  notReadyTimeoutHours: 0,
  allowedBotSubmitters: [],
  batchingRules: [],
  testBranchConstructionMode: "rename_temp_branch",
  hedging: false,
  priorityAgeingHours: 24,
  readinessChecks: "reported",
};
