/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const RUN = "00000000-0000-8000-8000-000000000023";
const HEDGE = "00000000-0000-8000-8000-000000000024";
const TIME = 1_767_225_600_000;
const TIP = "3".repeat(40);

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

const [first, second] = [9, 10].map((number) => ({
  pullRequest: number,
  headSha: number.toString(16).repeat(40),
  title: `Change ${number}`,
  submittedAt: TIME,
}));

function entry(sequence: number, head: typeof first): object {
  return {
    id: `00000000-0000-8000-8000-00000000002${sequence}`,
    facts: {
      number: head?.pullRequest,
      headSha: head?.headSha,
      title: head?.title,
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
    sequence,
    submittedAt: TIME,
    admittedAt: TIME,
    leaving: null,
    ended: null,
    state: "testing",
    stateSince: TIME,
    reason: null,
    verifiedBy: null,
  };
}

/** Of #10, on #9 or without. */
function run(id: string, contains: readonly object[]): object {
  return {
    id,
    batch: 4,
    testedOn: TIP,
    contains,
    own: [10],
    createdAt: TIME,
    standsOn: TIP,
    landed: [],
    passedBy: [],
    commits: contains.map((_, at) => String(at + 5).repeat(40)),
    tree: "c".repeat(40),
    requiredStatuses: ["ci/build"],
    requiredStatusesSource: "merge_instance",
    checks: [],
    progress: { kind: "running", startedAt: TIME },
  };
}

const batch = { interruptions: 0, isRetried: false, isSuspect: false, splitFrom: null };

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  queues: [
    {
      id: QUEUE,
      number: 4,
      key: "github.com/octo/mono:hedged",
      name: JSON.stringify({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        targetBranch: "hedged",
      }),
      snapshot: JSON.stringify({
        id: QUEUE,
        targetBranch: "hedged",
        state: "running",
        modeSwitch: null,
        settings,
        tip: TIP,
        line: [
          { id: 3, entries: [9], lostHedges: 0, ...batch },
          { id: 4, entries: [10], lostHedges: 1, ...batch },
        ],
        beside: [],
        runs: [RUN],
        hedges: [HEDGE],
        landing: null,
        nextNumber: 9,
        now: TIME,
      }),
      birth: JSON.stringify({ id: QUEUE, targetBranch: "hedged", tip: TIP, settings, at: TIME }),
      version: 5,
      wake_at: null,
      deleted: 0,
    },
  ],
  live_entries: [entry(1, first), entry(2, second)].map((value, index) => ({
    queue_id: QUEUE,
    sequence: index + 1,
    json: JSON.stringify(value),
    targets_digest: null,
    earlier_targets_digest: null,
  })),
  live_runs: [run(RUN, [first ?? {}, second ?? {}]), run(HEDGE, [second ?? {}])].map((value, index) => ({
    queue_id: QUEUE,
    run_id: index === 0 ? RUN : HEDGE,
    json: JSON.stringify(value),
  })),
};
