/** Ways to find two commits that are not merged yet, in the checkout or at the remote. */
import { commitsNamed } from "../git/checkout.js";
import { commitAt, idIn, parentsOf } from "../git/commit-facts.js";
import { inTurn, treeAt } from "../git/git-tree.js";
import type { ObjectStore } from "../git/object-store.js";
import { GitFailure } from "../git/run-git.js";
import { COMMIT_ALONE, type FoundPair, type Search, type UnknownName, type Way } from "./question.js";

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
  const run = (await store.hasRemote()) ? store.withRemote.bind(store) : store.creating.bind(store);
  const { exitCode, stdout } = await run(words, { answers: [0, 1] });
  return exitCode === 0 ? idIn(stdout) : null;
}

const NOBODY = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.invalid"];

async function commitOf(store: ObjectStore, tree: string, parents: readonly string[]): Promise<string> {
  const words = parents.flatMap((parent) => ["-p", parent]);
  const { stdout } = await store.creating([...NOBODY, "commit-tree", tree, ...words], {
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
  const areHere = await Promise.all([base, head].map(async (one) => (await parentsOf(store, one)) !== null));
  if (areHere.includes(false)) await store.fetch([...COMMIT_ALONE, "origin", base, head]);
  return { base, head, how: "The event names both commits." };
};

/** Both are in the checkout, with their history. */
export const namedInCheckout: Way = async (search) => {
  const { wanted } = search.question;
  const { checkout, store } = search;
  if (wanted.kind !== "named") return "no revisions are named";
  if (checkout === null) return "there is no checkout";
  const named = await commitsNamed(checkout, [wanted.base, wanted.head]);
  const [base, head] = named;
  if (base == null || head == null)
    return `the checkout has no ${base == null ? "base" : "head"} of that name`;
  // This works even when the checkout has no older history.
  if (head.parents.includes(base.id))
    return { base: base.id, head: head.id, how: "The head contains the base." };
  const bases = await mergeBases(store, base.id, head.id);
  return pairOf(await mergeLocally(store, base.id, head.id, bases), bases.includes(base.id));
};

/** The head is a merge that is checked out without its history, as in a workflow, and the base is one of its parents. */
export const fetchedParent: Way = async ({ question: { wanted, onHead }, checkout, store }) => {
  if (wanted.kind !== "named" || checkout === null) return "there is no checkout";
  const [base, head] = await commitsNamed(checkout, [wanted.base, wanted.head]);
  if (head == null) return "the checkout has no head of that name";
  if (base != null || !(await checkout.facts()).isShallow) return "the base is no missing parent of the head";
  const source = branchRef(wanted.base);
  // The tip of a branch is hardly the only parent, and all that differs from another tip would be fetched.
  const mayBeParent =
    head.parents.includes(source) || (source.startsWith("refs/") && head.parents.length > 1);
  const meanwhile = () => onHead?.(treeAt(store, head.id));
  // In turn, because what is read meanwhile may lack something, which is then fetched, too.
  const fetched = mayBeParent
    ? await inTurn(store, () => store.fetchBeside(head.id, source, meanwhile))
    : null;
  if (fetched === null || !head.parents.includes(fetched)) return "the base is no parent of the head";
  return { base: fetched, head: head.id, how: "The head contains the base, which was fetched." };
};

/** Both are in the checkout, whose history ends too early. */
export const namedWithoutHistory: Way = async ({ question: { wanted }, checkout }) => {
  if (wanted.kind !== "named" || checkout === null) return "there is no checkout";
  const [base, head] = await commitsNamed(checkout, [wanted.base, wanted.head]);
  if (base == null || head == null) return "the checkout has only one of them";
  const because = "their common history is not in the checkout, so every difference between them counts";
  return { base: base.id, head: head.id, how: `Not exact: ${because}.` };
};

/** The named revision that neither the checkout nor its remote has; null if both may exist. */
export async function unknownName({ question, checkout, store }: Search): Promise<UnknownName | null> {
  const { wanted } = question;
  if (wanted.kind !== "named" || checkout === null) return null;
  const commits = await commitsNamed(checkout, [wanted.base, wanted.head]);
  for (const [index, role] of (["base", "head"] as const).entries()) {
    if (commits[index] == null && !(await mayBeAtRemote(store, wanted[role])))
      return { role, name: wanted[role] };
  }
  return null;
}

/** True also for a remote that does not answer. */
async function mayBeAtRemote(store: ObjectStore, name: string): Promise<boolean> {
  if (!(await store.hasRemote())) return false;
  try {
    const ref = branchRef(name);
    const words = ref === name && !ref.startsWith("refs/") ? ["HEAD"] : [ref];
    const { stdout } = await store.askRemote(["ls-remote", "origin", ...words]);
    // The remote has answered, and the fetch of the commit by its id has failed before.
    return words[0] !== "HEAD" && stdout.length > 0;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return !error.message.startsWith(NO_BRANCH);
  }
}

/** Fetches the history without trees, then the trees of the commits that matter. */
export const fetchedHistory: Way = async (search) => {
  const specs = await fetchSpecs(search);
  if (typeof specs === "string") return specs;
  const { store } = search;
  const history = store.another();
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

async function fetchSpecs({ question: { wanted }, checkout }: Search): Promise<FetchSpecs | string> {
  if (wanted.kind === "pair") return "the two commits are not branches";
  if (wanted.kind === "pullRequest") {
    const { baseBranch, headSha, number } = wanted;
    if (baseBranch === null) return "the base branch of the pull request is not known";
    return { base: `refs/heads/${baseBranch}`, head: `refs/pull/${number}/head`, mustBe: headSha };
  }
  const known = checkout === null ? [] : await commitsNamed(checkout, [wanted.base, wanted.head]);
  const base = known[0]?.id ?? branchRef(wanted.base);
  const head = known[1]?.id ?? branchRef(wanted.head);
  return { base, head, mustBe: null };
}

const NO_BRANCH = "a revision is not a branch of the remote";

/** The name of the ref at the remote; a commit id is returned as it is. */
function branchRef(name: string): string {
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name)) return name;
  if (name.startsWith("refs/heads/")) return name;
  const branch = name.replace(/^(?:refs\/remotes\/)?origin\//, "");
  if (!/^[^\s:+^~?*[\\-][^\s:+^~?*[\\]*$/.test(branch)) throw new GitFailure(NO_BRANCH);
  return `refs/heads/${branch}`;
}

/** Throws `GitFailure` where the history ends too early: git then finds no merge base, and only reports the commit. */
async function mergeBases(store: ObjectStore, base: string, head: string): Promise<readonly string[]> {
  const words = ["merge-base", "--all", base, head];
  const { stdout, stderr } = await store.local(words, { answers: [0, 1] });
  const bases = stdout
    .toString("latin1")
    .split("\n")
    .filter((line) => line !== "");
  if (bases.length === 0 && stderr.trim() !== "")
    throw new GitFailure("the history of the two ends before their merge base");
  return bases;
}

function pairOf({ base, head, inexact }: MergePair, isContained: boolean): FoundPair {
  const merged = isContained ? "The head contains the base." : "The two were merged to see what changes.";
  return { base, head, how: inexact === null ? merged : `Not exact: ${inexact}.` };
}
