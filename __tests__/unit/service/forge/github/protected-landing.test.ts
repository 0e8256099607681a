/** Landing by push on a branch of GitHub that is protected: what is refused is told in words and codes, and ends. */
import { afterEach, expect, it, jest } from "@jest/globals";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";

jest.setTimeout(60_000);

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

const UNMET = "GITHUB_API_BRANCH_PROTECTION_UNMET";

it("fails with GitHub's own words where changes have to be made through a pull request", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  const tip = world.github.tip("main");
  world.github.ruleset({ rules: [{ type: "pull_request", parameters: {} }] });
  await world.submit(number);
  await world.pass(number);
  const { ended, reason } = await world.ended(number);
  expect([ended, reason?.code]).toEqual(["failed", UNMET]);
  expect(reason?.sentence).toMatch(/refused by .* rules: Changes must be made through a pull request\. /);
  expect(world.github.tip("main")).toBe(tip);
  expect(refusals(world)).toBe(1);
});

it("waits for a check that is still to come, and lands then", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  world.github.ruleset({ rules: [requiring("tests"), requiring("licences")] });
  world.github.reportCheck(world.github.pull(number).headSha, "tests", "success");
  world.github.reportCheck(world.github.pull(number).headSha, "licences", "success");
  await world.submit(number);
  const tested = await world.pass(number);
  await world.until(async () => Promise.resolve(refusals(world) > 1));
  world.github.reportCheck(tested, "licences", "success");
  expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  expect(world.github.tip("main")).toBe(tested);
});

it("says that the rules forbid the test branch itself", async () => {
  world = await GitHubLandingWorld.open();
  const { number } = await world.github.openPullRequest();
  world.github.ruleset({ include: ["refs/heads/mq-merge/**/*"], rules: [{ type: "update" }] });
  await world.submit(number);
  expect((await world.ended(number)).reason).toMatchObject({
    code: "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH",
    sentence: expect.stringContaining("Cannot update this protected ref."),
  });
});

function requiring(context: string) {
  return { type: "required_status_checks", parameters: { required_status_checks: [{ context }] } };
}

/** Attempts at landing that came to nothing. */
function refusals({ warnings }: GitHubLandingWorld): number {
  return warnings.filter(({ effect }) => effect === "land").length;
}
