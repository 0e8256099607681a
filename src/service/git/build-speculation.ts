/** Builds the commits of a speculation in a clone, and protects them there from garbage collection. */
import {
  type CommitId,
  commitId,
  isCommitId,
  type TestRunId,
  type TreeId,
  treeId,
} from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { ContainedHead } from "../../engine/model/queue.js";
import type { BuildOutcome, Speculation } from "../ports/git.js";
import { GitError } from "../ports/world-error.js";
import { BASE_REF, type Clone } from "./clone.js";
import {
  type CommitPlan,
  type CommitRecord,
  type Committer,
  type Identity,
  MAX_NAMED_COMMITS,
} from "./commit.js";
import type { CommitSigner } from "./commit-signer.js";
import { HeadStack, type Stack, type StepOutcome, type Tip, unusable, withHeadTree } from "./head-stack.js";
import { runRef } from "./list-branches.js";
import { mergeCommitMessage, squashCommit, withoutSkipMarkers } from "./merge-methods/message.js";
import { type CommitRecords, isPresent, obtainCommits, readCommits } from "./read-commits.js";
import {
  type MergedTrees,
  type MergeMethodStep,
  mergeTrees,
  writeCommit,
  writeSignedCommit,
} from "./write-commit.js";

/** Each commit needs a few processes, so a longer pull request would delay the others. */
const MAX_COMMITS = 1_000;

const rebase: MergeMethodStep = async ({ clone, tip, head, record, committer, signer }) => {
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
    last = await addCommit(clone, { ...copied(commit, last, committer), tree: replayed.tree }, signer);
  }
  if (last !== tip) return { kind: "built", tip: last };
  return { kind: "built", tip: await addCommit(clone, copied(record, tip, committer), signer) };
};

/** Lists the commits, oldest first, each with its parent. */
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
 * `git merge-tree` of git 2.39 finds the merge base only by ancestry, so our side is a commit with the tip's tree and
 * the parent of the replayed commit. A commit without a parent has no base, and counts as a conflict.
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
  const { author } = commit;
  const message = withoutSkipMarkers(commit.message);
  return { tree: tip.tree, parents: [tip.commit], author, committer, message };
}

async function addCommit(clone: Clone, plan: CommitPlan, signer: CommitSigner | null): Promise<Tip> {
  return { commit: await writeSignedCommit(clone, plan, signer), tree: plan.tree };
}

/** The commits that a message may name, oldest first; unreadable ones are left out. */
async function commitsOf(clone: Clone, tip: CommitId, head: CommitId): Promise<readonly CommitRecord[]> {
  const range = ["--topo-order", "--no-merges", `--max-count=${MAX_NAMED_COMMITS}`, `${tip}..${head}`];
  const { stdout } = await clone.run(["rev-list", ...range]);
  const ids = stdout.split("\n").filter(isCommitId).reverse();
  const { records } = await readCommits(clone, ids.map(commitId));
  return ids.flatMap((id) => records.get(commitId(id)) ?? []);
}

const squash: MergeMethodStep = async ({ clone, tip, head, record, committer, signer }) => {
  const merged = await mergeTrees(clone, tip.commit, head.headSha);
  if (merged.kind === "conflicted") return merged;
  const worded = await squashCommit(head, record, async () => commitsOf(clone, tip.commit, head.headSha));
  const plan = { tree: merged.tree, parents: [tip.commit], committer, ...worded };
  return { kind: "built", tip: await addCommit(clone, plan, signer) };
};

const mergeCommit: MergeMethodStep = async ({ clone, tip, head, committer, signer }) => {
  const merged = await mergeTrees(clone, tip.commit, head.headSha);
  if (merged.kind === "conflicted") return merged;
  const plan = {
    tree: merged.tree,
    parents: [tip.commit, head.headSha],
    author: committer,
    committer,
    message: await mergeCommitMessage(head, async () => commitsOf(clone, tip.commit, head.headSha)),
  };
  return { kind: "built", tip: await addCommit(clone, plan, signer) };
};

