/** Merges two commits without a work tree. */
import { type CommitId, type TreeId, treeId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";

export type MergedTrees =
  | { readonly kind: "merged"; readonly tree: TreeId }
  | { readonly kind: "conflicted"; readonly files: readonly string[] };

/** More would only swell the queue's record. */
const MAX_FILES = 1_000;

/** Commits without a common ancestor conflict in no file in particular. */
export async function mergeTrees(clone: Clone, ours: CommitId, theirs: CommitId): Promise<MergedTrees> {
  const words = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", ours, theirs];
  const { exitCode, stdout, stderr } = await clone.run(words, { answers: [0, 1, 128] });
  const [tree = "", ...files] = stdout.split("\0");
  if (exitCode === 0) return { kind: "merged", tree: treeId(tree) };
  if (exitCode === 1) {
    return { kind: "conflicted", files: files.filter((file) => file !== "").slice(0, MAX_FILES) };
  }
  if (/unrelated histories/.test(stderr)) return { kind: "conflicted", files: [] };
  throw clone.failure("clone", words, { exitCode, stdout, stderr });
}
