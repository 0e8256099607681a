/**
 * Which checks of a commit count where GitHub Actions works on it more than once, as by push and by draft pull request:
 * a skipped run decides nothing while another run of the commit may still report the check.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { runNumber } from "../../../../contract/forge.js";
import type { WorkflowRun } from "../../../../support/github/checks.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import {
  ACME_SHOP,
  GitHubForgeWorld,
  testBranchOf,
  withSettings,
} from "../../../../support/github-forge-world.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";

const RUN = runNumber(1);
const BRANCH = testBranchOf(RUN);
const JENKINS = { id: 77, slug: "jenkins" };

let world: GitHubForgeWorld;
let github: GitHub;
let commit: CommitId;

beforeEach(async () => {
  world = await GitHubForgeWorld.open({ settingsOf: withSettings({ directMergeMode: "always" }) });
  github = world.github;
  commit = await world.testedCommit(RUN);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

async function start(...requiredStatuses: readonly string[]): Promise<void> {
  await world.forge.startTests(ACME_SHOP, {
    run: RUN,
    commit,
    testBranch: BRANCH,
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(7)],
    requiredStatuses,
  });
}

/** As the service opens one for each test branch. */
async function openDraft(): Promise<void> {
  await github.openPullRequest({ branch: BRANCH, draft: true, author: "merge-queue[bot]" });
}

function workflow(event: "push" | "pull_request", name = "CI"): WorkflowRun {
  return github.workflowRun({ headSha: commit, headBranch: BRANCH, event, name, status: "in_progress" });
}

function end(run: WorkflowRun, jobs: Readonly<Record<string, string>> = {}): void {
  for (const [name, conclusion] of Object.entries(jobs)) github.reportJob(run, name, conclusion);
  const all = Object.values(jobs);
  github.changeWorkflowRun(run, "completed", all.includes("failure") ? "failure" : "success");
}

/** Each check with its conclusion, or its status while there is none. */
async function checks(forge = world.forge): Promise<Readonly<Record<string, string>>> {
  const read = await forge.readChecks(ACME_SHOP, RUN);
  return Object.fromEntries((read ?? []).map((one) => [one.name, one.conclusion ?? one.status]));
}

async function detailOf(name: string): Promise<string | undefined> {
  return (await world.forge.readChecks(ACME_SHOP, RUN))?.find((one) => one.name === name)?.detail;
}

describe("of the two runs of one workflow, by push and by draft pull request", () => {
  itInAll("the one that skips a job decides nothing while the other is at work", async () => {
    await start("build", "integration");
    const byPush = workflow("push");
    await openDraft();
    end(workflow("pull_request"), { build: "success", integration: "skipped" });
    github.reportJob(byPush, "build", "success");
    expect(await checks()).toEqual({ build: "in_progress", integration: "in_progress" });
    expect(await detailOf("integration")).toBe("skipped so far; workflow CI is not complete");
    end(byPush, { integration: "failure" });
    expect(await checks()).toEqual({ build: "success", integration: "failure" });
  });

  itInAll("a job behind `needs` of the other is waited for, which has no check run before", async () => {
    await start("integration");
    const byPush = workflow("push");
    await openDraft();
    end(workflow("pull_request"), { integration: "success" });
    expect(await checks()).toEqual({ integration: "in_progress" });
    end(byPush, { integration: "failure" });
    expect(await checks()).toEqual({ integration: "failure" });
  });

  itInCi("one that succeeds and one that skips it make a pass", async () => {
    await start("integration");
    for (const conclusions of [
      ["success", "skipped"],
      ["skipped", "success"],
      ["neutral", "success"],
    ] as const) {
      github.world.checkRuns.splice(0);
      const [first, second] = [workflow("push"), workflow("push")];
      end(first, { integration: conclusions[0] });
      end(second, { integration: conclusions[1] });
      expect([conclusions, await checks()]).toEqual([conclusions, { integration: "success" }]);
    }
  });

  it("a failure counts at once: no other run makes up for it", async () => {
    await start("integration");
    const byPush = workflow("push");
    github.reportJob(byPush, "integration", "failure");
    workflow("push");
    expect(await checks()).toEqual({ integration: "failure" });
  });

  it("one that was cancelled decides nothing while the other is at work", async () => {
    await start("integration");
    end(workflow("push"), { integration: "cancelled" });
    const again = workflow("push");
    expect(await checks()).toEqual({ integration: "in_progress" });
    end(again, { integration: "success" });
    expect(await checks()).toEqual({ integration: "success" });
  });

  it("one that is run again is waited for", async () => {
    await start("integration");
    const byPush = workflow("push");
    end(byPush, { integration: "success" });
    end(workflow("push"), { integration: "success" });
    expect(await checks()).toEqual({ integration: "success" });
    github.changeWorkflowRun(byPush, "queued");
    expect(await checks()).toEqual({ integration: "in_progress" });
  });
});

