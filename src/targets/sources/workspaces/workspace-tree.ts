/** All workspaces of one tree together: the graph of their packages, and whose a path is. */
import type { TargetGraph } from "../../graph.js";
import type { Tree } from "../../tree.js";
import type { Ecosystem, Package, ReadLock, Workspace } from "./ecosystem.js";
import { directoryOf, fileNameOf, nearest } from "./tree-paths.js";

interface Territory {
  readonly workspace: Workspace;
  readonly lockfiles: ReadonlyMap<string, ReadLock>;
  readonly byDirectory: ReadonlyMap<string, readonly Package[]>;
}

export class WorkspaceTree {
  readonly packages: readonly Package[];
  readonly graph: TargetGraph;
  readonly #territories: readonly Territory[];

  constructor(territories: readonly Territory[]) {
    this.#territories = territories;
    this.packages = territories.flatMap(({ workspace }) => workspace.packages);
    this.graph = graphOf(this.packages);
  }

  /** The nearest package of each workspace around the path; files at a root are nobody's, unless claimed. */
  ownersOf(path: string): readonly string[] {
    const directory = directoryOf(path);
    return this.#territories.flatMap(({ workspace, byDirectory }) => {
      const owners = nearest(byDirectory, directory) ?? [];
      return owners
        .filter((owner) => owner.directory !== workspace.root || claims(workspace, path))
        .map(({ name }) => name);
    });
  }

  /** It stands directly in a workspace's root, where the files are that concern all packages. */
  isShared(path: string): boolean {
    const directory = directoryOf(path);
    const isAtRoot = this.#territories.some(({ workspace }) => workspace.root === directory);
    return isAtRoot && !this.#territories.some(({ workspace }) => claims(workspace, path));
  }

  /** The workspace whose lock file the path is, and how to read it. */
  lockAt(path: string): { readonly workspace: Workspace; readonly read: ReadLock } | null {
    const root = directoryOf(path);
    const name = fileNameOf(path);
    for (const { workspace, lockfiles } of this.#territories) {
      const read = workspace.root === root ? lockfiles.get(name) : undefined;
      if (read !== undefined) return { workspace, read };
    }
    return null;
  }

  /** The targets for how names and places are resolved, each with a package that concerns it. */
  resolutionsOf(isConcerned: (one: Package) => boolean): ReadonlyMap<string, Package> {
    const resolutions = new Map<string, Package>();
    for (const { workspace } of this.#territories) {
      const concerned = workspace.packages.find(isConcerned);
      if (concerned !== undefined) resolutions.set(workspace.resolution, concerned);
    }
    return resolutions;
  }
}

/** The ecosystems remember what they have parsed, so that a second tree costs little. */
export async function readWorkspaceTree(
  tree: Tree,
  ecosystems: readonly Ecosystem[],
): Promise<WorkspaceTree> {
  const territories: Territory[] = [];
  for (const ecosystem of ecosystems) {
    const { lockfiles } = ecosystem;
    for (const workspace of await ecosystem.read(tree)) {
      const byDirectory = byDirectoryOf(workspace.packages);
      territories.push({ workspace, lockfiles, byDirectory });
    }
  }
  return new WorkspaceTree(territories);
}

function claims({ root, claims: claimsInside }: Workspace, path: string): boolean {
  if (root === "") return claimsInside(path);
  return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}

function byDirectoryOf(packages: readonly Package[]): ReadonlyMap<string, readonly Package[]> {
  const byDirectory = new Map<string, Package[]>();
  for (const one of packages) {
    const beside = byDirectory.get(one.directory);
    if (beside === undefined) byDirectory.set(one.directory, [one]);
    else beside.push(one);
  }
  return byDirectory;
}

/** Packages of one name are one target: what either depends on, it depends on. */
function graphOf(packages: readonly Package[]): TargetGraph {
  const graph = new Map<string, ReadonlySet<string>>();
  for (const { name, dependsOn } of packages) {
    graph.set(name, new Set([...(graph.get(name) ?? []), ...dependsOn]));
  }
  return graph;
}
