/** Git is asked for the refs that are needed: a repository with many pull requests lists none of theirs. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { Git } from "../../../../src/service/ports/git.js";
import { GitRepository } from "../../../support/git-repository.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";

const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const PULLS = 200;
/** Both sides of a call are traced, and the clone is made by three calls. */
const MOST_LINES = PULLS;

let folder: string;
let origin: GitRepository;
let git: Git;
let base: CommitId;
let head: CommitId;

beforeEach(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-refs-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { "a.txt": "a\n" }, refs: ["refs/heads/main"] });
  const refs = Array.from({ length: PULLS }, (_, index) => `refs/pull/${index + 1}/head`);
  head = await origin.commit({ parents: [base], files: { "b.txt": "b\n" }, refs });
  // As GitHub: its refs of pull requests cannot be pushed to, and a push does not list them.
  await origin.git("config", "receive.hideRefs", "refs/pull");
  await origin.git("symbolic-ref", "HEAD", "refs/heads/main");
  git = open();
});
afterEach(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

function open(): Git {
  return createGit({
    cloneFolder: join(folder, "clones"),
    resolve: () => origin.folder,
    access: { environment: { GIT_TRACE_PACKET: trace() } },
  });
}

function trace(): string {
  return join(folder, "trace");
}

/** The packet lines of the work. */
async function packets(work: Promise<unknown>): Promise<readonly string[]> {
  await work;
  const text = await readFile(trace(), "utf8").catch(() => "");
  await rm(trace(), { force: true });
  return text.split("\n").filter((line) => line !== "");
}

function expectFew(lines: readonly string[]): void {
  expect(lines.filter((line) => line.includes("refs/pull/"))).toEqual([]);
  expect(lines.length).toBeLessThan(MOST_LINES);
  expect(lines.length).toBeGreaterThan(0);
}

describe(`of a repository with ${PULLS} pull requests`, () => {
  it("no step lists the refs of pull requests, from the clone to the landing", async () => {
    expectFew(await packets(git.readRefs(SHOP, ["refs/heads/main"])));
    expectFew(await packets(git.readCommit(SHOP, head)));
    const contains = [{ pullRequest: pullRequestNumber(1), headSha: head, title: "One", submittedAt: 0 }];
    const built = await git.build(SHOP, { run: RUN, testedOn: base, contains, mergeMethod: "squash" });
    const commit = built.kind === "built" ? built.commits.at(-1) : undefined;
    if (commit === undefined) throw new Error(`expected a build, got ${built.kind}`);
    await rm(trace(), { force: true });
    expectFew(await packets(git.publish(SHOP, "mq-merge/pr-1/x", commit)));
    expectFew(await packets(git.listBranches(SHOP, "mq-merge/")));
    expectFew(await packets(git.land(SHOP, "main", base, commit)));
    expectFew(await packets(git.unpublish(SHOP, "mq-merge/pr-1/x", RUN)));
    expect(await origin.ref("refs/heads/main")).toBe(commit);
  });

  it("the clone begins with the default branch, and with another one if there is none", async () => {
    await origin.setRef("refs/heads/aaa", head);
    await git.readCommit(SHOP, base);
    const clone = join(folder, "clones/example.com/acme/shop.git");
    expect((await origin.git("--git-dir", clone, "rev-parse", "refs/mq/base")).trim()).toBe(base);
    await rm(clone, { recursive: true });
    await origin.git("symbolic-ref", "HEAD", "refs/heads/gone");
    await open().readCommit(SHOP, base);
    expect((await origin.git("--git-dir", clone, "rev-parse", "refs/mq/base")).trim()).toBe(head);
  });
});