const STEPS: Readonly<Record<MergeMethod, MergeMethodStep>> = { squash, merge_commit: mergeCommit, rebase };

export class SpeculationBuilder {
  readonly #clone: Clone;
  readonly #committer: Committer;
  readonly #signer: CommitSigner | null;
  readonly #stack = new HeadStack(false);

  constructor(clone: Clone, committer: Committer, signer: CommitSigner | null) {
    this.#clone = clone;
    this.#committer = committer;
    this.#signer = signer;
  }

  async build(speculation: Speculation): Promise<BuildOutcome> {
    const stacked = await this.stack(speculation);
    if (stacked.kind !== "built") return stacked;
    const { testedOn, run } = speculation;
    await this.#keep(run, stacked.commits.at(-1) ?? testedOn, testedOn);
    return stacked;
  }

  /** Like `build`, but does not protect the commits: git may collect them after some weeks. */
  async stack(stack: Stack): Promise<BuildOutcome> {
    const { testedOn, contains, mergeMethod } = stack;
    const remembered = this.#stack.lastRemembered(stack);
    const read = await obtainCommits(this.#clone, [
      testedOn,
      ...contains.map((head) => head.headSha),
      ...(remembered === undefined ? [] : [remembered]),
    ]);
    // The clone may have been deleted, or may have collected old unprotected commits.
    if (remembered !== undefined && !isPresent(read, remembered)) this.#stack.forget();
    const missing = [testedOn, ...contains.map(({ headSha }) => headSha)].find(
      (one) => !isPresent(read, one),
    );
    if (missing !== undefined) return { kind: "missing", commit: missing };
    const broken = contains.find(({ headSha }) => read.defects.has(headSha));
    if (broken !== undefined)
      return unusable(broken, `its head ${broken.headSha} ${read.defects.get(broken.headSha)}`);
    const tree = await this.#treeOf(testedOn, read.records);
    const outcome = await this.#stack.build(stack, tree, (tip, head) =>
      this.#step(mergeMethod, tip, head, read.records),
    );
    return withHeadTree(
      outcome,
      contains.map(({ headSha }) => read.records.get(headSha)?.tree),
    );
  }

  /** Reads only the tree, so a defect of the base commit, such as a long message, does not matter. */
  async #treeOf(commit: CommitId, records: CommitRecords): Promise<TreeId> {
    const known = records.get(commit)?.tree;
    if (known !== undefined) return known;
    return treeId((await this.#clone.run(["rev-parse", "--verify", `${commit}^{tree}`])).stdout.trim());
  }

  async #step(
    mergeMethod: MergeMethod,
    tip: Tip,
    head: ContainedHead,
    records: CommitRecords,
  ): Promise<StepOutcome> {
    const record = records.get(head.headSha);
    if (record === undefined) throw new Error(`head ${head.headSha} disappeared during the build`);
    const committer = { ...this.#committer, date: `${Math.floor(head.submittedAt / 1000)} +0000` };
    try {
      const signer = this.#signer;
      return await STEPS[mergeMethod]({ clone: this.#clone, tip, head, record, committer, signer });
    } catch (error) {
      // The heads before it are built, so a permanent failure of git is about this head.
      if (!(error instanceof GitError) || error.retryable) throw error;
      return {
        kind: "unusable",
        why: `its head ${head.headSha} cannot be put on a branch: ${error.message}`,
      };
    }
  }

  /** Protects the commits from collection, and stores the newest base, from which later fetches start. */
  async #keep(run: TestRunId, commit: CommitId, base: CommitId): Promise<void> {
    const input = `update ${runRef(run)} ${commit}\nupdate ${BASE_REF} ${base}\n`;
    await this.#clone.run(["update-ref", "--stdin"], { input });
  }
}
