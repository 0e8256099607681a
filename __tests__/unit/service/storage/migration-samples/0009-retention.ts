/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

/** The queue of the samples before. */
const QUEUE = "00000000-0000-4000-8000-000000000003";
const TIME = 1_767_225_600_000;
const TIP = "3".repeat(40);
const LIST = "f".repeat(64);

const settings = {
  mode: "single",
  concurrency: 5,
  bisectionConcurrency: null,
  testingTimeoutMinutes: 300,
  pendingFailureDepth: 0,
  canOptimisticallyMerge: false,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 4,
  createPrsForTestingBranches: true,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  requiredStatuses: ["ci/build"],
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
  hedging: true,
  priorityAgeingHours: 24,
};

const entry = {
  id: "00000000-0000-8000-8000-000000000031",
  facts: {
    number: 9,
    headSha: "9".repeat(40),
    title: "Change 9",
    author: "mona",
    baseBranch: "hedged",
    state: "open",
    draft: false,
    mergeability: "mergeable",
    basedOn: null,
    ownChecksPassed: false,
  },
  priority: 100,
  usedDefaultPriority: true,
  noBatch: false,
  needsTests: false,
  targets: null,
  earlierTargets: null,
  sequence: 1,
  submittedAt: TIME,
  admittedAt: TIME,
  leaving: null,
  ended: null,
  state: "pending",
  stateSince: TIME,
  reason: null,
  verifiedBy: null,
};

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  target_lists: [{ digest: LIST, names: JSON.stringify(["//kept"]) }],
  log_beginnings: [
    {
      queue_id: QUEUE,
      version: 3,
      at: TIME,
      is_used: 1,
      json: JSON.stringify({
        id: QUEUE,
        targetBranch: "hedged",
        state: "running",
        modeSwitch: null,
        settings,
        tip: TIP,
        line: [],
        beside: [],
        runs: [],
        hedges: [],
        landing: null,
        nextNumber: 9,
        now: TIME,
        entries: [{ json: JSON.stringify(entry), targets_digest: LIST, earlier_targets_digest: null }],
      }),
    },
  ],
  log_beginning_lists: [{ queue_id: QUEUE, version: 3, digest: LIST }],
  concluded_entries: [
    {
      queue_id: QUEUE,
      sequence: 0,
      pull_request: 9,
      json: JSON.stringify({ ...entry, sequence: 0, ended: "cancelled", state: "cancelled" }),
      targets_digest: null,
      earlier_targets_digest: null,
      replaced_at: null,
    },
  ],
};
