/** All workspaces of one tree: the graph of their packages, and the owners of a path. */
import type { TargetGraph } from "../../graph.js";
import { isProse } from "../../rules/inert-files.js";
import type { Tree, TreeEntry } from "../../tree.js";
import { directoryOf, fileNameOf } from "../../tree-paths.js";
import {
  type CompareRoot,
  type Ecosystem,
  isWithin,
  type Outsider,
  type Package,
  type ReadLock,
  readAll,
  UnreadableManifest,
  type Workspace,
} from "./ecosystem.js";
import { claims, ownersIn, PackagesByName, type Territory, territoryOf } from "./hidden-members.js";
import { withCratesOfNames, withSeparateNames } from "./separate-names.js";

/** How a package is affected by the resolution of names and places. */
export type Concern =
  /** It requests a new name, or something that its workspace shares. */
  | "asksForName"
  /** It refers to a place without a package; one of any ecosystem might be added there. */
  | "asksForPlace"
  /** It is new, or has another name or place. */
  | "comes";

/** The ecosystem, the workspace's root and the manifest. */
export type DeclarationKey = string;

function declarationKey({ ecosystem, workspace }: Territory, { manifest }: Package): DeclarationKey {
  return JSON.stringify([ecosystem, workspace.root, manifest]);
}

export class WorkspaceTree {
  /** With all edges, including edges between workspaces. */
  readonly packages: readonly Package[];
  readonly graph: TargetGraph;
  /** The only package, if it is at the root. */
  readonly single: Package | null;
  readonly #territories: readonly Territory[];
  readonly #named: PackagesByName;
  readonly #openPlaces: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(territories: readonly Territory[], { packages, openPlaces }: Completed) {
    this.#territories = territories;
    this.#named = new PackagesByName(territories);
    this.packages = packages;
    this.single = singlePackage(packages);
    this.graph = graphOf(packages);
    this.#openPlaces = openPlaces;
  }

  /** The nearest package of each workspace around it. A file at a root has none, unless claimed. Tests may read a single one's prose. */
  ownersOf(path: string): readonly string[] {
    const isAside = this.single !== null && /^(?:[^/]+$|\.)/s.test(path) && isProse(path);
    if (this.single !== null) return isAside ? [] : [this.single.name];
    return ownersIn(this.#territories, path);
  }

  /** The file is directly in a workspace's root, where files concern all packages. */
  isShared(path: string): boolean {
    if (this.single !== null) return false;
    const directory = directoryOf(path);
    const isAtRoot = this.#territories.some(
      (territory) => territory.workspace.root === directory || rootManifestIn(territory, path) !== null,
    );
    return isAtRoot && !this.#territories.some(({ workspace }) => isOwnedIn(workspace, path));
  }

  /** The workspace whose lock file is at this path, and the parser for it. */
  lockAt(path: string): { readonly workspace: Workspace; readonly read: ReadLock } | null {
    const root = directoryOf(path);
    const name = fileNameOf(path);
    for (const { workspace, lockfiles } of this.#territories) {
      const read = workspace.root === root ? lockfiles.get(name) : undefined;
      if (read !== undefined) return { workspace, read };
    }
    return null;
  }

  /** The workspace whose root's manifest is at this path, and what a change of it means. */
  rootManifestAt(path: string): { readonly workspace: Workspace; readonly compare: CompareRoot } | null {
    for (const territory of this.#territories) {
      const compare = rootManifestIn(territory, path);
      if (compare !== null) return { workspace: territory.workspace, compare };
    }
    return null;
  }

  /** The packages of the workspace at a root, with all edges. */
  packagesOf(root: string): readonly Package[] {
    const manifests = new Set(
      this.#territories
        .filter(({ workspace }) => workspace.root === root)
        .flatMap(({ workspace }) => workspace.packages.map(({ manifest }) => manifest)),
    );
    return this.packages.filter(({ manifest }) => manifests.has(manifest));
  }

  /** The resolutions of the workspaces that have the package; of all workspaces for null. */
  resolutionsAround(name: string | null): readonly string[] {
    const all = () => this.#territories.map(({ workspace }) => workspace);
    return (name === null ? all() : this.#named.workspacesOf(name)).map(({ resolution }) => resolution);
  }

  /** Whether the package, or the package at the root of its workspace, requests this name from a registry. */
  requests(name: string, requested: string): boolean {
    return this.#named.requests(name, requested);
  }

  /** Names of all packages that share the build of one of them, by its manifest. */
  sharedWith(manifest: string): ReadonlySet<string> {
    const workspaces = this.#territories.filter(({ workspace }) =>
      workspace.packages.some((one) => one.manifest === manifest),
    );
    return new Set(workspaces.flatMap(({ workspace }) => workspace.packages.map(({ name }) => name)));
  }

  /** Places that the package's files refer to and that contain nothing with a name. */
  openPlacesOf(name: string): ReadonlySet<string> {
    return this.#openPlaces.get(name) ?? new Set();
  }

  /** Packages as their workspaces declare them: several may have one name, or one manifest in several workspaces. */
  declared(): ReadonlyMap<DeclarationKey, Package> {
    return new Map(
      this.#territories.flatMap((territory) =>
        territory.workspace.packages.map((one) => [declarationKey(territory, one), one] as const),
      ),
    );
  }

  /** The targets for the resolution of names and places, each with the manifest of an affected package. */
  resolutionsOf(
    concernOf: (key: DeclarationKey, one: Package) => Concern | null,
  ): ReadonlyMap<string, string> {
    const resolutions = new Map<string, string>();
    for (const territory of this.#territories) {
      const { workspace, ecosystem } = territory;
      for (const one of workspace.packages) {
        const concern = concernOf(declarationKey(territory, one), one);
        if (concern === null) continue;
        for (const other of this.#territories) {
          const isConcerned =
            other.workspace === workspace ||
            concern === "asksForPlace" ||
            (concern === "comes" && other.ecosystem === ecosystem);
          const { resolution } = other.workspace;
          if (isConcerned && !resolutions.has(resolution)) resolutions.set(resolution, one.manifest);
        }
      }
    }
    return resolutions;
  }
}

