/**
 * Folders that may be members of a workspace but whose manifests cannot be read here: submodules, and links to folders.
 * Their dependencies are unknown, so such a workspace is refused.
 */
import { isUnread, type Tree, type TreeEntries, type TreeEntry } from "../../tree.js";
import { directoryOf, joined, nearest, resolved } from "../../tree-paths.js";
import {
  type Ecosystem,
  type Package,
  type ReadLock,
  UnreadableManifest,
  type Workspace,
} from "./ecosystem.js";

const hiddenByEntries = new WeakMap<TreeEntries, readonly TreeEntry[]>();

/** Submodules and links of a tree, except inside installed packages. */
export function hiddenIn(entries: TreeEntries): readonly TreeEntry[] {
  const known = hiddenByEntries.get(entries);
  if (known !== undefined) return known;
  const unread = entries.unread ?? [...entries.values()].filter(isUnread);
  const found = unread.filter(({ path }) => !`/${path}/`.includes("/node_modules/"));
  hiddenByEntries.set(entries, found);
  return found;
}

interface Wanted {
  /** The manifest that a member of the workspace has. */
  readonly fileName: string;
  /** Directories that are members in any case. */
  readonly members: ReadonlySet<string>;
}

/**
 * Throws `UnreadableManifest` for a candidate that is a submodule, or a link to a folder that may contain manifests.
 */
export async function refuseHidden(
  tree: Tree,
  candidates: readonly TreeEntry[],
  { fileName, members }: Wanted,
): Promise<void> {
  const links = candidates.filter(({ kind }) => kind === "link").map(({ path }) => path);
  const targets = links.length === 0 ? new Map<string, string>() : await tree.readLinks(links);
  const entries = await tree.entries();
  for (const { path, kind } of candidates) {
    if (kind === "submodule") {
      throw new UnreadableManifest(path, "it may be a member, and the content of submodules is not read");
    }
    const text = targets.get(path);
    const target = text === undefined ? null : resolved(directoryOf(path), text);
    if (target !== null && !mayHideMembers(target, entries, fileName, members)) continue;
    throw new UnreadableManifest(path, "it may be a member, and folders behind links are not read");
  }
}

/** Throws `UnreadableManifest` of the listing manifest for a member that is, or is behind, a link or a submodule. */
export function refuseBehindLinks(
  entries: ReadonlyMap<string, TreeEntry>,
  directories: Iterable<string>,
  manifest: string,
): void {
  for (const directory of directories) {
    for (let here = directory; here !== ""; here = directoryOf(here)) {
      const kind = entries.get(here)?.kind;
      if (kind !== "link" && kind !== "submodule") continue;
      throw new UnreadableManifest(
        manifest,
        `it lists a folder behind the ${kind} ${here}, which is not read`,
      );
    }
  }
}

function mayHideMembers(
  target: string,
  entries: ReadonlyMap<string, TreeEntry>,
  fileName: string,
  members: ReadonlySet<string>,
): boolean {
  const entry = entries.get(target);
  if (entry !== undefined) return entry.kind === "link" || entry.kind === "submodule";
  const inside = `${target}/`;
  for (const [path, { kind }] of entries) {
    if (target !== "" && !path.startsWith(inside)) continue;
    const isManifest = path === joined(target, fileName) || path.endsWith(`/${fileName}`);
    if (isManifest && !members.has(directoryOf(path))) return true;
    if (kind === "submodule") return true;
  }
  return false;
}

export interface Territory {
  readonly workspace: Workspace;
  /** The number of its ecosystem. */
  readonly ecosystem: number;
  readonly lockfiles: ReadonlyMap<string, ReadLock>;
  readonly rootManifests: Ecosystem["rootManifests"];
  readonly byDirectory: ReadonlyMap<string, readonly Package[]>;
}

/** A workspace with an index of its packages by directory. */
export function territoryOf(
  workspace: Workspace,
  ecosystem: number,
  { lockfiles, rootManifests }: Pick<Ecosystem, "lockfiles" | "rootManifests">,
): Territory {
  const byDirectory = new Map<string, Package[]>();
  for (const one of workspace.packages) {
    const beside = byDirectory.get(one.directory);
    if (beside === undefined) byDirectory.set(one.directory, [one]);
    else beside.push(one);
  }
  return { workspace, ecosystem, lockfiles, rootManifests, byDirectory };
}

/** Whether the package at the root owns a file of no other package. */
export function claims({ root, claims: claimsInside }: Workspace, path: string): boolean {
  if (claimsInside === null) return false;
  if (root === "") return claimsInside(path);
  return path.startsWith(`${root}/`) && claimsInside(path.slice(root.length + 1));
}

/**
 * The nearest package of each workspace around the path, and the packages that read it from elsewhere. A file at a root
 * has no owner, unless it is claimed.
 */
export function ownersIn(territories: readonly Territory[], path: string): readonly string[] {
  const directory = directoryOf(path);
  return territories.flatMap(({ workspace, byDirectory }) => {
    const owners = nearest(byDirectory, directory) ?? [];
    const around = owners.filter((owner) => owner.directory !== workspace.root || claims(workspace, path));
    return [...around.map(({ name }) => name), ...(workspace.readers?.(path) ?? [])];
  });
}

interface Named {
  readonly territories: Set<Territory>;
  /** Names that the packages with this name request from a registry. */
  readonly requested: Set<string>;
}

/** The packages of a tree by name, and what they request: changed code may ask for thousands of names. */
export class PackagesByName {
  readonly #territories: readonly Territory[];
  #byName: ReadonlyMap<string, Named> | null = null;
  readonly #atRoot = new Map<Territory, ReadonlySet<string>>();

  constructor(territories: readonly Territory[]) {
    this.#territories = territories;
  }

  /** The workspaces that have a package with this name. */
  workspacesOf(name: string): readonly Workspace[] {
    return [...(this.#named(name)?.territories ?? [])].map(({ workspace }) => workspace);
  }

  /** Whether the package, or the package at the root of its workspace, requests this name from a registry. */
  requests(name: string, requested: string): boolean {
    const named = this.#named(name);
    if (named === undefined) return false;
    if (named.requested.has(requested)) return true;
    return [...named.territories].some((territory) => this.#requestedAtRoot(territory).has(requested));
  }

  #named(name: string): Named | undefined {
    this.#byName ??= byName(this.#territories);
    return this.#byName.get(name);
  }

  #requestedAtRoot(territory: Territory): ReadonlySet<string> {
    const known = this.#atRoot.get(territory);
    if (known !== undefined) return known;
    const packages = territory.byDirectory.get(territory.workspace.root) ?? [];
    const requested = new Set(packages.flatMap((one) => [...requestedNames(one)]));
    this.#atRoot.set(territory, requested);
    return requested;
  }
}

function byName(territories: readonly Territory[]): ReadonlyMap<string, Named> {
  const found = new Map<string, Named>();
  for (const territory of territories) {
    for (const one of territory.workspace.packages) {
      const named = found.get(one.name) ?? { territories: new Set(), requested: new Set() };
      found.set(one.name, named);
      named.territories.add(territory);
      for (const name of requestedNames(one)) named.requested.add(name);
    }
  }
  return found;
}

/** `@scope/name@^1` requests `@scope/name`; some ecosystems write no range. */
function* requestedNames({ external }: Package): Generator<string> {
  for (const written of external) {
    const end = written.indexOf("@", 1);
    yield end === -1 ? written : written.slice(0, end);
  }
}
