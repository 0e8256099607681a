/** Merge commit: the pull request's own commits stay, joined by a commit with two parents. */
import { mergeTrees } from "../merge-trees.js";
import { writeCommit } from "../write-commit.js";
import { mergeMessage } from "./message.js";
import type { MergeMethodStep } from "./step.js";

export const mergeCommit: MergeMethodStep = async ({ clone, tip, head, committer }) => {
  const merged = await mergeTrees(clone, tip.commit, head.headSha);
  if (merged.kind === "conflicted") return merged;
  const commit = await writeCommit(clone, {
    tree: merged.tree,
    parents: [tip.commit, head.headSha],
    author: committer,
    committer,
    message: mergeMessage(head),
  });
  return { kind: "built", tip: { commit, tree: merged.tree } };
};