function rootManifestIn({ workspace: { root }, rootManifests }: Territory, path: string): CompareRoot | null {
  if (root !== "" && !path.startsWith(`${root}/`)) return null;
  return rootManifests.get(root === "" ? path : path.slice(root.length + 1)) ?? null;
}

function isOwnedIn(workspace: Workspace, path: string): boolean {
  return claims(workspace, path) || (workspace.readers?.(path) ?? []).length > 0;
}

/** The only package of a tree, at its root: it has every file that something may read. */
function singlePackage(packages: readonly Package[]): Package | null {
  const [only, ...others] = packages;
  return only !== undefined && others.length === 0 && only.directory === "" ? only : null;
}

/**
 * The ecosystems cache what they have parsed, so a second tree costs little. `separate`: packages of different ecosystems
 * are different even if they have the same name.
 */
export async function readWorkspaceTree(
  tree: Tree,
  ecosystems: readonly (Ecosystem | Promise<Ecosystem>)[],
  names: "separate" | "common" = "common",
): Promise<WorkspaceTree> {
  const territories: Territory[] = [];
  const outsiders: Outsider[] = [];
  const read = await readAll(ecosystems, tree);
  const readings = withCratesOfNames(names === "separate" ? withSeparateNames(read) : read);
  for (const [index, { ecosystem, ...reading }] of readings.entries()) {
    for (const one of reading.outsiders) outsiders.push(one);
    for (const workspace of reading.workspaces) territories.push(territoryOf(workspace, index, ecosystem));
  }
  const edges = new PlaceEdges(territories, outsiders, await tree.entries());
  return new WorkspaceTree(territories, completed(territories, outsiders, edges));
}

