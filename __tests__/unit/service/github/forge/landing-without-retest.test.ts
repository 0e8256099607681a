/**
 * `landWithoutRetest` by push: the loop with real git on the counterpart of GitHub. What GitHub refuses because no test
 * run tested the commit is tested, and a head on the newest tip needs no poll.
 */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { CommitId } from "../../../../../src/domain/ids.js";
import { COMPARED_TEST_RUNS } from "../../../../../src/domain/pull-request.js";
import type { TestedCommit } from "../../../../../src/service/ports/forge.js";
import { runNumber } from "../../../../contract/forge.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import { testBranchOf } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";

const DAY_MS = 86_400_000;

let world: GitHubLandingWorld;

/** The last landings were tested by the one job that heads have too. */
beforeEach(async () => {
  const tested: TestedCommit[] = [];
  world = await GitHubLandingWorld.open(
    { directMergeMode: "always", concurrency: 1 },
    { testedCommits: async () => Promise.resolve(tested), pollIntervalMs: DAY_MS },
  );
  const headBranch = testBranchOf(runNumber(1000));
  const commit = await world.github.pushToBranch(headBranch);
  passes(commit, headBranch);
  while (tested.length < COMPARED_TEST_RUNS) tested.push({ run: runNumber(1000 + tested.length), commit });
});
afterEach(async () => world[Symbol.asyncDispose]());

function passes(headSha: CommitId, headBranch: string): void {
  const { github } = world;
  const run = github.workflowRun({ headSha, headBranch, name: "CI", event: "push" });
  github.reportJob(run, "tests", "success");
  github.changeWorkflowRun(run, "completed", "success");
}

/** On the tip of `main`, and tested by its own CI. */
async function proven(): Promise<number> {
  const { number, headSha, headRef } = await world.github.openPullRequest();
  passes(headSha, headRef);
  return number;
}

function requireChecks(...bypass: readonly string[]): void {
  const parameters = { required_status_checks: [{ context: "tests" }] };
  world.github.ruleset({ rules: [{ type: "required_status_checks", parameters }], bypass });
}

/** No poll finds what is reported before the run has started. */
async function pass(number: number): Promise<void> {
  await world.until(async () => (await world.queue()).runs[0]?.progress.kind === "running");
  await world.pass(number);
}

const attempts = () => world.warnings.filter(({ effect }) => effect === "land");

it("what the rules refuse without checks is tested after one attempt, and lands", async () => {
  requireChecks();
  const number = await proven();
  await world.submit(number);
  const commit = await world.tested(number);
  expect(attempts()).toHaveLength(1);
  expect(attempts()[0]?.["error"]).toContain('Required status check "tests" is expected.');
  await pass(number);
  expect(await world.ended(number)).toMatchObject({ ended: "merged", verifiedBy: expect.any(String) });
  expect([world.github.tip("main"), attempts().length]).toEqual([commit, 1]);
});

itInCi("a head on the tip that the queue itself made lands without a poll in between", async () => {
  requireChecks(SERVICE_LOGIN);
  const first = await world.github.openPullRequest();
  world.github.reportCheck(first.headSha, "tests", "success", { id: 77, slug: "jenkins" });
  await world.submit(first.number);
  await pass(first.number);
  expect(await world.ended(first.number)).toMatchObject({ verifiedBy: expect.any(String) });
  const second = await proven();
  await world.submit(second);
  expect(await world.ended(second)).toMatchObject({ ended: "merged", verifiedBy: null });
  expect(attempts()).toEqual([]);
});
