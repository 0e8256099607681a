/**
 * The last way, for when nothing can be fetched: the merge is checked out, and the forge lists the files it changes.
 */
import { otherParent } from "../git/commit-facts.js";
import { GitTree } from "../git/git-tree.js";
import { GitFailure } from "../git/run-git.js";
import type { ChangedFile } from "../source.js";
import type { Tree, TreeEntry } from "../tree.js";
import type { Revisions, Search } from "./question.js";

/** Returns a string if this way fails: the reason, as a clause. */
export async function listedByForge({ question, checkout, store }: Search): Promise<Revisions | string> {
  const { wanted, listFiles } = question;
  if (listFiles === undefined || wanted.kind !== "pullRequest")
    return "no forge is available to list the files";
  if (wanted.mustCheckBase === true) return "the forge's list does not name the target branch";
  const checkedOut = (await checkout?.facts())?.head ?? null;
  if (checkedOut === null) return "there is no checkout";
  const baseCommit = await otherParent(store, checkedOut, wanted.headSha);
  if (baseCommit === null) return "the checkout is not at the merge of the pull request";
  const changed = await listFiles(wanted.number, wanted.headSha);
  if (changed === null) return "the forge does not list all the files of this head";
  const head = new GitTree(store, checkedOut);
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

/**
 * The base tree as far as a list of changed files determines it. An unchanged file is as in the head tree. The earlier
 * content of a changed file is unknown: reading it fails, and everything counts as impacted.
 */
class ListedBase implements Tree {
  readonly commit: string;
  readonly #head: Tree;
  readonly #changed: readonly ChangedFile[];

  constructor(commit: string, head: Tree, changed: readonly ChangedFile[]) {
    this.commit = commit;
    this.#head = head;
    this.#changed = changed;
  }

  async entries(): Promise<ReadonlyMap<string, TreeEntry>> {
    const entries = new Map(await this.#head.entries());
    for (const { path, status } of this.#changed) {
      if (status === "added") entries.delete(path);
      else entries.set(path, { path, kind: entries.get(path)?.kind ?? "file", id: `the base's ${path}` });
    }
    return entries;
  }

  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#unlessChanged(paths, (known) => this.#head.read(known));
  }

  /** The earlier content of the changed files is unknown. */
  naming(): Promise<null> {
    return Promise.resolve(null);
  }

  readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#unlessChanged(paths, (known) => this.#head.readLinks(known));
  }

  async #unlessChanged<Content>(
    paths: readonly string[],
    read: (known: readonly string[]) => Promise<Content>,
  ): Promise<Content> {
    const changed = new Map(this.#changed.map((file) => [file.path, file.status]));
    const unknown = paths.find((path) => changed.has(path) && changed.get(path) !== "added");
    if (unknown !== undefined) {
      throw new GitFailure(`${unknown} has changed, and what it was in the base could not be fetched`);
    }
    return read(paths.filter((path) => !changed.has(path)));
  }
}