describe("a check that was only skipped", () => {
  itInCi("is told with its workflow once no run of the commit may report it", async () => {
    await start("lint", "integration");
    end(workflow("push"), { lint: "success", integration: "skipped" });
    expect(await checks()).toEqual({ lint: "success", integration: "skipped" });
    expect(await detailOf("integration")).toBe("CI / integration");
    expect(await detailOf("lint")).toBeUndefined();
  });

  it("waits for its own run to be complete, though that is the only one", async () => {
    await start("lint", "integration");
    const byPush = workflow("push");
    github.reportJob(byPush, "lint", "success");
    github.reportJob(byPush, "integration", "skipped");
    expect(await checks()).toEqual({ lint: "success", integration: "in_progress" });
    end(byPush);
    expect(await checks()).toEqual({ lint: "success", integration: "skipped" });
  });

  it("waits for another workflow that reports a required check", async () => {
    await start("lint", "integration");
    end(workflow("push", "Skips"), { integration: "skipped" });
    const other = workflow("push", "CI");
    github.reportJob(other, "lint", "success");
    expect(await checks()).toEqual({ lint: "success", integration: "in_progress" });
    end(other, { integration: "failure" });
    expect(await checks()).toEqual({ lint: "success", integration: "failure" });
  });

  itInCi(
    "waits for another workflow that reported a required check at another commit, also after a restart",
    async () => {
      const earlier = await github.pushToBranch("feature");
      end(github.workflowRun({ headSha: earlier, headBranch: "feature", name: "Slow" }), {
        integration: "success",
      });
      await start("lint", "integration");
      end(workflow("push", "Fast"), { lint: "success", integration: "skipped" });
      const slow = workflow("push", "Slow");
      expect(await checks()).toEqual({ lint: "success", integration: "in_progress" });
      const { forge: later } = world.reopen();
      const known = async () => later.readChecks(ACME_SHOP, RUN, undefined, ["lint", "integration"]);
      expect((await known())?.map(({ conclusion }) => conclusion)).toEqual(["success", null]);
      end(slow, { integration: "success" });
      expect((await known())?.map(({ conclusion }) => conclusion)).toEqual(["success", "success"]);
    },
  );

  itInCi(
    "waits for no workflow that never reported a required check, and for no empty suite of another App",
    async () => {
      const earlier = await github.pushToBranch("feature");
      end(github.workflowRun({ headSha: earlier, headBranch: "feature", name: "Deploy" }), {
        deploy: "success",
      });
      await start("lint", "integration");
      github.openEmptySuite(commit, JENKINS);
      workflow("push", "Deploy");
      workflow("push", "New");
      end(workflow("push"), { lint: "success", integration: "skipped" });
      expect(await checks()).toEqual({ lint: "success", integration: "skipped" });
    },
  );

  itInCi("asks once what a workflow has reported", async () => {
    await start("lint", "integration");
    workflow("push", "Deploy");
    end(workflow("push"), { lint: "success", integration: "skipped" });
    for (let times = 0; times < 3; times += 1) await checks();
    expect(github.calls.filter(({ path }) => path.includes("/actions/workflows/"))).toHaveLength(1);
  });

  it("waits for a workflow of which nobody may see what it reported", async () => {
    await start("lint", "integration");
    workflow("push", "Hidden");
    end(workflow("push"), { lint: "success", integration: "skipped" });
    const body = JSON.stringify({ message: "Resource not accessible by integration" });
    github.faults.next("GET /repos/{owner}/{repo}/actions/workflows", {
      ...{ kind: "answer", status: 403, headers: { "content-type": "application/json" }, body },
    });
    expect(await checks()).toEqual({ lint: "success", integration: "in_progress" });
  });

  it("waits where the workflow runs may not be seen, and one that succeeded does not", async () => {
    await start("lint", "integration");
    end(workflow("push"), { lint: "success", integration: "skipped" });
    const { forge: weak } = world.reopen({
      calling: { access: { kind: "token", token: "github_pat_weak" } },
    });
    github.addToken("github_pat_weak", "weak", {
      ...{ contents: "read", checks: "read", statuses: "read", pull_requests: "read" },
    });
    const read = await weak.readChecks(ACME_SHOP, RUN, undefined, ["lint", "integration"]);
    expect(read).toMatchObject([
      { name: "lint", conclusion: "success" },
      { name: "integration", conclusion: null, detail: expect.stringContaining("Actions: read") },
    ]);
  });

  it("of another App passes for no job of a workflow that is still to come", async () => {
    await start("lint", "integration");
    github.reportCheck(commit, "integration", "neutral", JENKINS);
    const byPush = workflow("push");
    github.reportJob(byPush, "lint", "success");
    expect(await checks()).toEqual({ lint: "success", integration: "in_progress" });
    end(byPush);
    expect(await checks()).toEqual({ lint: "success", integration: "neutral" });
  });

  it("passes by a commit status of that name", async () => {
    await start("integration");
    end(workflow("push"), { integration: "skipped" });
    github.reportStatus(commit, "integration", "pending");
    expect(await checks()).toEqual({ integration: "in_progress" });
    github.reportStatus(commit, "integration", "success");
    expect(await checks()).toEqual({ integration: "success" });
  });
});

