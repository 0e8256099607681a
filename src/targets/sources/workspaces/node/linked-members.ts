/**
 * Members that an override puts in the place of a package from a registry (`"vite": "workspace:*"`). A package uses them
 * also through packages from a registry, and only the lock file shows which ones.
 */
import type { Tree } from "../../../tree.js";
import { fileNameOf, joined } from "../../../tree-paths.js";
import type { LockGraph } from "../ecosystem.js";
import { ParsedFiles } from "../parsed-files.js";
import type { Dependency } from "./node-manifest.js";
import { readPnpmLock } from "./pnpm-lock.js";
import { readBerryLock } from "./yarn-lock.js";

/** By directory of a package: directories of members. */
export type LinkedMembers = ReadonlyMap<string, ReadonlySet<string>>;

interface Root {
  readonly root: string;
  readonly overrides: readonly Dependency[];
  readonly overridden: ReadonlySet<string>;
  /** The lock file or the root's manifest. */
  readonly resolution: string;
}

export class LinkedMemberReader {
  readonly #pnpm = new ParsedFiles(readPnpmLock);
  /** By the names that the root replaces, which decide how the file is read. */
  readonly #yarn = new Map<string, ParsedFiles<LockGraph | null>>();

  /** Null when the lock file does not show it. Throws `GitFailure`. */
  async read(tree: Tree, { root, overrides, overridden, resolution }: Root): Promise<LinkedMembers | null> {
    if (!overrides.some(({ range }) => range.startsWith("workspace:"))) return new Map();
    const parsed = (await this.#parserOf(resolution, overridden)?.read(tree, [resolution]))?.get(resolution);
    return parsed?.kind === "read" && parsed.value !== null ? linkedIn(parsed.value, root) : null;
  }

  #parserOf(resolution: string, overridden: ReadonlySet<string>): ParsedFiles<LockGraph | null> | null {
    const name = fileNameOf(resolution);
    if (name === "pnpm-lock.yaml") return this.#pnpm;
    if (name !== "yarn.lock") return null;
    const key = JSON.stringify([...overridden].sort());
    const parser = this.#yarn.get(key) ?? new ParsedFiles((text) => readBerryLock(text, overridden));
    this.#yarn.set(key, parser);
    return parser;
  }
}

function linkedIn({ importers, nodes }: LockGraph, root: string): LinkedMembers {
  const linked = new Map<string, ReadonlySet<string>>();
  for (const [directory, { dependencies }] of importers) {
    const reached = new Set(dependencies);
    const members = new Set<string>();
    for (const key of reached) {
      const node = nodes.get(key);
      for (const next of node?.dependencies ?? []) reached.add(next);
      for (const member of node?.members ?? []) members.add(joinedTo(root, member));
    }
    linked.set(joinedTo(root, directory), members);
  }
  return linked;
}

function joinedTo(root: string, directory: string): string {
  return directory === "" ? root : joined(root, directory);
}
