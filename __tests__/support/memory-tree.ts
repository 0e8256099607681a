/** A tree that lives in memory, held to the same contract as git's: for tests that need thousands of them. */
import { createHash } from "node:crypto";
import type { ChangedFile, FileStatus } from "../../src/targets/source.js";
import type { Tree, TreeEntry } from "../../src/targets/tree.js";

export type MemoryFiles = ReadonlyMap<string, string | Uint8Array>;

const LINK = "\0link to ";

/** The content of a symbolic link. */
export function linkTo(target: string): string {
  return `${LINK}${target}`;
}

function isLink(content: string | Uint8Array | undefined): content is string {
  return typeof content === "string" && content.startsWith(LINK);
}

export class MemoryTree implements Tree {
  readonly commit: string;
  readonly #files: MemoryFiles;
  #entries: ReadonlyMap<string, TreeEntry> | null = null;

  constructor(files: MemoryFiles, commit = "0".repeat(40)) {
    this.#files = files;
    this.commit = commit;
  }

  static of(files: Readonly<Record<string, string | Uint8Array>>): MemoryTree {
    return new MemoryTree(new Map(Object.entries(files)));
  }

  get files(): MemoryFiles {
    return this.#files;
  }

  /** The same with some files written, or deleted where null. */
  with(changes: Readonly<Record<string, string | null>>): MemoryTree {
    const files = new Map(this.#files);
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(path);
      else files.set(path, content);
    }
    return new MemoryTree(files);
  }

  entries(): Promise<ReadonlyMap<string, TreeEntry>> {
    this.#entries ??= new Map(
      [...this.#files].map(([path, content]) => [
        path,
        { path, kind: isLink(content) ? "link" : "file", id: idOf(content) },
      ]),
    );
    return Promise.resolve(this.#entries);
  }

  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const read = new Map<string, Uint8Array>();
    for (const path of paths) {
      const content = this.#files.get(path);
      if (content !== undefined && !isLink(content)) read.set(path, Buffer.from(content));
    }
    return Promise.resolve(read);
  }

  naming(words: readonly string[]): Promise<readonly string[]> {
    const files = [...this.#files].filter(
      ([, content]) => !isLink(content) && words.some((word) => Buffer.from(content).includes(word)),
    );
    return Promise.resolve(files.map(([path]) => path));
  }

  readLinks(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(
      new Map(
        paths.flatMap((path): [string, string][] => {
          const content = this.#files.get(path);
          return isLink(content) ? [[path, content.slice(LINK.length)]] : [];
        }),
      ),
    );
  }
}

export function changesBetween(base: MemoryTree, head: MemoryTree): readonly ChangedFile[] {
  const changed: ChangedFile[] = [];
  const add = (path: string, status: FileStatus) => changed.push({ path, status, isSubmodule: false });
  for (const [path, content] of head.files) {
    const before = base.files.get(path);
    if (before === undefined) add(path, "added");
    else if (before !== content) add(path, "modified");
  }
  for (const path of base.files.keys()) if (!head.files.has(path)) add(path, "deleted");
  return changed;
}

/** Equal contents have equal ids; hashing each time would cost the property test most of its time. */
const IDS = new Map<string, string>();

function idOf(content: string | Uint8Array): string {
  if (typeof content !== "string") return createHash("sha1").update(content).digest("hex");
  const known = IDS.get(content);
  if (known !== undefined) return known;
  const id = createHash("sha1").update(content).digest("hex");
  IDS.set(content, id);
  return id;
}
