/**
 * Git through GitHub's API, where it is more than the port's promises: ids, scratch branches, refusals, lost answers.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId } from "../../../../../src/domain/ids.js";
import { MERGE_METHODS } from "../../../../../src/domain/queue-settings.js";
import { GitError, RefusedByHost } from "../../../../../src/service/ports/world-error.js";
import { ApiGitWorld, SCRATCH, SHOP } from "../../../../support/api-git-world.js";
import type { AskedCall, Fault } from "../../../../support/github/faults.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";

let world: ApiGitWorld;
beforeEach(async () => {
  world = await ApiGitWorld.open();
});
afterEach(async () => world[Symbol.asyncDispose]());

const HOUR_MS = 3_600_000;
const READING_MAIN = "GET /repos/{owner}/{repo}/git/ref/";
const COMPARING = "GET /repos/{owner}/{repo}/compare/";
/** GitHub compares nothing once, and shows none of the commits whose ids begin so; null hides none. */
function hide(commits: string | null): void {
  world.github.faults.stop();
  world.github.faults.next(COMPARING, { kind: "notYet" });
  if (commits === null) return;
  const isHidden = ({ path }: AskedCall) => path.includes(`/git/commits/${commits}`);
  world.github.faults.next(isHidden, { kind: "notYet" }, 2);
}
/** A stale answer that GitHub may give to a reading of main. */
const mainAt = (sha: CommitId): Fault => ({
  kind: "answer",
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ ref: "refs/heads/main", object: { sha, type: "commit" } }),
});
const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe("the commits", () => {
  itInAll.each(MERGE_METHODS)("are the very ones that a clone gives (%s)", async (mergeMethod) => {
    const heads = [
      await world.pull(
        1,
        { files: { a: "1\n" }, message: "First\n\nWhy.\n", author: ". Ada, <ada@example.com>" },
        { files: { a: "2\n" }, message: "Second\n", author: "Bob <b@x>" },
      ),
      await world.pull(2, { files: { b: "1\n" } }),
    ];
    await world.github.pushToBranch("main", { c: "beside\n" });
    const byClone = await world.build(world.withClone(), heads, mergeMethod);
    expect(byClone.kind).toBe("built");
    expect(await world.build(world.git, heads, mergeMethod)).toEqual(byClone);
  });

  itInAll("leave out the merges of a pull request that is rebased, in git's own order", async () => {
    const base = world.tip;
    const commits = await world.origin.commits([
      { parents: [base], files: { one: "1\n" }, seconds: 1_700_000_100 },
      { parents: [base], files: { two: "2\n" }, seconds: 1_700_000_050 },
      { parents: [0], files: { three: "3\n" }, seconds: 1_700_000_010 },
      { parents: [2, 1], files: { two: "2\n" }, seconds: 1_700_000_200 },
      { parents: [3], files: { four: "4\n" }, seconds: 1_700_000_201, refs: ["refs/pull/1/head"] },
    ]);
    await world.github.world.git.refresh();
    const head = { ...(await world.pull(2, { files: { x: "x\n" } })), headSha: commits.at(-1) ?? base };
    await world.github.pushToBranch("main", { c: "beside\n" });
    const byClone = await world.build(world.withClone(), [head], "rebase");
    expect(byClone.kind).toBe("built");
    expect(await world.build(world.git, [head], "rebase")).toEqual(byClone);
  });

  itInCi("are refused for a pull request of too many commits, with what to do", async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ files: { a: `${index}\n` } }));
    const failure = await failureOf(world.build(world.git, [await world.pull(1, ...many)], "rebase"));
    expect(failure).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/has 101 commits; at most 100 can be rebased .* set githubGit to clone/),
    });
  });

  it("are not laid out", async () => {
    expect(await failureOf(world.git.checkOut(SHOP, world.tip, "/nowhere"))).toMatchObject({
      name: "GitError",
      retryable: false,
      message: expect.stringContaining("set githubGit to clone"),
    });
  });
});

