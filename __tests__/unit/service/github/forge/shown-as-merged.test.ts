/** Which heads a landing pushes so that GitHub shows their pull requests as merged; all others are closed as before. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import type { PullRequestPlan } from "../../../../support/github/people-hands.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld, MAIN } from "../../../../support/github-landing-world.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";
import { rowsBySize } from "../../../../support/test-size.js";

const closing: AsyncDisposable[] = [];
afterEach(async () => {
  for (const world of closing.splice(0)) await world[Symbol.asyncDispose]();
});

async function landingWorld(...settings: Parameters<typeof GitHubLandingWorld.open>) {
  const world = await GitHubLandingWorld.open(...settings);
  closing.push(world);
  return world;
}

async function landed(world: GitHubLandingWorld, ...numbers: readonly number[]): Promise<readonly boolean[]> {
  await world.submit(...numbers);
  for (const number of numbers) await world.pass(number);
  for (const number of numbers) expect(await world.ended(number)).toMatchObject({ ended: "merged" });
  return numbers.map((number) => world.github.pull(number).merged !== null);
}

describe("a landing by push", () => {
  itInCi("shows each pull request of a batch as merged, as the commit that it became", async () => {
    const world = await landingWorld({ showAsMerged: "head-push", canOptimisticallyMerge: true });
    const pulls = [await world.github.openPullRequest(), await world.github.openPullRequest()] as const;
    const [first, second] = pulls;
    await world.submit(first.number, second.number);
    await world.tested(first.number);
    await world.pass(second.number);
    for (const { number } of pulls) await world.ended(number);
    expect(pulls.map(({ number }) => world.github.pull(number).merged === null)).toEqual([false, false]);
    const tip = world.github.tip("main");
    expect([world.github.tip(first.headRef), world.github.tip(second.headRef)]).toEqual([
      await world.github.world.git.resolve(
        await world.github.world.git.repository.git("rev-parse", `${tip}^`),
      ),
      tip,
    ]);
  });

  itInCi("pushes no head unless the queue asks for it", async () => {
    const world = await landingWorld();
    const { number, headRef, headSha } = await world.github.openPullRequest();
    expect(await landed(world, number)).toEqual([false]);
    expect(world.github.tip(headRef)).toBe(headSha);
  });

  itInAll("shows a rebased pull request of several commits as merged", async () => {
    const world = await landingWorld({ showAsMerged: "head-push", mergeMethod: "rebase" });
    const { number } = await world.github.openPullRequest();
    await world.github.pushToPullRequest(number, { "more.txt": "more\n" });
    await world.github.pushToBranch("main", { "beside.txt": "beside\n" });
    // Otherwise the queue first tests on the tip from before, and replaces that run.
    await world.loop.refreshTip(MAIN, null);
    expect(await landed(world, number)).toEqual([true]);
  });

  itInAll("leaves a head alone that is the target of another queue", async () => {
    const world = await landingWorld({ showAsMerged: "head-push" });
    const { number, headRef, headSha } = await world.github.openPullRequest();
    await world.loop.create({ repository: ACME_SHOP, targetBranch: headRef }, {});
    expect(await landed(world, number)).toEqual([false]);
    expect(world.github.tip(headRef)).toBe(headSha);
  });
});

describe("a head that something else depends on is not pushed:", () => {
  const rows: readonly (readonly [
    string,
    RegExp | null,
    PullRequestPlan,
    (github: GitHub, ref: string) => unknown,
  ])[] = [
    ["none", null, {}, () => undefined],
    ["of a fork", /another repository/, { fork: "ada" }, () => undefined],
    ["protected", /is protected/, {}, (github, ref) => github.protect(ref, {})],
    [
      "under a ruleset",
      /a ruleset applies to its branch \(deletion\)/,
      {},
      (github) => github.ruleset({ include: ["refs/heads/*"], rules: [{ type: "deletion" }] }),
    ],
    [
      "the base of another",
      /is the base of #2/,
      {},
      async (github, ref) => github.openPullRequest({ base: ref }),
    ],
    [
      "the head of another",
      /is also the head of #2/,
      {},
      async (github, ref) => {
        await github.pushToBranch("other");
        await github.openPullRequest({ branch: ref, base: "other" });
      },
    ],
    [
      "pushed to",
      /closed or pushed to/,
      {},
      async (github) => github.pushToPullRequest(1, { "more.txt": "more\n" }),
    ],
    [
      "the default branch",
      /is the default branch/,
      {},
      (github, ref) => {
        github.world.settings["default_branch"] = ref;
      },
    ],
  ];

  it.each(rowsBySize(rows))("%s", async (_what, why, plan, happens) => {
    const world = await GitHubForgeWorld.open();
    closing.push(world);
    const { github, forge } = world;
    const { number, headRef, headSha } = await github.openPullRequest(plan);
    await happens(github, headRef);
    const find = async (head: CommitId) =>
      forge.headBranches?.find(ACME_SHOP, pullRequestNumber(number), head);
    expect(await find(headSha)).toEqual(
      why === null
        ? { kind: "movable", branch: headRef }
        : { kind: "fixed", why: expect.stringMatching(why) },
    );
  });
});
