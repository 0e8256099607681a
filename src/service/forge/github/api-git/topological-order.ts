/** Commits so that none stands before its parents, and as `git rev-list --topo-order --reverse` has them. */
import type { CommitId } from "../../../../domain/ids.js";

interface Linked {
  readonly id: CommitId;
  readonly parents: readonly CommitId[];
}

/** All of them have to lead to `head`; what does not is left out. */
export function topologicalOrder<Commit extends Linked>(
  commits: readonly Commit[],
  head: CommitId,
): readonly Commit[] {
  const known = new Map(commits.map((commit) => [commit.id, commit]));
  const children = new Map<CommitId, number>();
  for (const { parents } of commits) {
    for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const newestFirst: Commit[] = [];
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
