/**
 * Two trees and their differences from one listing: the base tree is derived from the head tree and the differences,
 * which record the earlier entries.
 */
import type { ChangedFile } from "../source.js";
import type { Tree, TreeEntries, TreeEntry } from "../tree.js";
import { type Difference, differencesBetween } from "./changed-files.js";
import { isLink, isOrdinary, linkTexts, readObjects, treeAt } from "./git-tree.js";
import { EarlierEntries } from "./listed-entries.js";
import type { ObjectStore } from "./object-store.js";

export interface ComparedTrees {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
}

/** Throws `GitFailure`. */
export async function compareTrees(store: ObjectStore, base: string, head: string): Promise<ComparedTrees> {
  const headTree = treeAt(store, head);
  // The listing takes longer, so it is started first.
  const [, differences] = await Promise.all([headTree.entries(), differencesBetween(store, base, head)]);
  return {
    base: new EarlierTree(store, base, headTree, differences),
    head: headTree,
    changed: differences.map(({ file }) => file),
  };
}

class EarlierTree implements Tree {
  readonly commit: string;
  readonly #store: ObjectStore;
  readonly #later: Tree;
  /** The entry of this tree by each path that differs; null when there is none. */
  readonly #before: ReadonlyMap<string, TreeEntry | null>;
  readonly derived: NonNullable<Tree["derived"]>;
  #entries: Promise<TreeEntries> | null = null;

  constructor(store: ObjectStore, commit: string, later: Tree, differences: readonly Difference[]) {
    this.commit = commit;
    this.#store = store;
    this.#later = later;
    this.#before = new Map(differences.map(({ file, before }) => [file.path, before]));
    this.derived = { from: later, differing: differences.map(({ file }) => file.path) };
  }

  entries(): Promise<TreeEntries> {
    this.#entries ??= this.#later.entries().then((later) => new EarlierEntries(later, this.#before));
    return this.#entries;
  }

  /** Links and submodules have no file content, so they are left out too. */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const { alike, differing } = this.#split(paths);
    const [later, earlier] = await Promise.all([
      this.#later.read(alike),
      this.#contents(differing, isOrdinary),
    ]);
    return new Map(
      paths.flatMap((path): [string, Uint8Array][] => {
        const bytes = later.get(path) ?? earlier.get(path);
        return bytes === undefined ? [] : [[path, bytes]];
      }),
    );
  }

  /** Searches the later tree, and the earlier content of the files that differ. */
  async naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    const later = await this.#later.naming(words, pathspecs);
    if (later === null) return null;
    const earlier = await this.#contents(
      [...this.#before.values()].flatMap((before) => before ?? []),
      isOrdinary,
    );
    const named = [...earlier].filter(([, bytes]) => words.some((word) => Buffer.from(bytes).includes(word)));
    return [...later.filter((path) => !this.#before.has(path)), ...named.map(([path]) => path)];
  }

  async readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { alike, differing } = this.#split(paths);
    const later = await this.#later.readLinks(alike);
    return new Map([...later, ...linkTexts(await this.#contents(differing, isLink))]);
  }

  #split(paths: readonly string[]) {
    return {
      alike: paths.filter((path) => !this.#before.has(path)),
      differing: paths.flatMap((path) => this.#before.get(path) ?? []),
    };
  }

  async #contents(
    entries: readonly TreeEntry[],
    isWanted: (entry: TreeEntry) => boolean,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const wanted = entries.filter(isWanted);
    const objects = await readObjects(this.#store, [...new Set(wanted.map(({ id }) => id))]);
    return new Map(
      wanted.flatMap(({ path, id }): [string, Uint8Array][] => {
        const bytes = objects.get(id);
        return bytes === undefined ? [] : [[path, bytes]];
      }),
    );
  }
}
