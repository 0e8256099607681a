/** A target branch that was renamed or deleted is named, and the queues of other branches go on. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ACME_SHOP } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld, MAIN } from "../../../../support/github-landing-world.js";

const STABLE = { repository: ACME_SHOP, targetBranch: "stable" };

describe("a target branch that is gone", () => {
  let world: GitHubLandingWorld;
  beforeEach(async () => {
    world = await GitHubLandingWorld.open();
  });
  afterEach(() => world[Symbol.asyncDispose]());

  const noted = () => world.loop.unavailable.of(ACME_SHOP, "main");

  it("is named with its present name, and its pull requests leave with theirs", async () => {
    await world.github.pushToBranch("stable");
    await world.loop.create(STABLE, { requiredStatuses: ["tests"] });
    const { number } = await world.github.openPullRequest();
    await world.submit(number);
    await world.tested(number);
    await world.github.renameBranch("main", "trunk");
    expect(await world.ended(number)).toMatchObject({
      ended: "cancelled",
      reason: { code: "PR_BASE_BRANCH_CHANGED", sentence: expect.stringContaining("`trunk`") },
    });
    await world.until(async () => Promise.resolve(noted() !== null));
    expect(noted()).toMatchObject({
      cause: "branchGone",
      sentence: expect.stringMatching(
        /^branch main does not exist: it was renamed to trunk\. To go on, create a queue/,
      ),
    });
    expect(world.loop.unavailable.of(ACME_SHOP, "stable")).toBeNull();
    const lines = world.errors.filter(({ branch }) => branch === "main");
    expect(lines).toMatchObject([
      { message: "the target branch of a queue does not exist; nothing can land there" },
    ]);
    const before = world.github.tip("stable");
    const moved = await world.github.pushToBranch("stable", { "next.txt": "1\n" });
    expect(moved).not.toBe(before);
    await world.until(async () => (await world.store.load(STABLE))?.queue.tip === moved);
    await world.github.renameBranch("trunk", "main");
    await world.until(async () => Promise.resolve(noted() === null));
  });

  it("is named without one if it was deleted", async () => {
    await world.github.setBranch("main", null);
    await world.until(async () => Promise.resolve(noted() !== null));
    expect(noted()?.sentence).toMatch(
      /it was deleted or renamed\. To go on, push it again, or delete this queue$/,
    );
  });

  it("is named when a webhook reports it, and other failures of that read are not hidden", async () => {
    await world.github.renameBranch("main", "trunk");
    await world.loop.refreshTip(MAIN, null);
    expect(noted()).toMatchObject({ cause: "branchGone" });
  });
});
