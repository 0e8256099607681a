/**
 * What merging a head into a base would change, where nobody has merged them yet: the merge is made in the throw-away
 * repository, from trees alone, so that no history needs to be there.
 */
import { idIn } from "./commit-facts.js";
import type { ObjectStore } from "./object-store.js";

export interface MergePair {
  readonly base: string;
  readonly head: string;
  /** Why the pair shows more, or other things, than the merge would change; null when it is exact. */
  readonly inexact: string | null;
}

/** `mergeBases` are all the newest commits that both have. Throws `GitFailure`. */
export async function mergeLocally(
  store: ObjectStore,
  base: string,
  head: string,
  mergeBases: readonly string[],
): Promise<MergePair> {
  if (mergeBases.includes(base)) return { base, head, inexact: null };
  if (mergeBases.includes(head)) return { base, head: base, inexact: null };
  const [mergeBase, ...others] = mergeBases;
  if (mergeBase === undefined || others.length > 0) {
    const because = mergeBase === undefined ? "no common history" : "several merge bases";
    return { base, head, inexact: `the two have ${because}, so whatever differs between them counts` };
  }
  const merged = await mergedTree(store, base, head, mergeBase);
  if (merged === null) {
    return { base: mergeBase, head, inexact: "the two conflict, so the changes since they parted count" };
  }
  return { base, head: await commitOf(store, merged, [base, head]), inexact: null };
}

/** Null for a conflict. */
async function mergedTree(
  store: ObjectStore,
  base: string,
  head: string,
  mergeBase: string,
): Promise<string | null> {
  const root = await commitOf(store, `${mergeBase}^{tree}`, []);
  const ours = await commitOf(store, `${base}^{tree}`, [root]);
  const theirs = await commitOf(store, `${head}^{tree}`, [root]);
  const words = ["merge-tree", "--write-tree", "--no-messages", ours, theirs];
  const run = store.hasRemote ? store.withRemote.bind(store) : store.local.bind(store);
  const { exitCode, stdout } = await run(words, { answers: [0, 1] });
  return exitCode === 0 ? idIn(stdout) : null;
}

const NOBODY = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.invalid"];

async function commitOf(store: ObjectStore, tree: string, parents: readonly string[]): Promise<string> {
  const words = parents.flatMap((parent) => ["-p", parent]);
  const { stdout } = await store.local([...NOBODY, "commit-tree", tree, ...words], {
    input: "A merge to look at\n",
  });
  return idIn(stdout);
}
