/** Which of a commit's checks speak for a run, where GitHub Actions worked on the same commit on several branches. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { createGitHubCalls } from "../../../../../src/service/github/api/create-github-calls.js";
import { createGitHubForge, type GitHubForge } from "../../../../../src/service/github/forge/github-forge.js";
import { runNumber } from "../../../../contract/forge.js";
import { ACME_SHOP, testBranchOf } from "../../../../support/github-forge-world.js";
import { ScriptedGitHub } from "../../../../support/scripted-github.js";

const COMMIT = commitId("c".repeat(40));
const BASE = commitId("b".repeat(40));
const ACTIONS = { id: 15_368, slug: "github-actions" };

let github: ScriptedGitHub;
let forge: GitHubForge;
let checkRuns: readonly object[];
let workflowRuns: readonly object[];
let statuses: readonly object[];
let rules: readonly object[];
/** Null has no such list. */
let activities: readonly object[] | null;
/** Before GitHub lists the workflow runs. */
let meanwhile: () => void;

beforeEach(async () => {
  github = await ScriptedGitHub.listen(({ path }) => {
    if (path.includes("/check-runs"))
      return { body: { total_count: checkRuns.length, check_runs: checkRuns } };
    if (path.includes("/actions/runs")) {
      meanwhile();
      return { body: { workflow_runs: workflowRuns } };
    }
    if (path.includes("/status")) return { body: { statuses } };
    if (path.includes("/activity"))
      return activities === null ? { status: 404, body: {} } : { body: activities };
    return { body: path.includes("/rules/") ? rules : {} };
  });
  [checkRuns, workflowRuns, statuses, rules] = [[], [], [], []];
  activities = null;
  meanwhile = () => undefined;
  forge = openForge();
});
afterEach(async () => {
  await forge.close();
  await github.close();
});

/** The state of another replica, or of this one after a restart. */
function openForge(): GitHubForge {
  const calls = createGitHubCalls({
    apiUrl: github.url,
    access: { kind: "token", token: "t" },
    userAgent: "merge-queue/test",
  });
  return createGitHubForge({
    calls,
    git: {
      isAncestor: async (_, one) => Promise.resolve(one === BASE),
      readRefs: async () => Promise.resolve(new Map()),
    },
    repositories: new Set(["example.com/acme/shop"]),
    testBranchPrefix: "mq-merge/",
  });
}

function checkRun(id: number, suite: number, conclusion: string) {
  const app = ACTIONS;
  return { id, name: "build", status: "completed", conclusion, app, check_suite: { id: suite } };
}

function workflowRun(suite: number, branch: string, workflow = 1) {
  const [id, status] = [suite + 1000, "completed"];
  return {
    ...{ id, status, head_sha: COMMIT, head_branch: branch },
    ...{ check_suite_id: suite, workflow_id: workflow },
  };
}

async function verdict(run: number, since?: number): Promise<readonly (string | null)[] | undefined> {
  return (await forge.readChecks(ACME_SHOP, runNumber(run), since))?.map(({ conclusion }) => conclusion);
}

async function restart(): Promise<void> {
  await forge.close();
  forge = openForge();
}

async function start(run: number): Promise<void> {
  await forge.startTests(ACME_SHOP, {
    run: runNumber(run),
    commit: COMMIT,
    testBranch: testBranchOf(runNumber(run)),
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(7)],
    requiredStatuses: ["build"],
  });
}

it("a workflow on another test branch says nothing, whoever started the run there", async () => {
  checkRuns = [checkRun(1, 10, "failure")];
  workflowRuns = [workflowRun(10, testBranchOf(runNumber(1)))];
  await start(2);
  expect(await verdict(2)).toEqual([null]);
  checkRuns = [...checkRuns, checkRun(2, 20, "success")];
  workflowRuns = [...workflowRuns, workflowRun(20, testBranchOf(runNumber(2)))];
  expect(await verdict(2)).toEqual(["success"]);
});

