/**
 * A merge of a pull request says nothing of the branch that it is onto. Where nobody else does, it counts only when its
 * other parent is the tip of the queue's branch: a pull request that is stacked on another one has a merge, too.
 */
import { commitAt } from "../git/commit-facts.js";
import { COMMIT_ALONE, type Way } from "./search.js";

const TIP = "refs/targets/tip";

export function ontoTargetBranch(way: Way): Way {
  return async (search) => {
    const { wanted } = search.question;
    const pair = await way(search);
    if (typeof pair === "string" || wanted.kind !== "pullRequest" || wanted.mustCheckBase !== true)
      return pair;
    const { baseBranch } = wanted;
    if (baseBranch === null) return "the base branch of the pull request is not known";
    const tip = `+refs/heads/${baseBranch}:${TIP}`;
    // With its trees: whoever merges into it later would not get them any more.
    await search.store.fetch([...COMMIT_ALONE, "origin", tip]);
    if ((await commitAt(search.store, TIP)) === pair.base) return pair;
    return `the merge is not onto the tip of ${baseBranch}, so that it may be onto another branch`;
  };
}
