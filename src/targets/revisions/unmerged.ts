/** Ways to find two commits that are not merged yet, in the checkout or at the remote. */
import { commitNamed } from "../git/checkout.js";
import { commitAt, idIn, parentsOf } from "../git/commit-facts.js";
import type { ObjectStore } from "../git/object-store.js";
import { GitFailure } from "../git/run-git.js";
import { COMMIT_ALONE, type FoundPair, type Search, type Way } from "./question.js";

interface MergePair {
  readonly base: string;
  readonly head: string;
  /** Why the pair shows more, or other, changes than the merge would make; null when it is exact. */
  readonly inexact: string | null;
}

/** `mergeBases`: the result of `git merge-base --all`. Throws `GitFailure`. */
async function mergeLocally(
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
    return { base, head, inexact: `the two have ${because}, so every difference between them counts` };
  }
  const merged = await mergedTree(store, base, head, mergeBase);
  if (merged === null) {
    return { base: mergeBase, head, inexact: "the two conflict, so the changes since they diverged count" };
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

const BASE = "refs/targets/base";
const HEAD = "refs/targets/head";

/** The event names both, and the second contains the first. */
export const givenPair: Way = async ({ question: { wanted }, store }) => {
  if (wanted.kind !== "pair") return "no two commits are given";
  const { base, head } = wanted;
  const isHere = async (commit: string) => (await parentsOf(store, commit)) !== null;
  if (!(await isHere(base)) || !(await isHere(head)))
    await store.fetch([...COMMIT_ALONE, "origin", base, head]);
  return { base, head, how: "The event names both commits." };
};

/** Both are in the checkout, with their history. */
export const namedInCheckout: Way = async (search) => {
  const { wanted, signal } = search.question;
  const { checkout, store } = search;
  if (wanted.kind !== "named") return "no revisions are named";
  if (checkout === null) return "there is no checkout";
  const base = await commitNamed(checkout, wanted.base, signal);
  const head = await commitNamed(checkout, wanted.head, signal);
  if (base === null || head === null)
    return `the checkout has no ${base === null ? "base" : "head"} of that name`;
  const parents = (await parentsOf(store, head)) ?? [];
  // This works even when the checkout has no older history.
  if (parents.includes(base)) return { base, head, how: "The head contains the base." };
  const bases = await mergeBases(store, base, head);
  return pairOf(await mergeLocally(store, base, head, bases), bases.includes(base));
};

/** Fetches the history without trees, then the trees of the commits that matter. */
export const fetchedHistory: Way = async (search) => {
  const specs = await fetchSpecs(search);
  if (typeof specs === "string") return specs;
  const { store } = search;
  const history = await store.another();
  try {
    await history.fetch(["--filter=tree:0", "origin", `+${specs.base}:${BASE}`, `+${specs.head}:${HEAD}`]);
    const base = await commitAt(history, BASE);
    const head = await commitAt(history, HEAD);
    if (specs.mustBe !== null && head !== specs.mustBe) return "the pull request has another head by now";
    const bases = await mergeBases(history, base, head);
    await store.fetch([...COMMIT_ALONE, "origin", ...new Set([base, head, ...bases])]);
    return pairOf(await mergeLocally(store, base, head, bases), bases.includes(base));
  } finally {
    await history.remove();
  }
};

interface FetchSpecs {
  readonly base: string;
  readonly head: string;
  /** The commit that the fetched head must be; null for named revisions. */
  readonly mustBe: string | null;
}

async function fetchSpecs({ question: { wanted, signal }, checkout }: Search): Promise<FetchSpecs | string> {
  if (wanted.kind === "pair") return "the two commits are not branches";
  if (wanted.kind === "pullRequest") {
    const { baseBranch, headSha, number } = wanted;
    if (baseBranch === null) return "the base branch of the pull request is not known";
    return { base: `refs/heads/${baseBranch}`, head: `refs/pull/${number}/head`, mustBe: headSha };
  }
  const idOf = async (revision: string) =>
    checkout === null ? null : commitNamed(checkout, revision, signal);
  const base = (await idOf(wanted.base)) ?? branchRef(wanted.base);
  const head = (await idOf(wanted.head)) ?? branchRef(wanted.head);
  return { base, head, mustBe: null };
}

/** The name of the ref at the remote; a commit id is returned as it is. */
function branchRef(name: string): string {
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name)) return name;
  if (name.startsWith("refs/heads/")) return name;
  const branch = name.replace(/^(?:refs\/remotes\/)?origin\//, "");
  if (!/^[^\s:+^~?*[\\-][^\s:+^~?*[\\]*$/.test(branch))
    throw new GitFailure("a revision is not a branch of the remote");
  return `refs/heads/${branch}`;
}

async function mergeBases(store: ObjectStore, base: string, head: string): Promise<readonly string[]> {
  const { stdout } = await store.local(["merge-base", "--all", base, head], { answers: [0, 1] });
  return stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
}

function pairOf({ base, head, inexact }: MergePair, isContained: boolean): FoundPair {
  const merged = isContained ? "The head contains the base." : "The two were merged to see what changes.";
  return { base, head, how: inexact === null ? merged : `Not exact: ${inexact}.` };
}