describe("a scratch branch", () => {
  it("is not needed for a pull request that stands on the tip", async () => {
    const head = await world.pull(1, { files: { a: "1\n" } });
    world.github.forgetCalls();
    await world.built([head]);
    const writes = world.github.calls.filter(({ method }) => method !== "GET").map(({ route }) => route);
    expect(writes).toEqual(["POST /repos/{owner}/{repo}/git/commits"]);
  });

  itInAll("goes when the build is over, also where it conflicts or fails", async () => {
    const [one, other] = [
      await world.pull(1, { files: { a: "1\n" } }),
      await world.pull(2, { files: { a: "other\n" } }),
    ];
    await world.github.pushToBranch("main", { c: "beside\n" });
    expect(await world.build(world.git, [one, other])).toMatchObject({ kind: "conflicted", pullRequest: 2 });
    world.github.faults.next("POST /repos/{owner}/{repo}/merges", { kind: "errorAfter" });
    const third = await world.pull(3, { parents: [one.headSha], files: { d: "1\n" } });
    expect(await failureOf(world.build(world.git, [third]))).toMatchObject({ retryable: true });
    expect(world.scratchBranches()).toEqual([]);
    expect(await world.built([third])).toBeDefined();
  });

  itInCi("carries nothing that is tested, and asks CI not to begin", async () => {
    const head = await world.pull(1, { files: { a: "1\n" } });
    await world.github.pushToBranch("main", { c: "beside\n" });
    const pushed = new Set<string>();
    world.github.faults.next(
      (call) => {
        for (const [name, commit] of world.github.world.git.refsBelow(`refs/heads/${SCRATCH}`)) {
          pushed.add(`${name} ${commit}`);
        }
        return call.route === "";
      },
      { kind: "error", status: 500 },
    );
    const commit = await world.built([head]);
    expect(pushed.size).toBe(2);
    for (const [, id = ""] of [...pushed].map((line) => line.split(" "))) {
      expect([commit, head.headSha, world.tip]).not.toContain(id);
      expect(await world.origin.git("show", "-s", "--format=%B", id)).toContain("[skip ci]");
    }
  });

  it("that a dead process left is swept after a day, and a younger one is not", async () => {
    const seconds = Math.floor(world.now / 1000);
    const id = "00000000-0000-4000-8000-000000000001";
    const [old, young] = [`${SCRATCH}${seconds - 86_401}-${id}`, `${SCRATCH}${seconds - 82_801}-${id}`];
    const foreign = `${SCRATCH}somebody-elses`;
    for (const branch of [old, young, foreign]) {
      await world.origin.setRef(`refs/heads/${branch}`, world.tip);
    }
    await world.github.world.git.refresh();
    await world.git.listBranches(SHOP, "mq-merge/");
    expect(world.scratchBranches()).toEqual([`refs/heads/${young}`, `refs/heads/${foreign}`].sort());
    world.now += HOUR_MS;
    await world.git.listBranches(SHOP, "mq-merge/");
    expect(world.scratchBranches()).toEqual([`refs/heads/${foreign}`]);
  });

  itInAll.each([
    ["non_fast_forward", "Cannot force-push to this branch"],
    ["required_linear_history", "This branch must not contain merge commits."],
  ])("that a rule forbids to use so fails the build for good (%s)", async (type, words) => {
    const heads = [
      await world.pull(1, { files: { a: "1\n" } }),
      await world.pull(2, { files: { b: "1\n" } }),
    ];
    await world.github.pushToBranch("main", { c: "beside\n" });
    world.github.ruleset({ include: [`refs/heads/${SCRATCH}**`], rules: [{ type }] });
    expect(await failureOf(world.build(world.git, heads))).toMatchObject({
      retryable: false,
      message: expect.stringContaining(words),
    });
    expect(world.scratchBranches()).toEqual([]);
  });

  itInAll("is one of its own for each of two replicas that build the same", async () => {
    const heads = [
      await world.pull(1, { files: { a: "1\n" } }),
      await world.pull(2, { files: { b: "1\n" } }),
    ];
    await world.github.pushToBranch("main", { c: "beside\n" });
    const [first, second] = await Promise.all([world.build(world.git, heads), world.build(world.git, heads)]);
    expect(first.kind).toBe("built");
    expect(second).toEqual(first);
  });
});

