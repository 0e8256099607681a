/** Commits that git cannot use, in a real repository: each is found out by itself, and keeps no other one from being used. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import type { ContainedHead } from "../../../../src/engine/model/queue.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { Git } from "../../../../src/service/ports/git.js";
import { GitRepository } from "../../../support/git-repository.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";
import { itInAll } from "../../../support/sized-tests.js";

/** Every step is a process, and the machine may be busy with other suites. */
const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");

let folder: string;
let origin: GitRepository;
let git: Git;
let base: CommitId;

beforeEach(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-clones-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { "a.txt": "a\n" }, refs: ["refs/heads/main"] });
  git = createGit({ cloneFolder: folder, resolve: () => origin.folder });
});
afterEach(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

function head(number: number, headSha: CommitId): ContainedHead {
  return { pullRequest: pullRequestNumber(number), headSha, title: `Change ${number}`, submittedAt: 0 };
}

async function pull(number: number, message = "Change\n"): Promise<ContainedHead> {
  const plan = { parents: [base], files: { [`${number}.txt`]: "x\n" }, message };
  return head(number, await origin.commit({ ...plan, refs: [`refs/pull/${number}/head`] }));
}

async function build(...contains: readonly ContainedHead[]) {
  return git.build(SHOP, { run: RUN, testedOn: base, contains, mergeMethod: "squash" });
}

describe("messages that are too long", () => {
  itInAll("of ten megabytes in seven pull requests keep no other pull request from being built", async () => {
    const message = `Change\n\n${"m".repeat(10_000_000)}\n`;
    const large = [];
    for (let number = 1; number <= 7; number += 1) large.push(await pull(number, message));
    const small = await pull(8);
    expect(await build(...large, small)).toMatchObject({ kind: "unusable", pullRequest: 1 });
    expect(await build(small)).toMatchObject({ kind: "built" });
    const facts = await Promise.all(large.map(async ({ headSha }) => git.readCommit(SHOP, headSha)));
    expect(facts.map((fact) => fact?.subject)).toEqual(large.map(() => "Change"));
  });

  itInAll("add up to more than one process may print, and are read in parts", async () => {
    const message = `Change\n\n${"m".repeat(1_000_000)}\n`;
    const heads = [];
    for (let number = 1; number <= 20; number += 1) heads.push(await pull(number, message));
    expect(await build(...heads)).toMatchObject({ kind: "built" });
  });

  itInAll("on the branch itself are nobody's fault", async () => {
    base = await origin.commit({
      parents: [base],
      message: "m".repeat(20_000_000),
      refs: ["refs/heads/main"],
    });
    expect(await build(await pull(1))).toMatchObject({ kind: "built" });
  });
});

describe("a malformed commit", () => {
  async function malformed(bytes: string): Promise<ContainedHead> {
    return head(1, await origin.writeCommit(bytes));
  }
  const people = "author A <a> 1 +0000\ncommitter C <c> 1 +0000\n";

  it("with a tree that is not there is refused by name, and the others are built", async () => {
    const one = await malformed(`tree ${"1".repeat(40)}\nparent ${base}\n${people}\nX\n`);
    const two = await pull(2);
    const outcome = await build(one, two);
    expect(outcome).toMatchObject({ kind: "unusable", pullRequest: 1 });
    expect(outcome.kind === "unusable" && outcome.why).toContain(
      `its head ${one.headSha} cannot be fetched: `,
    );
    expect(await build(two)).toMatchObject({ kind: "built" });
  });

  it("that the clone has already is refused by name", async () => {
    await build(await pull(2));
    const bytes = `parent ${base}\n${people}\nX\n`;
    const clone = join(folder, "example.com", "acme", "shop.git");
    const id = await origin.writeCommit(bytes);
    const file = join("objects", id.slice(0, 2), id.slice(2));
    await cp(join(origin.folder, file), join(clone, file));
    expect(await build(head(1, id), await pull(2))).toMatchObject({
      kind: "unusable",
      pullRequest: 1,
      why: `its head ${id} is malformed: git cannot parse it`,
    });
  });
});

describe("a repository that cannot be reached", () => {
  it("is no defect of the commit that is read first", async () => {
    const change = await pull(1);
    git = createGit({ cloneFolder: folder, resolve: () => join(folder, "not-there") });
    await expect(build(change)).rejects.toThrow("does not appear to be a git repository");
    await expect(git.readCommit(SHOP, change.headSha)).rejects.toThrow("not-there");
  });

  it("is no defect of the commit that is fetched when the connection breaks", async () => {
    let address = origin.folder;
    git = createGit({ cloneFolder: folder, resolve: () => address });
    expect(await build(await pull(1))).toMatchObject({ kind: "built" });
    const change = await pull(2);
    address = join(folder, "not-there");
    await expect(build(change)).rejects.toThrow("Could not read from remote repository");
    address = origin.folder;
    expect(await build(change)).toMatchObject({ kind: "built" });
  });
});
