/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000001";
const ENTRY = "00000000-0000-8000-8000-000000000002";
const RUN = "00000000-0000-8000-8000-000000000003";
const ENDED_RUN = "00000000-0000-8000-8000-000000000004";
const DIGEST = "b8a5dd2ee1fc8b9ea47ce8f6d4be5b9a3b0ad9a0a2b0e7e1d6b5c7d7c0f1a2b3";
const TIME = 1_767_225_600_000;

const facts = {
  number: 7,
  headSha: "7".repeat(40),
  title: 'Say "hello" 👋',
  author: "mona",
  baseBranch: "main",
  state: "open",
  draft: false,
  mergeability: "mergeable",
};

const head = { pullRequest: 7, headSha: facts.headSha, title: facts.title, submittedAt: TIME };

const entry = {
  id: ENTRY,
  facts,
  priority: 100,
  usedDefaultPriority: true,
  noBatch: false,
  targets: null,
  sequence: 2,
  submittedAt: TIME,
  admittedAt: TIME,
  leaving: null,
  ended: null,
  state: "testing",
  stateSince: TIME,
  reason: { code: "MERGE_ITEM_NOW_READY", sentence: "The pull request is ready." },
  verifiedBy: null,
};

const run = {
  id: RUN,
  batch: 5,
  testedOn: "1".repeat(40),
  contains: [head],
  own: [7],
  createdAt: TIME,
  commits: ["8".repeat(40)],
  tree: "9".repeat(40),
  requiredStatuses: ["ci/build"],
  requiredStatusesSource: "merge_instance",
  checks: [{ name: "ci/build", url: "https://ci.example/1", status: "completed", conclusion: "failure" }],
  progress: { kind: "running", startedAt: TIME },
};

const failure = { kind: "check", name: "ci/build", url: "https://ci.example/1" };

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  queues: [
    {
      id: QUEUE,
      number: 1,
      key: "github.com/octo/mono:main",
      name: JSON.stringify({
        repository: { host: "GitHub.com", owner: "Octo", name: "Mono" },
        targetBranch: "main",
      }),
      snapshot: JSON.stringify({
        id: QUEUE,
        targetBranch: "main",
        state: "running",
        settings: {
          mode: "single",
          concurrency: 1,
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
          batchingRules: [{ targetPattern: "//infra/*", policy: "isolate" }],
          testBranchConstructionMode: "rename_temp_branch",
        },
        tip: "1".repeat(40),
        line: [{ id: 5, entries: [7], interruptions: 0 }],
        runs: [RUN],
        landing: null,
        nextNumber: 9,
        now: TIME,
      }),
      version: 2,
      wake_at: TIME + 60_000,
      deleted: 0,
    },
    {
      id: "00000000-0000-4000-8000-000000000009",
      number: 2,
      key: "github.com/octo/mono:release",
      name: JSON.stringify({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        targetBranch: "release",
      }),
      snapshot: "{}",
      version: 0,
      wake_at: null,
      deleted: 1,
    },
  ],
  target_lists: [{ digest: DIGEST, names: JSON.stringify(["//a", "//b"]) }],
  live_entries: [{ queue_id: QUEUE, sequence: 2, json: JSON.stringify(entry), targets_digest: DIGEST }],
  live_runs: [{ queue_id: QUEUE, run_id: RUN, json: JSON.stringify(run) }],
  concluded_entries: [
    {
      queue_id: QUEUE,
      sequence: 1,
      pull_request: 7,
      json: JSON.stringify({
        ...entry,
        sequence: 1,
        ended: "failed",
        state: "failed",
        targets: { kind: "all" },
      }),
      targets_digest: null,
    },
  ],
  ended_runs: [
    {
      queue_id: QUEUE,
      run_id: ENDED_RUN,
      json: JSON.stringify({
        run: { ...run, id: ENDED_RUN, progress: { kind: "failed", failure } },
        endedAt: TIME,
      }),
    },
  ],
  transitions: [
    {
      queue_id: QUEUE,
      version: 1,
      position: 0,
      at: TIME,
      pull_request: 7,
      from_state: "testing",
      to_state: "failed",
      json: JSON.stringify({
        at: TIME,
        entry: ENTRY,
        pullRequest: 7,
        from: "testing",
        to: "failed",
        reason: { code: "TEST_RUN_REQUIRED_STATUS_FAILED", sentence: "ci/build failed." },
        run: ENDED_RUN,
      }),
    },
  ],
  events: [
    {
      queue_id: QUEUE,
      version: 1,
      json: JSON.stringify({ kind: "timePassed", at: TIME }),
      targets_digest: null,
    },
    {
      queue_id: QUEUE,
      version: 2,
      json: JSON.stringify({
        kind: "entrySubmitted",
        at: TIME,
        facts,
        priority: 100,
        usedDefaultPriority: true,
        noBatch: false,
        targets: null,
        earlierEntry: ENTRY,
      }),
      targets_digest: DIGEST,
    },
  ],
  effects: [
    {
      queue_id: QUEUE,
      effect_id: 3,
      json: JSON.stringify({ kind: "discardTestRun", id: 3, run: ENDED_RUN, own: [7] }),
      attempts: 1,
      not_before: TIME,
      done: 0,
      last_error: JSON.stringify("502 Bad Gateway"),
    },
    {
      queue_id: QUEUE,
      effect_id: 1,
      json: JSON.stringify({ kind: "discardTestRun", id: 1, run: ENDED_RUN, own: [7] }),
      attempts: 0,
      not_before: 0,
      done: 1,
      last_error: null,
    },
  ],
  targets: [
    {
      queue_id: QUEUE,
      pull_request: 7,
      head_sha: facts.headSha,
      json: JSON.stringify({ targets: null }),
      targets_digest: DIGEST,
    },
  ],
};
