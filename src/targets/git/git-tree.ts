/** A tree of a commit, listed once, and read as many files at a time as one likes. */
import type { Tree, TreeEntry, TreeEntryKind } from "../tree.js";
import { GitFailure } from "./git-failure.js";
import type { ObjectStore } from "./object-store.js";
import { partsBetweenNuls, pathText } from "./path-text.js";
import { readObjects } from "./read-objects.js";

/** Old repositories have files with other rights than the two that git writes today. */
export function kindOf(mode: string): TreeEntryKind {
  if (mode === "120000") return "link";
  if (mode === "160000") return "submodule";
  if (!mode.startsWith("100")) throw new GitFailure(`git lists an entry of mode ${mode}`);
  return mode.endsWith("755") ? "executable" : "file";
}

export function isOrdinary({ kind }: TreeEntry): boolean {
  return kind === "file" || kind === "executable";
}

export function isLink({ kind }: TreeEntry): boolean {
  return kind === "link";
}

export function linkTexts(contents: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> {
  return new Map([...contents].map(([path, bytes]) => [path, pathText(bytes)]));
}

export class GitTree implements Tree {
  readonly commit: string;
  readonly #store: ObjectStore;
  #entries: Promise<ReadonlyMap<string, TreeEntry>> | null = null;

  constructor(store: ObjectStore, commit: string) {
    this.#store = store;
    this.commit = commit;
  }

  entries(): Promise<ReadonlyMap<string, TreeEntry>> {
    this.#entries ??= this.#list();
    return this.#entries;
  }

  /** Links and submodules have no bytes of their own, so they are left out too. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#contents(paths, isOrdinary);
  }

  async readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return linkTexts(await this.#contents(paths, isLink));
  }

  async #contents(
    paths: readonly string[],
    isWanted: (entry: TreeEntry) => boolean,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const entries = await this.entries();
    const wanted = new Map<string, string>();
    for (const path of paths) {
      const entry = entries.get(path);
      if (entry !== undefined && isWanted(entry)) wanted.set(path, entry.id);
    }
    const objects = await readObjects(this.#store, [...new Set(wanted.values())]);
    const read = new Map<string, Uint8Array>();
    for (const [path, id] of wanted) {
      const bytes = objects.get(id);
      if (bytes !== undefined) read.set(path, bytes);
    }
    return read;
  }

  async #list(): Promise<ReadonlyMap<string, TreeEntry>> {
    const { stdout } = await this.#store.local(["ls-tree", "-r", "-z", "--full-tree", this.commit]);
    const entries = new Map<string, TreeEntry>();
    for (const line of partsBetweenNuls(stdout)) {
      const tab = line.indexOf(0x09);
      const [mode = "", , id = ""] = line.toString("latin1", 0, tab).split(" ");
      const path = pathText(line.subarray(tab + 1));
      entries.set(path, { path, kind: kindOf(mode), id });
    }
    return entries;
  }
}