interface Completed {
  readonly packages: readonly Package[];
  readonly openPlaces: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Uses {
  readonly names: Set<string>;
  readonly openPlaces: Set<string>;
}

/** Adds the paths that a package refers to, and those of the manifests in it that belong to no workspace. */
function completed(
  territories: readonly Territory[],
  outsiders: readonly Outsider[],
  edges: PlaceEdges,
): Completed {
  const packages = territories.flatMap(({ workspace }) => workspace.packages);
  const uses = new Map<string, Uses>();
  const add = (owner: string, manifest: string, places: Iterable<string>, names: Iterable<string>) => {
    const own = uses.get(owner) ?? { names: new Set(), openPlaces: new Set() };
    uses.set(owner, own);
    for (const name of names) own.names.add(name);
    for (const place of places) {
      const found = edges.leadTo(place, manifest);
      for (const name of found) own.names.add(name);
      if (found.size === 0) own.openPlaces.add(place);
    }
  };
  for (const { name, manifest, places } of packages) if (places.size > 0) add(name, manifest, places, []);
  for (const { manifest, code, places, names } of outsiders) {
    if (places.size === 0 && names.size === 0) continue;
    const owners = [manifest, code].flatMap((path) => ownersIn(territories, path));
    for (const owner of new Set(owners)) add(owner, manifest, places, names);
  }
  return {
    packages: packages.map((one) => withNames(one, uses.get(one.name)?.names)),
    openPlaces: new Map([...uses].map(([name, { openPlaces }]) => [name, openPlaces])),
  };
}

function withNames(one: Package, names: ReadonlySet<string> | undefined): Package {
  if (names === undefined || names.size === 0) return one;
  const dependsOn = new Set([...one.dependsOn, ...names]);
  dependsOn.delete(one.name);
  return { ...one, dependsOn };
}

/** Packages with the same name are one target, with the dependencies of all of them. */
function graphOf(packages: readonly Package[]): TargetGraph {
  const graph = new Map<string, ReadonlySet<string>>();
  for (const { name, dependsOn } of packages) {
    const others = graph.get(name);
    graph.set(name, others === undefined ? dependsOn : new Set([...others, ...dependsOn]));
  }
  return graph;
}

/**
 * Edges by path, no matter where they end: in another workspace, in another ecosystem, or at a manifest outside all
 * workspaces, whose own paths are then followed.
 */
class PlaceEdges {
  readonly #territories: readonly Territory[];
  readonly #entries: ReadonlyMap<string, TreeEntry>;
  readonly #outsiders = new Map<string, Outsider[]>();
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(
    territories: readonly Territory[],
    outsiders: readonly Outsider[],
    entries: ReadonlyMap<string, TreeEntry>,
  ) {
    this.#territories = territories;
    this.#entries = entries;
    for (const outsider of outsiders) {
      const directory = directoryOf(outsider.manifest);
      this.#outsiders.set(directory, [...(this.#outsiders.get(directory) ?? []), outsider]);
    }
  }

  /**
   * Names of the packages at a place. Throws `UnreadableManifest` of the requesting manifest for a place behind a link.
   */
  leadTo(place: string, manifest: string): ReadonlySet<string> {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const seen = new Set([place]);
    for (const here of seen) {
      this.#refuseLinks(here, manifest);
      if (this.#addPackagesAround(here, found)) continue;
      this.#addPackagesIn(here, found);
      for (const { places, names } of [...this.#outsidersAround(here), ...this.#outsidersIn(here)]) {
        for (const name of names) found.add(name);
        for (const next of places) seen.add(next);
      }
    }
    this.#known.set(place, found);
    return found;
  }

  /**
   * The innermost package owns all of the place; the package at a root may own part of it. True when one owns all of
   * it.
   */
  #addPackagesAround(place: string, found: Set<string>): boolean {
    for (let here = place; ; here = directoryOf(here)) {
      let isWhole = false;
      for (const { workspace, byDirectory } of this.#territories) {
        const isRoot = here === workspace.root;
        if (isRoot && workspace.claims === null && here !== place) continue;
        for (const { name } of byDirectory.get(here) ?? []) {
          found.add(name);
          isWhole ||= !isRoot || workspace.claims?.("") === true;
        }
      }
      if (isWhole || here === "") return isWhole;
    }
  }

  #addPackagesIn(place: string, found: Set<string>): void {
    if (this.#isPackage(place)) return;
    for (const { workspace } of this.#territories) {
      for (const { directory, name } of workspace.packages) if (isWithin(directory, place)) found.add(name);
    }
  }

  /** A path to a root means the package there; a path to the repository's root does not mean everything in it. */
  #isPackage(place: string): boolean {
    return this.#territories.some(({ byDirectory }) => byDirectory.has(place));
  }

  #outsidersIn(place: string): readonly Outsider[] {
    if (this.#isPackage(place)) return [];
    return [...this.#outsiders].flatMap(([directory, outsiders]) =>
      directory !== place && isWithin(directory, place) ? outsiders : [],
    );
  }

  /** A manifest at the root of the repository does not apply to all places in it. */
  #outsidersAround(place: string): readonly Outsider[] {
    for (let here = place; here !== ""; here = directoryOf(here)) {
      const outsiders = this.#outsiders.get(here);
      if (outsiders !== undefined) return outsiders;
    }
    return place === "" ? (this.#outsiders.get("") ?? []) : [];
  }

  #refuseLinks(place: string, manifest: string): void {
    for (let here = place; here !== ""; here = directoryOf(here)) {
      if (this.#entries.get(here)?.kind !== "link") continue;
      throw new UnreadableManifest(manifest, `it leads through the link ${here}, which is not followed`);
    }
  }
}
