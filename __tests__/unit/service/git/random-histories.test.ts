/** On histories of every kind, what lands is what was built, and building again gives the same commits. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CommitId, testRunId } from "../../../../src/domain/ids.js";
import { MERGE_METHODS, type MergeMethod } from "../../../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../../../src/engine/model/queue.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import type { Git, Speculation } from "../../../../src/service/ports/git.js";
import { GitRepository } from "../../../support/git-repository.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";
import { type RandomHistory, writeRandomHistory } from "../../../support/random-history.js";
import { seededChance } from "../../../support/seeded-chance.js";
import { countOf } from "../../../support/test-size.js";

/** Every step is a process, and the machine may be busy with other suites. */
const COUNT = countOf("GIT_HISTORIES", { reduced: 1, share: 2, all: 6, full: 60 });
const SEEDS = Array.from({ length: COUNT }, (_, index) => index + 1);
const SHOP = { host: "example.com", owner: "acme", name: "shop" };

let folder: string;
let origin: GitRepository;
/** Two that know nothing of each other. */
let git: Git;
let otherGit: Git;
const histories = new Map<number, RandomHistory>();

beforeAll(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-histories-"));
  origin = await GitRepository.create();
  for (const seed of SEEDS) {
    const branches = MERGE_METHODS.map((mergeMethod) => `${mergeMethod}-${seed}`);
    histories.set(
      seed,
      await writeRandomHistory(origin, seededChance(seed), { branches, pullRequests: [2, 3] }),
    );
  }
  git = createGit({ cloneFolder: join(folder, "one"), resolve: () => origin.folder });
  otherGit = createGit({ cloneFolder: join(folder, "other"), resolve: () => origin.folder });
  const commits = [...histories.values()].flatMap(({ base, heads }) => [
    base,
    ...heads.map((head) => head.headSha),
  ]);
  for (const each of [git, otherGit]) await Promise.all(commits.map((id) => each.isAncestor(SHOP, id, id)));
});

afterAll(async () => {
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Builds what can be built: a pull request in conflict is left out, as the queue would do. */
async function buildWithoutConflicts(
  { seed, base }: RandomHistory,
  mergeMethod: MergeMethod,
  heads: readonly ContainedHead[],
) {
  const run = testRunId(`00000000-0000-8000-8000-${String(seed).padStart(12, "0")}`);
  let speculation: Speculation = { run, testedOn: base, contains: heads, mergeMethod };
  for (;;) {
    const outcome = await git.build(SHOP, speculation);
    if (outcome.kind === "built") return { speculation, outcome };
    if (outcome.kind === "missing") throw new Error(`commit ${outcome.commit} is missing`);
    const { pullRequest } = outcome;
    const contains = speculation.contains.filter((head) => head.pullRequest !== pullRequest);
    speculation = { ...speculation, contains };
  }
}

/** The tree that git makes of what lies in a folder; the commit tells it which empty folders are submodules. */
function treeOfFolder(path: string, commit: CommitId): string {
  const index = join(folder, "index");
  const env = {
    PATH: process.env["PATH"],
    GIT_DIR: origin.folder,
    GIT_WORK_TREE: path,
    GIT_INDEX_FILE: index,
  };
  spawnSync("git", ["read-tree", commit], { env });
  spawnSync("git", ["add", "--all", "--force", "."], { cwd: path, env });
  return spawnSync("git", ["write-tree"], { cwd: path, env, encoding: "utf8" }).stdout.trim();
}

describe("random histories", () => {
  describe.each(SEEDS)("of seed %i", (seed) => {
    const historyOf = (): RandomHistory => {
      const history = histories.get(seed);
      if (history === undefined) throw new Error(`there is no history of seed ${seed}`);
      return history;
    };

    it.each(MERGE_METHODS)("land exactly as they were built, by %s", async (mergeMethod) => {
      const history = historyOf();
      const { speculation, outcome } = await buildWithoutConflicts(history, mergeMethod, history.heads);
      expect(await otherGit.build(SHOP, speculation)).toEqual(outcome);
      expect(outcome.commits).toHaveLength(speculation.contains.length);

      const branch = `${mergeMethod}-${seed}`;
      const tip = outcome.commits.at(-1) ?? history.base;
      expect(await git.land(SHOP, branch, history.base, tip)).toEqual({ kind: "landed" });
      expect(await origin.tree(`refs/heads/${branch}`)).toBe(outcome.tree);
    });

    it("give the same files whether they are squashed or merged", async () => {
      const history = historyOf();
      const squashed = await buildWithoutConflicts(history, "squash", history.heads);
      // One that merged another may conflict with what is left of that one when it was squashed.
      const { contains } = squashed.speculation;
      const merged = await buildWithoutConflicts(history, "merge_commit", contains);
      expect(merged.speculation.contains).toEqual(contains);
      expect(merged.outcome.tree).toBe(squashed.outcome.tree);
    });
  });

  it("are checked out as they are, one after the other in the same folder", async () => {
    const checkout = join(folder, "checkout");
    for (const seed of SEEDS) {
      const tip = await origin.ref(`refs/heads/rebase-${seed}`);
      if (tip === null) throw new Error(`seed ${seed} did not land`);
      await git.checkOut(SHOP, tip, checkout);
      expect([seed, treeOfFolder(checkout, tip)]).toEqual([seed, await origin.tree(tip)]);
    }
  });

  it("leave a sound repository", async () => {
    expect(await origin.git("fsck", "--strict", "--no-dangling")).toBe("");
  });
});