it("a workflow on a branch that is no test branch counts: it is the same commit", async () => {
  checkRuns = [checkRun(1, 10, "success")];
  workflowRuns = [workflowRun(10, "feature")];
  await start(1);
  expect(await verdict(1)).toEqual(["success"]);
});

it("of two workflows with a job of one name none may fail or be called off", async () => {
  workflowRuns = [1, 2].map((workflow) => workflowRun(10 * workflow, testBranchOf(runNumber(1)), workflow));
  await start(1);
  for (const [first, second, expected] of [
    ["success", "success", "success"],
    ["success", "failure", "failure"],
    ["failure", "success", "failure"],
    ["cancelled", "success", "cancelled"],
    ["success", "cancelled", "cancelled"],
    ["cancelled", "failure", "failure"],
  ] as const) {
    checkRuns = [checkRun(1, 10, first), checkRun(2, 20, second)];
    expect([first, second, await verdict(1)]).toEqual([first, second, [expected]]);
  }
});

describe("of two jobs of one name in one workflow", () => {
  const STARTED = "2026-01-01T12:00:00Z";
  const AGAIN = "2026-01-01T13:00:00Z";
  const job = (id: number, from: string, to: string | null, conclusion: string | null) => ({
    ...{
      ...checkRun(id, 10, conclusion ?? ""),
      conclusion,
      status: to === null ? "in_progress" : "completed",
    },
    ...{ started_at: `2026-01-01T${from}Z`, completed_at: to === null ? null : `2026-01-01T${to}Z` },
  });

  async function said(run_started_at: string | null, ...jobs: readonly object[]) {
    workflowRuns = [{ ...workflowRun(10, testBranchOf(runNumber(1))), run_started_at }];
    checkRuns = jobs;
    await restart();
    await start(1);
    return verdict(1);
  }

  it("none may fail, in whichever order they come, and all have to be over", async () => {
    const passed = ["12:00:05", "12:01:00", "success"] as const;
    const failed = ["12:00:06", "12:02:00", "failure"] as const;
    const [after, open] = [
      ["12:03:00", "12:04:00", "success"],
      ["12:00:07", null, null],
    ] as const;
    expect(await said(STARTED, job(1, ...failed), job(2, ...passed))).toEqual(["failure"]);
    expect(await said(STARTED, job(1, ...failed), job(2, ...after))).toEqual(["failure"]);
    expect(await said(STARTED, job(1, ...open), job(2, ...passed))).toEqual([null]);
    expect(await said(STARTED, job(1, ...passed), job(2, ...after))).toEqual(["success"]);
    expect(await said(null, job(1, ...failed), job(2, ...passed))).toEqual(["failure"]);
  });

  it("one that is made again stands for the one before", async () => {
    const failed = job(1, "12:00:05", "12:01:00", "failure");
    expect(await said(AGAIN, failed, job(2, "13:00:05", "13:01:00", "success"))).toEqual(["success"]);
    expect(await said(AGAIN, failed, job(2, "13:00:05", null, null))).toEqual([null]);
    expect(await said(null, failed, job(2, "13:00:05", "13:01:00", "success"))).toEqual(["success"]);
    expect(await said("2026-01-01T14:00:00Z", failed, job(2, "13:00:05", "13:01:00", "success"))).toEqual([
      "success",
    ]);
  });

  it("it is seen when the workflow is started once more while it is looked at", async () => {
    const failed = job(1, "12:00:05", "12:01:00", "failure");
    const other = job(2, "12:00:05", "12:01:00", "success");
    expect(await said(STARTED, failed, other)).toEqual(["failure"]);
    workflowRuns = [{ ...workflowRun(10, testBranchOf(runNumber(1))), run_started_at: AGAIN }];
    checkRuns = [failed, other, job(3, "13:00:05", "13:01:00", "success")];
    expect(await verdict(1)).toEqual(["success"]);
  });
});