describe("the run of a draft pull request, which tests the merge with its base,", () => {
  itInAll("counts where the tested commit contains that base", async () => {
    await start("integration");
    await openDraft();
    end(workflow("pull_request"), { integration: "success" });
    await github.pushToBranch("main", { "later.txt": "later\n" });
    expect(await checks()).toEqual({ integration: "success" });
  });

  itInAll(
    "does not count where it does not, and has the tests start again unless another run reports the check",
    async () => {
      await start("integration");
      await github.pushToBranch("main", { "meanwhile.txt": "meanwhile\n" });
      await openDraft();
      const byDraft = workflow("pull_request");
      expect(await checks()).toEqual({ integration: "queued" });
      end(byDraft, { integration: "success" });
      expect(await checks()).toEqual({ integration: "cancelled" });
      expect(await detailOf("integration")).toBe(
        "its draft pull request was tested with a commit of the base branch that the tested commit does not contain",
      );
      const byPush = workflow("push");
      expect(await checks()).toEqual({ integration: "in_progress" });
      end(byPush, { integration: "success" });
      expect(await checks()).toEqual({ integration: "success" });
    },
  );

  itInCi("fails no test run with what it found on another base", async () => {
    await start("integration");
    await github.pushToBranch("main", { "meanwhile.txt": "meanwhile\n" });
    await openDraft();
    end(workflow("pull_request"), { integration: "failure" });
    end(workflow("push"), { integration: "success" });
    expect(await checks()).toEqual({ integration: "success" });
  });
});

it("a run of the workflow on another test branch of the same commit is not waited for", async () => {
  await start("integration");
  const headBranch = testBranchOf(runNumber(2));
  github.workflowRun({ headSha: commit, headBranch, name: "CI", status: "in_progress" });
  end(workflow("push"), { integration: "success" });
  expect(await checks()).toEqual({ integration: "success" });
});

it("a pass by GitHub Actions costs one call more than checks and statuses", async () => {
  await start("build", "integration");
  end(workflow("push"), { build: "success", integration: "success" });
  github.forgetCalls();
  expect(await checks()).toEqual({ build: "success", integration: "success" });
  const counted = Object.entries(github.countsPerRoute()).filter(([route]) => !route.includes("branches"));
  expect(counted.map(([, count]) => count)).toEqual([1, 1, 1]);
});
