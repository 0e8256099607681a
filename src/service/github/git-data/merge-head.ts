/** Squash and merge commit: builds the merged tree of a pull request and one commit for it. */
import type { TreeId } from "../../../domain/ids.js";
import { type CommitPlan, type CommitRecord, MAX_NAMED_COMMITS } from "../../git/commit.js";
import { mergeCommitMessage, squashCommit } from "../../git/merge-methods/message.js";
import { writeCommitObject } from "./commit-objects.js";
import { commitsBetween, compareCommits } from "./compare-commits.js";
import type { HeadStep, MakeStep } from "./head-step.js";
import { topologicalOrder } from "./rebase-head.js";

export const squashHead: MakeStep = async (step) =>
  addCommit(step, async ({ tip, record, head }) => ({
    parents: [tip.commit],
    ...(await squashCommit(head, record, async () => namedCommits(step))),
  }));

export const mergeHead: MakeStep = async (step) =>
  addCommit(step, async ({ tip, head, committer }) => ({
    parents: [tip.commit, head.headSha],
    author: committer,
    message: await mergeCommitMessage(head, async () => namedCommits(step)),
  }));

/** Oldest first, in the order of a clone. */
async function namedCommits({ place, base, head }: HeadStep): Promise<readonly CommitRecord[]> {
  const listed = topologicalOrder(await commitsBetween(place, base, head.headSha), head.headSha);
  return listed.filter(({ parents }) => parents.length < 2).slice(-MAX_NAMED_COMMITS);
}

async function addCommit(
  step: HeadStep,
  planOf: (step: HeadStep) => Promise<Pick<CommitPlan, "parents" | "author" | "message">>,
) {
  const tree = await mergedTree(step);
  if (tree === null) return { kind: "conflicted", files: [] } as const;
  const { place, committer } = step;
  const commit = await writeCommitObject(place, { ...(await planOf(step)), committer, tree });
  return { kind: "built", tip: { commit, tree } } as const;
}

async function mergedTree({
  place,
  scratch,
  base,
  tip,
  record,
  committer,
}: HeadStep): Promise<TreeId | null> {
  // A freshly built tip cannot contain the pull request or be contained in it, so only the base is compared.
  const compared = tip.commit === base ? await compareCommits(place, base, record.id) : null;
  if (compared?.status === "ahead") return record.tree;
  if (compared?.status === "behind" || compared?.status === "identical") return tip.tree;
  return await scratch.merge({ tree: tip.tree, parent: tip.commit, committer }, record.id);
}
