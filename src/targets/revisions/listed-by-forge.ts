/** The way that is left when nothing can be fetched: the merge is checked out, and the forge lists what it changes. */
import { otherParent } from "../git/commit-facts.js";
import { GitTree } from "../git/git-tree.js";
import { ListedBase } from "./listed-base.js";
import type { Revisions } from "./question.js";
import type { Search } from "./search.js";

/** A text says in a clause why this leads nowhere. */
export async function listedByForge({ question, checkout, store }: Search): Promise<Revisions | string> {
  const { wanted, listFiles } = question;
  if (listFiles === undefined || wanted.kind !== "pullRequest") return "no forge can be asked for the files";
  if (wanted.mustCheckBase === true) return "the forge's list does not tell which branch it is about";
  if (checkout?.head == null) return "there is no checkout";
  const baseCommit = await otherParent(store, checkout.head, wanted.headSha);
  if (baseCommit === null) return "the checkout is not at the merge of the pull request";
  const changed = await listFiles(wanted.number, wanted.headSha);
  if (changed === null) return "the forge does not list all the files of this head";
  const head = new GitTree(store, checkout.head);
  const entries = await head.entries();
  const known = changed.map((file) => ({
    ...file,
    isSubmodule: entries.get(file.path)?.kind === "submodule",
  }));
  const wrong = known.find(({ path, status }) => entries.has(path) === (status === "deleted"));
  if (wrong !== undefined)
    return `the forge's list does not fit the checkout: ${wrong.path} is ${wrong.status}`;
  const base = new ListedBase(baseCommit, head, known);
  return {
    base,
    head,
    changed: known,
    how: "The forge listed the changed files, since nothing could be fetched.",
  };
}
