/**
 * What an ecosystem (npm, Cargo, Go, Maven) says about a tree: its workspaces, their packages, who depends on whom.
 * A new one is a file beside this one and a line in `ecosystems.ts`.
 */
import type { Tree } from "../../tree.js";

export interface Package {
  /** The target's name. Two packages of one name are one target. */
  readonly name: string;
  /** Without a slash at the end; the root of the repository is empty. */
  readonly directory: string;
  readonly manifest: string;
  /** Names of packages it depends on, in whatever way. */
  readonly dependsOn: ReadonlySet<string>;
  /** What it asks for that is no package here, and would be met by one that comes: written as it stands there. */
  readonly external: ReadonlySet<string>;
  /** Directories and files of the repository that it leads to by path, wherever they stand. */
  readonly places: ReadonlySet<string>;
  /** What it wants of other packages for whoever uses them, by their names. */
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
  /** What it asks for that is settled once for all packages of its workspace; empty where each gets its own. */
  readonly shares: string;
}

/** A manifest that no workspace knows, and that says what the files around it use: their owner uses that, too. */
export interface Outsider {
  readonly manifest: string;
  /** Where its code would be: whoever owns that sees what it uses. */
  readonly code: string;
  readonly places: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

export interface Reading {
  readonly workspaces: readonly Workspace[];
  readonly outsiders: readonly Outsider[];
}

export interface Workspace {
  /** Its root directory. Files directly in it belong to nobody, unless the package there claims them. */
  readonly root: string;
  readonly packages: readonly Package[];
  /** Whether the package at the root owns a file of no other package; the path counts from the root. Null: none. */
  readonly claims: ((path: string) => boolean) | null;
  /**
   * A target of its own for how names and places are resolved, called like the lock file or the root's manifest: those
   * who change that meet in it, although they touch nothing else in common.
   */
  readonly resolution: string;
}

export interface Ecosystem {
  /** Throws `UnreadableManifest`. */
  read(tree: Tree): Promise<Reading>;
  /** By the name of a lock file directly in a workspace's root. */
  readonly lockfiles: ReadonlyMap<string, ReadLock>;
}

/** What a lock file says; null where it cannot be told for sure. May throw on what is no such file. */
export type ReadLock = (text: string, workspace: Workspace) => LockGraph | null;

export interface LockNode {
  /** Everything that is said about it. */
  readonly content: string;
  /** Keys of nodes. */
  readonly dependencies: readonly string[];
}

export interface LockGraph {
  /** What a package gets directly, by its directory from the workspace's root; the root itself is empty. */
  readonly importers: ReadonlyMap<string, LockNode>;
  /** What is installed. */
  readonly nodes: ReadonlyMap<string, LockNode>;
  /** All else that is in the file: where that differs, anybody may see it. */
  readonly rest: string;
}

/** A manifest that decides what the targets are, and cannot be read. */
export class UnreadableManifest extends Error {
  override readonly name = "UnreadableManifest";
  readonly path: string;
  /** As a clause that holds none of the manifest's own words: `it is no JSON`. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`a manifest is unreadable: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/**
 * Reads each workspace. One that stands inside another and cannot be read is left out, since test fixtures look like
 * that; its files then belong to the outer one's packages, or to nobody.
 */
export async function readEach<Read>(
  roots: readonly string[],
  read: (root: string) => Read | Promise<Read>,
): Promise<readonly Read[]> {
  const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const found: Read[] = [];
  for (const [index, root] of outermostFirst.entries()) {
    try {
      found.push(await read(root));
    } catch (error) {
      const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
      if (!(error instanceof UnreadableManifest && isInner)) throw error;
    }
  }
  return found;
}

/** The directory itself, or something in it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}
