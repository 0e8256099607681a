/**
 * Rebase: replays each commit of the pull request in order, with its author and message. It omits merges and commits
 * without remaining changes. The API does not expose patch ids, so a commit that the branch already has but reverted is
 * replayed (as GitHub's own rebase does), while git would omit it.
 */
import type { CommitId, TreeId } from "../../../domain/ids.js";
import type { CommitPlan, CommitRecord } from "../../git/commit.js";
import type { Tip } from "../../git/head-stack.js";
import { withoutSkipMarkers } from "../../git/merge-methods/message.js";
import { GitError } from "../../ports/world-error.js";
import { readCommitObject, writeCommitObject } from "./commit-objects.js";
import { commitsBetween, compareCommits } from "./compare-commits.js";
import type { HeadStep, MakeStep } from "./head-step.js";

/** Each commit takes up to four writes, and GitHub asks for a second between writes. */
const MAX_COMMITS = 100;

export const rebaseHead: MakeStep = async (step) => {
  const commits = await commitsToReplay(step);
  if (commits === null) return { kind: "conflicted", files: [] };
  const known = new Map(commits.map((commit) => [commit.id, commit]));
  let last = step.tip;
  for (const commit of commits) {
    if (commit.parents.length > 1) continue;
    const tree = await replayedTree(step, last, commit, known);
    if (tree === null) return { kind: "conflicted", files: [] };
    if (tree === last.tree) continue;
    last = await addCommit(step, { ...copied(step, commit, last), tree });
  }
  if (last !== step.tip) return { kind: "built", tip: last };
  return { kind: "built", tip: await addCommit(step, copied(step, step.record, last)) };
};

/** Oldest first, including merges; null: the histories are unrelated. */
async function commitsToReplay(step: HeadStep): Promise<readonly CommitRecord[] | null> {
  const { place, base, head } = step;
  const compared = await compareCommits(place, base, head.headSha);
  if (compared === null) {
    throw new GitError(`GitHub cannot compare head ${head.headSha} with the branch at the moment`, true);
  }
  if (compared.status === "unrelated") return null;
  if (compared.commits === 0) return [];
  if (compared.commits > MAX_COMMITS) {
    const advice = `at most ${MAX_COMMITS} can be rebased without a clone; use the merge method squash or merge_commit, or set githubGit to clone`;
    throw new GitError(
      `the pull request with head ${head.headSha} has ${compared.commits} commits; ${advice}`,
      false,
    );
  }
  const listed = await commitsBetween(place, base, head.headSha);
  if (listed.length !== compared.commits || listed.every(({ id }) => id !== head.headSha)) {
    throw new GitError(`GitHub's list of the commits of head ${head.headSha} does not match its count`, true);
  }
  const replayed = await replayedBefore(step);
  return topologicalOrder(listed, head.headSha).filter(({ id }) => !replayed.has(id));
}

/** Commits that a predecessor contained are already replayed, under new ids. */
async function replayedBefore({ place, base, earlier }: HeadStep): Promise<ReadonlySet<CommitId>> {
  const lists = await Promise.all(earlier.map(async (head) => commitsBetween(place, base, head)));
  return new Set(lists.flat().map(({ id }) => id));
}

/**
 * GitHub finds the merge base by ancestry, so our side is a commit with the tip's tree and the parent of the replayed
 * commit. A root commit has no parent and cannot be replayed.
 */
async function replayedTree(
  { place, scratch, committer }: HeadStep,
  tip: Tip,
  commit: CommitRecord,
  known: ReadonlyMap<CommitId, CommitRecord>,
): Promise<TreeId | null> {
  const [parent] = commit.parents;
  if (parent === undefined) return null;
  const before = known.get(parent) ?? (await readCommitObject(place, parent));
  if (before === null) throw new GitError(`GitHub does not find commit ${parent} of a pull request`, true);
  if (before.tree === tip.tree) return commit.tree;
  if (before.tree === commit.tree) return tip.tree;
  return await scratch.merge({ tree: tip.tree, parent, committer }, commit.id);
}

function copied({ committer }: HeadStep, { author, message }: CommitRecord, tip: Tip): CommitPlan {
  const whole = withoutSkipMarkers(message.endsWith("\n") ? message : `${message}\n`);
  return { tree: tip.tree, parents: [tip.commit], author, committer, message: whole };
}

async function addCommit({ place }: HeadStep, plan: CommitPlan): Promise<Tip> {
  return { commit: await writeCommitObject(place, plan), tree: plan.tree };
}

/** Parents first, as in `git rev-list --topo-order --reverse`; omits commits that are not ancestors of `head`. */
export function topologicalOrder(commits: readonly CommitRecord[], head: CommitId): readonly CommitRecord[] {
  const known = new Map(commits.map((commit) => [commit.id, commit]));
  const children = new Map<CommitId, number>();
  for (const { parents } of commits) {
    for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const newestFirst: CommitRecord[] = [];
  const ready = [head];
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const commit = known.get(id);
    if (commit === undefined) continue;
    newestFirst.push(commit);
    for (const parent of commit.parents) {
      const left = (children.get(parent) ?? 0) - 1;
      children.set(parent, left);
      if (left === 0) ready.push(parent);
    }
  }
  return newestFirst.reverse();
}
