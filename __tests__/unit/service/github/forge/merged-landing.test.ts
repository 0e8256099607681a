/** Landing through GitHub's merge on a branch that refuses pushes: what is promised, and what a refusal reports. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import type { Forge, PullRequestMerges } from "../../../../../src/service/ports/forge.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import { GitHubLandingWorld } from "../../../../support/github-landing-world.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";
import { aQueueId } from "../../../../support/stored-queue.js";

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

type Gap = (world: GitHubLandingWorld) => Promise<unknown>;

/** `gap` happens once, when everything was looked at and the merge is about to be asked for. */
async function open(settings: Partial<QueueSettings> = {}, gap: Gap | null = null): Promise<void> {
  let left = gap;
  const alter = (forge: Forge, here: GitHubLandingWorld): Forge => {
    const { merges } = forge;
    if (merges === undefined) throw new Error("GitHub merges");
    const altered: PullRequestMerges = {
      ...merges,
      merge: async (...asked) => {
        const happening = left;
        left = null;
        await happening?.(here);
        return merges.merge(...asked);
      },
    };
    return { ...forge, merges: altered };
  };
  world = await GitHubLandingWorld.open(settings, { landing: "merge", alter });
  world.github.ruleset({ rules: [{ type: "pull_request", parameters: {} }] });
}

async function treeOf(commit: string | null): Promise<string> {
  return world.github.world.git.repository.git("rev-parse", `${commit ?? ""}^{tree}`);
}

async function subject(commit: string | null): Promise<string> {
  return world.github.world.git.repository.git("show", "-s", "--format=%s", commit ?? "");
}

const MERGE = "PUT /repos/{owner}/{repo}/pulls/{number}/merge-async";

function mergesAsked(): readonly number[] {
  return world.github.calls.filter(({ route }) => route === MERGE).map(({ status }) => status);
}

async function submitted(count: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let more = 0; more < count; more += 1) numbers.push((await world.github.openPullRequest()).number);
  await world.submit(...numbers);
  return numbers;
}

describe("what passed", () => {
  itInCi(
    "lands one after the other, each on its own test, and what was tested on top stays tested",
    async () => {
      await open({ canOptimisticallyMerge: true, batch: true, batchingMaxWaitTimeMinutes: 0 });
      const [first = 0, second = 0] = await submitted(2);
      const commits = [await world.tested(first), await world.tested(second)] as const;
      await world.pass(second);
      await world.pass(first);
      expect(await world.ended(second)).toMatchObject({
        ended: "merged",
        reason: { code: "MERGE_GRAPH_MERGE" },
      });
      const merged = [first, second].map((number) => world.github.pull(number).merged?.commit ?? null);
      expect(world.github.tip("main")).toBe(merged[1]);
      expect(await Promise.all(merged.map(treeOf))).toEqual(await Promise.all(commits.map(treeOf)));
      expect(await world.store.landings(aQueueId(1), 5)).toMatchObject([
        { to: merged[1], from: merged[0], proof: { kind: "tested" } },
        { to: merged[0], proof: { kind: "tested" } },
      ]);
      expect([mergesAsked(), world.errors]).toEqual([[202, 202], []]);
    },
  );

  itInAll(
    "lands once, under the title that its text wants, though two processes are at it and answers get lost",
    async () => {
      await open();
      await world.newLoop().start();
      const title = "Greet everybody";
      const { number } = await world.github.openPullRequest({
        body: `Why.\r\nmerge-commit-title: ${title}\r\n`,
      });
      await world.submit(number);
      world.github.faults.next(MERGE, { kind: "cutAfter" });
      world.github.faults.next(MERGE, { kind: "errorAfter" });
      const tested = await world.pass(number);
      expect(await world.ended(number)).toMatchObject({
        ended: "merged",
        reason: { code: "MERGE_GRAPH_MERGE" },
      });
      const tip = world.github.tip("main");
      expect(world.github.pull(number).merged?.commit).toBe(tip);
      expect([await subject(tested), await subject(tip)]).toEqual([title, title]);
      expect(await world.store.landings(aQueueId(1), 5)).toHaveLength(1);
    },
  );
});

