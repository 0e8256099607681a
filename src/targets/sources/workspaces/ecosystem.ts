/**
 * What an ecosystem (npm, Cargo, Gradle) reads from a tree: its workspaces, their packages and the dependencies.
 * To add one, add a folder beside this file and a line in `LAZY_ECOSYSTEMS`.
 */
import type { Tree } from "../../tree.js";
import { directoryOf } from "../../tree-paths.js";

export interface Package {
  /** The target's name. Packages with the same name are one target. */
  readonly name: string;
  /** The name that code imports, if the target has another one. */
  readonly importedAs?: string;
  /** Without a slash at the end; empty for the root of the repository. */
  readonly directory: string;
  readonly manifest: string;
  /** Names of packages it depends on, in any way. */
  readonly dependsOn: ReadonlySet<string>;
  /** Requested names that match no package here but would match a new one; as written in the manifest. */
  readonly external: ReadonlySet<string>;
  /** Directories and files of the repository that it refers to by path. */
  readonly places: ReadonlySet<string>;
  /** What it requests of other packages on behalf of all their users, by package name. */
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Requests that are resolved once for all packages of its workspace; empty when each package has its own resolution.
   */
  readonly shares: string;
  /** Entries of the root's manifest that its own manifest takes over. */
  readonly inherits?: ReadonlySet<string>;
  /** Where its modules of Python are. */
  readonly importRoots?: readonly ImportRoot[];
}

export interface ImportRoot {
  /** From the root of the repository. */
  readonly directory: string;
  /** Names in front of those of the modules there. */
  readonly prefix: readonly string[];
}

/** Under which code and manifests find it. */
export function importedName({ name, importedAs }: Package): string {
  return importedAs ?? name;
}

/** A manifest outside all workspaces that declares dependencies of the files around it: their owner has them, too. */
export interface Outsider {
  readonly manifest: string;
  /** Where its code would be: the owner of that place has the same dependencies. */
  readonly code: string;
  readonly places: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

export interface Reading {
  readonly workspaces: readonly Workspace[];
  readonly outsiders: readonly Outsider[];
  /** The package at the repository's root without a workspace; it counts where no ecosystem has a package. */
  readonly alone?: Workspace | undefined;
}

interface ReadEcosystem extends Reading {
  readonly ecosystem: Ecosystem;
}

/** All in the same moment, since one process of git then reads what they ask for. Throws what the first of them throws. */
export async function readAll(
  ecosystems: readonly (Ecosystem | Promise<Ecosystem>)[],
  tree: Tree,
): Promise<readonly ReadEcosystem[]> {
  const readings = await Promise.allSettled(
    ecosystems.map(async (one) => {
      const ecosystem = await one;
      return { ecosystem, ...(await ecosystem.read(tree)) };
    }),
  );
  const read = readTogether(readings, (reading) => {
    if (reading.status === "rejected") throw reading.reason;
    return reading.value;
  });
  if (read.some(({ workspaces }) => workspaces.some(({ packages }) => packages.length > 0))) return read;
  return read.map((one) => ({ ...one, workspaces: [...one.workspaces, ...[one.alone ?? []].flat()] }));
}

export interface Workspace {
  /** Its root directory. Files directly in it have no owner, unless the package there claims them. */
  readonly root: string;
  readonly packages: readonly Package[];
  /** Whether the package at the root owns a file of no other package; the path is relative to the root. Null: none. */
  readonly claims: ((path: string) => boolean) | null;
  /**
   * A separate target for the resolution of names and places, named after the lock file or the root's manifest. Changes
   * to the resolution share this target even if they have nothing else in common.
   */
  readonly resolution: string;
  /** Words in the names of the packages that the root replaces wherever they are requested. */
  readonly overridden: ReadonlySet<string>;
  /** Packages elsewhere that read the file, such as all packages below a folder with build settings. */
  readonly readers?: (path: string) => readonly string[];
}

/** A package that requests nothing but what is given. */
export function packageOf(
  facts: Pick<Package, "name" | "directory" | "manifest"> & Partial<Package>,
): Package {
  const nothing: ReadonlySet<string> = new Set();
  const requests = { dependsOn: nothing, external: nothing, places: nothing };
  return { ...requests, builds: new Map<string, ReadonlySet<string>>(), shares: "", ...facts };
}

export interface Ecosystem {
  /** Throws `UnreadableManifest`. */
  read(tree: Tree): Promise<Reading>;
  /** By the name of a lock file directly in a workspace's root. */
  readonly lockfiles: ReadonlyMap<string, ReadLock>;
  /** By the path of a manifest from a workspace's root. */
  readonly rootManifests: Pick<ReadonlyMap<string, CompareRoot>, "get">;
}

export interface RootDependency {
  readonly name: string;
  /** As the manifest has it. */
  readonly range: string;
}

export interface RootChange {
  /** From the root of the repository. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** In the tree before and in the tree after. */
  readonly workspaces: readonly [Workspace, Workspace];
  /** The workspace has a lock file in both trees, and the effect of its change is known. */
  readonly isLocked: boolean;
  /** The lock file changes, too: what the packages at the root get differently is in that change. */
  readonly isLockChanged: boolean;
  /** Whether the lock file of the tree before (0) or after (1) resolves this dependency of the root. */
  readonly isResolved: (dependency: RootDependency, side: 0 | 1) => Promise<boolean>;
  /** Whether a file other than prose and this one contains the word; true when that is unknown. */
  readonly isNamed: (word: string) => Promise<boolean>;
}

/** Names of the packages that a change touches, besides what the graphs show; null when that is uncertain. */
export interface CompareRoot {
  (change: RootChange): Promise<readonly string[] | null> | readonly string[] | null;
  /** It also compares a file that only one tree has; the other text is empty. */
  readonly takesAbsent?: true;
}

/** Parses a lock file; null when its meaning is uncertain. May throw on other content. */
export type ReadLock = (text: string, workspace: Workspace) => LockGraph | null;

export interface LockNode {
  /** Everything that the file records about it. */
  readonly content: string;
  /** Keys of nodes. */
  readonly dependencies: readonly string[];
  /** What decides how it has the nodes built that it depends on, where that spreads; absent: its content. */
  readonly requestsOthers?: string;
  /** Directories of the workspace's members that it depends on, relative to the root. */
  readonly members?: readonly string[];
  /** `name@range` as its manifest had it when the file was written; absent where the file does not record it. */
  readonly requests?: ReadonlySet<string>;
}

export interface LockGraph {
  /** A package's direct dependencies, by its directory relative to the workspace's root; the root itself is empty. */
  readonly importers: ReadonlyMap<string, LockNode>;
  /** The installed packages. */
  readonly nodes: ReadonlyMap<string, LockNode>;
  /** The rest of the file: a difference here may affect every package. */
  readonly rest: string;
  /** All packages use what is installed at the root. */
  readonly sharesRoot: boolean;
  /** A change of a node may change how the nodes that it depends on are built. */
  readonly spreads: boolean;
}

/**
 * The key of a dependency that the file does not resolve. Its version is chosen during the installation and may depend
 * on everything in the file, so its node has the whole text as its content.
 */
export const UNRESOLVED = "\0unresolved";

export function withUnresolved(
  nodes: ReadonlyMap<string, LockNode>,
  text: string,
): ReadonlyMap<string, LockNode> {
  return new Map([...nodes, [UNRESOLVED, { content: text, dependencies: [] }]]);
}

/** A manifest that defines targets and cannot be read. */
export class UnreadableManifest extends Error {
  override readonly name = "UnreadableManifest";
  readonly path: string;
  /** A clause that contains no text from the manifest: `it is not JSON`. */
  readonly problem: string;
  /** More manifests that were found to be unreadable; there may be others. */
  readonly others: readonly UnreadableManifest[];

