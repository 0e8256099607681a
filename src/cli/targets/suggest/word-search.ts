/**
 * Which files of a tree contain a word, for all trees of a history: git searches the newest tree once, and only the files
 * that differ from it are searched again.
 */
import { isOrdinary } from "../../../targets/git/git-tree.js";
import type { Tree, TreeEntry } from "../../../targets/tree.js";
import type { Blobs } from "./blobs.js";

type Entries = ReadonlyMap<string, TreeEntry>;

const EXCLUDED_ENDING = /^:\(exclude\)\*(\.\w+)$/;

export class WordSearch {
  readonly #newest: Tree;
  readonly #blobs: Blobs;
  /** Words that are wanted often, so each content is searched for all of them together. */
  readonly #usual: UsualWords;
  /** Paths that may differ from the newest tree, in any tree that was asked about. */
  readonly #differing = new Set<string>();
  readonly #inNewest = new Map<string, Promise<readonly string[] | null>>();

  constructor(newest: Tree, blobs: Blobs, usual: readonly string[]) {
    this.#newest = newest;
    this.#blobs = blobs;
    this.#usual = new UsualWords(usual);
  }

  /** The next trees may differ here. */
  mayDiffer(paths: Iterable<string>): void {
    for (const path of paths) this.#differing.add(path);
  }

  /** Null when a file is not on this machine. */
  async pathsNaming(
    entries: Entries,
    words: readonly string[],
    pathspecs: readonly string[],
  ): Promise<readonly string[] | null> {
    const areUsual = this.#usual.haveAll(words);
    const named = await this.#searchNewest(areUsual ? this.#usual.words : words, pathspecs);
    if (named === null) return null;
    const endings = pathspecs.flatMap((one) => EXCLUDED_ENDING.exec(one)?.[1] ?? []);
    const newest = await this.#newest.entries();
    const candidates = new Map<string, TreeEntry>();
    for (const path of named) {
      const entry = entries.get(path);
      if (entry !== undefined && entry.id === newest.get(path)?.id) candidates.set(path, entry);
    }
    for (const path of this.#differing) {
      const entry = entries.get(path);
      if (entry === undefined || !isOrdinary(entry) || entry.id === newest.get(path)?.id) continue;
      if (!endings.some((ending) => path.endsWith(ending))) candidates.set(path, entry);
    }
    const contain = areUsual ? this.#usual.containing(words) : containing(words);
    const contents = await this.#blobs.read(Array.from(candidates.values(), ({ id }) => id));
    return [...candidates].flatMap(([path, { id }]) => {
      const bytes = contents.get(id);
      return bytes !== undefined && contain(id, bytes) ? [path] : [];
    });
  }

  #searchNewest(words: readonly string[], pathspecs: readonly string[]): Promise<readonly string[] | null> {
    const key = JSON.stringify([words, pathspecs]);
    const found = this.#inNewest.get(key) ?? this.#newest.naming(words, pathspecs);
    this.#inNewest.set(key, found);
    return found;
  }
}

function containing(words: readonly string[]): (id: string, bytes: Uint8Array) => boolean {
  return (_id, bytes) =>
    words.some((word) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(word));
}

const NONE: ReadonlySet<string> = new Set();

/** The usual words in a content, found once per content. */
class UsualWords {
  readonly words: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #pattern: RegExp;
  readonly #inside: ReadonlyMap<string, readonly string[]>;
  readonly #byId = new Map<string, ReadonlySet<string>>();

  constructor(words: readonly string[]) {
    this.words = [...new Set(words)].sort((one, other) => other.length - one.length);
    this.#known = new Set(this.words);
    const bytesOf = (word: string) => Buffer.from(word).toString("latin1");
    this.#pattern = new RegExp(
      this.words.map((word) => bytesOf(word).replace(/[^\w]/g, "\\$&")).join("|"),
      "g",
    );
    // The longest word at a place is found, and it may begin with others.
    this.#inside = new Map(
      this.words.map((word) => [bytesOf(word), this.words.filter((other) => word.startsWith(other))]),
    );
  }

  haveAll(words: readonly string[]): boolean {
    return words.every((word) => this.#known.has(word));
  }

  containing(words: readonly string[]): (id: string, bytes: Uint8Array) => boolean {
    return (id, bytes) => {
      const found = this.#wordsIn(id, bytes);
      return found.size > 0 && words.some((word) => found.has(word));
    };
  }

  #wordsIn(id: string, bytes: Uint8Array): ReadonlySet<string> {
    const known = this.#byId.get(id);
    if (known !== undefined) return known;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const found = new Set<string>();
    if (this.words.length > 0) {
      this.#pattern.lastIndex = 0;
      for (let match = this.#pattern.exec(text); match !== null; match = this.#pattern.exec(text)) {
        for (const word of this.#inside.get(match[0]) ?? []) found.add(word);
        this.#pattern.lastIndex = match.index + 1;
      }
    }
    this.#byId.set(id, found.size === 0 ? NONE : found);
    return found;
  }
}
