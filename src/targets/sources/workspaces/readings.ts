/**
 * The workspaces of several trees. A tree that differs from another one only in files that its reading did not open has the
 * same workspaces, so most changes need one reading.
 */
import type { Tree, TreeEntry } from "../../tree.js";
import type { Ecosystem } from "./ecosystem.js";
import { readWorkspaceTree, type WorkspaceTree } from "./workspace-tree.js";

interface Reading {
  readonly workspaces: WorkspaceTree;
  readonly opened: ReadonlySet<string>;
}

type EcosystemsOf = (tree: Tree) => readonly (Ecosystem | Promise<Ecosystem>)[];

export class Readings {
  readonly #ecosystemsOf: EcosystemsOf;
  readonly #known = new WeakMap<Tree, Promise<Reading>>();

  constructor(ecosystemsOf: EcosystemsOf) {
    this.#ecosystemsOf = ecosystemsOf;
  }

  /** Throws `UnreadableManifest`. `other`: a tree that may have the same workspaces, and was read before. */
  async of(tree: Tree, other?: Tree): Promise<WorkspaceTree> {
    const known = this.#known.get(tree) ?? this.#read(tree, other);
    this.#known.set(tree, known);
    // What is missing may be there after a fetch.
    known.catch(() => this.#known.delete(tree));
    return (await known).workspaces;
  }

  async #read(tree: Tree, other: Tree | undefined): Promise<Reading> {
    const before = other === undefined ? undefined : await this.#known.get(other)?.catch(() => undefined);
    if (other !== undefined && before !== undefined) {
      const paths = (other.derived?.from === tree ? other : tree.derived?.from === other ? tree : null)
        ?.derived;
      if (isReadAlike(await other.entries(), await tree.entries(), before.opened, paths?.differing))
        return before;
    }
    const recorded = new RecordedTree(tree);
    const workspaces = await readWorkspaceTree(recorded, this.#ecosystemsOf(tree), "separate");
    return { workspaces, opened: recorded.opened };
  }
}

/** The same paths of the same kinds, and the same content where it was read. `paths`: all that may differ. */
function isReadAlike(
  one: ReadonlyMap<string, TreeEntry>,
  other: ReadonlyMap<string, TreeEntry>,
  opened: ReadonlySet<string>,
  paths: Iterable<string> = one.keys(),
): boolean {
  if (one.size !== other.size) return false;
  for (const path of paths) {
    const [here, there] = [one.get(path), other.get(path)];
    if (here === undefined || here.kind !== there?.kind) return false;
    const isRead = here.kind === "link" || here.kind === "submodule" || opened.has(path);
    if (here.id !== there.id && isRead) return false;
  }
  return true;
}

/** Records the paths whose content a reading depends on. */
class RecordedTree implements Tree {
  readonly commit: string;
  readonly opened = new Set<string>();
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
    this.commit = tree.commit;
  }

  entries(): Promise<ReadonlyMap<string, TreeEntry>> {
    return this.#tree.entries();
  }

  /** Also for content that is known from another tree. */
  opens(paths: readonly string[]): void {
    for (const path of paths) this.opened.add(path);
  }

  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    this.opens(paths);
    return this.#tree.read(paths);
  }

  /** Every file may contain a word, so no other tree counts as read alike. */
  async naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    this.opens([...(await this.entries()).keys()]);
    return this.#tree.naming(words, pathspecs);
  }

  readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    this.opens(paths);
    return this.#tree.readLinks(paths);
  }
}
