/** What each merge method leaves of a pull request on the branch: its commit, its merge, or copies of its commits. */
import type { MergeMethod } from "../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../src/engine/queue.js";
import type { ObjectReader, ReadCommit } from "./object-reader.js";

type Trace = (
  fresh: readonly ReadCommit[],
  heads: readonly ContainedHead[],
  reader: ObjectReader,
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

  async rebase(fresh, heads, reader) {
    const origins = await Promise.all(
      heads.map(async ({ headSha }) => {
        const ids = [...(await reader.ancestors(headSha))];
        const commits = await Promise.all(ids.map(async (id) => reader.commit(id)));
        return new Set(commits.map(nameOf));
      }),
    );
    return (
      fresh.length >= heads.length &&
      fresh.every((copy) => copy.parents.length === 1 && origins.some((names) => names.has(nameOf(copy)))) &&
      origins.every((names) => fresh.some((copy) => names.has(nameOf(copy))))
    );
  },
};

/** What a copy keeps of its commit. */
function nameOf({ author, message }: ReadCommit): string {
  return `${author}\n${message}`;
}
