/** Squash and merge commit: builds the merged tree of a pull request and one commit for it. */
import type { TreeId } from "../../../domain/ids.js";
import type { CommitPlan } from "../../git/commit.js";
import { mergeMessage, squashMessage } from "../../git/merge-methods/message.js";
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
  // A freshly built tip cannot contain the pull request or be contained in it, so only the base is compared.
  const compared = tip.commit === base ? await compareCommits(place, base, record.id) : null;
  if (compared?.status === "ahead") return record.tree;
  if (compared?.status === "behind" || compared?.status === "identical") return tip.tree;
  return await scratch.merge({ tree: tip.tree, parent: tip.commit, committer }, record.id);
}