describe("a landing", () => {
  itInAll.each([
    [{ checks: ["tests"] }, true, 'Required status check "tests" is expected.'],
    [{ requiredReviews: 1 }, false, "Changes must be made through a pull request."],
    [{ pushers: ["somebody"] }, false, "You're not authorized to push to this branch."],
  ])("that the branch's protection refuses is told as that (%j)", async (protection, mayPass, words) => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    world.github.protect("main", protection);
    const failure = await failureOf(world.git.land(SHOP, "main", before, commit));
    expect(failure).toBeInstanceOf(RefusedByHost);
    expect(failure).toMatchObject({
      retryable: mayPass,
      by: "rules",
      message: expect.stringContaining(words),
    });
    expect(world.tip).toBe(before);
  });

  itInCi("whose answer gets lost is found to have worked", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    world.github.faults.next("POST /graphql", { kind: "errorAfter" });
    expect(await world.git.land(SHOP, "main", before, commit)).toEqual({ kind: "landed" });
    expect(world.tip).toBe(commit);
  });

  itInCi("that GitHub does not perform may be tried again, unless the token may not", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    const answer = (type: string) => {
      const body = JSON.stringify({ data: { updateRefs: null }, errors: [{ type, message: "No." }] });
      return { kind: "answer", status: 200, body, headers: { "content-type": "application/json" } } as const;
    };
    for (const [type, retryable] of [
      ["SERVICE_UNAVAILABLE", true],
      ["FORBIDDEN", false],
    ] as const) {
      world.github.faults.next("POST /graphql", answer(type));
      const failure = await failureOf(world.git.land(SHOP, "main", before, commit));
      expect(failure).toBeInstanceOf(GitError);
      expect(failure).toMatchObject({ retryable, message: expect.stringContaining("No.") });
    }
  });

  itInAll("moves nothing where somebody is faster between the look and the move", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    let other: Promise<unknown> = Promise.resolve();
    world.github.faults.next(
      (call) => {
        if (call.route.startsWith("GET /repos/{owner}/{repo}/compare")) {
          other = world.origin
            .commit({ parents: [before], files: { x: "x\n" }, refs: ["refs/heads/main"] })
            .then(async () => world.github.world.git.refresh());
        }
        return false;
      },
      { kind: "error", status: 500 },
    );
    world.github.faults.next("POST /graphql", { kind: "error", status: 502 });
    const outcome = await world.git.land(SHOP, "main", before, commit);
    await other;
    expect(outcome).toEqual({ kind: "refused", tip: world.tip });
    expect(world.tip).not.toBe(commit);
  });

  itInAll("that is not seen yet is not taken for a branch that was moved back", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    await world.git.readRefs(SHOP, ["refs/heads/main"]);
    await world.git.land(SHOP, "main", before, commit);
    world.github.faults.next("GET /repos/{owner}/{repo}/git/ref/", { kind: "stale" }, 2);
    const failure = await failureOf(world.git.readRefs(SHOP, ["refs/heads/main"]));
    expect(failure).toMatchObject({ retryable: true, message: expect.stringContaining("does not yet show") });
    world.now += 30_000;
    expect((await world.git.readRefs(SHOP, ["refs/heads/main"])).get("refs/heads/main")).toBe(before);
    expect((await world.git.readRefs(SHOP, ["refs/heads/main"])).get("refs/heads/main")).toBe(commit);
  });

  itInAll("is not refused for an answer from before the landings ahead of it", async () => {
    const start = world.tip;
    await world.git.land(
      SHOP,
      "main",
      start,
      await world.built([await world.pull(1, { files: { a: "1\n" } })]),
    );
    for (const number of [2, 3]) {
      const before = world.tip;
      const commit = await world.built([await world.pull(number, { files: { [`b${number}`]: "1\n" } })]);
      world.github.faults.next(READING_MAIN, mainAt(start));
      const failure = await failureOf(world.git.land(SHOP, "main", before, commit));
      expect(failure).toMatchObject({
        retryable: true,
        message: expect.stringContaining("does not yet show"),
      });
      expect(await world.git.land(SHOP, "main", before, commit)).toEqual({ kind: "landed" });
    }
  });

  it("of somebody else that was seen is not taken for moved back by a late answer", async () => {
    const before = world.tip;
    const seen = async () => (await world.git.readRefs(SHOP, ["refs/heads/main"])).get("refs/heads/main");
    expect(await seen()).toBe(before);
    await world.github.pushToBranch("main", { c: "beside\n" });
    expect(await seen()).toBe(world.tip);
    world.github.faults.next(READING_MAIN, mainAt(before));
    expect(await failureOf(seen())).toMatchObject({ retryable: true });
    await world.github.pushToBranch("main", { d: "beside\n" });
    expect(await seen()).toBe(world.tip);
  });

  itInCi("may be tried again where GitHub does not find a commit for a moment", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    for (const hidden of [null, before]) {
      hide(hidden);
      const failure = await failureOf(world.git.land(SHOP, "main", before, commit));
      expect(failure).toMatchObject({ retryable: true });
    }
    world.github.faults.stop();
    expect(await world.git.land(SHOP, "main", before, commit)).toEqual({ kind: "landed" });
  });

  itInAll(
    "on which others have built is not refused where GitHub does not find a commit for a moment",
    async () => {
      const before = world.tip;
      const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
      await world.git.land(SHOP, "main", before, commit);
      await world.github.pushToBranch("main", { c: "on top\n" });
      world.now += 30_000;
      for (const hidden of [null, world.tip, ""]) {
        hide(hidden);
        const failure = await failureOf(world.git.land(SHOP, "main", before, commit));
        expect(failure).toMatchObject({ retryable: true });
      }
      expect(await world.git.land(SHOP, "main", before, commit)).toEqual({ kind: "landed" });
    },
  );

  it("is refused where the branch has another history altogether", async () => {
    const before = world.tip;
    const commit = await world.built([await world.pull(1, { files: { a: "1\n" } })]);
    const tip = await world.origin.commit({ files: { a: "new\n" }, refs: ["refs/heads/main"] });
    await world.github.world.git.refresh();
    expect(await world.git.land(SHOP, "main", before, commit)).toEqual({ kind: "refused", tip });
  });
});

