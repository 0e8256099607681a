/**
 * The base tree as far as a list of changed files tells it: what has not changed is as in the head tree. What has, and
 * was there before, nobody knows here: reading it fails, and everything counts as impacted.
 */
import { GitFailure } from "../git/git-failure.js";
import type { ChangedFile } from "../source.js";
import type { Tree, TreeEntry } from "../tree.js";

export class ListedBase implements Tree {
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
