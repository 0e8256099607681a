/** Squash: everything the pull request changes becomes one commit by its author. */
import { mergeTrees } from "../merge-trees.js";
import { writeCommit } from "../write-commit.js";
import { squashMessage } from "./message.js";
import type { MergeMethodStep } from "./step.js";

export const squash: MergeMethodStep = async ({ clone, tip, head, record, committer }) => {
  const merged = await mergeTrees(clone, tip.commit, head.headSha);
  if (merged.kind === "conflicted") return merged;
  const commit = await writeCommit(clone, {
    tree: merged.tree,
    parents: [tip.commit],
    author: record.author,
    committer,
    message: squashMessage(head, record.message),
  });
  return { kind: "built", tip: { commit, tree: merged.tree } };
};
