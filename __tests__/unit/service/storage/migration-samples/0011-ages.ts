/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const RUN = "00000000-0000-8000-8000-000000000027";
const TIME = 1_767_225_800_000;

export const rows = {
  traces: [
    {
      queue_id: QUEUE,
      pull_request: 12,
      traceparent: "00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: null,
      at: TIME,
    },
  ],
  posted_runs: [
    {
      posting: "00000000-0000-4000-8000-0000000000f2",
      run_id: RUN,
      repository: "github.com/octo/mono",
      json: JSON.stringify({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        order: {
          run: RUN,
          commit: "6".repeat(40),
          testBranch: `mq-merge/pr-12/${RUN}`,
          targetBranch: "hedged",
          testedPullRequests: [12],
          requiredStatuses: [],
        },
      }),
      progress: "success",
      url: "file://machine/var/lib/merge-queue/test-runs/output/run.log",
      at: TIME,
    },
  ],
};
