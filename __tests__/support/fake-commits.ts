/** Commits as git would make them: the same head on the same parent in the same way gives the same commit. */
import { createHash } from "node:crypto";
import { type CommitId, commitId, type TreeId, treeId } from "../../src/domain/ids.js";
import type { MergeMethod } from "../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../src/engine/model/queue.js";

const MAX_REMEMBERED = 200_000;

/** The commit that goes by a name, such as `v1`. */
export function namedCommit(name: string): CommitId {
  return commitId(sha1(name));
}

/** The head of a pull request after so many pushes. */
export function headOf(pullRequest: number, pushes = 0): CommitId {
  return namedCommit(`head of #${pullRequest} after ${pushes} pushes`);
}

export function commitOf(parent: CommitId, head: ContainedHead, mergeMethod: MergeMethod): CommitId {
  return namedCommit([parent, head.headSha, head.title, head.submittedAt, mergeMethod].join("\n"));
}

/** One commit per head, each on top of the one before. */
export function commitsOn(
  parent: CommitId,
  heads: readonly ContainedHead[],
  mergeMethod: MergeMethod,
): readonly CommitId[] {
  const commits: CommitId[] = [];
  for (const head of heads) commits.push(commitOf(commits.at(-1) ?? parent, head, mergeMethod));
  return commits;
}

export function treeOf(commit: CommitId): TreeId {
  return treeId(sha1(`tree of ${commit}`));
}

const known = new Map<string, string>();

/** The same few commits are made over and over again. */
function sha1(text: string): string {
  const remembered = known.get(text);
  if (remembered !== undefined) return remembered;
  if (known.size === MAX_REMEMBERED) known.clear();
  const digest = createHash("sha1").update(text).digest("hex");
  known.set(text, digest);
  return digest;
}
