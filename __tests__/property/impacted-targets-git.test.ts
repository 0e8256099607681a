/**
 * The promise of impacted targets on real git: the lists are those of the trees in memory, and two pull requests whose
 * lists share no name merge, renames and all, to what the property test takes for granted.
 */
import { describe, expect, it } from "@jest/globals";
import { workspaceImpact } from "../../src/targets/sources/workspaces/workspace-change.js";
import { workspacesSource } from "../../src/targets/sources/workspaces/workspaces.js";
import { GitRepository } from "../support/git-repository.js";
import type { MemoryTree } from "../support/memory-tree.js";
import {
  type ListOf,
  pairsOf,
  type RandomRepository,
  repositoryWithPullRequests,
} from "../support/pairs-of-pull-requests.js";
import { merged, textsOf } from "../support/random-workspaces.js";
import { RealTrees } from "../support/real-trees.js";

const FIRST_SEED = Number(process.env["IMPACTED_TARGETS_FIRST_SEED"] ?? 1);
const PULL_REQUESTS = 4;
const whole: ListOf = (change) => workspaceImpact(change).targets.keys();

/** Each tree as a commit, the base as the parent of all. */
async function commitsOf(
  { base, pullRequests }: RandomRepository,
  repository: GitRepository,
): Promise<ReadonlyMap<MemoryTree, string>> {
  const plans = pullRequests.map(({ head }) => ({ parents: [0], files: changesOf(base, head) }));
  const commits = await repository.commits([{ files: Object.fromEntries(textsOf(base)) }, ...plans]);
  const trees = [base, ...pullRequests.map(({ head }) => head)];
  return new Map(trees.map((tree, index) => [tree, commits[index] ?? ""]));
}

function changesOf(base: MemoryTree, head: MemoryTree): Record<string, string | null> {
  const gone = [...base.files.keys()].filter((path) => !head.files.has(path));
  const written = [...textsOf(head)].filter(([path, text]) => base.files.get(path) !== text);
  return Object.fromEntries([...gone.map((path): [string, null] => [path, null]), ...written]);
}

async function filesOf(repository: GitRepository, tree: string): Promise<readonly string[]> {
  const listing = await repository.git("ls-tree", "-r", "-z", "--format=%(objectname) %(path)", tree);
  return listing
    .split("\0")
    .filter((line) => line !== "")
    .sort();
}

describe.each(Array.from({ length: 6 }, (_, index) => FIRST_SEED + index))(
  "in the repository of seed %i",
  (seed) => {
    it("the lists are the same, and what shares no name merges as expected", async () => {
      const random = await repositoryWithPullRequests(seed, PULL_REQUESTS);
      const repository = await GitRepository.create();
      const trees = await RealTrees.of(repository);
      try {
        const commits = await commitsOf(random, repository);
        const base = commits.get(random.base) ?? "";
        for (const { head, change } of random.pullRequests) {
          const context = await trees.context(base, commits.get(head) ?? "");
          const answer = await workspacesSource().answer(context);
          if (answer.kind === "all" || change === null) continue;
          expect([...answer.targets.keys()].sort()).toEqual([...whole(change)].sort());
          expect([...answer.owned].sort()).toEqual(context.changed.map(({ path }) => path).sort());
        }
        for (const { one, other, isDisjoint, name } of pairsOf(random, whole)) {
          if (!isDisjoint) continue;
          const both = merged(random.base, one, other);
          const [expected = ""] =
            both === null ? [] : await repository.commits([{ files: Object.fromEntries(textsOf(both)) }]);
          const words = ["merge-tree", "--write-tree", commits.get(one) ?? "", commits.get(other) ?? ""];
          expect([name, await filesOf(repository, await repository.git(...words))]).toEqual([
            name,
            await filesOf(repository, expected),
          ]);
        }
      } finally {
        await trees.remove();
        await repository.remove();
      }
    });
  },
);
