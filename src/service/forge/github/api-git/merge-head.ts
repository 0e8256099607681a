/** Squash and merge commit: what a pull request changes as one tree, and the commit with it. */
import type { TreeId } from "../../../../domain/ids.js";
import type { CommitPlan } from "../../../git/commit.js";
import { mergeMessage, squashMessage } from "../../../git/merge-methods/message.js";
import { writeCommitObject } from "./commit-objects.js";
import { compareCommits } from "./compare-commits.js";
import type { HeadStep, MakeStep } from "./head-step.js";

export const squashHead: MakeStep = async (step) =>
  addCommit(step, ({ tip, record, head }) => ({
    parents: [tip.commit],
    author: record.author,
    message: squashMessage(head, record.message),
  }));

export const mergeHead: MakeStep = async (step) =>
  addCommit(step, ({ tip, head, committer }) => ({
    parents: [tip.commit, head.headSha],
    author: committer,
    message: mergeMessage(head),
  }));

async function addCommit(
  step: HeadStep,
  planOf: (step: HeadStep) => Pick<CommitPlan, "parents" | "author" | "message">,
) {
  const tree = await mergedTree(step);
  if (tree === null) return { kind: "conflicted", files: [] } as const;
  const { place, committer } = step;
  const commit = await writeCommitObject(place, { ...planOf(step), committer, tree });
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
  // Nothing that was built a moment ago is contained in a pull request, or contains it all.
  const compared = tip.commit === base ? await compareCommits(place, base, record.id) : null;
  if (compared?.status === "ahead") return record.tree;
  if (compared?.status === "behind" || compared?.status === "identical") return tip.tree;
  return await scratch.merge({ tree: tip.tree, parent: tip.commit, committer }, record.id);
}
