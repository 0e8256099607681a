/** A commit that cannot be used fails by name, and alone: whatever else is asked for with it is answered. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type CommitId, pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import { MERGE_METHODS, type MergeMethod } from "../../../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../../../src/engine/queue.js";
import { Clone } from "../../../../src/service/git/clone.js";
import { MAX_MESSAGE_CHARACTERS } from "../../../../src/service/git/commit.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import { obtainCommits, readCommits } from "../../../../src/service/git/read-commits.js";
import { createGitRunner, DEFAULT_DEADLINES } from "../../../../src/service/git/run-git.js";
import { type CommitPlan, GitRepository } from "../../../support/git-repository.js";

/** Some commits have many megabytes, and the machine may be busy with other suites. */
jest.setTimeout(120_000);

const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const MEGABYTE = 1_000_000;

let folder: string;
let origin: GitRepository;
let clone: Clone;
let git: ReturnType<typeof createGit>;
let base: CommitId;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-commits-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { "a.txt": "a\n" }, refs: ["refs/heads/main"] });
  git = createGit({ cloneFolder: folder, resolve: () => origin.folder });
  clone = new Clone({
    label: "example.com/acme/shop",
    folder: join(folder, "clone.git"),
    address: origin.folder,
    credentials: async () => Promise.resolve({}),
    runGit: createGitRunner({}, DEFAULT_DEADLINES),
  });
});
afterEach(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

function plan(number: number, messageLength = 0, parent = base): CommitPlan {
  return {
    parents: [parent],
    files: { [`new-${number}`]: "new\n" },
    message: `Change ${number}\n\n`.padEnd(messageLength, "lorem ipsum "),
    refs: [`refs/pull/${number}/head`],
  };
}

async function pull(...planned: Parameters<typeof plan>): Promise<ContainedHead> {
  const [number] = planned;
  const headSha = await origin.commit(plan(...planned));
  return { pullRequest: pullRequestNumber(number), headSha, title: `Change ${number}`, submittedAt: 0 };
}

async function build(contains: readonly ContainedHead[], mergeMethod: MergeMethod = "squash") {
  return git.build(SHOP, { run: RUN, testedOn: base, contains, mergeMethod });
}

function refusalOf(commit: CommitId, words: string) {
  return { commit, retryable: false, message: expect.stringContaining(`commit ${commit} has ${words}`) };
}

describe("a message over the bound", () => {
  it.each([
    ["by one character", MAX_MESSAGE_CHARACTERS + 1, `a message of ${MAX_MESSAGE_CHARACTERS + 1} characters`],
    ["with 10 MB", 10 * MEGABYTE, `a message of ${10 * MEGABYTE} characters`],
  ])("%s is refused for good, by the name of its commit", async (_what, length, words) => {
    const { headSha } = await pull(1, length);
    await expect(git.readCommit(SHOP, headSha)).rejects.toMatchObject(refusalOf(headSha, words));
  });

  it.each(MERGE_METHODS)(
    "is refused by %s too, and whatever does not contain it is built",
    async (method) => {
      const good = await pull(1);
      const bad = await pull(2, 2 * MEGABYTE);
      const other = await pull(3);
      const refusal = refusalOf(bad.headSha, "a message of 2000000 characters");
      await expect(build([good, bad, other], method)).rejects.toMatchObject(refusal);
      expect(await build([good, other], method)).toMatchObject({ kind: "built" });
    },
  );

  it("of an earlier commit that is to be rebased refuses the head", async () => {
    const first = await pull(1, 2 * MEGABYTE);
    const { headSha } = await pull(1, 0, first.headSha);
    await expect(build([{ ...first, headSha }], "rebase")).rejects.toMatchObject({
      commit: headSha,
      retryable: false,
      message: expect.stringContaining(`commit ${first.headSha} has a message of 2000000 characters`),
    });
  });

  it("on the target branch keeps no pull request from being built on it", async () => {
    base = (await pull(1, 2 * MEGABYTE)).headSha;
    expect(await build([await pull(2)])).toMatchObject({ kind: "built" });
  });
});

it("a message as long as the bound is never cut", async () => {
  const outcome = await build([await pull(1, MAX_MESSAGE_CHARACTERS)]);
  const commit = outcome.kind === "built" ? outcome.commits[0] : undefined;
  await git.publish(SHOP, "look", commit ?? base);
  const message = await origin.git("log", "-1", "--format=%B", "look");
  const body = "".padEnd(MAX_MESSAGE_CHARACTERS - "Change 1\n\n".length, "lorem ipsum ");
  expect(message.trim() === `Change 1 (#1)\n\n${body.trim()}`).toBe(true);
});

it("messages within the bound are all read, however many megabytes they add up to", async () => {
  const numbers = Array.from({ length: 68 }, (_, index) => index + 1);
  const commits = await origin.commits(numbers.map((number) => plan(number, MEGABYTE)));
  const records = await obtainCommits(clone, commits);
  expect(commits.map((commit) => records.get(commit))).toEqual(
    commits.map((id) => expect.objectContaining({ id })),
  );
});

it("a commit of 70 MB keeps no other from being read with it", async () => {
  const commits = await origin.commits([plan(1), plan(2, 70 * MEGABYTE), plan(3)]);
  const records = await obtainCommits(clone, commits);
  const [good, bad, other] = commits.map((commit) => records.get(commit));
  expect([good, other]).toMatchObject([{ message: "Change 1\n\n" }, { message: "Change 3\n\n" }]);
  expect(bad).toMatchObject({ commit: commits[1], retryable: false });
});

describe("a commit whose tree nobody has", () => {
  async function withoutTree(): Promise<CommitId> {
    const by = "Ada <ada@example.com> 1700000000 +0000";
    const lines = [`tree ${"1".repeat(40)}`, `parent ${base}`, `author ${by}`, `committer ${by}`];
    const commit = await origin.writeCommit(`${lines.join("\n")}\n\nChange 2\n`);
    await origin.setRef("refs/pull/2/head", commit);
    return commit;
  }

  it("fails no fetch but its own, though all are joined in one", async () => {
    const bad = await withoutTree();
    const commits = [(await pull(1)).headSha, bad, (await pull(3)).headSha];
    const fetches = await Promise.allSettled(commits.map(async (commit) => clone.fetch([commit])));
    expect(fetches).toMatchObject([
      { status: "fulfilled" },
      {
        status: "rejected",
        reason: { commit: bad, message: expect.stringContaining(`commit ${bad} cannot`) },
      },
      { status: "fulfilled" },
    ]);
    const present = await readCommits(clone, commits);
    expect(commits.map((commit) => present.has(commit))).toEqual([true, false, true]);
  });

  it("is fetched alone from then on", async () => {
    const bad = await withoutTree();
    await Promise.allSettled([clone.fetch([base, bad])]);
    const { headSha } = await pull(3);
    const [, good] = await Promise.allSettled([clone.fetch([bad]), clone.fetch([headSha])]);
    expect(good).toMatchObject({ status: "fulfilled" });
  });

  it("is named by a build that contains it", async () => {
    const bad = await withoutTree();
    const good = await pull(1);
    const contains = [good, { ...good, pullRequest: pullRequestNumber(2), headSha: bad }];
    await expect(build(contains)).rejects.toMatchObject({ commit: bad });
  });
});
