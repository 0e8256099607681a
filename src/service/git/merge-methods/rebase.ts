/**
 * Rebase: each commit of the pull request is replayed in order, with its author and message. As with `git rebase`,
 * merges are left out, and so is a commit whose patch is there already or that changes nothing any more.
 */
import { type CommitId, isCommitId } from "../../../domain/ids.js";
import { GitError } from "../../ports/world-error.js";
import type { Clone } from "../clone.js";
import type { CommitPlan, CommitRecord, Identity } from "../commit.js";
import type { Tip } from "../head-stack.js";
import { type MergedTrees, mergeTrees } from "../merge-trees.js";
import { type CommitRecords, readCommits } from "../read-commits.js";
import { writeCommit } from "../write-commit.js";
import type { MergeMethodStep } from "./step.js";

/** Each takes a few processes, so that a pull request with more would hold up the others. */
const MAX_COMMITS = 1_000;

export const rebase: MergeMethodStep = async ({ clone, tip, head, record, committer }) => {
  const commits = await commitsToReplay(clone, tip.commit, head.headSha);
  const { records, defects } = await readCommits(clone, commits.flat());
  let last = tip;
  for (const [id] of commits) {
    const commit = id === undefined ? undefined : records.get(id);
    const defect = id === undefined ? undefined : defects.get(id);
    if (defect !== undefined) return { kind: "unusable", why: `commit ${id} ${defect}` };
    if (commit === undefined) throw new Error("git listed a commit of a pull request that it cannot read");
    const replayed = await replayedTree(clone, last, commit, records, committer);
    if (replayed.kind === "conflicted") return replayed;
    if (replayed.tree === last.tree) continue;
    last = await addCommit(clone, { ...copied(commit, last, committer), tree: replayed.tree });
  }
  if (last !== tip) return { kind: "built", tip: last };
  return { kind: "built", tip: await addCommit(clone, copied(record, tip, committer)) };
};

/** Oldest first, each followed by its parent. */
async function commitsToReplay(
  clone: Clone,
  tip: CommitId,
  head: CommitId,
): Promise<readonly (readonly CommitId[])[]> {
  const { stdout } = await clone.run([
    "rev-list",
    "--reverse",
    "--topo-order",
    "--no-merges",
    "--parents",
    "--cherry-pick",
    "--right-only",
    `${tip}...${head}`,
  ]);
  const commits = stdout
    .split("\n")
    .map((line) => line.split(" ").filter(isCommitId))
    .filter((ids) => ids.length > 0);
  if (commits.length > MAX_COMMITS) {
    const advice = `more than ${MAX_COMMITS} are not rebased; use the merge method squash or merge_commit`;
    throw new GitError(
      `the pull request with head ${head} has ${commits.length} commits, and ${advice}`,
      false,
    );
  }
  return commits;
}

/**
 * `git merge-tree` of git 2.39 finds the base of a merge only by ancestry, so our side is a commit with the tip's
 * tree and the parent of the replayed commit. A commit without a parent has nothing it could be replayed against.
 */
async function replayedTree(
  clone: Clone,
  tip: Tip,
  commit: CommitRecord,
  records: CommitRecords,
  committer: Identity,
): Promise<MergedTrees> {
  const [parent] = commit.parents;
  if (parent === undefined) return { kind: "conflicted", files: [] };
  if (records.get(parent)?.tree === tip.tree) return { kind: "merged", tree: commit.tree };
  const ours = await writeCommit(clone, {
    tree: tip.tree,
    parents: [parent],
    author: committer,
    committer,
    message: "Stand-in for the tip of a rebase\n",
  });
  return await mergeTrees(clone, ours, commit.id);
}

function copied(commit: CommitRecord, tip: Tip, committer: Identity): CommitPlan {
  const { author, message } = commit;
  return { tree: tip.tree, parents: [tip.commit], author, committer, message };
}

async function addCommit(clone: Clone, plan: CommitPlan): Promise<Tip> {
  return { commit: await writeCommit(clone, plan), tree: plan.tree };
}
