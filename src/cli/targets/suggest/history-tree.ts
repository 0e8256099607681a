/** A tree of a history. Content is read through `Blobs`, and words are searched through `WordSearch`. */
import { isLink, isOrdinary, linkTexts } from "../../../targets/git/git-tree.js";
import type { Tree, TreeEntry } from "../../../targets/tree.js";
import type { Blobs } from "./blobs.js";
import type { WordSearch } from "./word-search.js";

export type Entries = ReadonlyMap<string, TreeEntry>;

export class HistoryTree implements Tree {
  readonly commit: string;
  readonly #entries: Entries;
  readonly #blobs: Blobs;
  readonly #words: WordSearch;

  constructor(commit: string, entries: Entries, { blobs, words }: { blobs: Blobs; words: WordSearch }) {
    this.commit = commit;
    this.#entries = entries;
    this.#blobs = blobs;
    this.#words = words;
  }

  entries(): Promise<Entries> {
    return Promise.resolve(this.#entries);
  }

  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#contents(paths, isOrdinary);
  }

  async readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return linkTexts(await this.#contents(paths, isLink));
  }

  naming(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    return this.#words.pathsNaming(this.#entries, words, pathspecs);
  }

  async #contents(
    paths: readonly string[],
    isWanted: (entry: TreeEntry) => boolean,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const wanted = paths.flatMap((path) => this.#entries.get(path) ?? []).filter(isWanted);
    const objects = await this.#blobs.read(wanted.map(({ id }) => id));
    return new Map(
      wanted.flatMap(({ path, id }): [string, Uint8Array][] => {
        const bytes = objects.get(id);
        return bytes === undefined ? [] : [[path, bytes]];
      }),
    );
  }
}