describe("what is another thing than what was tested", () => {
  it("is tested again where the branch is seen to have moved", async () => {
    await open();
    const [number = 0] = await submitted(1);
    const before = await world.tested(number);
    await world.github.pushToBranch("main", { "by-hand.txt": "1\n" });
    await world.pass(number);
    await world.until(async () => (await world.tested(number)) !== before);
    expect(mergesAsked()).toEqual([]);
    const again = await world.pass(number);
    await world.ended(number);
    expect(await treeOf(world.github.tip("main"))).toBe(await treeOf(again));
  });

  itInAll(
    "is told loudly where the branch moves at that very moment, and nothing else lands on the old test",
    async () => {
      await open({}, async ({ github }) => github.pushToBranch("main", { "by-hand.txt": "1\n" }));
      const [first = 0, second = 0] = await submitted(2);
      const before = await world.pass(second);
      await world.pass(first);
      const { ended, reason } = await world.ended(first);
      expect([ended, reason?.code]).toEqual(["merged", "MANUAL_MERGE"]);
      expect(reason?.sentence).toMatch(/not onto [0-9a-f]+, which it was tested on: nobody tested/);
      expect(world.errors).toMatchObject([{ pullRequest: first, commit: world.github.tip("main") }]);
      await world.until(async () => (await world.tested(second)) !== before);
      const again = await world.pass(second);
      expect(await world.ended(second)).toMatchObject({ reason: { code: "MERGE_GRAPH_MERGE" } });
      expect(await treeOf(world.github.tip("main"))).toBe(await treeOf(again));
    },
  );

  it("is reported too if the answer to the request was lost, and the branch moved before the merge", async () => {
    await open();
    const [number = 0] = await submitted(1);
    world.github.world.beforeAsyncMerge = async () =>
      world.github.pushToBranch("main", { "by-hand.txt": "1\n" });
    world.github.faults.next(MERGE, { kind: "cutAfter" });
    await world.pass(number);
    expect(await world.ended(number)).toMatchObject({ ended: "merged", reason: { code: "MANUAL_MERGE" } });
    expect(world.errors).toMatchObject([{ pullRequest: number, commit: world.github.tip("main") }]);
    expect(world.github.world.asyncMerges.map(({ status }) => status)).toEqual(["merged"]);
  });

  itInAll("is not merged where the head moves at that very moment", async () => {
    await open({}, async ({ github }) => github.pushToPullRequest(1, { "more.txt": "more\n" }));
    await submitted(1);
    const tip = world.github.tip("main");
    await world.pass(1);
    expect(await world.ended(1)).toMatchObject({ ended: "cancelled", reason: { code: "PR_PUSHED_TO" } });
    expect([world.github.tip("main"), world.github.pull(1).merged]).toEqual([tip, null]);
  });

  itInAll("is not merged elsewhere where somebody retargets it at that very moment", async () => {
    await open({}, async ({ github }) => github.editPullRequest(1, { base: "other" }));
    await world.github.pushToBranch("other");
    await submitted(1);
    await world.pass(1);
    expect(await world.ended(1)).toMatchObject({ reason: { code: "PR_BASE_BRANCH_CHANGED" } });
    expect(world.github.pull(1).merged).toBeNull();
  });
});

itInAll("fails in GitHub's own words where its rules want more", async () => {
  await open();
  const [number = 0] = await submitted(1);
  const tested = await world.tested(number);
  world.github.protect("main", { pushers: ["ada"] });
  world.github.reportCheck(tested, "tests", "success");
  expect((await world.ended(number)).reason).toMatchObject({
    code: "GITHUB_API_BRANCH_PROTECTION_UNMET",
    sentence: expect.stringContaining("You're not authorized to push to this branch"),
  });
  expect(world.github.pull(number).merged).toBeNull();
});

itInCi("does not ask GitHub to merge what it may merge past a missing approval", async () => {
  await open();
  const [number = 0] = await submitted(1);
  const tested = await world.tested(number);
  const parameters = { required_approving_review_count: 1 };
  world.github.ruleset({ rules: [{ type: "pull_request", parameters }], bypass: [SERVICE_LOGIN] });
  world.github.reportCheck(tested, "tests", "success");
  expect(await world.ended(number)).toMatchObject({
    ended: "failed",
    reason: {
      code: "GITHUB_API_BRANCH_PROTECTION_UNMET",
      sentence: `#${number} no longer meets the rules of \`main\`: 0 of 1 approval.`,
    },
  });
  expect(world.github.pull(number).merged).toBeNull();
});
