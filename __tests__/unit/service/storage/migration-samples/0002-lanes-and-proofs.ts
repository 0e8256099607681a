/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000002";
const ENTRY = "00000000-0000-8000-8000-000000000012";
const RUN = "00000000-0000-8000-8000-000000000013";
const DIRECT = "00000000-0000-8000-8000-000000000014";
/** A list that the rows of the migration before brought along. */
const DIGEST = "b8a5dd2ee1fc8b9ea47ce8f6d4be5b9a3b0ad9a0a2b0e7e1d6b5c7d7c0f1a2b3";
const TIME = 1_767_225_600_000;

const facts = {
  number: 8,
  headSha: "8".repeat(40),
  title: "Move the lane",
  author: "mona",
  baseBranch: "lanes",
  state: "open",
  draft: false,
  mergeability: "mergeable",
  basedOn: "1".repeat(40),
  ownChecksPassed: true,
};

const head = { pullRequest: 8, headSha: facts.headSha, title: facts.title, submittedAt: TIME };

const entry = {
  id: ENTRY,
  facts,
  priority: 10,
  usedDefaultPriority: false,
  noBatch: false,
  needsTests: true,
  targets: { kind: "list", names: ["//c"] },
  earlierTargets: null,
  sequence: 2,
  submittedAt: TIME,
  admittedAt: TIME,
  leaving: null,
  ended: null,
  state: "testsPassed",
  stateSince: TIME,
  reason: { code: "TEST_RUN_PASSED", sentence: "Its tests passed." },
  verifiedBy: null,
};

const run = {
  id: RUN,
  batch: 4,
  testedOn: "1".repeat(40),
  contains: [head],
  own: [8],
  createdAt: TIME,
  standsOn: "2".repeat(40),
  landed: [],
  passedBy: [5],
  commits: ["9".repeat(40)],
  tree: "a".repeat(40),
  requiredStatuses: ["ci/build"],
  requiredStatusesSource: "merge_instance",
  checks: [{ name: "ci/build", url: "https://ci.example/1", status: "completed", conclusion: "success" }],
  progress: { kind: "passed" },
};

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  queues: [
    {
      id: QUEUE,
      number: 3,
      key: "github.com/octo/mono:lanes",
      name: JSON.stringify({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        targetBranch: "lanes",
      }),
      snapshot: JSON.stringify({
        id: QUEUE,
        targetBranch: "lanes",
        state: "switchingModes",
        modeSwitch: { mode: "single", resume: "running" },
        settings: {
          mode: "parallel",
          concurrency: 5,
          bisectionConcurrency: 2,
          testingTimeoutMinutes: 300,
          pendingFailureDepth: 1,
          canOptimisticallyMerge: true,
          batch: true,
          batchingMaxWaitTimeMinutes: 5,
          batchingMinSize: 4,
          createPrsForTestingBranches: true,
          commentsEnabled: true,
          commandsEnabled: true,
          statusCheckEnabled: true,
          requiredStatuses: ["ci/build"],
          directMergeMode: "always",
          optimizationMode: "bisection_skip_redundant_tests",
          mergeMethod: "rebase",
          extensionEnabled: true,
          enqueueingLabel: "merge-queue-submit",
          labelCommandsEnabled: true,
          stateLabelsEnabled: false,
          notReadyTimeoutHours: 0,
          allowedBotSubmitters: [],
          batchingRules: [],
          testBranchConstructionMode: "rename_temp_branch",
          priorityAgeingHours: 24,
        },
        tip: "2".repeat(40),
        line: [],
        beside: [{ id: 4, entries: [8], interruptions: 1, isRetried: true, isSuspect: false, splitFrom: 3 }],
        runs: [RUN],
        landing: {
          run: RUN,
          proof: { kind: "disjoint", testedOn: "1".repeat(40), tested: "9".repeat(40), passedBy: [5] },
          expectedTip: "2".repeat(40),
          mergeMethod: "rebase",
          commit: null,
          heads: [head],
          batches: [4],
        },
        nextNumber: 9,
        now: TIME,
      }),
      version: 2,
      wake_at: null,
      deleted: 0,
    },
  ],
  live_entries: [
    {
      queue_id: QUEUE,
      sequence: 2,
      json: JSON.stringify(entry),
      targets_digest: null,
      earlier_targets_digest: DIGEST,
    },
  ],
  live_runs: [{ queue_id: QUEUE, run_id: RUN, json: JSON.stringify(run) }],
  landings: [
    {
      queue_id: QUEUE,
      version: 1,
      json: JSON.stringify({
        at: TIME,
        run: DIRECT,
        from: "1".repeat(40),
        to: "2".repeat(40),
        tree: "b".repeat(40),
        proof: { kind: "direct", head: "5".repeat(40) },
        heads: [{ ...head, pullRequest: 5, headSha: "5".repeat(40) }],
      }),
    },
  ],
  events: [
    {
      queue_id: QUEUE,
      version: 1,
      json: JSON.stringify({
        kind: "landingPrepared",
        at: TIME,
        run: DIRECT,
        newTip: "2".repeat(40),
        tree: "b".repeat(40),
      }),
      targets_digest: null,
    },
    {
      queue_id: QUEUE,
      version: 2,
      json: JSON.stringify({ kind: "landingDiffers", at: TIME, run: RUN, files: ["a.txt"] }),
      targets_digest: null,
      decision_digest: `v1:${"d".repeat(64)}`,
      engine: "0.1.0",
    },
  ],
  effects: [
    {
      queue_id: QUEUE,
      effect_id: 7,
      json: JSON.stringify({
        kind: "prepareLanding",
        id: 7,
        run: RUN,
        onto: "2".repeat(40),
        heads: [head],
        mergeMethod: "rebase",
        testedOn: "1".repeat(40),
        tested: "9".repeat(40),
      }),
      attempts: 0,
      not_before: 0,
      done: 0,
      last_error: null,
    },
  ],
};
