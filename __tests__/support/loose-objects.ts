/**
 * The loose objects and loose refs of a repository, read and written as git does it, without a process for each: tests
 * make thousands of commits.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

type ObjectType = "blob" | "tree" | "commit";

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** By name, one character per byte. */
export type Tree = ReadonlyMap<string, TreeEntry>;

const TREE_MODE = "40000";

export class LooseObjects {
  readonly #folder: string;
  readonly #algorithm: "sha1" | "sha256";

  constructor(folder: string, algorithm: "sha1" | "sha256") {
    this.#folder = folder;
    this.#algorithm = algorithm;
  }

  write(type: ObjectType, content: Buffer): string {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const id = createHash(this.#algorithm).update(object).digest("hex");
    const path = this.#pathOf(id);
    // Another process may write the same one: it appears whole, as with git.
    const fresh = `${path}.${randomUUID()}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(fresh, deflateSync(object, { level: 1 }), { mode: 0o444 });
    renameSync(fresh, path);
    return id;
  }

  /** Null where the repository has no loose object of that id; it may have a packed one. */
  read(id: string): { readonly type: string; readonly content: Buffer } | null {
    const object = nullIfMissing(() => inflateSync(readFileSync(this.#pathOf(id))));
    if (object === null) return null;
    const end = object.indexOf(0);
    const [type = ""] = object.toString("latin1", 0, end).split(" ");
    return { type, content: object.subarray(end + 1) };
  }

  /** Null where it is not there as a loose commit. */
  readCommit(id: string): { readonly tree: string; readonly parents: readonly string[] } | null {
    const object = this.read(id);
    if (object?.type !== "commit") return null;
    const [head = ""] = object.content.toString("latin1").split("\n\n", 1);
    const idsOf = (name: string) => [...head.matchAll(new RegExp(`^${name} ([0-9a-f]+)$`, "gm"))];
    const [tree = ""] = idsOf("tree").map(([, found = ""]) => found);
    return { tree, parents: idsOf("parent").map(([, found = ""]) => found) };
  }

  writeTree(tree: Tree): string {
    // git sorts a folder as if its name ended with a slash.
    const key = ([name, { mode }]: readonly [string, TreeEntry]) => (mode === TREE_MODE ? `${name}/` : name);
    const entries = [...tree].sort((one, other) => (key(one) < key(other) ? -1 : 1));
    const parts = entries.flatMap(([name, { mode, id }]) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(id, "hex"),
    ]);
    return this.write("tree", Buffer.concat(parts));
  }

  readTree(id: string): Tree | null {
    const object = this.read(id);
    if (object?.type !== "tree") return null;
    const idBytes = this.#algorithm === "sha1" ? 20 : 32;
    const tree = new Map<string, TreeEntry>();
    for (let at = 0; at < object.content.length; ) {
      const space = object.content.indexOf(0x20, at);
      const end = object.content.indexOf(0, space);
      const name = object.content.toString("latin1", space + 1, end);
      const mode = object.content.toString("latin1", at, space);
      at = end + 1 + idBytes;
      tree.set(name, { mode, id: object.content.toString("hex", end + 1, at) });
    }
    return tree;
  }

  /**
   * False where a lock or another ref is in the way, or the ref does not stand in a file of its own at `from`, if that is
   * given; git itself has to decide then.
   */
  writeRef(name: string, id: string, from?: string): boolean {
    const path = join(this.#folder, name);
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.lock`, `${id}\n`, { flag: "wx" });
    } catch {
      return false;
    }
    try {
      if (from !== undefined && readFileSync(path, "utf8") !== `${from}\n`) throw new Error("it has moved");
      renameSync(`${path}.lock`, path);
      return true;
    } catch {
      rmSync(`${path}.lock`);
      return false;
    }
  }

  #pathOf(id: string): string {
    return join(this.#folder, "objects", id.slice(0, 2), id.slice(2));
  }
}

/** The tree with what the paths lead to in place of what it had; null takes a path away. */
export function changedTree(
  objects: LooseObjects,
  before: Tree,
  changes: ReadonlyMap<string, TreeEntry | null>,
): Tree {
  const after = new Map(before);
  const below = new Map<string, Map<string, TreeEntry | null>>();
  for (const [path, entry] of changes) {
    const slash = path.indexOf("/");
    if (slash === -1) {
      if (entry === null) after.delete(path);
      else after.set(path, entry);
      below.delete(path);
      continue;
    }
    const name = path.slice(0, slash);
    const inside = below.get(name) ?? new Map<string, TreeEntry | null>();
    inside.set(path.slice(slash + 1), entry);
    below.set(name, inside);
  }
  for (const [name, inside] of below) {
    const there = after.get(name);
    const folder = there?.mode === TREE_MODE ? objects.readTree(there.id) : new Map();
    if (folder === null) throw new PackedObject();
    const changed = changedTree(objects, folder, inside);
    if (changed.size > 0) after.set(name, { mode: TREE_MODE, id: objects.writeTree(changed) });
    else if (there?.mode === TREE_MODE) after.delete(name);
  }
  return after;
}

/** An object that is not loose is needed. */
export class PackedObject extends Error {}

function nullIfMissing<Answer>(read: () => Answer): Answer | null {
  try {
    return read();
  } catch (error) {
    // An error of Node's own, which is of another realm than the tests.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
