/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const RUN = "00000000-0000-8000-8000-000000000023";

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  posted_runs: [
    {
      posting: "00000000-0000-4000-8000-0000000000f1",
      run_id: RUN,
      repository: "github.com/octo/mono",
      json: JSON.stringify({
        repository: { host: "github.com", owner: "octo", name: "mono" },
        order: {
          run: RUN,
          commit: "5".repeat(40),
          testBranch: `mq-merge/pr-10/${RUN}`,
          targetBranch: "hedged",
          testedPullRequests: [10],
          requiredStatuses: ["ci/build"],
        },
      }),
      progress: "underWay",
      url: "file://machine/var/lib/merge-queue/test-runs/output/run.log",
    },
  ],
};
