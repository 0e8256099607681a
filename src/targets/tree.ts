/** One tree of a repository, read from git's objects: no checkout, no install. */

import path, { type PlatformPath, posix } from "node:path";

export type TreeEntryKind = "file" | "executable" | "link" | "submodule";

export interface TreeEntry {
  /** From the root, with `/`. */
  readonly path: string;
  readonly kind: TreeEntryKind;
  /** The object's id; two entries with the same id have the same bytes. */
  readonly id: string;
}

export interface TreeEntries extends ReadonlyMap<string, TreeEntry> {
  /** The links and submodules in the order of the entries, where they are already known. */
  readonly unread?: readonly TreeEntry[];
  /** The paths of the files with a name, in the order of the entries; faster than a search of all paths. */
  named?(fileName: string): readonly string[];
}

/** It has no content of its own that is read: a link or a submodule. */
export function isUnread({ kind }: TreeEntry): boolean {
  return kind === "link" || kind === "submodule";
}

export interface Tree {
  /** The commit that the tree belongs to. */
  readonly commit: string;
  /** Every other path has the same entry in that tree. */
  readonly derived?: { readonly from: Tree; readonly differing: readonly string[] };
  /** For a tree that records what is read: the content of these files counts as read. */
  opens?(paths: readonly string[]): void;
  /** By path; listed once, on the first call. */
  entries(): Promise<TreeEntries>;
  /**
   * The bytes of files. Pass many paths in one call, since one process reads all of them; missing paths are left out.
   */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Paths of the files that contain one of the words, found without fetching anything; null when a file is not on this
   * machine. `pathspecs` are git's, such as `:(exclude)*.md`.
   */
  naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null>;
  /** The unresolved targets of links; other paths are left out. */
  readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** `system`: the path rules that `written` follows. A drive in front is kept. */
export function repositoryPath(written: string, system: PlatformPath = path): string {
  return posix.normalize(written.split(system.sep).join(posix.sep));
}

/** The texts of files, for searches: what is not UTF-8 is replaced. Missing files, links and files of more bytes are left out. Throws `GitFailure`. */
export async function textsOf(
  tree: Tree,
  paths: readonly string[],
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<string, string>> {
  const decoder = new TextDecoder();
  const contents = paths.length === 0 ? [] : await tree.read(paths);
  return new Map(
    [...contents].flatMap(([path, bytes]) =>
      bytes.length > mostBytes ? [] : [[path, decoder.decode(bytes)] as const],
    ),
  );
}