  constructor(path: string, problem: string, others: readonly UnreadableManifest[] = []) {
    super(`a manifest is unreadable: ${problem}`);
    this.path = path;
    this.problem = problem;
    this.others = others;
  }
}

/** Reads all of them; throws one `UnreadableManifest` with all that are unreadable, and any other error immediately. */
export function readTogether<Item, Read>(items: Iterable<Item>, read: (item: Item) => Read): readonly Read[] {
  const found: Read[] = [];
  const unreadable: UnreadableManifest[] = [];
  for (const item of items) {
    try {
      found.push(read(item));
    } catch (error) {
      if (!(error instanceof UnreadableManifest)) throw error;
      unreadable.push(error);
      for (const other of error.others) unreadable.push(other);
    }
  }
  const [first, ...others] = unreadable;
  if (first !== undefined) throw new UnreadableManifest(first.path, first.problem, others);
  return found;
}

/**
 * Reads each workspace. An unreadable workspace inside another one is left out, since test fixtures look like that; its
 * files then belong to packages of the outer one, or to no package.
 */
export async function readEach<Read>(
  roots: readonly string[],
  read: (root: string) => Read | Promise<Read>,
): Promise<readonly Read[]> {
  const outermostFirst = [...roots].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const found: Read[] = [];
  const unreadable: UnreadableManifest[] = [];
  for (const [index, root] of outermostFirst.entries()) {
    try {
      found.push(await read(root));
    } catch (error) {
      if (!(error instanceof UnreadableManifest)) throw error;
      const isInner = outermostFirst.slice(0, index).some((outer) => isWithin(root, outer));
      if (!isInner) unreadable.push(error);
    }
  }
  readTogether(unreadable, (error) => {
    throw error;
  });
  return found;
}

/** The directory itself, or something in it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}

/** Folders whose manifests are input of tests, templates of new projects, or installed packages: no targets. */
const TEST_MATERIAL =
  /(?:^|\/)(?:testdata|test[-_](?:data|assets|projects|resources|fixtures)|fixtures?|__fixtures__|__tests__|src\/[^/]*[Tt]est[^/]*\/resources|src\/main\/resources|templates?|__brick__|node_modules|vendor|\.[^/]+)\//;

export function isTestMaterial(path: string): boolean {
  return TEST_MATERIAL.test(path);
}

/**
 * Each package with the packages inside it, for tools that read the folder of the outer one. The one at the root counts as containing none, or any two
 * would share a target.
 */
export function withInnerPackages(packages: readonly Package[]): readonly Package[] {
  const outer = new Set(packages.map(({ directory }) => directory));
  const inner = new Map<string, Set<string>>();
  for (const { name, directory } of packages) {
    for (let here = directory; here !== ""; ) {
      here = directoryOf(here);
      if (here !== "" && outer.has(here)) inner.set(here, (inner.get(here) ?? new Set()).add(name));
    }
  }
  return packages.map((one) => {
    const inside = inner.get(one.directory);
    if (inside === undefined) return one;
    const dependsOn = new Set([...one.dependsOn, ...inside]);
    dependsOn.delete(one.name);
    return { ...one, dependsOn };
  });
}
