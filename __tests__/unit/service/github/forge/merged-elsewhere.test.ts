/**
 * While the queue tests pull requests, a person merges one on GitHub, by the button or by auto-merge, or pushes the tested
 * commit to the branch: the merge is recognised and named, nothing is blamed, and the others land on the new tip.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../../src/domain/queue-settings.js";
import { GitHubLandingWorld, MAIN } from "../../../../support/github-landing-world.js";
import { itInCi } from "../../../../support/sized-tests.js";
import { aQueueId } from "../../../../support/stored-queue.js";
import { rowsBySize } from "../../../../support/test-size.js";
import { until } from "../../../../support/until.js";

const FORMS = ["squash", "merge", "rebase"] as const;
const BATCH: Partial<QueueSettings> = { batch: true, batchingMinSize: 2, concurrency: 1 };

let world: GitHubLandingWorld;
afterEach(async () => world[Symbol.asyncDispose]());

async function submitted(count: number): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let more = 0; more < count; more += 1) numbers.push((await world.github.openPullRequest()).number);
  await world.submit(...numbers);
  return numbers;
}

/** Of a merge outside the queue; GitHub shows no commit of a pull request whose tested commit was pushed. */
async function expectOutside(number: number): Promise<void> {
  const { ended, verifiedBy, reason } = await world.ended(number);
  const { merged } = world.github.pull(number);
  const how = merged === null ? "" : ` by ${merged.by}, as ${merged.commit.slice(0, 8)}`;
  expect({ ended, verifiedBy, reason }).toEqual({
    ended: "merged",
    verifiedBy: null,
    reason: { code: "MANUAL_MERGE", sentence: `#${number} was merged outside the queue${how}.` },
  });
}

async function git(...words: readonly string[]): Promise<string> {
  return world.github.world.git.repository.git(...words);
}

/** The queue goes on: CI passes each test branch of the pull request from now on, and it lands on the new tip. */
async function expectLanding(number: number, before: CommitId | null = null): Promise<void> {
  const tip = world.github.tip("main");
  const reported = new Set<string>(before === null ? [] : [before]);
  await world.until(async () => {
    for (const [, commit] of world.github.world.git.refsBelow(`refs/heads/mq-merge/pr-${number}/`)) {
      if (reported.has(commit)) continue;
      reported.add(commit);
      world.github.reportCheck(commit, "tests", "success");
    }
    return (await world.store.findConcluded(aQueueId(1), pullRequestNumber(number))) !== null;
  });
  expect(await world.ended(number)).toMatchObject({
    ended: "merged",
    reason: { code: "MERGE_GRAPH_MERGE" },
  });
  const landed = world.github.tip("main") ?? "";
  expect([reported.has(landed), await git("rev-parse", `${landed}^1`)]).toEqual([true, tip]);
}

/** Each change is on the branch once, and no commit of the branch changes nothing. */
async function expectEachOnce(): Promise<void> {
  const trees = (await git("log", "--first-parent", "--format=%T", "main")).split("\n");
  expect(new Set(trees).size).toBe(trees.length);
  for (const { headRef } of world.github.world.pulls.values()) {
    const changes = await git("log", "--first-parent", "--format=%H", "main", "--", `${headRef}.txt`);
    expect(changes.split("\n")).toHaveLength(1);
  }
}

describe("a pull request that a person merges on GitHub while it is tested", () => {
  it.each(rowsBySize(FORMS))("alone, by %s", async (form) => {
    world = await GitHubLandingWorld.open();
    const [first = 0, second = 0] = await submitted(2);
    await world.tested(first);
    const before = await world.tested(second);
    await world.github.mergePullRequest(first, form);
    await expectOutside(first);
    await expectLanding(second, before);
    await expectEachOnce();
  });

  itInCi.each(FORMS)("as the first of a batch, by %s", async (form) => {
    world = await GitHubLandingWorld.open(BATCH);
    const [first = 0, second = 0] = await submitted(2);
    await world.tested(first);
    await world.github.mergePullRequest(first, form);
    await expectOutside(first);
    await expectLanding(second);
    await expectEachOnce();
  });

  itInCi.each(FORMS)("as the last of a batch, by %s", async (form) => {
    world = await GitHubLandingWorld.open(BATCH);
    const [first = 0, second = 0] = await submitted(2);
    const before = await world.tested(first);
    await world.github.mergePullRequest(second, form);
    await expectOutside(second);
    await expectLanding(first, before);
    await expectEachOnce();
  });

  it("is not blamed for a conflict with its own merge", async () => {
    world = await GitHubLandingWorld.open();
    const [number = 0] = await submitted(1);
    await world.tested(number);
    const { headRef } = world.github.pull(number);
    await world.github.mergePullRequest(number, "squash");
    await world.github.pushToBranch("main", { [`${headRef}.txt`]: "changed once more\n" });
    // Before any poll and webhook about the pull request, the queue knows only that the branch has moved.
    await world.loop.refreshTip(MAIN, null);
    const left = async () => (await world.queue()).entries;
    await until(async () => (await left()).length === 0, left);
    await expectOutside(number);
  });
});

describe("a tested commit that a person pushes to the branch", () => {
  itInCi("is the merge of its pull request, and what is tested on top of it goes on", async () => {
    world = await GitHubLandingWorld.open();
    const [first = 0, second = 0] = await submitted(2);
    const tested = await world.tested(first);
    const onTop = await world.tested(second);
    await world.github.setBranch("main", tested);
    await expectOutside(first);
    await expectLanding(second);
    expect(world.github.tip("main")).toBe(onTop);
    await expectEachOnce();
  });

  itInCi.each(["squash", "merge_commit", "rebase"] as const)(
    "in a batch is the merge of what it contains, and the rest lands: %s",
    async (mergeMethod) => {
      world = await GitHubLandingWorld.open({ ...BATCH, mergeMethod });
      const [first = 0, second = 0] = await submitted(2);
      const batch = await world.tested(first);
      await world.github.setBranch("main", commitId(await git("rev-parse", `${batch}^1`)));
      // By merge commit GitHub sees the merge too; which of the two is noticed first decides the words.
      expect(await world.ended(first)).toMatchObject({
        ...{ ended: "merged", verifiedBy: null },
        reason: { code: "MANUAL_MERGE" },
      });
      await world.pass(first);
      expect(await world.ended(second)).toMatchObject({ reason: { code: "MERGE_GRAPH_MERGE" } });
      expect(world.github.tip("main")).toBe(batch);
      await expectEachOnce();
    },
  );

  itInCi("in a batch is the merge of all of it", async () => {
    world = await GitHubLandingWorld.open(BATCH);
    const [first = 0, second = 0] = await submitted(2);
    await world.github.setBranch("main", await world.tested(first));
    for (const number of [first, second]) await expectOutside(number);
    await expectEachOnce();
  });
});