it("a run of a workflow that was called off says nothing once a newer one of that workflow is there", async () => {
  workflowRuns = [10, 20].map((suite) => workflowRun(suite, testBranchOf(runNumber(1))));
  await start(1);
  for (const [first, second, expected] of [
    ["cancelled", "success", "success"],
    ["cancelled", "failure", "failure"],
    ["success", "cancelled", "cancelled"],
    ["cancelled", "cancelled", "cancelled"],
  ] as const) {
    checkRuns = [checkRun(1, 10, first), checkRun(2, 20, second)];
    expect([first, second, await verdict(1)]).toEqual([first, second, [expected]]);
  }
});

it("what was called off stands where the runs of workflows may not be seen", async () => {
  workflowRuns = [];
  checkRuns = [checkRun(1, 10, "cancelled"), checkRun(2, 20, "success")];
  await start(1);
  expect(await verdict(1)).toEqual(["cancelled"]);
});

it("a commit status counts for the App that the rules demand when that App has set it, and nobody else has", async () => {
  const demanded = { required_status_checks: [{ context: "build", integration_id: 77 }] };
  rules = [{ type: "required_status_checks", parameters: demanded }];
  await start(1);
  for (const [avatar, expected] of [
    [null, null],
    ["https://avatars.githubusercontent.com/u/77?v=4", null],
    ["https://avatars.githubusercontent.com/in/78?v=4", null],
    ["https://avatars.githubusercontent.com/u/1?/in/77", null],
    ["https://avatars.githubusercontent.com/in/77?v=4", "success"],
    ["https://github.example.com/avatars/in/77?", "success"],
  ] as const) {
    statuses = [{ id: 1, context: "build", state: "success", avatar_url: avatar }];
    expect([avatar, await verdict(1)]).toEqual([avatar, [expected]]);
  }
  checkRuns = [{ ...checkRun(1, 7, "failure"), app: { id: 77, slug: "jenkins" } }];
  expect(await verdict(1)).toEqual(["failure"]);
});

it("a run for a pull request counts once GitHub names its base, and is no reason to start again before", async () => {
  const byDraft = { ...workflowRun(10, testBranchOf(runNumber(1))), event: "pull_request" };
  checkRuns = [checkRun(1, 10, "success")];
  workflowRuns = [{ ...byDraft, pull_requests: [] }];
  await start(1);
  expect(await verdict(1)).toEqual([null]);
  workflowRuns = [{ ...byDraft, pull_requests: [{ number: 8, base: { ref: "main", sha: BASE } }] }];
  expect(await verdict(1)).toEqual(["success"]);
});

it("a job that ends while the runs of workflows are listed is seen", async () => {
  const branch = testBranchOf(runNumber(1));
  checkRuns = [checkRun(1, 10, "success")];
  workflowRuns = [workflowRun(10, branch), { ...workflowRun(20, branch), status: "in_progress" }];
  await start(1);
  expect(await verdict(1)).toEqual([null]);
  meanwhile = () => {
    checkRuns = [checkRun(1, 10, "success"), checkRun(2, 20, "failure")];
    workflowRuns = [workflowRun(10, branch), workflowRun(20, branch)];
  };
  expect(await verdict(1)).toEqual(["failure"]);
});

