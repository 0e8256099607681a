/**
 * What only a skipped job has reported does not land: the loop with real git on the counterpart of GitHub, with CI files
 * that guard jobs by the event or by the draft.
 */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import type { WorkflowRun } from "../../../../support/github/checks.js";
import { ACME_SHOP } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";

let world: GitHubLandingWorld;
let number: number;
let main: string | null;

beforeEach(() => {
  number = 0;
});
afterEach(async () => world[Symbol.asyncDispose]());

async function submitted(settings: Partial<QueueSettings> = {}): Promise<void> {
  world = await GitHubLandingWorld.open({ requiredStatuses: ["build", "integration"], ...settings });
  ({ number } = await world.github.openPullRequest());
  main = world.github.tip("main");
  await world.submit(number);
}

/** The test branch, once it is another one than before. */
async function testBranch(
  before: string | null = null,
): Promise<{ readonly name: string; readonly run: (event: string) => WorkflowRun }> {
  const branches = () => world.github.world.git.refsBelow(`refs/heads/mq-merge/pr-${number}/`);
  const found = () => branches().find(([ref]) => ref !== `refs/heads/${before ?? ""}`);
  await world.until(async () => Promise.resolve(found() !== undefined));
  const [ref = "", headSha] = found() ?? [];
  if (headSha === undefined) throw new Error("the test branch is gone again");
  const name = ref.slice("refs/heads/".length);
  const run = (event: string) =>
    world.github.workflowRun({ headSha, headBranch: name, event, name: "CI", status: "in_progress" });
  return { name, run };
}

async function openDraft(head: string): Promise<void> {
  await world.github.openPullRequest({ branch: head, draft: true });
}

function end(run: WorkflowRun, jobs: Readonly<Record<string, string>>): void {
  for (const [name, conclusion] of Object.entries(jobs)) world.github.reportJob(run, name, conclusion);
  world.github.changeWorkflowRun(run, "completed", "success");
  world.on.forge.checksChanged(ACME_SHOP, { headSha: run.headSha, branch: run.headBranch });
}

/** Until the queue knows that the run has started, and what is reported of the check by now. */
async function seen(check: string): Promise<void> {
  await world.until(async () => {
    const [run] = (await world.queue()).runs;
    if (run?.progress.kind === "building") return false;
    return run === undefined || run.checks.some(({ name, status }) => name === check && status !== "queued");
  });
}

itInCi(
  "a job that the twin of a draft pull request skips lands nothing while its real run is under way, and it fails",
  async () => {
    await submitted();
    let before: string | null = null;
    for (const drawn of ["main <- #1 running", "main | retrying #1 running"]) {
      const { name, run } = await testBranch(before);
      before = name;
      const byPush = run("push");
      await openDraft(name);
      const byDraft = run("pull_request");
      end(byDraft, { build: "success", integration: "skipped" });
      world.github.reportJob(byPush, "build", "success");
      await seen("integration");
      expect([await world.drawn(), world.github.tip("main")]).toEqual([drawn, main]);
      end(byPush, { integration: "failure" });
    }
    const { ended, reason } = await world.ended(number);
    expect([ended, reason?.sentence]).toEqual([
      "failed",
      "#1 failed `integration` again with nothing else ahead, so the failure is its own.",
    ]);
    expect(world.github.tip("main")).toBe(main);
  },
);

itInCi("the same lands once its real run has passed", async () => {
  await submitted();
  const { name, run } = await testBranch();
  const byPush = run("push");
  await openDraft(name);
  end(run("pull_request"), { build: "success", integration: "skipped" });
  end(byPush, { build: "success", integration: "success" });
  expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  expect(world.github.tip("main")).toBe(byPush.headSha);
});

it("CI on pull requests only that leaves drafts out has tested nothing, and the reason names what was skipped", async () => {
  await submitted({ createPrsForTestingBranches: true });
  let before: string | null = null;
  for (let times = 0; times < 2; times += 1) {
    const { name, run } = await testBranch(before);
    before = name;
    await openDraft(name);
    end(run("pull_request"), { build: "skipped", integration: "skipped" });
  }
  const { ended, reason } = await world.ended(number);
  expect([ended, reason?.code, reason?.sentence]).toEqual([
    "failed",
    "TEST_RUN_REQUIRED_STATUS_FAILED",
    "#1 failed: no required check executed: build was skipped (CI / build) and integration was skipped (CI / integration) again with nothing else ahead, so the failure is its own.",
  ]);
  expect(world.github.tip("main")).toBe(main);
});