it("says of no commit that another was not built on it because GitHub does not find it for a moment", async () => {
  const head = await world.pull(1, { files: { a: "1\n" } });
  hide(null);
  expect(await failureOf(world.git.isAncestor(SHOP, world.tip, head.headSha))).toMatchObject({
    retryable: true,
  });
  expect(await world.git.isAncestor(SHOP, world.tip, head.headSha)).toBe(true);
});

describe("what was tested elsewhere", () => {
  async function replay() {
    const testedOn = world.tip;
    const head = await world.pull(1, { files: { "deep/inside/a": "1\n", "deep/b": "1\n" } });
    const tested = await world.built([head]);
    await world.github.pushToBranch("main", { "deep/c": "beside\n", "other/d": "beside\n" });
    return { onto: world.tip, heads: [head], mergeMethod: "squash", testedOn, tested } as const;
  }

  itInAll("is proven by the folders alone that leave a question open", async () => {
    const order = await replay();
    world.github.forgetCalls();
    expect(await world.git.prepareLanding(SHOP, order)).toMatchObject({ kind: "prepared" });
    const trees = world.github.calls.filter(({ route }) => route.includes("/git/trees/"));
    // The root of each, and `deep` where it is.
    expect(trees).toHaveLength(7);
  });

  itInAll("is tested again where GitHub does not show all of a folder", async () => {
    const order = await replay();
    world.github.world.mostTreeEntries = 1;
    expect(await world.git.prepareLanding(SHOP, order)).toEqual({ kind: "differs", files: ["/"] });
  });
});

it("does not serve a repository that is not configured", async () => {
  const other = { ...SHOP, name: "other" };
  expect(await failureOf(world.git.readCommit(other, commitId("f".repeat(40))))).toMatchObject({
    retryable: false,
    message: expect.stringContaining("github.com/acme/other is not configured"),
  });
});
