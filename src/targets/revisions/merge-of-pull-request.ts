/**
 * Ways to find the merge of a pull request that the forge has made, and its parent that is not the pull request's head.
 */
import { commitAt, otherParent, parentsOf } from "../git/commit-facts.js";
import {
  COMMIT_ALONE,
  type FoundPair,
  MERGE_AND_PARENTS,
  type Search,
  type Wanted,
  type Way,
} from "./question.js";

type PullRequest = Extract<Wanted, { kind: "pullRequest" }>;

const NO_PULL_REQUEST = "the revisions are not those of a pull request";
const NOT_AT_MERGE = "the checkout is not at the merge of the pull request";
const FETCHED = "refs/targets/merge";

/** The checkout is at the merge and has enough history, so that nothing needs to be fetched. */
export const mergeInCheckout: Way = async ({ question: { wanted }, checkout, store }) => {
  if (wanted.kind !== "pullRequest") return NO_PULL_REQUEST;
  const head = (await checkout?.facts())?.head ?? null;
  if (head === null) return "there is no checkout";
  const base = await otherParent(store, head, wanted.headSha);
  if (base === null) return NOT_AT_MERGE;
  // A checkout of depth one has the merge alone, and listing its tree in vain would take time.
  if ((await parentsOf(store, base)) === null) return "the checkout lacks the parent of the merge";
  return found(base, head, "The checkout is at the merge of the pull request");
};

/**
 * The checkout is at the merge, without its parents: only what the parent has that the merge has not is fetched. If the base
 * has to be checked, the tip of the queue's branch is fetched, which has to be the parent.
 */
export const parentOfMerge: Way = async ({ question: { wanted }, checkout, store }) => {
  if (wanted.kind !== "pullRequest") return NO_PULL_REQUEST;
  const head = (await checkout?.facts())?.head ?? null;
  if (head === null) return "there is no checkout";
  const base = await otherParent(store, head, wanted.headSha);
  if (base === null) return NOT_AT_MERGE;
  const { baseBranch, mustCheckBase } = wanted;
  if (mustCheckBase === true && baseBranch === null)
    return "the base branch of the pull request is not known";
  const source = mustCheckBase === true ? `refs/heads/${baseBranch}` : base;
  const fetched = await store.fetchBeside(head, source);
  if (fetched !== base) return notOnto(baseBranch);
  return found(base, head, "The checkout is at the merge of the pull request, and its parent was fetched");
};

/** The id of the merge is known, from the checkout or from the workflow run. */
export const mergeById: Way = async (search) => {
  const { wanted } = search.question;
  if (wanted.kind !== "pullRequest") return NO_PULL_REQUEST;
  const known = await knownMerges(search, wanted);
  if (known.length === 0) return "the id of the merge is not known";
  for (const merge of known) {
    await search.store.fetch([...MERGE_AND_PARENTS, "origin", merge]);
    const base = await otherParent(search.store, merge, wanted.headSha);
    if (base !== null) return found(base, merge, "The merge of the pull request was fetched by its id");
  }
  return "the commit of the workflow run is not the merge of the pull request";
};

/** The forge keeps the merge under a ref, which still names an old merge while the pull request conflicts. */
export const mergeRef: Way = async ({ question: { wanted }, store }) => {
  if (wanted.kind !== "pullRequest") return NO_PULL_REQUEST;
  const ref = `refs/pull/${wanted.number}/merge`;
  await store.fetch([...MERGE_AND_PARENTS, "origin", `+${ref}:${FETCHED}`]);
  const merge = await commitAt(store, FETCHED);
  const base = await otherParent(store, merge, wanted.headSha);
  return base === null
    ? `${ref} is the merge of another head`
    : found(base, merge, `The merge was fetched from ${ref}`);
};

async function knownMerges({ checkout, store }: Search, wanted: PullRequest): Promise<readonly string[]> {
  const { workflowSha, headSha } = wanted;
  const checkedOut = (await checkout?.facts())?.head ?? null;
  const isMerge = checkedOut !== null && (await otherParent(store, checkedOut, headSha)) !== null;
  const known = [isMerge ? checkedOut : null, workflowSha === headSha ? null : workflowSha];
  return [...new Set(known.filter((id) => id !== null))];
}

function found(base: string, head: string, how: string): FoundPair {
  return { base, head, how: `${how}.` };
}

const TIP = "refs/targets/tip";

/**
 * A merge does not record which branch it is onto. Unless the branch is confirmed elsewhere, the merge counts only when
 * its other parent is the tip of the queue's branch: a pull request that is stacked on another one has a merge, too.
 */
export function ontoTargetBranch(way: Way): Way {
  return async (search) => {
    const { wanted } = search.question;
    const pair = await way(search);
    if (typeof pair === "string" || wanted.kind !== "pullRequest" || wanted.mustCheckBase !== true)
      return pair;
    const { baseBranch } = wanted;
    if (baseBranch === null) return "the base branch of the pull request is not known";
    const tip = `+refs/heads/${baseBranch}:${TIP}`;
    // Fetch the trees too: a later merge into this tip needs them, and a second fetch would not bring them.
    await search.store.fetch([...COMMIT_ALONE, "origin", tip]);
    if ((await commitAt(search.store, TIP)) === pair.base) return pair;
    return notOnto(baseBranch);
  };
}

function notOnto(baseBranch: string | null): string {
  return `the merge is not onto the tip of ${baseBranch}, so it may be onto another branch`;
}
