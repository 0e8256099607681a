/** The entries of a tree as git lists them. Few of them are ever asked for, so a line is parsed when its entry is. */
import { isUnread, type TreeEntries, type TreeEntry, type TreeEntryKind } from "../tree.js";
import { GitFailure } from "./run-git.js";

/** Old repositories contain other file modes than the two that git writes today. */
export function kindOf(mode: string): TreeEntryKind {
  if (mode === "120000") return "link";
  if (mode === "160000") return "submodule";
  if (!mode.startsWith("100")) throw new GitFailure(`git listed an entry with the unexpected mode ${mode}`);
  return mode.endsWith("755") ? "executable" : "file";
}

export class ListedEntries implements TreeEntries {
  readonly unread: readonly TreeEntry[];
  /** By path. */
  readonly #lines: ReadonlyMap<string, string>;
  readonly #text: string;

  /** `text`: for each entry `<mode> <type> <id>`, a tab, the path and a NUL. Throws `GitFailure`. */
  constructor(text: string) {
    this.#text = text;
    const lines = text.split("\0");
    lines.pop();
    const byPath = new Map<string, string>();
    const unread: TreeEntry[] = [];
    for (const line of lines) {
      const path = line.slice(line.indexOf("\t") + 1);
      byPath.set(path, line);
      if (!line.startsWith("100")) unread.push(entryIn(line, path));
    }
    this.#lines = byPath;
    this.unread = unread;
  }

  get size(): number {
    return this.#lines.size;
  }

  has(path: string): boolean {
    return this.#lines.has(path);
  }

  get(path: string): TreeEntry | undefined {
    const line = this.#lines.get(path);
    return line === undefined ? undefined : entryIn(line, path);
  }

  named(fileName: string): readonly string[] {
    const paths: string[] = [];
    const ending = `${fileName}\0`;
    for (let at = this.#text.indexOf(ending); at !== -1; at = this.#text.indexOf(ending, at + 1)) {
      const path = this.#text.indexOf("\t", this.#text.lastIndexOf("\0", at - 1) + 1) + 1;
      if (at === path || this.#text[at - 1] === "/") paths.push(this.#text.slice(path, at + fileName.length));
    }
    return paths;
  }

  keys(): MapIterator<string> {
    return this.#lines.keys();
  }

  *values(): Generator<TreeEntry, undefined> {
    for (const [path, line] of this.#lines) yield entryIn(line, path);
    return undefined;
  }

  *entries(): Generator<[string, TreeEntry], undefined> {
    for (const [path, line] of this.#lines) yield [path, entryIn(line, path)];
    return undefined;
  }

  [Symbol.iterator](): Generator<[string, TreeEntry], undefined> {
    return this.entries();
  }

  forEach(callback: (value: TreeEntry, path: string, entries: TreeEntries) => void): void {
    for (const [path, entry] of this) callback(entry, path, this);
  }
}

function entryIn(line: string, path: string): TreeEntry {
  const mode = line.slice(0, line.indexOf(" "));
  const tab = line.length - path.length - 1;
  return { path, kind: kindOf(mode), id: line.slice(line.lastIndexOf(" ", tab) + 1, tab) };
}

/** The entries of a tree that differs from another one in few paths. */
export class EarlierEntries implements TreeEntries {
  readonly size: number;
  readonly #later: TreeEntries;
  /** By each path that differs; null when there is no entry. */
  readonly #before: ReadonlyMap<string, TreeEntry | null>;

  constructor(later: TreeEntries, before: ReadonlyMap<string, TreeEntry | null>) {
    this.#later = later;
    this.#before = before;
    let size = later.size;
    for (const [path, entry] of before) size += (entry === null ? 0 : 1) - (later.has(path) ? 1 : 0);
    this.size = size;
  }

  get unread(): readonly TreeEntry[] {
    const later = this.#later.unread;
    const isDifferent = [...this.#before.values()].some((entry) => entry !== null && isUnread(entry));
    if (later === undefined || isDifferent || later.some(({ path }) => this.#before.has(path)))
      return [...this.values()].filter(isUnread);
    return later;
  }

  has(path: string): boolean {
    const before = this.#before.get(path);
    return before === undefined ? this.#later.has(path) : before !== null;
  }

  get(path: string): TreeEntry | undefined {
    const before = this.#before.get(path);
    return before === undefined ? this.#later.get(path) : (before ?? undefined);
  }

  *keys(): Generator<string, undefined> {
    for (const path of this.#later.keys()) if (this.#before.get(path) !== null) yield path;
    for (const [path, entry] of this.#before) if (entry !== null && !this.#later.has(path)) yield path;
    return undefined;
  }

  *values(): Generator<TreeEntry, undefined> {
    for (const [, entry] of this) yield entry;
    return undefined;
  }

  *entries(): Generator<[string, TreeEntry], undefined> {
    for (const path of this.keys()) {
      const entry = this.get(path);
      if (entry !== undefined) yield [path, entry];
    }
    return undefined;
  }

  [Symbol.iterator](): Generator<[string, TreeEntry], undefined> {
    return this.entries();
  }

  forEach(callback: (value: TreeEntry, path: string, entries: TreeEntries) => void): void {
    for (const [path, entry] of this) callback(entry, path, this);
  }
}
