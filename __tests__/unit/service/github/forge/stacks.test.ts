/** Pull requests on pull requests: submitted by the top one, each lands on the queue's branch in turn. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type PullRequestNumber, pullRequestNumber } from "../../../../../src/domain/ids.js";
import { pullRequestActs } from "../../../../../src/service/app/open-intake.js";
import { gitHubStacks } from "../../../../../src/service/github/forge/stacks.js";
import type { ActAnswer } from "../../../../../src/service/ports/command-store.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../../support/github-forge-world.js";
import { GitHubLandingWorld, MAIN } from "../../../../support/github-landing-world.js";
import { itInAll } from "../../../../support/sized-tests.js";

let opened: AsyncDisposable | null = null;
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]();
  opened = null;
});

/** A branch on top of another, and a pull request from it to that one. */
async function openOn(github: GitHub, base: string, branch: string, files: Readonly<Record<string, string>>) {
  await github.setBranch(branch, github.tip(base));
  const { number } = await github.openPullRequest({ base, branch, files });
  return pullRequestNumber(number);
}

describe("a stack", () => {
  async function submitTop(world: GitHubLandingWorld, number: PullRequestNumber): Promise<ActAnswer> {
    const service = { queues: world.loop, testBranchPrefix: "mq-merge/", stateCase: "upper" } as const;
    const { headSha } = world.github.pull(number);
    return pullRequestActs(service).submit(MAIN, number, {
      by: "ada",
      priority: null,
      noBatch: false,
      headSha,
    });
  }

  async function landingWorld(): Promise<GitHubLandingWorld> {
    const world = await GitHubLandingWorld.open();
    opened = world;
    return world;
  }

  itInAll("is submitted by its top, and lands from the bottom, one after the other", async () => {
    const world = await landingWorld();
    const { github } = world;
    const first = await openOn(github, "main", "one", { "one.txt": "1\n" });
    const second = await openOn(github, "one", "two", { "two.txt": "2\n" });
    const third = await openOn(github, "two", "three", { "three.txt": "3\n" });
    expect(await submitTop(world, third)).toEqual({ kind: "done" });
    await world.until(
      async () => (await world.drawn()) === `main <- #${first} running | not ready #${second} #${third}`,
    );
    const { entries } = await world.queue();
    expect(entries.map(({ reason }) => reason?.sentence)).toContain(`#${second} was submitted by ada.`);
    for (const number of [first, second, third]) {
      const tested = await world.pass(number);
      expect(await world.ended(number)).toMatchObject({ ended: "merged" });
      expect(github.tip("main")).toBe(tested);
    }
    const { git } = github.world;
    expect(await git.repository.git("log", "--format=%s", "--reverse", "main")).toMatch(
      new RegExp(`.*\\n.*\\(#${first}\\)\\n.*\\(#${second}\\)\\n.*\\(#${third}\\)$`),
    );
    expect(Object.keys(await git.repository.files("main"))).toEqual([
      "README.md",
      "one.txt",
      "three.txt",
      "two.txt",
    ]);
  });

  itInAll(
    "waits for its author where the squash below conflicts with what stood on it, and goes on after the push",
    async () => {
      const world = await landingWorld();
      const { github } = world;
      const first = await openOn(github, "main", "one", { "a.txt": "1\n" });
      const second = await openOn(github, "one", "two", { "a.txt": "2\n" });
      await submitTop(world, second);
      await world.pass(first);
      await world.ended(first);
      await world.until(async () => (await world.drawn()) === `main | not ready #${second}`);
      await world.until(async () => Promise.resolve(github.pull(second).base === "main"));
      await github.setBranch("two", await github.pushToBranch("rebased", { "a.txt": "2\n" }));
      const tested = await world.pass(second);
      expect(await world.ended(second)).toMatchObject({ ended: "merged" });
      expect(github.tip("main")).toBe(tested);
    },
  );

  itInAll("stays where it is when it was not built on what landed", async () => {
    const world = await landingWorld();
    const { github } = world;
    const first = await openOn(github, "main", "one", { "one.txt": "1\n" });
    const second = await openOn(github, "one", "two", { "two.txt": "2\n" });
    await github.pushToPullRequest(first, { "one.txt": "changed since\n" });
    await submitTop(world, second);
    await world.pass(first);
    await world.ended(first);
    await world.until(async () => (await world.drawn()) === `main | not ready #${second}`);
    await world.until(async () => Promise.resolve(true));
    expect(github.pull(second).base).toBe("one");
  });
});

describe("what is below a pull request", () => {
  it("is nothing on the branch itself, and unknown on a branch of nobody or of a fork", async () => {
    const world = await GitHubForgeWorld.open();
    opened = world;
    const { github, forge } = world;
    const isMain = async (branch: string) => Promise.resolve(branch === "main");
    const below = async (number: PullRequestNumber) =>
      forge.stacks?.below(ACME_SHOP, number, github.pull(number).base, isMain);
    const alone = await openOn(github, "main", "one", { "one.txt": "1\n" });
    expect(await below(alone)).toEqual({ kind: "stack", below: [], targetBranch: "main" });
    await github.setBranch("two", github.tip("main"));
    await github.openPullRequest({ fork: "eve", branch: "two", files: { "eve.txt": "1\n" } });
    const loose = await openOn(github, "two", "three", { "three.txt": "1\n" });
    expect(await below(loose)).toEqual({ kind: "loose", branch: "two" });
  });

  it("is unclear where it goes round in a circle, has two ways down, or is too deep", async () => {
    const depth = Array.from({ length: 11 }, (_, index) => index + 1);
    const chain = depth.map((at) => pull(at, at === 1 ? "main" : `b${at - 1}`, `b${at}`));
    expect(await scripted(chain, 10)).toEqual({
      kind: "stack",
      below: depth.slice(0, 9),
      targetBranch: "main",
    });
    expect(await scripted(chain, 11)).toMatchObject({
      kind: "unclear",
      why: expect.stringMatching(/^more than 9/),
    });
    const circle = [pull(1, "b2", "b1"), pull(2, "b1", "b2")];
    expect(await scripted(circle, 2)).toEqual({ kind: "unclear", why: "it is stacked on itself through #2" });
    const fork = [pull(1, "main", "b1"), pull(2, "main", "b1"), pull(3, "b1", "b3")];
    expect(await scripted(fork, 3)).toEqual({ kind: "unclear", why: "#1 and #2 are both open from b1" });
  });
});

type ScriptedPull = ReturnType<typeof pull>;

function pull(number: number, base: string, branch: string) {
  const head = { sha: "a".repeat(40), ref: branch, repo: { id: 1 } };
  return { number, title: "", state: "open", head, base: { ref: base, repo: { id: 1 } } };
}

/** Only what is asked about stacks. */
async function scripted(pulls: readonly ScriptedPull[], number: number) {
  const stacks = gitHubStacks({
    read: async () => Promise.reject(new Error("lists tell everything")),
    list: async (_repository, _route, { head } = {}) =>
      Promise.resolve(pulls.filter((one) => `acme:${one.head.ref}` === head)),
    send: () => Promise.reject(new Error("nothing is changed")),
    close: async () => Promise.resolve(),
  });
  const base = pulls.find((one) => one.number === number)?.base.ref ?? "";
  return stacks.below(ACME_SHOP, pullRequestNumber(number), base, async (branch) =>
    Promise.resolve(branch === "main"),
  );
}
