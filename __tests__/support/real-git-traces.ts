/** What each merge method leaves of a pull request on the branch: its commit, its merge, or copies of its commits. */
import type { CommitId } from "../../src/domain/ids.js";
import type { MergeMethod } from "../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../src/engine/model/queue.js";
import type { ObjectReader, ReadCommit } from "./object-reader.js";

type Trace = (
  fresh: readonly ReadCommit[],
  heads: readonly ContainedHead[],
  reader: ObjectReader,
  /** What was on the branch before. */
  below: readonly CommitId[],
) => Promise<boolean>;

export const TRACES: Readonly<Record<MergeMethod, Trace>> = {
  async squash(fresh, heads, reader) {
    const authors = await Promise.all(
      heads.map(async ({ headSha }) => (await reader.commit(headSha)).author),
    );
    return (
      fresh.length === heads.length &&
      fresh.every(({ parents, author, message }, index) => {
        const head = heads[index];
        const subject = `${head?.title ?? ""} (#${head?.pullRequest ?? ""})`;
        return parents.length === 1 && author === authors[index] && message.split("\n")[0] === subject;
      })
    );
  },

  async merge_commit(fresh, heads) {
    return Promise.resolve(
      fresh.length === heads.length &&
        fresh.every(({ parents, message }, index) => {
          const head = heads[index];
          const subject = `Merge pull request #${head?.pullRequest ?? ""}: ${head?.title ?? ""}`;
          return parents.length === 2 && parents[1] === head?.headSha && message.split("\n")[0] === subject;
        }),
    );
  },

  /** Merges and empty commits are left away; one that merged another may find all its commits on the branch already. */
  async rebase(fresh, heads, reader, below) {
    const commitsOf = async (ids: Iterable<CommitId>): Promise<readonly ReadCommit[]> =>
      Promise.all([...ids].map(async (id) => reader.commit(id)));
    const origins = await Promise.all(
      heads.map(async ({ headSha }) => commitsOf(await reader.ancestors(headSha))),
    );
    const all = origins.flat();
    const trees = new Map(all.map(({ id, tree }) => [id, tree]));
    const names = new Set(all.map(nameOf));
    const onBranch = new Set([...fresh, ...(await commitsOf(below))].map(nameOf));
    return (
      fresh.every((copy) => copy.parents.length === 1 && names.has(nameOf(copy))) &&
      all.every((commit) => {
        const [parent, ...others] = commit.parents;
        const isEmpty = parent !== undefined && trees.get(parent) === commit.tree;
        return others.length > 0 || isEmpty || onBranch.has(nameOf(commit));
      })
    );
  },
};

/** What a copy keeps of its commit. */
function nameOf({ author, message }: ReadCommit): string {
  return `${author}\n${message}`;
}