describe("after a restart", () => {
  const PLANNED = Date.parse("2026-01-01T12:00:00.400Z");
  const CIRCLE = { id: 5, slug: "circleci" };
  const at = (seconds: number) => new Date(PLANNED + seconds * 1000).toISOString();

  function ofCircle(id: number, began: number, ended: number, conclusion: string) {
    const times = { started_at: at(began), completed_at: at(ended) };
    return { ...checkRun(id, 7, conclusion), app: CIRCLE, ...times };
  }

  it("a check that was over when the run was planned says nothing of it", async () => {
    checkRuns = [ofCircle(1, -300, -1, "failure")];
    await start(1);
    expect(await verdict(1, PLANNED - 310_000)).toEqual(["failure"]);
    await restart();
    await start(2);
    expect(await verdict(2, PLANNED)).toEqual([null]);
    checkRuns = [ofCircle(2, 10, 300, "success")];
    expect(await verdict(2, PLANNED)).toEqual(["success"]);
  });

  it("a check has its times by GitHub's clock, and no start while it is queued", async () => {
    const readTimes = async () => {
      const [read] = (await forge.readChecks(ACME_SHOP, runNumber(1), PLANNED)) ?? [];
      return [read?.status, read?.startedAt, read?.endedAt];
    };
    checkRuns = [{ ...ofCircle(1, 10, 70, ""), status: "queued", conclusion: null, completed_at: null }];
    await start(1);
    expect(await readTimes()).toEqual(["queued", undefined, undefined]);
    checkRuns = [{ ...ofCircle(1, 10, 70, ""), status: "in_progress", conclusion: null, completed_at: null }];
    expect(await readTimes()).toEqual(["in_progress", PLANNED + 10_000, undefined]);
    checkRuns = [ofCircle(1, 10, 70, "success")];
    expect(await readTimes()).toEqual(["completed", PLANNED + 10_000, PLANNED + 70_000]);
  });

  it("a commit status that was set before the run was planned says nothing of it", async () => {
    statuses = [{ id: 1, context: "build", state: "failure", created_at: at(-10) }];
    await start(2);
    expect(await verdict(2, PLANNED)).toEqual([null]);
    statuses = [{ id: 2, context: "build", state: "success", created_at: at(10) }];
    expect(await verdict(2, PLANNED)).toEqual(["success"]);
  });

  it("what was said in the seconds before the run's branch was there says nothing of it", async () => {
    for (const old of [-4, -1, 0, 2]) {
      await restart();
      activities = [];
      statuses = [{ id: 1, context: "build", state: "failure", created_at: at(old) }];
      checkRuns = [];
      await start(2);
      expect([old, await verdict(2, PLANNED)]).toEqual([old, [null]]);
      activities = [{ after: COMMIT, timestamp: at(3) }];
      expect([old, await verdict(2, PLANNED)]).toEqual([old, [null]]);
      statuses = [];
      checkRuns = [ofCircle(3, old - 2, old, "success")];
      expect([old, await verdict(2, PLANNED)]).toEqual([old, [null]]);
      statuses = [{ id: 4, context: "build", state: "failure", created_at: at(4) }];
      expect([old, await verdict(2, PLANNED)]).toEqual([old, ["failure"]]);
    }
    expect(github.lines.filter((line) => line.includes("/activity"))).toHaveLength(8);
  });

  it("what came once the branch was there counts, however far behind ours GitHub's clock is", async () => {
    activities = [{ after: COMMIT, timestamp: at(-5) }];
    statuses = [{ id: 1, context: "build", state: "success", created_at: at(-4) }];
    await start(2);
    expect(await verdict(2, PLANNED)).toEqual(["success"]);
  });

  it("where branches' moves are not told, a check that was under way counts, and some seconds are not told apart", async () => {
    await start(2);
    for (const [began, ended] of [
      [-300, 60],
      [-4, -2],
    ] as const) {
      checkRuns = [ofCircle(1, began, ended, "failure")];
      expect(await verdict(2, PLANNED)).toEqual(["failure"]);
    }
    checkRuns = [];
    statuses = [{ id: 1, context: "build", state: "failure", created_at: at(-4) }];
    expect(await verdict(2, PLANNED)).toEqual(["failure"]);
  });

  it("a workflow on the run's own test branch counts, whatever the clocks tell", async () => {
    workflowRuns = [workflowRun(10, testBranchOf(runNumber(2)))];
    checkRuns = [{ ...checkRun(1, 10, "success"), started_at: at(-300), completed_at: at(-200) }];
    await start(2);
    expect(await verdict(2, PLANNED)).toEqual(["success"]);
  });
});

it("the runs of workflows are asked for once while a check is open", async () => {
  checkRuns = [{ ...checkRun(1, 10, ""), status: "in_progress", conclusion: null }];
  workflowRuns = [workflowRun(10, testBranchOf(runNumber(1)))];
  await start(1);
  for (let looks = 0; looks < 3; looks += 1) await verdict(1);
  expect(github.lines.filter((line) => line.includes("/actions/runs"))).toHaveLength(1);
});
